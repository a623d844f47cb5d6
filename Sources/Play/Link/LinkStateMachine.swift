import Basics
import Gomocup
import Match
import Platform
import Records

/// One end of the link between two programs that play one game: a state machine without any I/O.
///
/// `handle` takes an event and returns effects; Sources/link.md has the table of states. The host
/// owns the list of actions, and the guest has a prefix of it. The guest never performs an action
/// on its own authority. It requests the action under the next free number, and repeats the request
/// until that number is taken or the request is denied.
///
/// Every fault of the connection is harmless. Lost messages are repeated. Duplicates and late
/// lines are ignored, as lines are numbered. Damaged and forged lines lack a valid message
/// authentication code (MAC). So a bad connection can delay a game but never corrupt it.
struct LinkStateMachine {
  /// The name of the player at this end.
  let name: String
  /// The settings of the game; `nil` at the guest's end until the host has sent them.
  var settings: PlaySettings?
  var credentials: LinkCredentials
  var connections: [Int: LinkConnection] = [:]
  /// The seat that is being saved in the game's file: its connection, credentials and guest's name.
  var sitting: (connection: Int, name: String, credentials: LinkCredentials)?
  /// The guest's pending request: the action and the number that it would get.
  var wanted: (number: Int, action: GameAction)?
  /// The time of the last message from the authenticated peer.
  ///
  /// It is `nil` before the first message, and after the peer has left.
  var heard: MonotonicTime?
  /// The number of actions in the last comparison of this session in which the two ends' games
  /// agreed; `nil` before the first such comparison.
  var agreed: Int?
  /// True if the last comparison, here or by the peer, found that the games differ.
  var isDiffering = false
  /// The last report about a peer that is not the host; the same report is not shown again.
  var lastRejection: Phrase?
  var random: any RandomNumberGenerator
  /// The time of the last heartbeat.
  private var lastSent: MonotonicTime?

  /// The interval of heartbeats, in milliseconds.
  static let beat = 1000
  /// The silence in milliseconds after which the peer counts as unreachable.
  static let patience = 5000
  /// The silence in milliseconds after which a guest closes a public connection to reconnect.
  static let despair = 15_000
  /// The time limit for the handshake, in milliseconds.
  ///
  /// After it, a public connection is closed; over a command, the guest begins a new handshake.
  static let greetingTime = 10_000
  /// The largest number of public connections whose peers do not hold the guest's seat.
  ///
  /// If there are more, one of them is closed.
  static let mostUnproven = 48
  /// The largest number of lines that such a peer may send on its connection, which is then closed.
  ///
  /// The handshake of a guest needs at most three lines a second.
  static let mostStrayLines = 40
  /// The largest number of actions sent in reply to one message.
  static let batch = 64
  /// The largest number of characters shown of the host's reason for a refusal.
  static let longestReason = 120

  init(
    name: String, settings: PlaySettings?, credentials: LinkCredentials,
    random: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) {
    (self.name, self.settings, self.credentials) = (name, settings, credentials)
    self.random = random
  }

  var role: LinkRole { credentials.role }

  /// True once a comparison in this session has found the two ends' games to agree.
  var isAcquainted: Bool { agreed != nil }

  /// The number of the connection on which the peer is fully authenticated; `nil` if there is none.
  var seated: Int? { connections.first { $0.value.stage == .seated }?.key }

  /// Returns whether the peer was heard within the last `patience` milliseconds.
  func isAlive(at now: MonotonicTime) -> Bool {
    heard.map { now < $0.advanced(milliseconds: LinkStateMachine.patience) } ?? false
  }

  /// The reason why no action is possible at this end now; `nil` if actions are possible.
  var obstacle: Phrase? {
    // The host plays on while its guest is disconnected, or claims to have other actions. Otherwise
    // a guest could stop the host's moves while the host's clock runs.
    if role == .host { return credentials.seat == nil ? LinkStateMachine.unheard : nil }
    if isDiffering { return Phrase("the games of the two tables differ: nothing can be done here") }
    return isAcquainted ? nil : LinkStateMachine.unheard
  }

  private static let unheard = Phrase("the other table has not been heard yet")

