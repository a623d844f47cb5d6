/// What a position not yet looked at is expected to cost, added to its first proof numbers.
///
/// A proof-number search goes where its numbers are small, and without a first guess it takes all
/// threats to be alike. The static value and the shapes' promise tell them apart (df-pn+, Nagai
/// 2002). A guess only orders the work: it never settles a position.
enum ProofEstimate {
  /// Leaves to prove for the attacker to move in a position worth `value` centistones to him, when
  /// the root is worth `rootValue`.
  @inline(__always) static func lag(of value: Int, behind rootValue: Int) -> UInt32 {
    UInt32(max(0, min(mostLag, (rootValue &+ headStart &- value) / centistonesPerLeaf)))
  }

  /// The same for an attacker's move, by its rank among the promising ones.
  @inline(__always) static func delay(ofAttack rank: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: rank)
  }

  /// Leaves to disprove for a reply, by its rank.
  @inline(__always) static func delay(ofReply rank: Int) -> UInt32 {
    1 &+ UInt32(truncatingIfNeeded: rank / 2)
  }

  private static var headStart: Int { 200 }
  private static var centistonesPerLeaf: Int { 12 }
  private static var mostLag: Int { 60 }
}
