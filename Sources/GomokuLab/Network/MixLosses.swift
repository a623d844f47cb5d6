import LabKit

/// The losses of a mix network on results and moves, and its accuracy on moves.
struct MixLosses: Sendable {
  /// The logistic loss of results.
  var valueLoss = RunningMean()
  /// The cross-entropy of moves.
  var policyLoss = RunningMean()
  /// The share of moves that got the highest probability.
  var topMoves = RunningMean()

  static func += (a: inout MixLosses, b: MixLosses) {
    a.valueLoss += b.valueLoss
    a.policyLoss += b.policyLoss
    a.topMoves += b.topMoves
  }

  /// The losses as text.
  var text: String {
    "value \(valueLoss.mean), policy \(policyLoss.mean),"
      + " the move first in \(percentText(topMoves.mean))"
  }
}
