import Basics

/// The work and the memory that the judging of one text may take.
public struct CheckBounds: Equatable, Sendable {
  /// Bytes that the text's nodes and all that is remembered of them may take.
  public var memory: Int
  /// Positions that may be judged.
  public var positions: Int

  /// Positions below which a linked node of a strategy is judged once more, which is faster than to
  /// find it again.
  public var leastRemembered: Int

  public init(memory: Int = 256 << 20, positions: Int = .max, leastRemembered: Int = 32) {
    (self.memory, self.positions) = (memory, positions)
    self.leastRemembered = leastRemembered
  }

  /// Bytes that may be spent on remembering what has been judged.
  var rememberedBytes: Int { min(memory, CheckBounds.mostRemembered) }

  /// Enough for millions of positions.
  private static let mostRemembered = 256 << 20

  /// The bounds without the memory that the text takes.
  func less(_ bytes: Int) -> CheckBounds {
    var rest = self
    rest.memory = max(0, memory - bytes)
    return rest
  }
}

extension Int {
  /// The sum, or the largest number if it is larger.
  func adding(_ other: Int) -> Int {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    return isTooLarge ? .max : sum
  }
}

/// Returns for each of so many nodes whether more than one branch leads to it.
func sharedTargets<Branch>(
  of branches: some Sequence<Branch>, nodes: Int, stop: StopSignal, _ target: (Branch) -> Int
) -> [Bool] {
  var isTarget = Array(repeating: false, count: nodes)
  var isShared = isTarget
  for branch in branches {
    if stop.isRequested { break }
    let node = target(branch)
    if isTarget[node] { isShared[node] = true }
    isTarget[node] = true
  }
  return isShared
}
