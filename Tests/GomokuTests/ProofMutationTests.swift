import Foundation
import Gomoku
import GomokuRules
import SearchKit
import TestSupport
import Testing

/// The engine's checker against the naive one, on proofs that are nearly right.
///
/// `WULIU_PROOF_MUTANTS=1000000` judges as many, `WULIU_PROOF_SEED=7` other ones.
@Suite struct ProofMutationTests {
  @Test(arguments: ProofFixture.all) func knownProofsAreJudgedRightly(_ row: ProofFixture) throws {
    let text = try row.text()
    let proof = try Proof(parsing: text)
    guard row.verdict != .readable else { return }
    #expect(EngineVerdict(proof).isValid == (row.verdict == .valid))
    let naive = NaiveProofChecker.verdict(on: text, budget: 50_000_000)
    #expect(
      naive != .gaveUp && naive != .unreadable && (naive == .valid) == (row.verdict == .valid))
  }

  @Test(arguments: Variant.allCases) func bothCheckersAgreeOnMutants(_ variant: Variant) throws {
    let environment = ProcessInfo.processInfo.environment
    let seed = environment["WULIU_PROOF_SEED"].flatMap(UInt64.init) ?? 1
    let total =
      environment["WULIU_PROOF_MUTANTS"].flatMap(Int.init) ?? Effort.count(2_000, sanitized: 500)
    let count = total / Variant.allCases.count
    var rehearsal = try Rehearsal(variant, seed: seed)
    for index in 0..<count { try rehearsal.judgeMutant(index) }
    let tally = rehearsal.tally
    print("\(variant): \(tally)")
    // Neither checker may be idle, and nearly all mutants have to be judged.
    #expect(tally.accepted * 5 >= count && tally.refused * 5 >= count, "\(tally)")
    #expect(tally.givenUp * 20 <= count && tally.unreadable * 10 <= count, "\(tally)")
  }
}

/// What the engine says of a proof.
private enum EngineVerdict {
  case valid
  case refused(ProofChecker.Failure)

  init(_ proof: Proof) {
    do {
      try ProofChecker.check(proof)
      self = .valid
    } catch { self = .refused(error) }
  }

  var isValid: Bool { if case .valid = self { true } else { false } }
}

/// Mutants of one rule's proofs, one after the other.
///
/// Mutants that hold are mutated again, so that changes add up.
private struct Rehearsal {
  struct Tally {
    var accepted = 0
    var refused = 0
    var unreadable = 0
    var givenUp = 0
    var disagreements = 0
  }

  private(set) var tally = Tally()
  private let variant: Variant
  private let seed: UInt64
  private let bases: [ProofSketch]
  private var offspring: [ProofSketch] = []

  /// How many stones the naive checker may play for a proof.
  private static let budget = 40_000
  /// How many mutants are kept for further changes.
  private static let mostOffspring = 200
  /// So that they do not grow without end.
  private static let mostNodes = 60
  /// Disagreements written out; the rest is counted.
  private static let mostRecords = 20

  init(_ variant: Variant, seed: UInt64) throws {
    self.variant = variant
    self.seed = seed
    bases = try ProofBases.proofs(of: variant, budget: Rehearsal.budget / 4).map(ProofSketch.init)
  }

  mutating func judgeMutant(_ index: Int) throws {
    var mutator = SketchMutator(
      seed: seed &* 1_000_003 &+ UInt64(index) &* 5 &+ UInt64(variant.gomocupCode))
    let parents = index % 2 == 1 && !offspring.isEmpty ? offspring : bases
    let parent = mutator.pick(parents)
    let sketch = mutator.mutate(try #require(parent))
    let text = sketch.text
    let naive = NaiveProofChecker.verdict(on: text, budget: Rehearsal.budget)
    guard let proof = try? Proof(parsing: text) else {
      tally.unreadable += 1
      if naive != .unreadable { record(index, sketch) }
      return
    }
    // A proof too big to play out may also be too much for the engine.
    if naive == .gaveUp {
      tally.givenUp += 1
      return
    }
    if EngineVerdict(proof).isValid != (naive == .valid) { record(index, sketch) }
    guard naive == .valid else {
      tally.refused += 1
      return
    }
    tally.accepted += 1
    guard sketch.nodes.count <= Rehearsal.mostNodes else { return }
    let place = index % Rehearsal.mostOffspring
    if offspring.count < Rehearsal.mostOffspring {
      offspring.append(sketch)
    } else {
      offspring[place] = sketch
    }
  }

  private mutating func record(_ index: Int, _ sketch: ProofSketch) {
    tally.disagreements += 1
    guard tally.disagreements <= Rehearsal.mostRecords else { return }
    let text = sketch.text
    let verdicts = Rehearsal.verdicts(on: text)
    let small = sketch.shrunk { Rehearsal.verdicts(on: $0.text) == verdicts }
    Issue.record(
      """
      \(variant) seed \(seed) index \(index): \(Rehearsal.opinions(on: text))
      \(text)
      smaller: \(Rehearsal.opinions(on: small.text))
      \(small.text)
      """)
  }

  /// Both verdicts in words.
  private static func opinions(on text: String) -> String {
    let engine = (try? Proof(parsing: text)).map { "\(EngineVerdict($0))" } ?? "unreadable"
    return "engine \(engine), naive \(NaiveProofChecker.verdict(on: text, budget: budget))"
  }

  private static func verdicts(on text: String) -> [Bool] {
    let proof = try? Proof(parsing: text)
    let naive = NaiveProofChecker.verdict(on: text, budget: budget)
    return [
      proof == nil, proof.map { EngineVerdict($0).isValid } ?? false, naive == .unreadable,
      naive == .valid, naive == .gaveUp,
    ]
  }
}
