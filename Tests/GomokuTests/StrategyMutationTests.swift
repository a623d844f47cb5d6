import Foundation
import Gomoku
import GomokuRules
import SearchKit
import TestSupport
import Testing

/// The engine's checker of strategies against the naive one, on texts that are nearly right, and
/// against play.
///
/// `WULIU_PROOF_MUTANTS=1000000` judges as many, `WULIU_PROOF_SEED=7` other ones.
@Suite struct StrategyMutationTests {
  @Test(arguments: Variant.allCases) func bothCheckersAgreeOnMutants(_ variant: Variant) throws {
    let count = StrategyEffort.mutants(400) / Variant.allCases.count
    var rehearsal = StrategyRehearsal(
      variant, seed: StrategyEffort.seed, bases: try StrategyBases.strategies(of: variant))
    for index in 0..<count { try rehearsal.judgeMutant(index) }
    let tally = rehearsal.tally
    print("\(variant): \(tally)")
    // Neither checker may be idle, and nearly all mutants have to be judged.
    #expect(tally.accepted * 5 >= count && tally.refused * 5 >= count, "\(tally)")
    #expect(tally.givenUp * 20 <= count && tally.unreadable * 5 <= count, "\(tally)")
    #expect(tally.unplayed * 10 <= tally.accepted, "\(tally)")
    #expect(tally.withExtras * 10 >= count && tally.quiet * 10 >= count, "\(tally)")
  }

  @Test(arguments: [Variant.freestyle, .standard, .renju])
  func bothCheckersAcceptPartsOfTheTheorems(_ variant: Variant) throws {
    let parts = try StrategyBases.partsOfTheorem(variant)
    #expect(parts.count >= 80)
    var givenUp = 0
    // The naive checker takes tenths of a second for a part.
    let step = Effort.count(4, thorough: 1)
    for text in stride(from: 0, to: parts.count, by: step).map({ parts[$0] }) {
      #expect(StrategyOpinion.ofEngine(text) == .valid, "\(text)")
      let naive = StrategyOpinion.ofNaive(text, budget: 100_000)
      #expect(naive == .valid || naive == .gaveUp, "\(text)")
      if naive == .gaveUp { givenUp += 1 }
    }
    #expect(givenUp * 10 <= parts.count, "\(givenUp)")
  }

  @Test(arguments: [Variant.freestyle, .standard, .renju])
  func bothCheckersAgreeOnMutantsOfTheTheorems(_ variant: Variant) throws {
    let count = StrategyEffort.mutants(60) / 3
    let bases = try StrategyBases.partsOfTheorem(variant).filter { $0.utf8.count < 1_000 }
    var rehearsal = StrategyRehearsal(
      variant, seed: StrategyEffort.seed, bases: bases.compactMap { NaiveStrategyText($0) })
    for index in 0..<count { try rehearsal.judgeMutant(index) }
    let tally = rehearsal.tally
    print("theorem \(variant): \(tally)")
    #expect(tally.accepted * 10 >= count && tally.refused * 5 >= count, "\(tally)")
  }

