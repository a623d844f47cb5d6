internal import CPlatform

/// The terminal that this process draws on: every key comes at once, and none is shown.
///
/// Whatever ends the process, but for a kill, gives the terminal back.
public enum RawTerminal {
  /// Makes the terminal raw; false if `input` is none.
  ///
  /// - Parameter farewell: at most 64 bytes that are written when the terminal is given back.
  public static func begin(
    input: FileDescriptor, output: FileDescriptor, farewell: String
  ) -> Bool {
    platform_make_terminal_raw(input.rawValue, output.rawValue, farewell) == 0
  }

  /// Makes the terminal what it was before.
  public static func end() { platform_restore_terminal() }

  /// Returns a descriptor that becomes readable each time the terminal's window changes its size;
  /// `nil` if the window cannot be watched.
  public static func watchSize() -> FileDescriptor? {
    let descriptor = platform_watch_window()
    return descriptor < 0 ? nil : FileDescriptor(rawValue: descriptor)
  }

  /// The columns and rows of a terminal's window; `nil` where there is none.
  public static func size(of descriptor: FileDescriptor) -> (columns: Int, rows: Int)? {
    var columns: CInt = 0
    var rows: CInt = 0
    guard platform_terminal_size(descriptor.rawValue, &columns, &rows) == 0 else { return nil }
    return (Int(columns), Int(rows))
  }
}
