import Basics
import Match
import Platform
import Records

/// A stream of lines to and from another program, over a socket or a shell command's pipes.
///
/// No call blocks, except `finish`, which waits 200 ms for a command.
final class LinkChannel {
  private enum Transport {
    case socket(FileDescriptor)
    case command(ChildProcess)
  }

  private let transport: Transport
  private var received: [UInt8] = []
  private var unsent: [UInt8] = []
  /// The reason why no more input will come; `nil` while the channel is open.
  private(set) var ending: Phrase?

  /// The size of the send buffer, in bytes, from which on further lines are dropped.
  ///
  /// Dropping is safe: a peer asks again for the messages that it lacks.
  private static let mostUnsent = 1 << 20

  init(socket: FileDescriptor) { transport = .socket(socket) }

  init(command: String) throws(SystemError) {
    transport = .command(try ChildProcess("/bin/sh", ["-c", command], inGroup: false))
  }

  deinit {
    switch transport {
    case .socket(let socket): socket.close()
    case .command(let child): child.kill()
    }
  }

  /// True for a socket, whose peer may be anybody; false for a command of the user's choice.
  var isPublic: Bool {
    if case .socket = transport { true } else { false }
  }

  /// The descriptors to poll for input.
  var descriptors: [FileDescriptor] {
    switch transport {
    case .socket(let socket): [socket]
    case .command(let child): [child.output, child.errors].compactMap { $0 }
    }
  }

  /// The descriptors for input and output; `nil` for a closed one.
  private var ends: (reader: FileDescriptor?, writer: FileDescriptor?) {
    switch transport {
    case .socket(let socket): (socket, socket)
    case .command(let child): (child.output, child.input)
    }
  }

  // MARK: Sending

  /// Appends a line to the send buffer and writes as much as possible. Drops the line if the buffer
  /// is full (`mostUnsent`).
  func send(_ line: String) {
    guard unsent.count < LinkChannel.mostUnsent else { return }
    unsent += Array(line.utf8) + [UInt8(ascii: "\n")]
    flush()
  }

  /// Writes as much of the send buffer as possible without blocking; drops the buffer on an error.
  func flush() {
    while !unsent.isEmpty, let writer = ends.writer {
      guard let count = try? writer.write(unsent[...]) else {
        unsent = []
        return
      }
      if count == 0 { return }
      unsent.removeFirst(count)
    }
  }

  /// Closes a command's input and waits 200 ms, so that the command can deliver the last lines.
  ///
  /// Does nothing for a socket.
  func finish() {
    guard case .command(let child) = transport else { return }
    child.closeInput()
    WorkerThread.sleep(for: .milliseconds(200))
  }

  // MARK: Receiving

  /// Reads at most `chunk.count` bytes of input and returns the lines that they complete.
  ///
  /// A line that is too long is returned as an empty line. Sets `ending` if the stream has ended or
  /// cannot be read.
  func lines(_ chunk: inout [UInt8]) -> [String] {
    do throws(SystemError) {
      guard let reader = ends.reader, let count = try reader.read(into: &chunk) else { return [] }
      if count == 0 { ending = Phrase("the other end has hung up") }
      received += chunk[..<count]
    } catch {
      ending = Phrase(error)
    }
    return split()
  }

  /// Removes the complete lines from the receive buffer and returns them.
  ///
  /// An incomplete line that is too long is also removed, and returned as an empty line.
  private func split() -> [String] {
    var lines: [String] = []
    var start = 0
    while let end = received[start...].firstIndex(of: UInt8(ascii: "\n")) {
      var line = received[start..<end]
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      // A line that is too long becomes an empty line, which is no valid message.
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

  /// Reads the command's standard error and returns at most three lines of it.
  ///
  /// Only the first 300 bytes read by a call are used. The result is empty for a socket.
  func complaints(_ chunk: inout [UInt8]) -> [String] {
    guard case .command(let child) = transport else { return [] }
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
