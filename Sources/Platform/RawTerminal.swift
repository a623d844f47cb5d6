internal import CPlatform

/// The terminal in raw mode: every key is delivered at once, and none is echoed.
///
/// The previous mode is restored before any of the usual signals ends the process, crashes
/// included. SIGKILL leaves no chance for that.
public enum RawTerminal {
  /// Switches the terminal to raw mode; returns false if `input` is no terminal.
  ///
  /// - Parameter farewell: a text whose first 64 bytes are written when the terminal is restored.
  public static func begin(
    input: FileDescriptor, output: FileDescriptor, farewell: String
  ) -> Bool {
    platform_make_terminal_raw(input.rawValue, output.rawValue, farewell) == 0
  }

  /// Restores the terminal's previous mode.
  public static func end() { platform_restore_terminal() }

  /// Returns a descriptor that becomes readable each time the terminal's window changes its size;
  /// `nil` if the window cannot be watched.
  public static func watchSize() -> FileDescriptor? {
    let descriptor = platform_watch_window()
    return descriptor < 0 ? nil : FileDescriptor(rawValue: descriptor)
  }

  /// Returns the size of a terminal's window in characters; `nil` if it is unknown.
  public static func size(of descriptor: FileDescriptor) -> (columns: Int, rows: Int)? {
    var columns: CInt = 0
    var rows: CInt = 0
    guard platform_terminal_size(descriptor.rawValue, &columns, &rows) == 0 else { return nil }
    return (Int(columns), Int(rows))
  }
}