  @Test(arguments: Variant.allCases)
  func stonesOutsideTheZonesChangeNothing(_ variant: Variant) throws {
    let count = StrategyEffort.mutants(250) / 4
    let bases = try StrategyBases.strategies(of: variant).map(StrategySketch.init)
      .filter { StrategyOpinion.naiveZones(of: $0.text, extraStones: 1) != nil }
    var mutator = StrategyMutator(
      seed: StrategyEffort.seed &* 999_983 &+ UInt64(variant.gomocupCode))
    // Empty points outside the zones, and how many of them were tried.
    var outsideAll = 0
    var single = 0
    var double = 0
    var unplayed = 0
    for round in 0..<count where single + double < count {
      let picked = mutator.pick(bases)
      let base = try #require(picked)
      let sketch = round < bases.count ? bases[round] : mutator.mutate(base)
      guard let proof = NaiveStrategyText(sketch.text) else { continue }
      let empty = proof.board.emptyPlaces
      var extraStones: [[NaiveBoard.Place]] = []
      if let zones = StrategyOpinion.naiveZones(of: sketch.text, extraStones: 1) {
        let outside = empty.filter { !zones.zone.contains($0) }
        outsideAll += outside.count
        extraStones += mutator.picks(outside, 10).map { [$0] }
        single += extraStones.count
      }
      if let zones = StrategyOpinion.naiveZones(of: sketch.text, extraStones: 2) {
        let newest = empty.filter { !zones.zone.contains($0) }
        let older = empty.filter { !zones.old.contains($0) }
        for _ in 0..<4 {
          guard let one = mutator.pick(newest), let other = mutator.pick(older), one != other
          else { continue }
          extraStones.append([one, other])
          double += 1
        }
      }
      for places in extraStones {
        switch StrategyPlayout.outcome(of: proof, extraStones: places, budget: 6_000) {
        case .wins: break
        case .gaveUp: unplayed += 1
        case .fails(let line):
          Issue.record(
            """
            \(variant) seed \(StrategyEffort.seed) round \(round): lost after \(names(line)) \
            with \(names(places)) in
            \(sketch.text)
            """)
        }
      }
    }
    print(
      "\(variant): \(single) single stones of \(outsideAll), \(double) pairs, \(unplayed) not played out"
    )
    #expect(single * 4 >= count && double * 10 >= count)
    #expect(unplayed * 5 <= single + double)
  }

  private func names(_ places: [NaiveBoard.Place]) -> String {
    places.map(StrategySketch.name).joined(separator: " ")
  }

  @Test(arguments: Variant.allCases) func strategiesOnTinyBoardsWin(_ variant: Variant) throws {
    var checked = 0
    var limits = WinSearch.Limits()
    limits.threatNodes = 200
    limits.searchNodes = 100
    limits.quiet = 1
    limits.positions = 50
    for (width, height, stones) in [(5, 5, 16), (6, 5, 20), (5, 6, 21)] {
      guard let size = BoardSize(width: width, height: height) else { continue }
      var positions = RandomPositions(variant: variant, size: size, seed: UInt64(stones))
      var mutator = StrategyMutator(seed: UInt64(stones))
      for _ in 0..<Effort.count(30, thorough: 1_000) {
        let position = positions.next(stones: stones)
        guard position.outcome == nil, let proof = WinSearch(position, limits: limits).proof
        else { continue }
        var text = ""
        proof.write { text += $0 }
        let base = try #require(NaiveStrategyText(text).map(StrategySketch.init))
        for sketch in [base] + (0..<4).map({ _ in mutator.mutate(base) }) {
          guard case .strategy(let proof) = StrategyOpinion.content(of: sketch.text),
            proof.position.emptyPoints.count < 11,
            (try? StrategyChecker.check(proof)) != nil
          else { continue }
          checked += 1
          var minimax = Minimax()
          let value = minimax.value(proof.position)
          #expect(
            value == (proof.winner == proof.position.sideToMove ? .win : .loss), "\(sketch.text)")
        }
      }
    }
    #expect(checked > 20)
    print("\(variant): \(checked) wins on tiny boards")
  }
}

/// How much of these tests to run.
enum StrategyEffort {
  private static let environment = ProcessInfo.processInfo.environment

  static let seed = environment["WULIU_PROOF_SEED"].flatMap(UInt64.init) ?? 1

  static func mutants(_ usual: Int) -> Int {
    environment["WULIU_PROOF_MUTANTS"].flatMap(Int.init)
      ?? Effort.count(usual, sanitized: usual / 4)
  }
}

/// What the checkers say of a text.
enum StrategyOpinion: Equatable {
  case valid, refused, unreadable, gaveUp

  /// The usual bounds, and those with which every linked node is remembered, or few are.
  static let bounds = [
    CheckBounds(), CheckBounds(leastRemembered: 1), CheckBounds(memory: 9_000, leastRemembered: 1),
  ]

  static func ofEngine(_ text: String, others: [String: Position] = [:]) -> StrategyOpinion {
    guard case .strategy(let proof) = content(of: text) else { return .unreadable }
    let opinions = StrategyOpinion.bounds.map { bounds in
      (try? StrategyChecker.check(proof, others: others, bounds: bounds)) == nil
        ? StrategyOpinion.refused : .valid
    }
    // Opinions that differ agree with no other checker's.
    return Set(opinions).count == 1 ? opinions[0] : .gaveUp
  }

