/// How well a policy network foretells moves.
struct PolicyTally: Sendable {
  /// The sum of the cross-entropies.
  var loss: Double = 0
  var count = 0
  /// How often the move came first, among the first five, and among the first ten.
  var first = 0
  var firstFive = 0
  var firstTen = 0

  static func += (a: inout PolicyTally, b: PolicyTally) {
    a.loss += b.loss
    a.count += b.count
    a.first += b.first
    a.firstFive += b.firstFive
    a.firstTen += b.firstTen
  }

  /// Counts a move before which so many others came.
  mutating func count(rank: Int) {
    count += 1
    first += rank < 1 ? 1 : 0
    firstFive += rank < 5 ? 1 : 0
    firstTen += rank < 10 ? 1 : 0
  }

  /// The mean cross-entropy.
  var meanLoss: Double { loss / Double(max(count, 1)) }

  /// As in a report.
  var text: String {
    let shares = [first, firstFive, firstTen].map { hits in
      (1000 * Double(hits) / Double(max(count, 1))).rounded() / 10
    }
    return "held out \(meanLoss), the move first in \(shares[0]) %, "
      + "in the first five in \(shares[1]) %, in the first ten in \(shares[2]) %"
  }
}
