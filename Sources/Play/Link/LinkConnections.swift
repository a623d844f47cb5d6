import Basics
import Match
import Platform
import Records

/// The transport of a link: accepts connections, or opens one and reopens it when it breaks.
///
/// Only two calls can block: `leave` waits 200 ms for a command, and `poll` may look up the name of
/// a host.
final class LinkConnections {
  private let request: LinkRequest
  private var listener: FileDescriptor?
  /// The port of the listening socket; `nil` for an end that does not listen.
  private(set) var port: UInt16?
  private var channels: [Int: LinkChannel] = [:]
  private var lastNumber = 0
  /// The socket of an outgoing connection that is not yet established.
  private var calling: FileDescriptor?
  /// The earliest time of the next attempt to connect.
  private var nextCall = MonotonicTime.now
  private var pause = LinkConnections.shortPause
  /// True if the last incoming connection could not be accepted, as when no descriptor is free.
  ///
  /// The listening socket then stays readable. `descriptors` leaves it out, because a wait for it
  /// would return at once.
  private var isShort = false
  /// The last failure reported to the user, which is not reported twice in a row; `nil` for none.
  private var told: Phrase?

  /// The delay before the first attempt to reconnect, in milliseconds.
  ///
  /// The delay doubles with each further attempt, up to `longPause`.
  private static let shortPause = 500
  /// The longest delay before an attempt to reconnect, in milliseconds.
  private static let longPause = 5000
  /// The largest number of incoming connections that one `poll` accepts.
  private static let mostCalls = 16
  /// The largest number of bytes that one `poll` reads from all connections together.
  ///
  /// So strangers cannot delay the user's keys and the guest's lines for long.
  private static let mostInput = 1 << 14

  init(_ request: LinkRequest) throws(UserError) {
    self.request = request
    guard case .listen(let wanted) = request else { return }
    do throws(SystemError) {
      let (listener, port) = try Socket.listen(port: wanted)
      (self.listener, self.port) = (listener, port)
    } catch {
      throw UserError("port \(wanted) cannot be listened to: \(error)")
    }
  }

  deinit {
    calling?.close()
    listener?.close()
  }

  /// The descriptors to poll for input.
  var descriptors: [FileDescriptor] {
    let listeners = isShort ? [] : [listener].compactMap { $0 }
    return listeners + channels.values.flatMap(\.descriptors)
  }

  // MARK: Commands

  func send(_ line: String, to number: Int) { channels[number]?.send(line) }

  func close(_ number: Int) {
    guard channels.removeValue(forKey: number) != nil else { return }
    postpone()
  }

  /// Resets the delay of reconnection and forgets the last reported failure.
  ///
  /// Called when the peer has authenticated itself.
  func settle() { (pause, told) = (LinkConnections.shortPause, nil) }

  /// Closes all connections and begins no new ones; a command gets time to deliver the last lines.
  func leave() {
    for channel in channels.values { channel.finish() }
    (channels, nextCall) = ([:], .distantFuture)
  }

  /// Lets the link connect at once, at the beginning of a session, also after `leave`.
  func begin() {
    settle()
    nextCall = .now
  }

  /// Sets the time of the next attempt to connect, and doubles the delay for the attempt after it.
  private func postpone() {
    nextCall = .now.advanced(milliseconds: pause)
    pause = min(2 * pause, LinkConnections.longPause)
  }

  // MARK: Events

  /// Accepts, connects, sends and receives; returns the events since the last call.
  func poll(now: MonotonicTime) -> [LinkEvent] {
    var events = accept() + raise(now)
    var chunk = [UInt8](
      repeating: 0, count: LinkConnections.mostInput / max(1, channels.count))
    for (number, channel) in channels.sorted(by: { $0.key < $1.key }) {
      channel.flush()
      events += channel.lines(&chunk).map { .line(number, $0) }
      events += channel.complaints(&chunk).map { .news(Phrase("the command says: \($0)")) }
      if let ending = channel.ending {
        channels[number] = nil
        events.append(.closed(number))
        if listener == nil { events += fail(ending) }
      }
    }
    return events
  }

  private func accept() -> [LinkEvent] {
    var events: [LinkEvent] = []
    while let listener, events.count < LinkConnections.mostCalls,
      let call = Socket.accept(from: listener)
    {
      events.append(open(LinkChannel(socket: call)))
    }
    isShort = events.isEmpty && listener?.isReady(for: .reading) == true
    return events
  }

  private func open(_ channel: LinkChannel) -> LinkEvent {
    lastNumber += 1
    channels[lastNumber] = channel
    return .opened(lastNumber, isPublic: channel.isPublic)
  }

  /// Completes an outgoing connection in progress.
  ///
  /// An end that does not listen and has no connection starts one once the delay is over.
  private func raise(_ now: MonotonicTime) -> [LinkEvent] {
    if let socket = calling {
      guard socket.isReady(for: .writing) else { return [] }
      calling = nil
      guard let failure = Socket.failure(of: socket) else {
        return [open(LinkChannel(socket: socket))]
      }
      socket.close()
      return fail(Phrase(failure))
    }
    guard listener == nil, channels.isEmpty, now >= nextCall else { return [] }
    switch request {
    case .listen: return []
    case .connect(let host, let port, _):
      do throws(SystemError) { calling = try Socket.connect(host: host, port: port) } catch {
        return fail(Phrase("\(host):\(port): \(error)"))
      }
      return []
    case .through(let command, _, _):
      do throws(SystemError) { return [open(try LinkChannel(command: command))] } catch {
        return fail(Phrase("\(command): \(error)"))
      }
    }
  }

  /// Delays the next attempt to connect; reports the reason unless it was the last one reported.
  private func fail(_ reason: Phrase) -> [LinkEvent] {
    postpone()
    guard told != reason else { return [] }
    told = reason
    return [.news(Phrase("no connection: \(reason); trying again"))]
  }
}
