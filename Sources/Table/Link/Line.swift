import Basics
import Platform
import Tournament

/// A line to another table, put up again whenever it breaks. Nothing here waits.
final class Line {
  /// How the other table is reached.
  enum Means: Equatable {
    /// By waiting for its call on a port of this machine; 0 lets the system choose one.
    case listen(port: UInt16)
    case connect(host: String, port: UInt16)
    /// Through the input and output of a command of the shell.
    case command(String)
  }

  enum Event: Equatable {
    case connected
    case line(String)
    /// What to tell the person.
    case news(String)
  }

  private enum State {
    case down(until: MonotonicTime)
    /// A call that nobody has taken yet.
    case calling(FileDescriptor)
    case open(FileDescriptor)
    case running(ChildProcess)
  }

  private let means: Means
  private var listener: FileDescriptor?
  /// The port that is listened to.
  private(set) var port: UInt16?
  private var state = State.down(until: .now)
  private var pause = Line.shortPause
  private var received: [UInt8] = []
  private var unsent: [UInt8] = []
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)
  /// The last trouble that was told: it is not told over and over.
  private var told: String?

  private static let shortPause = 500
  private static let longPause = 5000
  /// More is not kept for an end that does not read: it asks again for what it lacks.
  private static let mostUnsent = 1 << 20

  init(_ means: Means) throws(Refusal) {
    self.means = means
    guard case .listen(let wanted) = means else { return }
    do throws(SystemError) {
      let (listener, port) = try Socket.listen(port: wanted)
      (self.listener, self.port) = (listener, port)
    } catch {
      throw Refusal("port \(wanted) cannot be listened to: \(error)")
    }
  }

  deinit {
    hangUp()
    listener?.close()
  }

  /// What can be waited for.
  var descriptors: [FileDescriptor] {
    var list = listener.map { [$0] } ?? []
    switch state {
    case .down: break
    case .calling: break
    case .open(let socket): list.append(socket)
    case .running(let child): list += [child.output, child.errors].compactMap { $0 }
    }
    return list
  }

  // MARK: Talking

  /// Sends a line, if there is somebody to send it to.
  func send(_ line: String) {
    switch state {
    case .open, .running:
      guard unsent.count < Line.mostUnsent else { return }
      unsent += Array(line.utf8) + [UInt8(ascii: "\n")]
      flush()
    case .down, .calling: return
    }
  }

  private func flush() {
    let writer: FileDescriptor? =
      switch state {
      case .open(let socket): socket
      case .running(let child): child.input
      case .down, .calling: nil
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

  /// What has happened since the last time.
  func poll(now: MonotonicTime) -> [Event] {
    var events = raise(now)
    flush()
    switch state {
    case .open(let socket): events += read(socket, now)
    case .running(let child):
      if let output = child.output { events += read(output, now) }
      events += readErrors(child)
    case .down, .calling: break
    }
    return events
  }

  /// Puts the line up if it is down.
  private func raise(_ now: MonotonicTime) -> [Event] {
    if let listener, let call = Socket.accept(from: listener) {
      // Who calls takes the place of a line that may have died in silence.
      hangUp()
      return open(call)
    }
    switch state {
    case .down(let until) where now >= until && listener == nil: return call(now)
    case .calling(let socket) where socket.isReady(for: .writing):
      guard let failure = Socket.failure(of: socket) else { return open(socket) }
      return fail("\(failure)", now)
    default: return []
    }
  }

  private func open(_ socket: FileDescriptor) -> [Event] {
    (state, pause, told) = (.open(socket), Line.shortPause, nil)
    (received, unsent) = ([], [])
    return [.connected]
  }

  private func call(_ now: MonotonicTime) -> [Event] {
    switch means {
    case .listen: return []
    case .connect(let host, let port):
      do throws(SystemError) { state = .calling(try Socket.connect(host: host, port: port)) } catch
      {
        return fail("\(host):\(port): \(error)", now)
      }
      return []
    case .command(let command):
      do throws(SystemError) {
        state = .running(try ChildProcess("/bin/sh", ["-c", command], inGroup: false))
      } catch {
        return fail("\(command): \(error)", now)
      }
      (received, unsent) = ([], [])
      return [.connected]
    }
  }

  /// The line is down; it is put up again after a while, a longer one each time.
  private func fail(_ reason: String, _ now: MonotonicTime) -> [Event] {
    hangUp()
    state = .down(until: now.advanced(milliseconds: pause))
    pause = min(2 * pause, Line.longPause)
    guard told != reason else { return [] }
    told = reason
    let hope = listener == nil ? "trying again" : "waiting for a call"
    return [.news("no line: \(reason); \(hope)")]
  }

  /// Hangs up when what was said has had the time to get away.
  func leave() {
    if case .running(let child) = state {
      child.closeInput()
      WorkerThread.sleep(for: .milliseconds(200))
    }
    hangUp()
  }

  func hangUp() {
    switch state {
    case .open(let socket), .calling(let socket): socket.close()
    case .running(let child): child.kill()
    case .down: break
    }
    state = .down(until: .distantFuture)
  }

  // MARK: Hearing

  private func read(_ descriptor: FileDescriptor, _ now: MonotonicTime) -> [Event] {
    do throws(SystemError) {
      guard let count = try descriptor.read(into: &chunk) else { return [] }
      if count == 0 { return lines + fail("the other end has hung up", now) }
      received += chunk[..<count]
      pause = Line.shortPause
    } catch {
      return fail("\(error)", now)
    }
    return lines
  }

  /// The whole lines that were received.
  private var lines: [Event] {
    var events: [Event] = []
    var start = 0
    while let end = received[start...].firstIndex(of: UInt8(ascii: "\n")) {
      var line = received[start..<end]
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      if line.count <= LinkMessage.longest {
        events.append(.line(String(decoding: line, as: UTF8.self)))
      }
      start = end + 1
    }
    received.removeFirst(start)
    // A line without end is none.
    if received.count > LinkMessage.longest { received = [] }
    return events
  }

  /// What a command complains of.
  private func readErrors(_ child: ChildProcess) -> [Event] {
    do throws(SystemError) {
      guard let count = try child.errors?.read(into: &chunk) else { return [] }
      if count == 0 { child.closeErrors() }
      let text = String(decoding: chunk[..<min(count, 300)], as: UTF8.self)
      return text.split(whereSeparator: \.isNewline).prefix(3).map {
        .news("the line: \($0.shown)")
      }
    } catch {
      child.closeErrors()
      return []
    }
  }
}
