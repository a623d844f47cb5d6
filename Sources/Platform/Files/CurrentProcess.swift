internal import CPlatform

/// The running process: its command line and its end.
public enum CurrentProcess {
  /// The arguments of the command line after the program's name, decoded by `ByteText`.
  public static var arguments: [String] {
    var word = platform_arguments()
    var words: [String] = []
    while let text = word.pointee {
      words.append(CStrings.string(text))
      word += 1
    }
    return Array(words.dropFirst())
  }

  /// Lets a write to a closed pipe, or beyond the limit of a file's size, fail with an error.
  ///
  /// Otherwise it would end the process.
  public static func keepOnFailedWrites() { platform_keep_on_failed_writes() }

  /// Prepares the process to end at once, with status 0, when the user, the terminal or the system
  /// asks for it.
  ///
  /// This works even if the parent process has blocked the signals for it.
  public static func endWhenAsked() { platform_end_when_asked() }

  /// Ends the process after flushing the C library's output buffers.
  public static func exit(_ status: CInt) -> Never { platform_exit(status) }

  /// Ends the process at once, without flushing and exit handlers; other threads may be running.
  public static func leave(_ status: CInt) -> Never { platform_leave(status) }

  /// Writes a line to standard error; errors are ignored.
  public static func note(_ line: String) {
    try? FileDescriptor.standardError.writeAll(Array((line + "\n").utf8))
  }
}
