import Basics
internal import CPlatform

/// The running process: its program, environment, user and buffered output.
extension CurrentProcess {
  /// The path of this program's file; `nil` if the path cannot be determined.
  public static var program: String? {
    let name = platform_arguments().pointee.map { CStrings.string($0) }
    return FileSystem.resolved("/proc/self/exe")
      ?? name.flatMap(FileSystem.executable).flatMap(FileSystem.resolved)
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

  /// The home folder of the user, as listed in /etc/passwd; `nil` if it lists none.
  public static var homeFolder: String? {
    let list = (try? FileSystem.plainContents(of: "/etc/passwd", limit: 1 << 20)) ?? nil
    for line in ByteText.string(list ?? []).split(separator: "\n") {
      let fields = line.split(separator: ":", omittingEmptySubsequences: false)
      guard fields.count == 7, UInt32(fields[2]) == getuid(), fields[5].hasPrefix("/") else {
        continue
      }
      return String(fields[5])
    }
    return nil
  }
}

extension FileSystem {
  /// Returns true if `path` names a file that this process may execute.
  public static func isExecutable(_ path: String) -> Bool {
    path.withCBytes { platform_may_execute($0) } != 0 && !isFolder(path)
  }

  /// Returns the executable file for `command`: the path itself if it contains a slash, else the
  /// first match in `PATH`. Returns `nil` if there is none.
  public static func executable(_ command: String) -> String? {
    if command.contains("/") { return isExecutable(command) ? command : nil }
    let path = CurrentProcess.environment["PATH"] ?? "/usr/bin:/bin"
    return path.split(separator: ":").map { "\($0)/\(command)" }.first(where: isExecutable)
  }
}
