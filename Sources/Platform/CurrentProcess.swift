internal import CPlatform

/// This process: what it was given, and its end.
public enum CurrentProcess {
  /// The path of this program's file; `nil` if the path cannot be determined.
  public static var program: String? {
    let name = platform_arguments()?.pointee.map { CStrings.string($0) }
    return FileSystem.resolved("/proc/self/exe")
      ?? name.flatMap(FileSystem.executable).flatMap(FileSystem.resolved)
  }

  /// The words of the command line behind the program's name, as `ByteText` reads their bytes.
  public static var arguments: [String] {
    guard var word = platform_arguments() else { return Array(CommandLine.arguments.dropFirst()) }
    var words: [String] = []
    while let text = word.pointee {
      words.append(CStrings.string(text))
      word += 1
    }
    return Array(words.dropFirst())
  }

  /// The environment's variables.
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

  /// Ends once what was printed has been written.
  public static func exit(_ status: CInt) -> Never { CPlatform.exit(status) }

  /// Ends at once: other threads may be at work, and nothing is tidied up.
  public static func leave(_ status: CInt) -> Never { _exit(status) }

  /// Writes a line on standard error.
  public static func note(_ line: String) {
    try? FileDescriptor.standardError.writeAll(Array((line + "\n").utf8))
  }

  /// Sends what was printed on its way.
  public static func flush() { fflush(nil) }

  /// Writes what was printed, and tells whether all that ever was has been taken.
  public static func hasWrittenAll() -> Bool { platform_has_written_all() != 0 }

  /// Has every line leave as it is printed. Call it before anything is printed.
  public static func flushEveryLine() { platform_flush_lines() }
}
