import Basics
import Gomoku
import GomokuRules
import SearchKit
import TestSupport
import Testing

/// Proofs of every kind from which the mutation tests start.
enum ProofBases {
  /// Proofs of `variant` that the naive checker plays out within `budget` stones.
  static func proofs(of variant: Variant, budget: Int) throws -> [Proof] {
    var candidates = fromThreats(variant) + fromGames(variant)
    candidates += try fromPuzzles(variant)
    candidates += try ProofFixture.all.filter { $0.isSmall }.map { try $0.proof() }
      .filter { $0.position.variant == variant }
    return candidates.filter {
      NaiveProofChecker.verdict(on: $0.text, budget: budget) != .gaveUp
    }
  }

  private static let sizes = [(9, 9), (7, 9), (11, 6), (8, 8), (13, 10)]

  /// Wins by fours and by threats of either side, and those of the side that does not move.
  private static func fromThreats(_ variant: Variant) -> [Proof] {
    var proofs: [Proof] = []
    var found: [Kind: Int] = [:]
    for (number, (width, height)) in sizes.enumerated() {
      guard let size = BoardSize(width: width, height: height) else { continue }
      var positions = RandomPositions(variant: variant, size: size, seed: UInt64(number + 70))
      for round in 0..<60 {
        let position = positions.next(stones: 7 + round % 13)
        let search = ThreatSearch(
          .vct, position, wantsProof: true, nodeLimit: 600, memory: 2 << 20)
        guard let proof = search.proof else { continue }
        keep(proof, 2 * (number + 1))
        guard let move = proof.nodes[0].move, proof.nodes[0].afterPass != nil,
          let next = position.after(move)
        else { continue }
        if let proof = GameSearch(next, nodeLimit: 1_000, memory: 2 << 20).proof {
          keep(proof, 2 * (number + 1))
        }
      }
    }
    return proofs

    func keep(_ proof: Proof, _ most: Int) {
      let kind = Kind(proof)
      guard 2...60 ~= proof.nodes.count, found[kind, default: 0] < most else { return }
      found[kind, default: 0] += 1
      proofs.append(proof)
    }
  }

  /// What makes proofs different for a checker.
  private struct Kind: Hashable {
    let winner: Color
    let isLoserFirst: Bool
    let hasElse: Bool
    let isShared: Bool

    init(_ proof: Proof) {
      winner = proof.winner
      isLoserFirst = proof.nodes[0].move == nil
      hasElse = proof.nodes.contains { $0.afterPass != nil }
      let links = proof.nodes.flatMap { $0.replies.map(\.node) }
      isShared = Set(links).count < links.count
    }
  }

  /// Wins on crowded boards, where few points are left.
  private static func fromGames(_ variant: Variant) -> [Proof] {
    let boards = [(5, 5, 11), (6, 5, 17), (6, 6, 22), (7, 6, 29), (8, 5, 26)]
    return boards.flatMap { width, height, stones -> [Proof] in
      guard let size = BoardSize(width: width, height: height) else { return [] }
      var positions = RandomPositions(variant: variant, size: size, seed: UInt64(stones))
      let proofs = (0..<60).compactMap { _ -> Proof? in
        let position = positions.next(stones: stones)
        guard position.outcome == nil else { return nil }
        return GameSearch(position, nodeLimit: 2_000, memory: 2 << 20).proof
      }
      return Array(proofs.filter { 3...60 ~= $0.nodes.count }.prefix(4))
    }
  }

  /// Published wins on boards of full size.
  private static func fromPuzzles(_ variant: Variant) throws -> [Proof] {
    try ["vcf-published", "vct-published"].flatMap { name in
      try PuzzleFixture.rows(name).filter { $0.rule == variant.gomocupCode && $0.length ?? 5 > 3 }
        .prefix(8)
        .compactMap { row in
          let search = ThreatSearch(
            .vct, try row.position(), wantsProof: true, nodeLimit: 3_000, memory: 4 << 20)
          guard let proof = search.proof, proof.nodes.count < 40 else { return nil }
          return proof
        }
    }
  }
}

/// The proofs of `Fixtures/proofs`.
struct ProofFixture: CustomTestStringConvertible {
  let name: String
  let verdict: Verdict

  enum Verdict {
    case valid, refused
    /// Too many ways lead through it to be played out.
    case readable
  }

  static let all = [
    // Two rows meet in one point, which is one five and not two.
    ProofFixture(name: "false-renju", verdict: .refused),
    ProofFixture(name: "dup-small", verdict: .refused),
    ProofFixture(name: "true-white", verdict: .valid),
    // All replies are listed, and what `else` leads to makes no sense.
    ProofFixture(name: "idle-else", verdict: .valid),
    // After `else` g6 is listed, a double three until a stone on f6 makes it a four.
    ProofFixture(name: "skipped-reply", verdict: .refused),
    // White's o11 makes k11 legal, which makes a three, which makes Black's h8 a double three.
    ProofFixture(name: "far-stone-forbids", verdict: .refused),
    ProofFixture(name: "far-stone-listed", verdict: .valid),
    // Black's g6 stops the four, a double three until a stone on f6 or g5 makes it a four.
    ProofFixture(name: "far-stone-allows", verdict: .refused),
    ProofFixture(name: "bomb", verdict: .readable),
  ]

  var testDescription: String { name }

  /// Whether it can be played out again and again.
  var isSmall: Bool { name != "true-white" && verdict != .readable }

  func text() throws -> String { try Fixture.text("proofs/\(name).proof", in: .module) }

  func proof() throws -> Proof { try Proof(parsing: text()) }
}
