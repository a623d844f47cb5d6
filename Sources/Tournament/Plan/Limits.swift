/// What an engine may use; absent means unlimited.
public struct Limits: Equatable, Sendable {
  /// Milliseconds for a move; 0 asks for a move as fast as possible.
  public var turn: Int?
  /// Milliseconds for all moves of a game.
  public var match: Int?
  /// Milliseconds added to the match time after each move.
  public var increment = 0
  public var nodes: Int?
  public var depth: Int?
  /// Bytes of resident memory, told to the engine and enforced.
  public var memory: Int?
  /// Milliseconds by which a limit may be overrun without losing.
  public var tolerance = 200
  /// Milliseconds from the process's start, or `START`, to `OK`.
  public var start = 10_000
  /// Milliseconds without an answer after which an engine without a time limit is given up.
  public var stall = 60_000

  public init() {}

  /// Takes the limits named in `fields`, over those of `base`.
  init(_ fields: inout Fields, over base: Limits = Limits()) throws(Fields.Problem) {
    self = base
    turn = try fields.int("turn", in: Bounds.time) ?? turn
    match = try fields.int("match", in: Bounds.positiveTime) ?? match
    increment = try fields.int("increment", in: Bounds.time) ?? increment
    nodes = try fields.int("nodes", in: Bounds.nodes) ?? nodes
    depth = try fields.int("depth", in: Bounds.depth) ?? depth
    memory = try fields.int("memory", in: Bounds.memory) ?? memory
    tolerance = try fields.int("tolerance", in: Bounds.time) ?? tolerance
    start = try fields.int("start", in: Bounds.positiveTime) ?? start
    stall = try fields.int("stall", in: Bounds.positiveTime) ?? stall
    try fields.finish()
  }
}