  static func ofNaive(
    _ text: String, folder: [String: NaiveStrategyChecker.Named] = [:], budget: Int = 20_000
  ) -> StrategyOpinion {
    switch NaiveStrategyChecker.verdict(on: text, folder: folder, budget: budget) {
    case .valid: .valid
    case .refused: .refused
    case .unreadable: .unreadable
    case .gaveUp: .gaveUp
    }
  }

  /// What the engine reads; `nil` if it is no proof.
  static func content(of text: String) -> ProofReader.Content? {
    var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: Array($0), as: UTF8.self) }
    // The last line feed ends the last line.
    if lines.last == "" { lines.removeLast() }
    var reader = ProofReader()
    for line in lines where (try? reader.take(line)) == nil { return nil }
    return try? reader.finish()
  }

  // MARK: Zones

  static func naiveZones(of text: String, extraStones: Int) -> NaiveStrategyChecker.Zones? {
    guard let proof = NaiveStrategyText(text) else { return nil }
    return try? NaiveStrategyChecker.zones(of: proof, extraStones: extraStones)
  }

  static func engineZones(of text: String, extraStones: Int) -> NaiveStrategyChecker.Zones? {
    guard case .strategy(let proof) = content(of: text),
      let zones = try? StrategyChecker.zones(
        of: proof, extraStones: extraStones, bounds: CheckBounds(leastRemembered: 1))
    else { return nil }
    return NaiveStrategyChecker.Zones(
      zone: Set(zones.newest.points.map { NaiveBoard.Place(x: $0.x, y: $0.y) }),
      old: Set(zones.earlier.points.map { NaiveBoard.Place(x: $0.x, y: $0.y) }))
  }
}

/// Mutants of one rule's strategies, one after the other.
///
/// Mutants that hold are mutated again, so that changes add up.
struct StrategyRehearsal {
  struct Tally {
    var accepted = 0
    var refused = 0
    var unreadable = 0
    var givenUp = 0
    /// How many hold with an extra stone too, and with more.
    var withExtras = 0
    var withMoreExtras = 0
    /// How many of the accepted ones have branches that answer other replies.
    var quiet = 0
    /// How many of the accepted ones were too long for the playout.
    var unplayed = 0
    var disagreements = 0
  }

  private(set) var tally = Tally()
  private let variant: Variant
  private let seed: UInt64
  private let bases: [StrategySketch]
  private var offspring: [StrategySketch] = []

  /// How many stones the playout may place for a strategy.
  private static let budget = 4_000
  /// How many mutants are kept for further changes.
  private static let mostOffspring = 200
  /// So that they do not grow without end.
  private static let mostNodes = 80
  /// Disagreements written out; the rest is counted.
  private static let mostRecords = 20

  init(_ variant: Variant, seed: UInt64, bases: [NaiveStrategyText]) {
    (self.variant, self.seed) = (variant, seed)
    self.bases = bases.map(StrategySketch.init)
  }

