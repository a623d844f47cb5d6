import Basics
import Platform
import Tournament

/// The connections to another table, made again whenever they break. Nothing here waits.
final class LinkConnections {
  /// How the other table is reached.
  enum Means: Equatable {
    /// By waiting for its call on a port of this machine; 0 lets the system choose one.
    case listen(port: UInt16)
    case connect(host: String, port: UInt16)
    /// Through the input and output of a command of the shell.
    case command(String)
  }

  enum Event: Equatable {
    case opened(Int, isPublic: Bool)
    case closed(Int)
    case line(Int, String)
    /// What to tell the person.
    case news(String)
  }

  private let means: Means
  private var listener: FileDescriptor?
  /// The port that is listened to.
  private(set) var port: UInt16?
  private var channels: [Int: LinkChannel] = [:]
  private var lastNumber = 0
  /// A call that nobody has taken yet.
  private var calling: FileDescriptor?
  /// When the next call is made.
  private var nextCall = MonotonicTime.now
  private var pause = LinkConnections.shortPause
  private var chunk = [UInt8](repeating: 0, count: 1 << 14)
  /// The last trouble that was told: it is not told over and over.
  private var told: String?

  private static let shortPause = 500
  private static let longPause = 5000
  /// Calls that are taken at a time.
  private static let mostCalls = 16

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
    calling?.close()
    listener?.close()
  }

  /// What can be waited for.
  var descriptors: [FileDescriptor] {
    (listener.map { [$0] } ?? []) + channels.values.flatMap(\.descriptors)
  }

  // MARK: Orders

  func send(_ line: String, to number: Int) { channels[number]?.send(line) }

  func close(_ number: Int) {
    guard channels.removeValue(forKey: number) != nil else { return }
    postpone()
  }

  /// The other end has proved itself: if it is lost, it is called again soon.
  func settle() { (pause, told) = (LinkConnections.shortPause, nil) }

  /// Closes everything when what was said has had the time to get away.
  func leave() {
    for channel in channels.values { channel.finish() }
    channels = [:]
    nextCall = .distantFuture
  }

  /// The next call is made after a while, a longer one each time.
  private func postpone() {
    nextCall = .now.advanced(milliseconds: pause)
    pause = min(2 * pause, LinkConnections.longPause)
  }

  // MARK: Events

  /// What has happened since the last time.
  func poll(now: MonotonicTime) -> [Event] {
    var events = accept() + raise(now)
    for (number, channel) in channels.sorted(by: { $0.key < $1.key }) {
      channel.flush()
      events += channel.lines(&chunk).map { .line(number, $0) }
      events += channel.complaints(&chunk).map { .news("the command says: \($0)") }
      if let ending = channel.ending {
        channels[number] = nil
        events.append(.closed(number))
        if listener == nil { events += fail(ending) }
      }
    }
    return events
  }

  private func accept() -> [Event] {
    var events: [Event] = []
    while let listener, events.count < LinkConnections.mostCalls,
      let call = Socket.accept(from: listener)
    {
      events.append(open(LinkChannel(socket: call)))
    }
    return events
  }

  private func open(_ channel: LinkChannel) -> Event {
    lastNumber += 1
    channels[lastNumber] = channel
    return .opened(lastNumber, isPublic: channel.isPublic)
  }

  /// Calls if there is no connection.
  private func raise(_ now: MonotonicTime) -> [Event] {
    if let socket = calling {
      guard socket.isReady(for: .writing) else { return [] }
      calling = nil
      guard let failure = Socket.failure(of: socket) else {
        return [open(LinkChannel(socket: socket))]
      }
      socket.close()
      return fail("\(failure)")
    }
    guard listener == nil, channels.isEmpty, now >= nextCall else { return [] }
    switch means {
    case .listen: return []
    case .connect(let host, let port):
      do throws(SystemError) { calling = try Socket.connect(host: host, port: port) } catch {
        return fail("\(host):\(port): \(error)")
      }
      return []
    case .command(let command):
      do throws(SystemError) { return [open(try LinkChannel(command: command))] } catch {
        return fail("\(command): \(error)")
      }
    }
  }

  private func fail(_ reason: String) -> [Event] {
    postpone()
    guard told != reason else { return [] }
    told = reason
    return [.news("no connection: \(reason); trying again")]
  }
}
