import Foundation
import Platform

/// A run of a program that was built with these tests, to its end, with what it wrote.
public struct ProgramRun {
  /// The exit status; -1 after a signal.
  public let status: Int32
  public let output: [UInt8]
  public let errors: String

  public var text: String { String(decoding: output, as: UTF8.self) }
  public var lines: [String] { text.split(separator: "\n").map(String.init) }

  /// Returns the path of a program that was built with these tests.
  public static func path(of program: String) -> String {
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: program).path(percentEncoded: false)
  }

  /// Runs a program on some input. All three streams are files, so that no pipe can fill.
  public init(_ program: String, _ words: [String], input: String = "") throws {
    let scratch = try Scratch()
    try FileSystem.write(Array(input.utf8), to: scratch["input"])
    let streams = (
      try FileDescriptor.open(scratch["input"], for: .reading),
      try FileDescriptor.open(scratch["output"], for: .writing),
      try FileDescriptor.open(scratch["errors"], for: .writing)
    )
    let pid = try ProcessID.start(ProgramRun.path(of: program), words, streams: streams)
    for stream in [streams.0, streams.1, streams.2] { stream.close() }
    var ending: ProcessID.Ending?
    comesTrue {
      ending = ending ?? pid.takeEnding()
      return ending != nil
    }
    if ending == nil {
      pid.send(.kill)
      comesTrue { pid.takeEnding() != nil }
    }
    if case .exited(let status)? = ending { self.status = status } else { status = -1 }
    output = try FileSystem.contents(of: scratch["output"])
    errors = String(decoding: try FileSystem.contents(of: scratch["errors"]), as: UTF8.self)
  }
}

/// The control groups of this machine.
public enum ControlGroups {
  /// Whether a program may be given a control group of its own here.
  public static let areAllowed: Bool = {
    let child = try? ChildProcess("/bin/cat", ["/proc/self/cgroup"], inGroup: true)
    guard let output = child?.output, output.isReady(for: .reading, within: longestWait) else {
      return false
    }
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = (try? output.read(into: &chunk)) ?? 0
    return String(decoding: chunk[..<count], as: UTF8.self).contains("/arena-")
  }()
}
