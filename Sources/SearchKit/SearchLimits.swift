/// What a search may spend. An absent limit is no limit.
public struct SearchLimits: Equatable, Sendable {
  /// Full-width plies from the root.
  public var depth: Int?
  /// Nodes of all kinds. A search with one thread and a node limit is deterministic.
  public var nodes: UInt64?
  public var time: TimeBudget?

  public init(depth: Int? = nil, nodes: UInt64? = nil, time: TimeBudget? = nil) {
    self.depth = depth
    self.nodes = nodes
    self.time = time
  }
}

/// The two deadlines of one turn, counted from the moment its command was read.
public struct TimeBudget: Equatable, Sendable {
  /// No new iteration starts after this, scaled by how settled the best move is; if it is no
  /// shorter than `hard`, nothing is saved.
  public var soft: Duration
  /// The move must be on its way by then.
  public var hard: Duration

  public init(soft: Duration, hard: Duration) {
    self.soft = soft
    self.hard = hard
  }

  /// A budget that is used up: time that is not spent now is not worth more later.
  public static func exactly(_ duration: Duration) -> TimeBudget {
    TimeBudget(soft: duration, hard: duration)
  }
}
