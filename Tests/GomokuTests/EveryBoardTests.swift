import Basics
import Gomoku
import GomokuRules
import TestSupport
import Testing

/// Strategies that hold on every board that contains their own: `proof-check`'s opinion against the
/// naive one, and against play on larger boards.
@Suite struct EveryBoardTests {
  typealias Place = NaiveBoard.Place
  typealias Frame = NaiveStrategyText.Frame

  /// What the engine's checker says of a text; `nil` if it is no strategy that holds on its board.
  ///
  /// All bounds have to give the same answer, also those under which most verdicts are remembered.
  private static func ofEngine(_ text: String) -> Bool? {
    guard case .strategy(let proof) = StrategyOpinion.content(of: text),
      (try? StrategyChecker.check(proof)) != nil
    else { return nil }
    let opinions = StrategyOpinion.bounds.map { bounds in
      (try? StrategyChecker.check(proof, onPlane: true, bounds: bounds)) != nil
    }
    return Set(opinions).count == 1 ? opinions[0] : nil
  }

  /// How many stones the naive checker may play: large boards make it slow.
  private static let budget = 4_000

  /// What the naive checker finds.
  private enum Judgement {
    case holds(NaiveStrategyChecker.Zones)
    case refused
    case givenUp

    var zones: NaiveStrategyChecker.Zones? {
      if case .holds(let zones) = self { zones } else { nil }
    }
  }

  private static func zones(
    _ proof: NaiveStrategyText, extraStones: Int, home: Set<Place>? = nil
  ) -> Judgement {
    do {
      return .holds(
        try NaiveStrategyChecker.zones(
          of: proof, extraStones: extraStones, home: home, budget: budget))
    } catch {
      return error == .budgetSpent ? .givenUp : .refused
    }
  }

  private struct Tally {
    var everywhere = 0
    var quiet = 0
    var onBoardOnly = 0
    var nowhere = 0
    var givenUp = 0
    var played = 0
    var unplayed = 0
  }

  /// Strategies like those of the mutation tests, whose boards are cut close to their stones.
  private static func bases(_ variant: Variant) throws -> [StrategySketch] {
    var texts = try StrategyBases.strategies(of: variant)
    if variant == .freestyle || variant == .standard {
      texts += try StrategyBases.partsOfTheorem(variant).filter { $0.utf8.count < 300 }
        .compactMap { NaiveStrategyText($0) }
    }
    return texts.map(StrategySketch.init)
  }

  @Test(arguments: Variant.allCases) func bothCheckersAgreeAndPlayWins(_ variant: Variant) throws {
    let count = StrategyEffort.mutants(200) / Variant.allCases.count
    let bases = try EveryBoardTests.bases(variant)
    var offspring: [StrategySketch] = []
    var tally = Tally()
    for index in 0..<count {
      var mutator = StrategyMutator(
        seed: StrategyEffort.seed &* 7_000_003 &+ UInt64(index) &* 5
          &+ UInt64(variant.gomocupCode))
      let parent = mutator.pick(index % 2 == 1 && !offspring.isEmpty ? offspring : bases)
      var sketch = try #require(parent)
      if !mutator.isLucky(oneIn: 3) { sketch = mutator.mutate(sketch) }
      if !mutator.isLucky(oneIn: 3) { sketch = mutator.cut(sketch) }
      let text = sketch.text
      guard let proof = NaiveStrategyText(text) else { continue }
      guard case .valid = NaiveStrategyChecker.verdict(on: text, budget: EveryBoardTests.budget)
      else {
        tally.nowhere += 1
        continue
      }
      guard
        let naive = NaiveStrategyChecker.holdsOnEveryBoard(
          proof, budget: EveryBoardTests.budget)
      else {
        tally.givenUp += 1
        continue
      }
      #expect(naive == EveryBoardTests.ofEngine(text), "\(variant) \(index)\n\(text)")
      if index % 8 == 0 {
        let wider = NaiveStrategyChecker.holdsOnEveryBoard(
          proof, frame: 7, budget: EveryBoardTests.budget)
        #expect(wider == nil || wider == naive, "\(text)")
      }
      if sketch.reached.count <= 80 {
        if offspring.count < 100 {
          offspring.append(sketch)
        } else {
          offspring[index % 100] = sketch
        }
      }
      guard naive else {
        tally.onBoardOnly += 1
        continue
      }
      tally.everywhere += 1
      if sketch.isQuiet { tally.quiet += 1 }
      for _ in 0..<2 {
        playOut(sketch, proof, within: mutator.frame(), &mutator, &tally)
      }
    }
    print("every board, \(variant): \(tally)")
    #expect(tally.onBoardOnly * 40 >= count, "\(tally)")
    #expect(variant == .renju || tally.everywhere * 10 >= count, "\(tally)")
    #expect(variant == .renju || tally.quiet * 20 >= count, "\(tally)")
    #expect(tally.givenUp * 2 <= count && tally.unplayed * 2 <= tally.played, "\(tally)")
  }

