import Basics
import GomokuRules
import Testing

@testable import Gomoku

/// Codes and classes of points, all of them, against their definition.
@Suite struct PointClassTests {
  @Test func classesAndPatternsAreReadFromTheirRawValues() {
    for (number, pointClass) in PointClass.allCases.enumerated() {
      #expect(PointClass(unchecked: UInt8(number)) == pointClass)
    }
    for (number, pattern) in LinePattern.allCases.enumerated() {
      #expect(LinePattern(unchecked: UInt8(number)) == pattern)
    }
    #expect(PointClass.allCases.count == PointClass.count)
  }

  @Test func codesAreTheMultisetsOfFourPatternsInOrder() {
    let sets = PointCode.multisets.map { $0.map(\.rawValue) }
    #expect(sets.count == PointCode.count && PointCode.patternCount == 15)
    #expect(sets.allSatisfy { $0.count == 4 && $0 == $0.sorted() })
    for (set, next) in zip(sets, sets.dropFirst()) { #expect(set.lexicographicallyPrecedes(next)) }
  }

  @Test(arguments: [false, true]) func everyCodeHasTheClassOfItsDefinition(isRenjuBlack: Bool) {
    var seen: Set<PointClass> = []
    for patterns in PointCode.multisets {
      let expected = PlainClass(patterns, isRenjuBlack: isRenjuBlack).value
      #expect(PointClass(patterns, isRenjuBlack: isRenjuBlack) == expected, "\(patterns)")
      seen.insert(expected)
    }
    let impossible: Set<PointClass> =
      isRenjuBlack ? [.doubleThree] : [.suspect, .forbidden, .suspectFour]
    #expect(seen == Set(PointClass.allCases).subtracting(impossible))
  }

  /// Four patterns in any order, one a nibble; the sixteenth nibble is no pattern.
  @Test(arguments: Variant.allCases) func theTableKnowsFourPatternsInAnyOrder(_ variant: Variant) {
    let tables = PatternTables.of(variant)
    let codes = Dictionary(
      uniqueKeysWithValues: PointCode.multisets.enumerated().map { ($1.map(\.rawValue), $0) })
    var differences = 0
    for color in Color.allCases {
      let isRenjuBlack = variant == .renju && color == .black
      let classes = PointCode.multisets.map { PointClass($0, isRenjuBlack: isRenjuBlack).rawValue }
      for nibbles in 0..<1 << 16 {
        let patterns = (0..<4).map { UInt8(nibbles >> (4 * $0) & 15) }.sorted()
        let entry = Int(tables.points[color.index << 8 + nibbles & 255, nibbles >> 8])
        let expected = codes[patterns].map { Int(classes[$0]) << 12 | $0 } ?? 0
        if entry != expected { differences += 1 }
      }
    }
    #expect(differences == 0)
  }

  /// A better pattern on one of its lines never makes a point worth less, but where it makes it
  /// forbidden.
  @Test func aBetterPatternNeverMakesAWorsePoint() {
    for patterns in PointCode.multisets {
      let before = PointClass(patterns, isRenjuBlack: false)
      for (place, pattern) in patterns.enumerated() {
        guard let better = LinePattern(rawValue: pattern.rawValue + 1) else { continue }
        var after = patterns
        after[place] = better
        #expect(PointClass(after, isRenjuBlack: false) >= before, "\(patterns) \(place)")
      }
    }
  }
}

/// What four lines make together, the strongest first.
private struct PlainClass {
  let value: PointClass

  init(_ patterns: [LinePattern], isRenjuBlack: Bool) {
    func count(_ wanted: [LinePattern]) -> Int { patterns.filter(wanted.contains).count }
    let fours = count([.four, .openFour])
    let threes = count([.openThree, .openThreeFree])
    let blockedThrees = count([.blockedThree])
    let lesser = blockedThrees + count([.openTwo, .openTwoWide, .openTwoFree])
    let isFoul = isRenjuBlack && (fours > 1 || count([.overline, .doubleFour]) > 0)
    let isSuspect = isRenjuBlack && threes > 1
    let ladder: [(PointClass, Bool)] = [
      (.five, count([.five]) > 0),
      (.forbidden, isFoul),
      (.suspectFour, isSuspect && fours > 0),
      (.suspect, isSuspect),
      (.openFour, fours > 1 || count([.openFour]) > 0),
      (.fourThree, fours > 0 && threes > 0),
      (.fourPlus, fours > 0 && lesser > 0),
      (.four, fours > 0),
      (.doubleThree, threes > 1),
      (.threePlus, threes > 0 && lesser > 0),
      (.three, threes > 0),
      (.blockedThreePlus, blockedThrees > 0 && lesser > 1),
      (.blockedThree, blockedThrees > 0),
      (.doubleTwo, lesser > 1),
      (.two, lesser > 0),
    ]
    value = ladder.first { $0.1 }?.0 ?? .none
  }
}
