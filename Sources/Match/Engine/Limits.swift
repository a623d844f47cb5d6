/// The resources that an engine may use; an absent limit means unlimited.
///
/// `OutputLimits` has the limits of its output, which are the same for every engine.
public struct Limits: Equatable, Sendable {
  /// The time for a move in milliseconds; 0 asks for a move as fast as possible.
  public var turn: Int?
  /// The time for all moves of a game, in milliseconds.
  public var match: Int?
  /// The time added to the match time after each move, in milliseconds.
  public var increment = 0
  public var nodes: Int?
  public var depth: Int?
  /// The resident memory in bytes, sent to the engine and enforced.
  public var memory: Int?
  /// The time by which a time limit may be exceeded without losing the game, in milliseconds.
  public var tolerance = 200
  /// The longest time from the start of the process, or from `START`, to `OK`, in milliseconds.
  public var start = 10_000
  /// The longest time for an answer of an engine without time limits, in milliseconds.
  public var stall = 60_000

  public init() {}

  /// Reads the limits in `fields`; absent limits are taken from `base`.
  public init(
    _ fields: inout JSONFieldReader, over base: Limits = Limits()
  ) throws(JSONFieldReader.Problem) {
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