  /// Judges and plays a strategy on a larger board, also with stones of the loser outside its zones.
  private func playOut(
    _ sketch: StrategySketch, _ proof: NaiveStrategyText, within frame: Frame,
    _ mutator: inout StrategyMutator, _ tally: inout Tally
  ) {
    let larger = proof.within(frame)
    let holds = EveryBoardTests.zones(larger, extraStones: 0)
    if case .givenUp = holds { return tally.givenUp += 1 }
    #expect(holds.zones != nil, "\(frame)\n\(sketch.text)")
    var extras: [[Place]] = [[]]
    if proof.turn == proof.winner {
      for count in 1...2 {
        guard let zones = EveryBoardTests.zones(larger, extraStones: count).zones else { continue }
        let newest = larger.board.emptyPlaces.filter { !zones.zone.contains($0) }
        let older = larger.board.emptyPlaces.filter { !zones.old.contains($0) }
        for _ in 0..<2 {
          var places = [mutator.pick(newest)].compactMap { $0 }
          if count == 2 { places += [mutator.pick(older)].compactMap { $0 } }
          if Set(places).count == count { extras.append(places) }
        }
      }
    }
    for places in extras {
      tally.played += 1
      switch StrategyPlayout.outcome(of: larger, extraStones: places, budget: 4_000) {
      case .wins: break
      case .gaveUp: tally.unplayed += 1
      case .fails(let line): Issue.record("\(line) with \(places) in \(frame)\n\(sketch.text)")
      }
    }
  }

