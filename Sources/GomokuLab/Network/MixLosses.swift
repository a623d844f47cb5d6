import LabKit

/// The losses of a mix network on values and moves, and its accuracy on moves.
struct MixLosses: Equatable, Sendable {
  var valueLoss = RunningMean()
  var policyLoss = RunningMean()
  /// The accuracy: how often the played move had the highest probability.
  var topMoves = RunningMean()

  var means: [RunningMean] { [valueLoss, policyLoss, topMoves] }

  static func += (a: inout MixLosses, b: MixLosses) {
    a.valueLoss += b.valueLoss
    a.policyLoss += b.policyLoss
    a.topMoves += b.topMoves
  }

  var text: String {
    "value \(valueLoss.mean), policy \(policyLoss.mean),"
      + " the move first in \(percentText(topMoves.mean))"
  }
}
