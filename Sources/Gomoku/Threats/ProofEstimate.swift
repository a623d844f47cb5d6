/// The initial proof and disproof numbers of a position not yet searched (df-pn+, Nagai 2002).
///
/// A proof-number search goes where its numbers are small. Without an estimate it takes all threats
/// to be alike; static evaluation and ordering scores tell them apart. An estimate only orders the
/// work: it never settles a position.
enum ProofEstimate {
  /// Returns the extra proof number of a position with the attacker to move: the further its value
  /// is behind the root's, the larger.
  ///
  /// Both values are static evaluations in centistones, seen by the attacker.
  @inline(__always) static func lag(of value: Int, behind rootValue: Int) -> UInt32 {
    UInt32(max(0, min(mostLag, (rootValue &+ headStart &- value) / centistonesPerLeaf)))
  }

  /// Returns the initial proof number of an attacker's move by the class of its point.
  ///
  /// It stands for the replies that remain: one after a four, a few after a three, and nearly all
  /// after a move that threatens nothing. Points without a shape make threats least often.
  static func proof(of pointClass: PointClass) -> UInt32 {
    switch pointClass {
    case .suspectFour, .four, .fourPlus, .fourThree, .openFour, .five: 2
    case .three, .threePlus, .doubleThree: 3
    case .blockedThree, .doubleTwo, .blockedThreePlus, .suspect, .forbidden: 8
    case .none, .two: 12
    }
  }

  /// Returns the extra proof number of an attacker's move by its rank in move ordering, from 0.
  @inline(__always) static func delay(ofAttack rank: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: rank)
  }

  /// Returns the initial disproof number of a reply by its rank in move ordering, from 0.
  @inline(__always) static func delay(ofReply rank: Int) -> UInt32 {
    1 &+ UInt32(truncatingIfNeeded: rank / 2)
  }

  /// The gain over the root's value that brings the lag to zero, in centistones.
  private static var headStart: Int { 200 }
  /// The loss of centistones that counts as one leaf.
  private static var centistonesPerLeaf: Int { 12 }
  /// The largest lag in leaves.
  private static var mostLag: Int { 60 }
}