  mutating func judgeMutant(_ index: Int) throws {
    var mutator = StrategyMutator(
      seed: seed &* 1_000_003 &+ UInt64(index) &* 5 &+ UInt64(variant.gomocupCode))
    let parents = index % 2 == 1 && !offspring.isEmpty ? offspring : bases
    let parent = mutator.pick(parents)
    let sketch = mutator.mutate(try #require(parent))
    let text = mutator.render(sketch)
    let naive = StrategyOpinion.ofNaive(text)
    if naive == .gaveUp {
      tally.givenUp += 1
      return
    }
    let engine = StrategyOpinion.ofEngine(text)
    if naive != engine { record(index, "verdict", sketch, text) }
    if naive == .valid || engine == .valid { playOut(index, sketch, text) }
    switch naive {
    case .unreadable: tally.unreadable += 1
    case .refused:
      tally.refused += 1
      compareZones(index, sketch, text)
    default:
      tally.accepted += 1
      if sketch.isQuiet { tally.quiet += 1 }
      compareZones(index, sketch, text)
      if text == sketch.text, sketch.reached.count <= StrategyRehearsal.mostNodes {
        keep(sketch, at: index)
      }
    }
  }

  private mutating func keep(_ sketch: StrategySketch, at index: Int) {
    if offspring.count < StrategyRehearsal.mostOffspring {
      offspring.append(sketch)
    } else {
      offspring[index % StrategyRehearsal.mostOffspring] = sketch
    }
  }

  /// Zones are defined for the winner to move in a game that is not over.
  private static func hasZones(_ text: String) -> Bool {
    guard let proof = NaiveStrategyText(text) else { return false }
    return proof.opening == nil && proof.turn == proof.winner && !proof.board.isOver
  }

  private mutating func compareZones(_ index: Int, _ sketch: StrategySketch, _ text: String) {
    guard StrategyRehearsal.hasZones(text) else { return }
    for extraStones in 1...(index % 4 == 0 ? 4 : 2) {
      let naive = StrategyOpinion.naiveZones(of: text, extraStones: extraStones)
      if naive != nil, extraStones == 1 { tally.withExtras += 1 }
      if naive != nil, extraStones == 2 { tally.withMoreExtras += 1 }
      if naive != StrategyOpinion.engineZones(of: text, extraStones: extraStones) {
        record(index, "zones with \(extraStones)", sketch, text)
        return
      }
    }
  }

  private mutating func playOut(_ index: Int, _ sketch: StrategySketch, _ text: String) {
    guard let proof = NaiveStrategyText(text) else { return }
    switch StrategyPlayout.outcome(of: proof, budget: StrategyRehearsal.budget) {
    case .wins: break
    case .gaveUp: tally.unplayed += 1
    case .fails(let line):
      record(
        index, "lost after \(line.map(StrategySketch.name).joined(separator: " "))", sketch, text)
    }
  }

  // MARK: Disagreements

  private mutating func record(
    _ index: Int, _ what: String, _ sketch: StrategySketch, _ text: String
  ) {
    tally.disagreements += 1
    guard tally.disagreements <= StrategyRehearsal.mostRecords else { return }
    let symptoms = StrategyRehearsal.symptoms(of: text)
    let small = sketch.shrunk { StrategyRehearsal.symptoms(of: $0.text) == symptoms }
    Issue.record(
      """
      \(variant) seed \(seed) index \(index), \(what): \(StrategyRehearsal.opinions(on: text))
      \(text)
      smaller: \(StrategyRehearsal.opinions(on: small.text))
      \(small.text)
      """)
  }

  /// In which respects the checkers disagree.
  private static func symptoms(of text: String) -> [String] {
    var symptoms = ["\(StrategyOpinion.ofNaive(text)) \(StrategyOpinion.ofEngine(text))"]
    for extraStones in 1...4 where hasZones(text) {
      let naive = StrategyOpinion.naiveZones(of: text, extraStones: extraStones)
      let engine = StrategyOpinion.engineZones(of: text, extraStones: extraStones)
      symptoms.append("\(naive == engine) \(naive == nil) \(engine == nil)")
    }
    if let proof = NaiveStrategyText(text) {
      let outcome = StrategyPlayout.outcome(of: proof, budget: budget)
      if case .fails = outcome { symptoms.append("fails") }
    }
    return symptoms
  }

  private static func opinions(on text: String) -> String {
    var words = ["engine \(StrategyOpinion.ofEngine(text))"]
    words.append("naive \(NaiveStrategyChecker.verdict(on: text))")
    for extraStones in 1...4 where hasZones(text) {
      let naive = StrategyOpinion.naiveZones(of: text, extraStones: extraStones)
      let engine = StrategyOpinion.engineZones(of: text, extraStones: extraStones)
      guard naive != engine else { continue }
      func names(_ places: Set<NaiveBoard.Place>) -> String {
        places.map(StrategySketch.name).sorted().joined(separator: " ")
      }
      guard let naive, let engine else {
        words.append("e \(extraStones): naive \(naive == nil), engine \(engine == nil) refused")
        continue
      }
      words.append(
        """
        e \(extraStones): only naive \(names(naive.zone.subtracting(engine.zone))) / \
        \(names(naive.old.subtracting(engine.old))), only engine \
        \(names(engine.zone.subtracting(naive.zone))) / \(names(engine.old.subtracting(naive.old)))
        """)
    }
    return words.joined(separator: ", ")
  }
}
