/// How well a mix network foretells results and moves.
struct MixTally: Sendable {
  /// The sum of the cross-entropies of results, and of how many.
  var valueLoss: Double = 0
  var valueCount = 0
  /// The same of moves.
  var policyLoss: Double = 0
  var policyCount = 0
  /// How often the move came first.
  var first = 0

  static func += (a: inout MixTally, b: MixTally) {
    a.valueLoss += b.valueLoss
    a.valueCount += b.valueCount
    a.policyLoss += b.policyLoss
    a.policyCount += b.policyCount
    a.first += b.first
  }

  /// The mean cross-entropies.
  var meanValueLoss: Double { valueLoss / Double(max(valueCount, 1)) }
  var meanPolicyLoss: Double { policyLoss / Double(max(policyCount, 1)) }

  /// As in a report.
  var text: String {
    let share = (1000 * Double(first) / Double(max(policyCount, 1))).rounded() / 10
    return "value \(meanValueLoss), policy \(meanPolicyLoss), the move first in \(share) %"
  }
}
