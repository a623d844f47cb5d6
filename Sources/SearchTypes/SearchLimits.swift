/// The limits of a search. An absent limit is no limit.
public struct SearchLimits: Equatable, Sendable {
  /// The depth of full-width search from the root, in plies.
  public var depth: Int?
  /// The number of nodes of all kinds, shared out among the threads.
  ///
  /// A search on one thread without a time limit is deterministic.
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
  /// The time after which no new iteration starts; `TimePolicy.part` shortens or extends it.
  ///
  /// If `soft` is at least `hard`, iterations go on until `hard`.
  public var soft: Duration
  /// The time at which the search has to end.
  public var hard: Duration

  public init(soft: Duration, hard: Duration) {
    self.soft = soft
    self.hard = hard
  }

  /// Returns a budget to be used up, because saved time has no value later.
  public static func exactly(_ duration: Duration) -> TimeBudget {
    TimeBudget(soft: duration, hard: duration)
  }
}