  // MARK: Events

  /// Processes an event and returns the effects to carry out.
  ///
  /// - Parameter elapsed: the time of the current turn by this end's clock, in milliseconds.
  mutating func handle(
    _ event: LinkEvent, _ game: PlayedGame?, elapsed: Int? = nil, now: MonotonicTime
  ) -> [LinkEffect] {
    switch event {
    case .opened(let id, let isPublic):
      connections[id] = LinkConnection(isPublic: isPublic, opened: now)
      return role == .host ? crowd() : knock(id)
    case .closed(let id):
      connections[id] = nil
      return []
    case .news: return []
    case .line(let id, let line):
      if connections[id]?.stage != .seated { connections[id]?.strayLines += 1 }
      guard let connection = connections[id] else { return [] }
      return role == .host
        ? hostHears(line, id, connection, game, elapsed, now)
        : guestHears(line, id, connection, game, now)
    case .time: return tick(game, elapsed, now)
    case .wants(let action):
      guard let game else { return [] }
      wanted = (game.actions.count + 1, action)
      return want()
    case .kept: return game.map { committed($0) } ?? []
    case .keptCredentials(let credentials):
      return role == .host ? seat(credentials, game, elapsed, now) : confirm(credentials, game, now)
    case .adopted(let settings, let credentials): return sit(settings, credentials)
    }
  }

  /// Closes stalled public connections.
  ///
  /// Once in each `beat`, also sends a heartbeat and repeats unanswered messages.
  private mutating func tick(
    _ game: PlayedGame?, _ elapsed: Int?, _ now: MonotonicTime
  ) -> [LinkEffect] {
    var effects: [LinkEffect] = []
    for (id, connection) in connections.sorted(by: { $0.key < $1.key })
    where connection.isPublic && isStuck(connection, now) {
      effects += close(id)
    }
    guard lastSent.map({ now >= $0.advanced(milliseconds: LinkStateMachine.beat) }) ?? true else {
      return effects
    }
    lastSent = now
    if role == .guest { return effects + call(game, now) }
    return effects + (game.map { have($0, elapsed) } ?? [])
  }

  /// Returns whether a connection failed to authenticate in time. At the guest's end, also returns
  /// true after a long silence.
  private func isStuck(_ connection: LinkConnection, _ now: MonotonicTime) -> Bool {
    guard connection.stage == .seated else {
      return now >= connection.opened.advanced(milliseconds: LinkStateMachine.greetingTime)
    }
    // The host keeps a silent connection, because only its guest can replace it.
    guard role == .guest else { return false }
    let last = heard.map { max($0, connection.opened) } ?? connection.opened
    return now >= last.advanced(milliseconds: LinkStateMachine.despair)
  }

  // MARK: Sending

  /// Sends a message, authenticated with `key`, otherwise with the session key; sends nothing
  /// without a key.
  mutating func send(_ message: LinkMessage, key: LinkKey? = nil, to id: Int) -> [LinkEffect] {
    let role = role
    guard let key = key ?? connections[id]?.key,
      let line = connections[id]?.line(message, key: key, by: role)
    else { return [] }
    return [.send(line, to: id)]
  }

  /// Sends a message to the authenticated peer, if there is one.
  mutating func tell(_ message: LinkMessage) -> [LinkEffect] {
    seated.map { send(message, to: $0) } ?? []
  }

  /// Tells the peer, if there is one, that this end leaves.
  mutating func farewell() -> [LinkEffect] { tell(.bye) }

  mutating func close(_ id: Int) -> [LinkEffect] {
    connections[id] = nil
    return [.close(id)]
  }

  /// Closes a public connection. A private one is the user's own command, which only the user ends.
  mutating func reject(_ id: Int) -> [LinkEffect] {
    connections[id]?.isPublic == true ? close(id) : []
  }

  /// Records that the peer was heard. After a silence, reports to the user that the peer is back.
  mutating func hear(_ now: MonotonicTime) -> [LinkEffect] {
    defer { heard = now }
    return isAlive(at: now) ? [] : [.news(Phrase("the other table is connected"))]
  }
}
