import GomokuRules
import Platform
import TestSupport
import Testing

@testable import PositionStore

struct TreeTests {
  /// A database with positions `moves: tag`, separated by blanks.
  private func store(_ scratch: Scratch, _ name: String, _ positions: String) throws
    -> PositionStore
  {
    let store = try scratch.store(name)
    for word in positions.split(separator: " ") {
      let parts = word.split(separator: ":")
      let value = parts.count > 2 ? Int16(parts[2]) ?? 0 : 0
      try store.set(
        PositionRecord(parts[1].first.flatMap { $0 == "-" ? nil : $0 }, value),
        for: SymmetricPosition(String(parts[0])))
    }
    return store
  }

  private static let tree =
    "h8:- h8h9:w h8h9i9:l h8i9:l:29990 h8i9i8:- h8a1c5:- h8h10:- h8h10h9:w:-29980 h8h10h9c3:-"

  @Test(arguments: [
    (Pruning(.all), ["h8"]),
    (Pruning(.wins), ["h8", "h8i9", "h8i9i8", "h8h10", "h8h10h9", "h8h10h9c3"]),
    (Pruning(.wins, isRecursive: true), ["h8", "h8i9", "h8i9i8", "h8h10"]),
    (Pruning(.losses), ["h8", "h8h9", "h8h9i9", "h8h10", "h8h10h9", "h8h10h9c3"]),
    (Pruning(.results), ["h8", "h8h10", "h8h10h9", "h8h10h9c3"]),
    (Pruning(.allButResults), ["h8", "h8h9", "h8h9i9", "h8i9", "h8i9i8"]),
    (Pruning(.allButResults, isRecursive: true), ["h8", "h8h9", "h8h9i9", "h8i9"]),
    (
      Pruning(.resultsWithoutDistance), ["h8", "h8i9", "h8i9i8", "h8h10", "h8h10h9", "h8h10h9c3"]
    ),
    (
      Pruning(.resultsWithin(11)),
      ["h8", "h8h9", "h8h9i9", "h8h10", "h8h10h9", "h8h10h9c3"]
    ),
    (
      Pruning(.resultsWithin(10)),
      ["h8", "h8h9", "h8h9i9", "h8i9", "h8i9i8", "h8h10", "h8h10h9", "h8h10h9c3"]
    ),
    (
      Pruning(.resultsWithin(21), isRecursive: true), ["h8", "h8h9", "h8h9i9", "h8h10"]
    ),
  ])
  func whatIsDeletedIsWhatWasAskedFor(pruning: Pruning, left: [String]) throws {
    let scratch = try Scratch()
    // h8a1c5 hangs below nothing that is known.
    let store = try store(scratch, "a.db", TreeTests.tree)
    let before = store.count
    let deleted = try store.prune(below: SymmetricPosition("h8"), pruning)
    #expect(store.count == before - deleted)
    for moves in left + ["h8a1c5"] {
      let views = try SymmetricPosition(moves)
      #expect(try store[views] != nil, "\(moves)")
    }
    #expect(store.count == left.count + 1)
  }

  @Test func whatAnotherMoveLeadsToStays() throws {
    let scratch = try Scratch()
    let store = try store(scratch, "a.db", "h8h9:- h8h9c3:- c3h9:- c3h9h8d4:-")
    #expect(try store.prune(below: SymmetricPosition("h8h9"), Pruning(.all)) == 0)
    #expect(try store.delete(SymmetricPosition("c3h9")))
    #expect(try store.prune(below: SymmetricPosition("h8h9"), Pruning(.all)) == 2)
  }

  @Test func textsOfMovesGoWithThem() throws {
    let scratch = try Scratch()
    let store = try store(scratch, "a.db", "h8:- h8h9:- h8i9:w")
    let parent = try SymmetricPosition("h8")
    func label(_ point: Point, _ text: String) throws {
      try store.update(parent) { $0.boardTexts[parent.canonicalPoint(point)] = text }
    }
    try label(Point(x: 7, y: 8), "A")
    try label(Point(x: 8, y: 8), "B")
    #expect(try store.delete(SymmetricPosition("h8h9")))
    #expect(try store[parent]?.boardTexts.values.sorted() == ["B"])
    #expect(try !store.delete(SymmetricPosition("h8h9")))
    #expect(try store.prune(below: parent, Pruning(.wins)) == 1)
    #expect(try store[parent]?.boardTexts == [:])
  }

  @Test func aBranchIsSplitWithTheWayToIt() throws {
    let scratch = try Scratch()
    let whole = try store(scratch, "a.db", TreeTests.tree)
    let branch = try scratch.store("b.db")
    #expect(try whole.split(SymmetricPosition("h8h10"), into: branch) == 4)
    for moves in ["h8", "h8h10", "h8h10h9", "h8h10h9c3"] {
      #expect(try branch[SymmetricPosition(moves)] == whole[SymmetricPosition(moves)])
    }
    #expect(try whole.split(SymmetricPosition("h8h10"), into: branch) == 0)
    #expect(whole.count == 9)
  }

  @Test func mergingKeepsWhatIsBetter() throws {
    let scratch = try Scratch()
    let own = try store(scratch, "a.db", "h8:- h8h9:w:-29000 h8i9:- h8i10:!")
    let other = try store(scratch, "b.db", "h8:- h8h9:l:29000 h8i9:l h8i10:-:44 h8a1:d")
    try own.update(SymmetricPosition("h8")) { $0.text = "mine" }
    try other.update(SymmetricPosition("h8")) { $0.text = "theirs" }
    #expect(try own.merge(other) == 1)
    #expect(try own[SymmetricPosition("h8")]?.text == "mine\ntheirs")
    #expect(try own[SymmetricPosition("h8h9")]?.tag == .win)
    #expect(try own[SymmetricPosition("h8i9")]?.tag == .loss)
    #expect(try own[SymmetricPosition("h8i10")]?.tag == .best)
    #expect(try own[SymmetricPosition("h8i10")]?.value == 44)
    #expect(try own[SymmetricPosition("h8a1")]?.tag == .draw)
    #expect(try own.merge(other) == 0)
    #expect(try own[SymmetricPosition("h8")]?.text == "mine\ntheirs")
  }

  /// Only moves are taken back: after a pass or a stone of the wrong side the path begins.
  @Test func aPathHasOnlyPositionsOfTheGame() throws {
    var views = try SymmetricPosition("h8i9")
    #expect(views.path.map(\.key.stoneCount) == [0, 1, 2])
    views.pass()
    #expect(views.path.map(\.key.stoneCount) == [2])
    views.play(Point(x: 0, y: 0))
    #expect(views.path.map(\.key.stoneCount) == [2, 3])
    views.put(nil, on: Point(x: 1, y: 0))
    #expect(views.path.map(\.key.stoneCount) == [4])
  }
}
