import LabKit

/// The losses of a mix network on results and moves, and its accuracy on moves.
struct MixLosses: Sendable {
  /// The summed logistic loss of results.
  var valueLoss: Double = 0
  /// The number of results.
  var valueCount = 0
  /// The summed cross-entropy of moves.
  var policyLoss: Double = 0
  /// The number of moves.
  var policyCount = 0
  /// The number of moves that got the highest probability.
  var topMoveCount = 0

  static func += (a: inout MixLosses, b: MixLosses) {
    a.valueLoss += b.valueLoss
    a.valueCount += b.valueCount
    a.policyLoss += b.policyLoss
    a.policyCount += b.policyCount
    a.topMoveCount += b.topMoveCount
  }

  /// The mean logistic loss of results.
  var meanValueLoss: Double { valueLoss / Double(max(valueCount, 1)) }
  /// The mean cross-entropy of moves.
  var meanPolicyLoss: Double { policyLoss / Double(max(policyCount, 1)) }

  /// The losses as text.
  var text: String {
    let share = percentText(Double(topMoveCount) / Double(max(policyCount, 1)))
    return "value \(meanValueLoss), policy \(meanPolicyLoss), the move first in \(share)"
  }
}
