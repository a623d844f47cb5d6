internal import CPlatform

/// The running process: its command line, environment, output and exit.
public enum CurrentProcess {
  /// The path of this program's file; `nil` if the path cannot be determined.
  public static var program: String? {
    let name = platform_arguments()?.pointee.map { CStrings.string($0) }
    return FileSystem.resolved("/proc/self/exe")
      ?? name.flatMap(FileSystem.executable).flatMap(FileSystem.resolved)
  }

  /// The arguments of the command line after the program's name, decoded by `ByteText`.
  public static var arguments: [String] {
    guard var word = platform_arguments() else { return Array(CommandLine.arguments.dropFirst()) }
    var words: [String] = []
    while let text = word.pointee {
      words.append(CStrings.string(text))
      word += 1
    }
    return Array(words.dropFirst())
  }

  /// The environment variables by name.
  public static var environment: [String: String] {
    var variables: [String: String] = [:]
    var entry = platform_environment()
    while let text = entry.pointee {
      let parts = CStrings.string(text).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
      entry += 1
    }
    return variables
  }

  /// Ends the process after flushing standard output.
  public static func exit(_ status: CInt) -> Never { CPlatform.exit(status) }

  /// Ends the process at once, without flushing and exit handlers; other threads may be running.
  public static func leave(_ status: CInt) -> Never { _exit(status) }

  /// Writes a line to standard error; errors are ignored.
  public static func note(_ line: String) {
    try? FileDescriptor.standardError.writeAll(Array((line + "\n").utf8))
  }

  /// Prints a line and flushes it, so that a long command shows each result at once.
  public static func printLine(_ line: String) {
    print(line)
    flush()
  }

  /// Flushes the C library's output buffers.
  public static func flush() { fflush(nil) }

  /// Flushes standard output; returns true if no write to standard output has ever failed.
  public static func hasWrittenAll() -> Bool { platform_has_written_all() != 0 }

  /// Makes standard output line-buffered. Must be called before the first output.
  public static func flushEveryLine() { platform_flush_lines() }
}
