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
    turn = try fields.int("turn") ?? turn
    match = try fields.int("match", in: 1...Int.max) ?? match
    increment = try fields.int("increment") ?? increment
    nodes = try fields.int("nodes", in: 1...Int.max) ?? nodes
    depth = try fields.int("depth", in: 1...1000) ?? depth
    memory = try fields.int("memory", in: 1...Int.max) ?? memory
    tolerance = try fields.int("tolerance") ?? tolerance
    start = try fields.int("start", in: 1...Int.max) ?? start
    stall = try fields.int("stall", in: 1...Int.max) ?? stall
    try fields.finish()
  }

  /// Whether the clock decides anything but a stall.
  public var areTimed: Bool { turn != nil || match != nil }
}
