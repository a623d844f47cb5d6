import GomokuRules

/// The protocol that the engine speaks with its manager.
public enum ManagerProtocol: Equatable, Sendable {
  /// The protocol of Gomocup, with its extensions.
  case gomocup
  /// The Go Text Protocol, version 2. A dialogue begins with the rules of the variant.
  case gtp(Variant)
}

/// The state machine of the protocol that the engine speaks.
struct EngineSession: Sendable {
  private var session = Session()
  /// The state machine of GTP, with a session of its own; `nil` for the protocol of Gomocup.
  private var gtp: GTPSession?

  init(_ managerProtocol: ManagerProtocol) {
    if case .gtp(let variant) = managerProtocol { gtp = GTPSession(variant) }
  }

  /// Takes one input and returns the actions that the caller has to carry out, in order.
  mutating func handle(_ input: Session.Input) -> [Session.Effect] {
    gtp?.handle(input) ?? session.handle(input)
  }

  /// True if every command has been answered; an analysis of GTP and pondering may still run.
  var isIdle: Bool { gtp?.isIdle ?? session.isIdle }

  /// True once the dialogue has ended while a database job was running.
  var isEnding: Bool { session.isEnding }
}