  /// Lemma 4: parts of the proof of an opening with replies far from Black's attack. Their far points
  /// are moved, and the strategy still holds on every board, as both checkers say.
  @Test func farPointsCanBeMoved() throws {
    let parts = try StrategyBases.farPoints
    let count = StrategyEffort.mutants(160)
    var (moved, tooNear, refused) = (0, 0, 0)
    for index in 0..<count {
      var mutator = StrategyMutator(seed: StrategyEffort.seed &* 43 &+ UInt64(index))
      let sketch = StrategySketch(try #require(NaiveStrategyText(parts[index % parts.count])))
      let named = Set(sketch.stones.map(\.place) + sketch.played)
      func distance(_ a: Place, _ b: Place) -> Int { max(abs(a.x - b.x), abs(a.y - b.y)) }
      // The smallest part is moved.
      let islands = EveryBoardTests.islands(of: named)
      guard let far = islands.min(by: { $0.count < $1.count }), islands.count > 1 else { continue }
      let vector = Place(
        x: mutator.pick(Array(-12...12)) ?? 0, y: mutator.pick(Array(-12...12)) ?? 0)
      func image(_ place: Place) -> Place {
        far.contains(place) ? Place(x: place.x + vector.x, y: place.y + vector.y) : place
      }
      let images = far.map(image)
      let rest = named.subtracting(far)
      guard images.allSatisfy({ 0..<sketch.width ~= $0.x && 0..<sketch.height ~= $0.y }),
        rest.isDisjoint(with: images)
      else { continue }
      let gap = images.map { a in rest.map { distance(a, $0) }.min() ?? 9 }.min() ?? 9
      let text = sketch.mapped(image).text
      let holds = EveryBoardTests.ofEngine(text)
      if gap > 4 {
        moved += 1
        #expect(holds == true, "\(vector) \(text)")
        if index % 4 == 0, let naive = NaiveStrategyText(text) {
          let judgement = NaiveStrategyChecker.holdsOnEveryBoard(
            naive, budget: EveryBoardTests.budget)
          #expect(judgement != false, "\(text)")
        }
      } else {
        tooNear += 1
        if holds != true { refused += 1 }
      }
    }
    print("far points: moved \(moved), moved too near \(tooNear), refused then \(refused)")
    #expect(moved * 16 >= count && refused > 0, "\(moved) \(tooNear) \(refused)")
  }

  /// The sets of places that steps of at most four connect.
  private static func islands(of places: Set<Place>) -> [Set<Place>] {
    var (rest, islands) = (places, [Set<Place>]())
    while let first = rest.first {
      var (island, open): (Set<Place>, [Place]) = ([], [first])
      rest.remove(first)
      while let place = open.popLast() {
        island.insert(place)
        let next = rest.filter { max(abs($0.x - place.x), abs($0.y - place.y)) <= 4 }
        rest.subtract(next)
        open += next
      }
      islands.append(island)
    }
    return islands
  }

  /// The points of the winner's fives, which a smaller board has to contain.
  @Test(arguments: [Variant.freestyle, .standard]) func fivesAgree(_ variant: Variant) throws {
    let count = StrategyEffort.mutants(100) / 2
    let bases = try EveryBoardTests.bases(variant)
    var compared = 0
    for index in 0..<count {
      var mutator = StrategyMutator(seed: StrategyEffort.seed &* 29 &+ UInt64(index))
      let base = mutator.pick(bases)
      var sketch = mutator.cut(try #require(base))
      if mutator.isLucky(oneIn: 2) { sketch = mutator.mutate(sketch) }
      guard let naive = NaiveStrategyText(sketch.text), !naive.board.isOver,
        case .strategy(let proof) = StrategyOpinion.content(of: sketch.text)
      else { continue }
      for bounds in StrategyOpinion.bounds {
        guard let report = try? StrategyChecker.check(proof, onPlane: true, bounds: bounds),
          let fives = NaiveStrategyChecker.fives(of: naive, budget: EveryBoardTests.budget)
        else { continue }
        compared += 1
        let found = Set(report.fives.points.map { Place(x: $0.x, y: $0.y) })
        #expect(found == fives, "\(sketch.text)")
      }
    }
    #expect(compared * 4 >= count, "\(compared)")
  }

  /// The zones on the plane, and those that the naive checker finds on a board with a frame.
  @Test(arguments: Variant.allCases.filter { $0 != .renju })
  func zonesOnThePlaneAgree(_ variant: Variant) throws {
    let count = StrategyEffort.mutants(40) / 4
    let bases = try EveryBoardTests.bases(variant)
    var compared = 0
    var crossed = 0
    for index in 0..<count {
      var mutator = StrategyMutator(seed: StrategyEffort.seed &* 17 &+ UInt64(index))
      let parent = mutator.pick(bases)
      let sketch = mutator.cut(try #require(parent))
      guard let naive = NaiveStrategyText(sketch.text), naive.turn == naive.winner,
        !naive.board.isOver, case .strategy(let proof) = StrategyOpinion.content(of: sketch.text)
      else { continue }
      let frame = Frame(all: 5)
      let home = Set(naive.board.places.map(frame.moved))
      for extraStones in 1...5 {
        let verdict = EveryBoardTests.zones(
          naive.within(frame), extraStones: extraStones, home: home)
        if case .givenUp = verdict { break }
        let expected = verdict.zones
        let zones = try? StrategyChecker.zones(
          of: proof, extraStones: extraStones, onPlane: true)
        func places(_ points: PointSet) -> Set<Place> {
          Set(points.points.map { frame.moved(Place(x: $0.x, y: $0.y)) })
        }
        #expect(zones.map { places($0.newest) } == expected?.zone, "\(extraStones)\n\(sketch.text)")
        #expect(zones.map { places($0.earlier) } == expected?.old, "\(extraStones)\n\(sketch.text)")
        if let expected {
          compared += 1
          if !home.isSuperset(of: expected.zone) { crossed += 1 }
        }
      }
    }
    #expect(compared * 2 >= count && crossed * 20 >= count, "\(compared) \(crossed)")
  }
}

extension StrategyMutator {
  /// Cuts the board close to the points that the sketch names.
  mutating func cut(_ sketch: StrategySketch) -> StrategySketch {
    let named = sketch.stones.map(\.place) + sketch.played
    guard let left = named.map(\.x).min(), let right = named.map(\.x).max(),
      let top = named.map(\.y).min(), let bottom = named.map(\.y).max()
    else { return sketch }
    func side(_ low: Int, _ high: Int) -> (low: Int, length: Int) {
      let (below, above) = (pick([0, 0, 1, 1, 2, 3, 4]) ?? 0, pick([0, 0, 1, 1, 2, 3, 4]) ?? 0)
      let length = min(max(high - low + 1 + below + above, 5), 22)
      return (low - min(below, length - (high - low + 1)), length)
    }
    let (x, y) = (side(left, right), side(top, bottom))
    var cut = sketch.mapped { Place(x: $0.x - x.low, y: $0.y - y.low) }
    (cut.width, cut.height) = (x.length, y.length)
    return cut
  }

  /// A frame that is wide on some sides and narrow on others.
  mutating func frame() -> NaiveStrategyText.Frame {
    var widths = (0..<4).map { _ in pick([0, 1, 2, 3, 4, 6]) ?? 0 }
    if widths.allSatisfy({ $0 == 0 }) { widths[0] = 1 }
    return .init(left: widths[0], above: widths[1], right: widths[2], below: widths[3])
  }
}

extension StrategySketch {
  /// The same strategy with all points replaced by their images.
  func mapped(_ image: (NaiveBoard.Place) -> NaiveBoard.Place) -> StrategySketch {
    var mapped = self
    for stone in stones.indices { mapped.stones[stone].place = image(stones[stone].place) }
    for node in nodes.indices {
      mapped.nodes[node].move = nodes[node].move.map(image)
      for branch in nodes[node].branches.indices {
        mapped.nodes[node].branches[branch].reply = nodes[node].branches[branch].reply.map(image)
      }
    }
    return mapped
  }
}
