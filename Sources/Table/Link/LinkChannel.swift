import Basics
import Platform
import Tournament

/// An open way to another program, a socket or a command: lines in both directions, none waited for.
final class LinkChannel {
  private enum Means {
    case socket(FileDescriptor)
    case command(ChildProcess)
  }

  private let means: Means
  private var received: [UInt8] = []
  private var unsent: [UInt8] = []
  /// Why nothing more comes.
  private(set) var ending: String?

  /// More is not kept for an end that does not read: it asks again for what it lacks.
  private static let mostUnsent = 1 << 20

  init(socket: FileDescriptor) { means = .socket(socket) }

  init(command: String) throws(SystemError) {
    means = .command(try ChildProcess("/bin/sh", ["-c", command], inGroup: false))
  }

  deinit {
    switch means {
    case .socket(let socket): socket.close()
    case .command(let child): child.kill()
    }
  }

  /// Whether anybody may be at the other end.
  var isPublic: Bool {
    if case .socket = means { true } else { false }
  }

  /// What can be waited for.
  var descriptors: [FileDescriptor] {
    switch means {
    case .socket(let socket): [socket]
    case .command(let child): [child.output, child.errors].compactMap { $0 }
    }
  }

  // MARK: Sending

  func send(_ line: String) {
    guard unsent.count < LinkChannel.mostUnsent else { return }
    unsent += Array(line.utf8) + [UInt8(ascii: "\n")]
    flush()
  }

  func flush() {
    let writer: FileDescriptor? =
      switch means {
      case .socket(let socket): socket
      case .command(let child): child.input
      }
    while let writer, !unsent.isEmpty {
      guard let count = try? writer.write(unsent[...]) else {
        unsent = []
        return
      }
      if count == 0 { return }
      unsent.removeFirst(count)
    }
  }

  /// Gives what was said the time to get away.
  func finish() {
    guard case .command(let child) = means else { return }
    child.closeInput()
    WorkerThread.sleep(for: .milliseconds(200))
  }

  // MARK: Receiving

  /// The whole lines that have come; `ending` says whether more can.
  func lines(_ chunk: inout [UInt8]) -> [String] {
    let reader: FileDescriptor? =
      switch means {
      case .socket(let socket): socket
      case .command(let child): child.output
      }
    do throws(SystemError) {
      guard let reader, let count = try reader.read(into: &chunk) else { return [] }
      if count == 0 { ending = "the other end has hung up" }
      received += chunk[..<count]
    } catch {
      ending = "\(error)"
    }
    return split()
  }

  private func split() -> [String] {
    var lines: [String] = []
    var start = 0
    while let end = received[start...].firstIndex(of: UInt8(ascii: "\n")) {
      var line = received[start..<end]
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      // A line that is too long is one that means nothing.
      lines.append(
        line.count <= LinkMessage.longest ? String(decoding: line, as: UTF8.self) : "")
      start = end + 1
    }
    received.removeFirst(start)
    if received.count > LinkMessage.longest {
      received = []
      lines.append("")
    }
    return lines
  }

  /// What a command complains of.
  func complaints(_ chunk: inout [UInt8]) -> [String] {
    guard case .command(let child) = means else { return [] }
    do throws(SystemError) {
      guard let count = try child.errors?.read(into: &chunk) else { return [] }
      if count == 0 { child.closeErrors() }
      let text = String(decoding: chunk[..<min(count, 300)], as: UTF8.self)
      return text.split(whereSeparator: \.isNewline).prefix(3).map(\.shown)
    } catch {
      child.closeErrors()
      return []
    }
  }
}
