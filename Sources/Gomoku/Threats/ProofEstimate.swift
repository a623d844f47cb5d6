/// The initial proof and disproof numbers of an unsearched position (df-pn+, Nagai 2002).
///
/// A proof-number search develops the node with the smallest number. Without an estimate all new
/// nodes look alike. Static evaluation and ordering scores tell them apart. An estimate proves
/// nothing.
enum ProofEstimate {
  /// Returns an addition to the initial proof number of each move in a position with the attacker
  /// to move.
  ///
  /// The addition grows with the amount by which the position's value is below the root's. Both
  /// values are static evaluations in centistones for the attacker.
  @inline(__always) static func lag(of value: Int, behind rootValue: Int) -> UInt32 {
    UInt32(max(0, min(mostLag, (rootValue &+ headStart &- value) / centistonesPerLeaf)))
  }

  /// Returns the initial proof number of an attacker's move by the class of its point.
  ///
  /// The number reflects the replies that are left: one after a four, a few after a three, nearly
  /// all after a move that threatens nothing. Points without a shape are the least likely to make a
  /// threat.
  static func proof(of pointClass: PointClass) -> UInt32 {
    switch pointClass {
    case .suspectFour, .four, .fourPlus, .fourThree, .openFour, .five: 2
    case .three, .threePlus, .doubleThree: 3
    case .blockedThree, .doubleTwo, .blockedThreePlus, .suspect, .forbidden: 8
    case .none, .two: 12
    }
  }

  /// Returns an addition to the proof number of an attacker's move, by the move's rank in move
  /// ordering from 0.
  @inline(__always) static func delay(ofAttack rank: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: rank)
  }

  /// Returns the initial disproof number of a reply by its rank in move ordering, from 0.
  @inline(__always) static func delay(ofReply rank: Int) -> UInt32 {
    1 &+ UInt32(truncatingIfNeeded: rank / 2)
  }

  /// The number of centistones by which a position's value must exceed the root's for a lag of
  /// zero.
  private static var headStart: Int { 200 }
  /// The number of centistones that add one to the lag.
  private static var centistonesPerLeaf: Int { 12 }
  private static var mostLag: Int { 60 }
}
