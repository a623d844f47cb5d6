import Basics
import LiuzhouRules
import TestSupport
import Testing

@testable import Liuzhou

/// The evaluation's measures against their definition, under all rule sets with a name and some more.
@Suite struct FeatureTests {
  private static let rules =
    RuleSet.presets.map(\.name) + ["edge-six=2 count=best", "square=0 diag3=2", "diag4=0 six=0"]
  private static let count = Effort.count(120, thorough: 20_000)

  @Test(arguments: rules) func everyMeasureFollowsItsDefinition(switches: String) throws {
    let rules = try RuleSet(switches)
    let extractor = FeatureExtractor(Rulebook(rules))
    var boards = RandomBoards(seed: 21)
    for position in boards.positions(ofEachPhase: FeatureTests.count) {
      var features = [Int32](repeating: -1, count: 2 * Feature.count)
      features.withUnsafeMutableBufferPointer { buffer in
        if let start = buffer.baseAddress { extractor.write(position, to: start) }
      }
      let sides = [position.sideToMove, position.sideToMove.opponent]
      for (place, side) in sides.enumerated() {
        let expected = PlainFeatures(position, of: side, under: rules).values
        for feature in Feature.allCases {
          let found = features[place * Feature.count + feature.rawValue]
          #expect(found == expected[feature.rawValue], "\(feature) of \(side) in \(position)")
        }
      }
    }
  }

  /// Otherwise the test above would say nothing of the measure.
  @Test func randomBoardsBringEveryMeasureToItsBounds() {
    var greatest = [Int32](repeating: 0, count: Feature.count)
    var boards = RandomBoards(seed: 21)
    for position in boards.positions(ofEachPhase: FeatureTests.count) {
      for side in Color.allCases {
        let values = PlainFeatures(position, of: side, under: .fengyang).values
        for (index, value) in values.enumerated() { greatest[index] = max(greatest[index], value) }
      }
    }
    let bounds: [Feature: Int32] = [
      .shortage: 8, .cramped: 1, .freeSlides: 8, .bestSlide: 4, .earningSlides: 4, .runner: 3,
      .pluggedRunner: 4, .shuttle: 2, .doors: 4, .lines: 3, .openLines: 3, .bestPlacement: 4,
      .earningPlacements: 4,
    ]
    for feature in Feature.allCases {
      let found = greatest[feature.rawValue]
      #expect(found >= bounds[feature, default: 5], "\(feature) \(found)")
    }
  }

  @Test func everyMeasureHasItsPlace() {
    #expect(Feature.allCases.map(\.rawValue) == Array(0..<Feature.count))
    #expect(Feature.allCases.count == Feature.count)
  }

  /// Squares count by the square of their stones, lines only when at most one stone is missing.
  @Test(arguments: rules) func prospectsAreThoseOfTheFormationsThroughAPoint(switches: String)
    throws
  {
    let rules = try RuleSet(switches)
    let book = Rulebook(rules)
    var boards = RandomBoards(seed: 22)
    for position in boards.positions(ofEachPhase: FeatureTests.count / 4) {
      let (stones, enemy) = (position.opponent, position.own)
      for point in stones {
        var expected = 0
        for formation in Formation.all where rules.value(of: formation.shape) > 0 {
          guard formation.points.contains(point), (formation.points & enemy).isEmpty else {
            continue
          }
          let missing = (formation.points - stones).count
          if formation.shape == .square {
            expected += (4 - missing) * (4 - missing)
          } else if missing <= 1 {
            expected += 9
          }
        }
        let found = book.formationScore(of: point, among: stones, against: enemy)
        #expect(Int(found) == expected, "\(point) in \(position)")
      }
    }
  }
}
