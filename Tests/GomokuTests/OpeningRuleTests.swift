import Basics
import Testing

@testable import GomokuRules

@Suite struct OpeningRuleTests {
  static let everyRule = OpeningRule.fixed + (1...12).map { OpeningRule.fifthMoves(count: $0) }

  private static func game(
    _ name: String, _ text: String = "", _ size: BoardSize = .standard
  ) throws -> OpeningGame {
    let rule = try #require(OpeningRule(name))
    var game = try #require(
      OpeningGame(rule, size: size, variant: rule.isRenju ? .renju : .freestyle))
    try game.play(text: text)
    return game
  }

  // MARK: Names and boards

  @Test func everyRuleHasOneName() {
    for rule in OpeningRuleTests.everyRule { #expect(OpeningRule("\(rule)") == rule) }
    #expect(Set(OpeningRuleTests.everyRule.map(\.description)).count == 22)
    #expect(OpeningRule("five-2") == .fifthMoves(count: 2))
  }

  @Test(arguments: ["", "RIF", "five", "five-", "five-0", "five-13", "five-02", "swap1", "soosyrv"])
  func otherTextsAreNoRules(name: String) { #expect(OpeningRule(name) == nil) }

  @Test func aRuleNeedsItsSquaresAndItsVariant() throws {
    for rule in OpeningRuleTests.everyRule {
      for side in BoardSize.sides {
        let size = try #require(BoardSize(width: side, height: 15))
        let isFree = rule == .swap || rule == .swap2
        #expect(rule.allows(size, .renju) == (side >= 9 || isFree), "\(rule) \(side)")
        #expect((OpeningGame(rule, size: size, variant: .renju) != nil) == (side >= 9 || isFree))
      }
      for variant in Variant.allCases {
        #expect(rule.allows(.standard, variant) == (variant == .renju || !rule.isRenju))
      }
    }
    #expect(!OpeningRule.fifthMoves(count: 0).allows(.standard, .renju))
    #expect(!OpeningRule.fifthMoves(count: 13).allows(.standard, .renju))
  }

  /// A step that offers announced moves has an announcement before it, and offers are answered.
  @Test func theTablesAreComplete() {
    func check(_ steps: [OpeningStep], _ rule: OpeningRule, hasNumber: Bool = false) {
      var hasNumber = hasNumber
      for (index, step) in steps.enumerated() {
        switch step {
        case .announcement(_, let numbers):
          hasNumber = true
          #expect(numbers.lowerBound == 1)
        case .offer(_, let count):
          #expect((count ?? 1) > 0 && (count != nil || hasNumber), "\(rule)")
          #expect(steps[index + 1] == .choice(.white), "\(rule)")
        case .swap(_, let thirdWay): check(thirdWay, rule, hasNumber: hasNumber)
        case .stone, .choice: break
        }
      }
    }
    for rule in OpeningRuleTests.everyRule { check(rule.steps, rule) }
  }

  // MARK: Whole openings

  @Test(arguments: [
    ("rif", "h8 i9 i10 swap h10 offer g9,h12 take h12", OpeningPlayer.second, 5),
    ("five-1", "h8 i9 i10 stay h10 offer g9 take g9", .first, 5),
    ("five-3", "h8 h9 h7 swap h6 offer g8,i9,a1 take a1", .second, 5),
    ("yamaguchi", "h8 i9 i10 fifths 3 stay h10 offer g9,h12,a1 take a1", .first, 5),
    ("soosyrv-8", "h8 i9 i10 swap h10 fifths 2 swap offer g9,h12 take g9", .first, 5),
    ("soosyrv-8", "h8 i9 i10 stay o15 fifths 1 swap offer g9 take g9", .second, 5),
    ("taraguchi-10", "h8 stay h9 swap i10 stay k11 swap l12 swap", .second, 5),
    (
      "taraguchi-10",
      "h8 swap h9 stay i10 stay k11 offer a1,a2,a3,a4,a5,a6,a7,a8,a9,a10 take a7", .second, 5
    ),
    ("tarannikov", "h8 swap h9 swap i10 swap k11 swap l12 swap", .second, 5),
    ("sakata", "h8 h9 i10 k11 l12 swap", .second, 5),
    ("sakata", "h8 h9 i10 e5 d4 stay", .first, 5),
    ("swap", "a1 o15 h8 swap", .second, 3),
    ("swap", "a1 o15 h8 stay", .first, 3),
    ("swap2", "a1 o15 h8 swap", .second, 3),
    ("swap2", "a1 o15 h8 stay", .first, 3),
    ("swap2", "a1 o15 h8 b2 c3 swap", .second, 5),
    ("swap2", "a1 o15 h8 b2 c3 stay", .first, 5),
    ("pro", "h8 o15 k9", .first, 3),
    ("long-pro", "h8 h9 d8", .first, 3),
  ])
  func anOpeningEndsWithKnownColours(
    name: String, text: String, black: OpeningPlayer, stones: Int
  ) throws {
    let game = try OpeningRuleTests.game(name, text)
    #expect(game.isOver && game.actor == nil && game.options.isEmpty)
    #expect(game.player(of: .black) == black && game.player(of: .white) == black.other)
    #expect(game.position.stones.count == stones && game.position.sideToMove == .white)
    #expect(game.text == text)
    var further = game
    #expect(throws: OpeningError.isOver) { try further.play(.stay) }
    #expect(further == game)
  }

  @Test func theOptionsOfAnOpeningAreItsStepsInOrder() throws {
    var game = try OpeningRuleTests.game("soosyrv-8")
    #expect(game.options == [.place([Point(x: 7, y: 7)])] && game.actor == .first)
    try game.play(text: "h8")
    guard case .place(let neighbours) = game.options[0] else {
      Issue.record("a stone is due")
      return
    }
    #expect(neighbours.count == 8 && game.actor == .first)
    try game.play(text: "i9 i10")
    #expect(game.options == [.swapOrStay] && game.actor == .second)
    try game.play(.swap)
    #expect(game.actor == .first && game.color(of: .first) == .white)
    try game.play(text: "h10")
    #expect(game.options == [.announce(1...8)] && game.actor == .first && game.announced == nil)
    try game.play(.announce(2))
    #expect(game.options == [.swapOrStay] && game.actor == .second && game.announced == 2)
    try game.play(.stay)
    guard case .offer(2, let points) = game.options[0] else {
      Issue.record("an offer is due")
      return
    }
    #expect(points.count == 15 * 15 - 4 && game.actor == .second)
    let offer = [Point(x: 0, y: 3), Point(x: 5, y: 6)]
    try game.play(.offer(offer))
    #expect(game.options == [.take(offer)] && game.offered == offer && game.actor == .first)
    try game.play(.take(offer[1]))
    #expect(game.isOver && game.position.color(at: offer[1]) == .black)
  }

  @Test func aThirdWayStandsBesideTheSwap() throws {
    let taraguchi = try OpeningRuleTests.game("taraguchi-10", "h8 stay h9 stay i10 stay k11")
    #expect(taraguchi.options.count == 2 && taraguchi.options[0] == .swapOrStay)
    #expect(taraguchi.actor == .first)
    guard case .offer(10, _) = taraguchi.options[1] else {
      Issue.record("ten moves may be offered")
      return
    }
    let swap2 = try OpeningRuleTests.game("swap2", "a1 o15 h8")
    #expect(swap2.options.count == 2 && swap2.options[0] == .swapOrStay && swap2.actor == .second)
    guard case .place(let points) = swap2.options[1] else {
      Issue.record("a stone may be placed")
      return
    }
    #expect(points.count == 15 * 15 - 3)
  }

  // MARK: Errors

  @Test(arguments: [
    ("rif", "", "g8", OpeningError.outsideZone(Point(x: 6, y: 7))),
    ("rif", "h8", "h8", .occupied(Point(x: 7, y: 7))),
    ("rif", "h8", "h10", .outsideZone(Point(x: 7, y: 9))),
    ("rif", "h8", "swap", .unexpected(.swap)),
    ("rif", "h8 h9 i10", "k10", .unexpected(.place(Point(x: 10, y: 9)))),
    ("rif", "h8 h9 i10 stay", "p8", .offBoard(Point(x: 15, y: 7))),
    ("rif", "h8 h9 i10 stay a1", "take a2", .unexpected(.take(Point(x: 0, y: 1)))),
    ("rif", "h8 h9 i10 stay a1", "offer b1", .offerCount(1, needed: 2)),
    ("rif", "h8 h9 i10 stay a1", "offer b1,a1", .occupied(Point(x: 0, y: 0))),
    (
      "rif", "h8 h9 i10 stay a1", "offer b1,b1",
      .symmetric(Point(x: 1, y: 0), Point(x: 1, y: 0))
    ),
    ("rif", "h8 h9 i10 stay a1 offer b1,c1", "take d1", .notOffered(Point(x: 3, y: 0))),
    ("yamaguchi", "h8 h9 i10", "fifths 13", .number(13, allowed: 1...12)),
    ("yamaguchi", "h8 h9 i10", "swap", .unexpected(.swap)),
    ("soosyrv-8", "h8 h9 i10 stay a1", "fifths 9", .number(9, allowed: 1...8)),
    ("soosyrv-8", "h8 h9 i10 stay a1", "fifths 0", .number(0, allowed: 1...8)),
    ("taraguchi-10", "h8 stay h9 stay i10 stay", "l8", .outsideZone(Point(x: 11, y: 7))),
    (
      "taraguchi-10", "h8 stay h9 stay i10 stay k11 swap", "offer a1",
      .unexpected(.offer([Point(x: 0, y: 0)]))
    ),
    (
      "taraguchi-10", "h8 stay h9 stay i10 stay k11 stay", "offer a1",
      .unexpected(.offer([Point(x: 0, y: 0)]))
    ),
    (
      "taraguchi-10", "h8 stay h9 stay i10 stay k11", "l12",
      .unexpected(.place(Point(x: 11, y: 11)))
    ),
    (
      "tarannikov", "h8 stay h9 stay i10 stay k11", "offer a1",
      .unexpected(.offer([Point(x: 0, y: 0)]))
    ),
    ("sakata", "h8 h9 i10 k11", "m8", .outsideZone(Point(x: 12, y: 7))),
    ("swap", "h8 h9 i10", "a1", .unexpected(.place(Point(x: 0, y: 0)))),
    ("swap2", "h8 h9 i10 a1", "stay", .unexpected(.stay)),
    ("swap2", "h8 h9 i10 stay", "a1", .isOver),
    ("pro", "h8 h9", "j10", .outsideZone(Point(x: 9, y: 9))),
    ("long-pro", "h8 h9", "k8", .outsideZone(Point(x: 10, y: 7))),
  ])
  func anIllegalActionChangesNothing(
    name: String, text: String, action: String, error: OpeningError
  ) throws {
    var game = try OpeningRuleTests.game(name, text)
    let before = game
    let word = text.split(separator: " ").count + 1
    #expect(throws: OpeningTextError(word: 1, problem: .action(error))) {
      try game.play(text: action)
    }
    #expect(game == before)
    var whole = try OpeningRuleTests.game(name)
    let empty = whole
    #expect(throws: OpeningTextError(word: word, problem: .action(error))) {
      try whole.play(text: text + " " + action)
    }
    #expect(whole == empty)
  }

  @Test(arguments: [
    ("x", 1), ("h8 H9", 2), ("h8 h", 2), ("h8 7,8", 2), ("h8 h09", 2), ("h8 i9 i10 fifths", 4),
    ("h8 i9 i10 fifths 03", 4), ("h8 i9 i10 fifths -1", 4),
    ("h8 i9 i10 fifths 3 stay h10 offer", 8),
    ("h8 i9 i10 fifths 3 stay h10 offer a1,,a2", 8),
    ("h8 i9 i10 fifths 1 stay h10 offer g9 take", 10),
    ("h8 i9 i10 fifths 1 stay h10 offer g9 take g9,", 10), ("h8 i9 i10 Swap", 4),
  ])
  func anErrorOfSyntaxNamesTheWord(text: String, word: Int) throws {
    var game = try OpeningRuleTests.game("yamaguchi")
    let before = game
    #expect(throws: OpeningTextError(word: word, problem: .syntax)) { try game.play(text: text) }
    #expect(game == before)
  }

  @Test func errorsNameTheirReason() {
    let point = Point(x: 7, y: 7)
    let texts: [(OpeningError, String)] = [
      (.isOver, "the opening is over"),
      (.unexpected(.announce(3)), "\"fifths 3\" is not possible now"),
      (.offBoard(point), "h8 is not on the board"), (.occupied(point), "h8 is occupied"),
      (.forbidden(point, .overline), "h8 is forbidden to Black"),
      (.outsideZone(point), "the rule does not allow a stone on h8 now"),
      (.number(9, allowed: 1...8), "the number must be from 1 to 8"),
      (.offerCount(1, needed: 2), "2 moves have to be offered, not 1"),
      (.symmetric(point, point), "h8 is offered twice"),
      (.symmetric(point, Point(x: 0, y: 0)), "h8 and a1 are symmetric"),
      (.notOffered(point), "h8 was not offered"),
    ]
    for (error, text) in texts { #expect(error.description == text) }
    #expect(
      OpeningTextError(word: 2, problem: .action(.isOver)).description
        == "word 2: the opening is over")
  }

  // MARK: Symmetric fifth moves

  /// Ando Meritee's example of moves that must not be offered together: the four are one move.
  @Test func movesThatMakeTheSamePatternAreSymmetric() throws {
    let names = ["g8", "g7", "i8", "i7"]
    for (index, one) in names.enumerated() {
      for other in names[(index + 1)...] {
        var game = try OpeningRuleTests.game("rif", "h8 h9 h7 stay h6")
        let (a, b) = (try #require(Point(one)), try #require(Point(other)))
        #expect(throws: OpeningError.symmetric(a, b)) { try game.play(.offer([a, b])) }
        try game.play(text: "offer \(one),i9")
      }
    }
  }

  /// The pattern decides, not its place: the same stones near the edge have the same symmetries.
  @Test func edgesDoNotMatter() throws {
    for text in ["h8 h9 h7 h6", "a3 a4 a2 a1", "m3 l3 n3 o3", "h8 i9 g7 f6"] {
      var position = Position(variant: .freestyle)
      for name in text.split(separator: " ") { try position.play(try #require(Point(name))) }
      #expect(position.stoneSymmetries.count == 4, "\(text)")
    }
    var position = Position(variant: .freestyle)
    for name in ["h8", "h9", "i10", "k11"] { try position.play(try #require(Point(name))) }
    #expect(position.stoneSymmetries.count == 1)
  }

  // MARK: What comes next

  @Test(
    arguments: [
      ("rif", "h8 i9 i10", 0, false), ("rif", "h8", 2, true),
      ("rif", "h8 i9 i10 swap", 1, false), ("five-7", "", 3, true),
      ("yamaguchi", "h8 i9", 1, true), ("yamaguchi", "h8 i9 i10", 0, true),
      ("soosyrv-8", "h8 i9 i10 stay", 1, true), ("sakata", "", 3, false),
      ("sakata", "h8 i9 i10", 2, true), ("taraguchi-10", "h8 stay", 1, true),
      ("swap2", "", 3, true), ("swap2", "h8 a1 b2 c3", 1, true),
      ("pro", "h8 a1", 1, false), ("swap", "h8 a1 b2 swap", 0, false),
    ] as [(String, String, Int, Bool)])
  func ownStonesAndTheSwapBehindThem(
    name: String, text: String, stones: Int, precedesSwap: Bool
  ) throws {
    let game = try OpeningRuleTests.game(name, text)
    #expect(game.stonesInARow.count == stones && game.precedesSwap == precedesSwap)
  }

  @Test(
    arguments: [
      ("rif", "", 2...2), ("five-9", "h8 i9 i10 stay", 9...9), ("yamaguchi", "h8", 1...12),
      ("yamaguchi", "h8 i9 i10 fifths 4", 4...4), ("soosyrv-8", "h8 i9 i10 swap", 1...8),
      ("soosyrv-8", "h8 i9 i10 swap h10 fifths 2 stay", 2...2), ("sakata", "h8", nil),
      ("rif", "h8 i9 i10 swap h10 offer g9,h12", nil), ("taraguchi-10", "h8 stay h9 stay i10", nil),
      ("swap2", "", nil),
    ] as [(String, String, ClosedRange<Int>?)])
  func numbersOfFifthMoves(name: String, text: String, counts: ClosedRange<Int>?) throws {
    #expect(try OpeningRuleTests.game(name, text).fifthCounts == counts)
  }

  /// Offers judge which moves are symmetric.
  @Test(arguments: [
    "h8 h9 h7 stay h6", "h8 i9 i10 stay h10", "h8 i7 g9 stay j10", "h8 h9 i8 stay i9",
  ])
  func ofSymmetricMovesOneIsDistinct(text: String) throws {
    let game = try OpeningRuleTests.game("five-2", text)
    func areSymmetric(_ one: Point, _ other: Point) -> Bool {
      var copy = game
      do { try copy.play(.offer([one, other])) } catch { return true }
      return false
    }
    let distinct = game.position.distinctMoves
    for (index, point) in distinct.enumerated() {
      #expect(!distinct[..<index].contains { areSymmetric($0, point) }, "\(point)")
    }
    for point in game.position.legalMoves where !distinct.contains(point) {
      #expect(distinct.contains { areSymmetric($0, point) }, "\(point)")
    }
  }
}
