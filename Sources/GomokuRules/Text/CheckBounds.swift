import Basics

/// The limits on the memory and the work of checking the text of one proof.
public struct CheckBounds: Equatable, Sendable {
  /// The limit on the memory of the nodes and of the stored results, in bytes.
  public var memory: Int
  /// The limit on the number of positions judged.
  public var positions: Int

  /// The least number of positions at and below a shared strategy node for its result to be stored.
  ///
  /// A smaller node is judged again each time, which is faster than a look-up.
  public var leastRemembered: Int

  public init(memory: Int = 256 << 20, positions: Int = .max, leastRemembered: Int = 32) {
    (self.memory, self.positions) = (memory, positions)
    self.leastRemembered = leastRemembered
  }

  /// The limit on the memory of stored results, in bytes.
  var rememberedBytes: Int { min(memory, CheckBounds.mostRemembered) }

  /// The upper bound of `rememberedBytes`; enough for millions of positions of a `Proof`.
  private static let mostRemembered = 256 << 20

  /// Returns these bounds with `memory` reduced by the `bytes` that the text takes.
  func less(_ bytes: Int) -> CheckBounds {
    var rest = self
    rest.memory = max(0, memory - bytes)
    return rest
  }
}

/// The limit at which a check was abandoned.
public enum CheckLimit: Equatable, Sendable, CustomStringConvertible {
  /// The check was stopped after this number of positions.
  case stopped(positions: Int)
  /// The check would need more positions than this number.
  case tooManyPositions(Int)
  /// The stored results exceed the memory limit.
  case outOfMemory

  public var description: String {
    switch self {
    case .stopped(let positions): "stopped after \(positions) positions"
    case .tooManyPositions(let bound): "more than \(bound) positions"
    case .outOfMemory: "more positions to remember than memory allows"
    }
  }
}

/// The reason why a checker refuses a proof, or why it gives no verdict.
public protocol CheckReason: Equatable, Sendable, CustomStringConvertible {
  /// The limit at which the check was abandoned; `nil` for a verdict.
  var limit: CheckLimit? { get }
}

/// The index of the node at which a proof fails or its check was abandoned, and the reason.
public struct CheckFailure<Reason: CheckReason>: Error, Equatable, CustomStringConvertible {
  public let node: Int
  public let reason: Reason

  public var description: String { "node \(node): \(reason)" }
}

extension Int {
  /// Returns the sum, or `Int.max` if the sum is larger.
  func adding(_ other: Int) -> Int {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    return isTooLarge ? .max : sum
  }
}

/// Returns for each node, by its index, whether more than one of `branches` leads to it.
///
/// `target` gives the node to which a branch leads. The result is incomplete if `stop` is
/// requested.
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
