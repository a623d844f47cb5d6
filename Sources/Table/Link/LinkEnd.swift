import Basics
import Gomocup
import Platform
import Tournament

/// One end of the link between two tables: a machine of events and effects, without any input or
/// output of its own. protocol.md has its table of states.
///
/// The host has the game: its list of deeds is the only one, and the guest has the beginning of it.
/// The guest does nothing itself: it says what it wants to do as the deed of the next number, until
/// that number is taken. What is lost is said again, what comes twice or late has a number that is
/// taken, and a line that is damaged or a stranger's has no seal. So the worst connection delays a
/// game, and none damages it.
struct LinkEnd {
  /// The name of whoever sits at this end.
  let name: String
  /// `nil` for settings of a game that a guest has not been told yet.
  var settings: TableSettings?
  var credentials: LinkCredentials
  var connections: [Int: LinkConnection] = [:]
  /// The seat that a guest has asked for and whose secret is not kept yet.
  var sitting: (connection: Int, name: String, credentials: LinkCredentials)?
  /// What the guest wants to do, and as which number.
  var wanted: (number: Int, deed: Deed)?
  /// When the other end was heard last; `nil` before that, and once it left.
  var heard: MonotonicTime?
  /// Whether the deeds of both ends were compared since this end began.
  var isAcquainted = false
  /// Whether the other end, proven, had other deeds when they were compared last.
  var isDiffering = false
  /// What the guest said last of those who answered and are not the host.
  var lastRejection: String?
  var random: any RandomNumberGenerator
  private var lastSent: MonotonicTime?

  /// Milliseconds between two signs of life.
  static let beat = 1000
  /// Milliseconds without a word after which the connection counts as silent.
  static let patience = 5000
  /// Milliseconds of silence after which a guest calls anew.
  static let despair = 15_000
  /// Milliseconds in which a public connection has to prove itself.
  static let greetingTime = 10_000
  /// Connections that have proved nothing; the oldest makes room for a further one.
  static let mostUnproven = 16
  /// Deeds that are sent at a time.
  static let batch = 64

  init(
    name: String, settings: TableSettings?, credentials: LinkCredentials,
    random: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) {
    (self.name, self.settings, self.credentials) = (name, settings, credentials)
    self.random = random
  }

  var role: LinkRole { credentials.role }

  /// The connection of the other end.
  var seated: Int? { connections.first { $0.value.stage == .seated }?.key }

  /// Whether the other end can be heard.
  func isAlive(at now: MonotonicTime) -> Bool {
    heard.map { now < $0.advanced(milliseconds: LinkEnd.patience) } ?? false
  }

  /// Why this end can do nothing now; `nil` if it can.
  var obstacle: String? {
    if isDiffering { return "the games of the two tables differ: nothing can be done here" }
    // A host whose guest is away goes on: the list of deeds is his.
    if isAcquainted || role == .host && credentials.seat != nil { return nil }
    return "the other table has not been heard yet"
  }

  // MARK: Events

  /// Takes an event and returns what follows from it.
  ///
  /// - Parameter elapsed: the milliseconds of the turn by this end's clock.
  mutating func handle(
    _ event: LinkEvent, _ game: TableGame?, elapsed: Int? = nil, now: MonotonicTime
  ) -> [LinkEffect] {
    switch event {
    case .opened(let id, let isPublic):
      connections[id] = LinkConnection(isPublic: isPublic, opened: now)
      return role == .host ? crowd() : knock(id)
    case .closed(let id):
      connections[id] = nil
      return []
    case .line(let id, let line):
      guard let connection = connections[id] else { return [] }
      return role == .host
        ? hostHears(line, id, connection, game, elapsed, now)
        : guestHears(line, id, connection, game, now)
    case .time: return tick(game, elapsed, now)
    case .wants(let deed):
      guard let game else { return [] }
      wanted = (game.deeds.count + 1, deed)
      return want()
    case .kept: return game.map { committed($0) } ?? []
    case .keptCredentials(let credentials):
      return role == .host ? seat(credentials, game, elapsed, now) : confirm(credentials, game, now)
    case .adopted(let settings, let credentials): return sit(settings, credentials)
    }
  }

  /// Repeats what is not answered, and ends what does not get on.
  private mutating func tick(
    _ game: TableGame?, _ elapsed: Int?, _ now: MonotonicTime
  ) -> [LinkEffect] {
    var effects: [LinkEffect] = []
    for (id, connection) in connections.sorted(by: { $0.key < $1.key })
    where connection.isPublic && isStuck(connection, now) {
      effects += close(id)
    }
    guard lastSent.map({ now >= $0.advanced(milliseconds: LinkEnd.beat) }) ?? true else {
      return effects
    }
    lastSent = now
    if role == .guest { return effects + call(game, now) }
    return effects + (game.map { have($0, elapsed) } ?? [])
  }

  private func isStuck(_ connection: LinkConnection, _ now: MonotonicTime) -> Bool {
    guard connection.stage == .seated else {
      return now >= connection.opened.advanced(milliseconds: LinkEnd.greetingTime)
    }
    // The host keeps a silent connection: the guest replaces it by one that works.
    guard role == .guest else { return false }
    let last = heard.map { max($0, connection.opened) } ?? connection.opened
    return now >= last.advanced(milliseconds: LinkEnd.despair)
  }

  // MARK: Speaking

  /// Sends a message sealed with the session's key.
  func send(_ message: LinkMessage, to id: Int) -> [LinkEffect] {
    guard let key = connections[id]?.key else { return [] }
    return [.send(LinkLine.text(message, key: key, by: role), to: id)]
  }

  /// Tells the other end something, if it is there.
  func tell(_ message: LinkMessage) -> [LinkEffect] {
    seated.map { send(message, to: $0) } ?? []
  }

  /// What is said to the other end before this one leaves.
  var farewell: [LinkEffect] { tell(.bye) }

  mutating func close(_ id: Int) -> [LinkEffect] {
    connections[id] = nil
    return [.close(id)]
  }

  /// Ends a public connection. A private one is the person's own command: he ends it himself.
  mutating func reject(_ id: Int) -> [LinkEffect] {
    connections[id]?.isPublic == true ? close(id) : []
  }

  /// Notes that the other end was heard.
  mutating func hear(_ now: MonotonicTime) -> [LinkEffect] {
    defer { heard = now }
    return isAlive(at: now) ? [] : [.news("the other table is on the line")]
  }
}
