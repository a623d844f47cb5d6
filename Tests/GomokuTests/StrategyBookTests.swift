import Basics
import GomokuRules
import SearchTypes
import TestSupport
import Testing

@testable import Gomoku

@Suite struct StrategyBookTests {
  /// A position of random stones, and whether it may have some that belong to nobody.
  private static func position(
    _ size: BoardSize, stones: Int, nobody: Bool = false, _ random: inout SplitMix64
  ) -> Position {
    var position = Position(size: size)
    for point in size.points.shuffled(using: &random).prefix(stones) {
      let color = nobody && Int.random(in: 0..<4, using: &random) == 0 ? nil : position.sideToMove
      try? position.place(color, on: point)
      position.sideToMove = position.sideToMove.opponent
    }
    return position
  }

  @Test func laterEntriesReplaceEarlierOnes() throws {
    let old = try #require(StrategyBook(reading: "- h8 61\nh8-h7 g7 59\n", size: .standard))
    let new = try #require(StrategyBook(reading: "h8-i8 i7 57\nh8-i9 g9 49\n", size: .standard))
    let both = old.adding(new)
    #expect(both.count == 3 && both.adding(old).adding(new) == both)
    let expected = try #require(
      StrategyBook(reading: "- h8 61\nh8-i8 i7 57\nh8-i9 g9 49\n", size: .standard))
    #expect(both == expected)
  }

  @Test(arguments: [BoardSize(side: 15), BoardSize(width: 9, height: 7)])
  func imagesShareTheirName(size: BoardSize?) throws {
    let size = try #require(size)
    var random = SplitMix64(seed: 15)
    var names = Set<String>()
    for number in 0..<200 {
      let position = StrategyBookTests.position(
        size, stones: number % 12, nobody: number % 3 == 0, &random)
      let first = position.canonicalImage
      let image = position.image(under: first.symmetry)
      #expect(image.canonicalImage.symmetry == .identity || image.canonicalImage.name == first.name)
      for symmetry in Symmetry.all(of: size) {
        let other = position.image(under: symmetry)
        #expect(other.canonicalImage.name == first.name)
        // What takes the image to the first one takes its stones there.
        let back = Set(other.image(under: other.canonicalImage.symmetry).stones)
        #expect(back == Set(image.stones))
      }
      names.insert(first.name)
    }
    #expect(names.count > 150)
  }

  @Test func aMoveIsFoundWhicheverWayTheBoardLies() throws {
    let size = BoardSize.standard
    var random = SplitMix64(seed: 16)
    var names = Set<String>()
    var cases: [(Position, StrategyBook.Entry)] = []
    for number in 0..<60 {
      let position = StrategyBookTests.position(size, stones: 4 + number % 9, &random)
      let move = try #require(position.emptyPoints.randomElement(using: &random))
      let entry = StrategyBook.Entry(move, plies: 2 * number + 1)
      guard names.insert(position.canonicalImage.name).inserted else { continue }
      cases.append((position, entry))
    }
    let book = StrategyBook(cases, size: size)
    #expect(book.count == cases.count)
    let read = try #require(StrategyBook(reading: book.text, size: size))
    #expect(read == book)
    #expect(read.text == book.text)
    for (position, entry) in cases {
      for symmetry in Symmetry.all(of: size) {
        let found = try #require(book[position.image(under: symmetry)])
        #expect(found.plies == entry.plies)
        // A position that is its own image has several images of one move.
        var after = position
        try after.place(.black, on: entry.move)
        var afterImage = position.image(under: symmetry)
        try afterImage.place(.black, on: found.move)
        #expect(afterImage.canonicalImage.name == after.canonicalImage.name)
      }
      // Another stone makes it another position.
      var other = position
      let point = try #require(position.emptyPoints.randomElement(using: &random))
      try other.place(nil, on: point)
      #expect(book[other] == nil)
    }
  }

  @Test func aBookMayLieAsItLikes() throws {
    let size = BoardSize.standard
    let book = try #require(StrategyBook(reading: "h8-h9 g9 31\n", size: size))
    for (reply, move) in [("h9", "g9"), ("h7", "g7"), ("g8", "g7"), ("i8", "i7")] {
      let point = try #require(Point(reply))
      var position = Position(size: size)
      try position.play(size.center)
      try position.play(point)
      let found = try #require(book[position])
      var after = position
      try after.play(found.move)
      var expected = position
      try expected.play(try #require(Point(move)))
      #expect(after.canonicalImage.name == expected.canonicalImage.name)
    }
  }

  /// An odd board with a middle of its own, an even one, and one on which not everything fits.
  @Test(arguments: [19, 16, 14]) func aBookIsCarriedOverToAnotherBoard(side: Int) throws {
    let (size, other) = (BoardSize.standard, try #require(BoardSize(side: side)))
    // On the even board all of it fits around one of the four points in the middle.
    let middle = side == 16 ? Point(x: 7, y: 8) : other.center
    var random = SplitMix64(seed: 17)
    var (kept, dropped) = (0, 0)
    var cases: [(Position, StrategyBook.Entry)] = []
    for number in 0..<40 {
      let position = StrategyBookTests.position(size, stones: 3 + number % 5, &random)
      let move = try #require(position.emptyPoints.randomElement(using: &random))
      cases.append((position, .init(move, plies: number)))
    }
    let book = StrategyBook(cases, size: size).around(middle, on: other)
    for (position, entry) in cases {
      for symmetry in Symmetry.all(of: size) {
        let image = position.image(under: symmetry)
        func moved(_ point: Point) -> Point {
          Point(x: point.x + middle.x - 7, y: point.y + middle.y - 7)
        }
        let move = moved(symmetry.image(of: entry.move, on: size))
        guard (image.stones.map { moved($0.point) } + [move]).allSatisfy(other.contains) else {
          dropped += 1
          continue
        }
        var expected = Position(size: other)
        for stone in image.stones { try expected.place(stone.color, on: moved(stone.point)) }
        #expect(book[expected] == .init(move, plies: entry.plies))
        kept += 1
      }
    }
    #expect(kept > 10)
    #expect((dropped > 0) == (side == 14))
  }

  @Test(arguments: [
    "h8-h9 g9", "h8-h9 g9 x", "h8-h9 z9 3", "h8h9 g9 3", "h8-h8 g9 3", "h8-h9 h9 3",
    "h8-h9-a1 g9 3",
    "h8-q1 g9 3", "h8-h9 g9 3 4",
  ]) func wrongLinesAreRefused(line: String) {
    #expect(StrategyBook(reading: "h8-h10 g9 3\n\(line)\n", size: .standard) == nil)
  }

  @Test(arguments: [
    (Variant.freestyle, 15), (.freestyle, 17), (.freestyle, 19), (.freestyle, 21), (.standard, 15),
  ])
  func aCompiledBookCanBePlayed(variant: Variant, side: Int) throws {
    let size = try #require(BoardSize(side: side))
    let book = StrategyBook.compiledIn(variant, size)
    // It stands in the program as it would be written.
    #expect(StrategyBook(reading: book.text, size: size) == book)
    var position = Position(size: size, variant: variant)
    let first = try #require(book[position])
    #expect(first.move == position.size.center)
    try position.play(first.move)
    // Whatever White answers, Black has a move that wins no later.
    for reply in position.legalMoves {
      var next = position
      try next.play(reply)
      let entry = try #require(book[next], "\(reply)")
      #expect(entry.plies <= first.plies - 2)
      #expect(next.isPlayable(entry.move, by: .black))
    }
    #expect(StrategyBook.compiledIn(.caro, .standard).isEmpty)
    #expect(StrategyBook.compiledIn(.freestyle, try #require(BoardSize(side: 16))).isEmpty)
  }

  /// After the fourth moves that are not proved, the book has nothing; after the others a win.
  @Test(arguments: [("h8h7i7", ["i8", "j6", "j8"]), ("h8i7i9", [])])
  func theBookOfRenjuAnswersTheProvedFourthMoves(opening: String, open: [String]) throws {
    let book = StrategyBook.compiledIn(.renju, .standard)
    #expect(StrategyBook(reading: book.text, size: .standard) == book)
    var position = Position(variant: .renju)
    for move in try #require(Point.list(opening)) {
      // After two stones the book leads into Hogetsu, which is proved whole.
      let entry = position.stones.count == 2 ? book[position] : nil
      #expect((entry?.move == move) == (position.stones.count == 2 && open.isEmpty))
      try position.play(move)
    }
    let step = Effort.count(7, thorough: 1)
    let replies = position.legalMoves.enumerated().filter { $0.offset % step == 0 }.map(\.element)
    for reply in replies + open.compactMap({ Point($0) }) {
      var next = position
      try next.play(reply)
      let isProved = !open.contains(reply.description)
      let turn = ProvedGame(book: book).turn(in: next)
      #expect((turn != nil) == isProved, "\(reply)")
      if let move = turn?.step.move { #expect(next.isPlayable(move, by: .black)) }
    }
  }

  @Test(arguments: [Variant.freestyle, .standard])
  func aPlayerPlaysFromTheBookWhereHeMay(variant: Variant) throws {
    let player = GomokuPlayer(memoryLimit: 64 << 20)
    func search(_ position: Position, _ options: SearchOptions) -> SearchReport<Point> {
      player.search(position, limits: SearchLimits(nodes: 500), options: options)
    }
    var position = Position(variant: variant)
    let report = search(position, SearchOptions(usesBook: true))
    #expect(report.score.isWin && report.nodes == 0 && report.bestMove == position.size.center)
    for options in [
      SearchOptions(), SearchOptions(lineCount: 2, usesBook: true),
      SearchOptions(excluded: [Point(x: 0, y: 0)], usesBook: true),
    ] { #expect(search(position, options).nodes > 0) }
    for variant in [Variant.renju, .caro, .exactCaro] {
      #expect(search(position.under(variant), SearchOptions(usesBook: true)).nodes > 0)
    }
    // White has no book, nor has a Black who began elsewhere.
    try position.play(position.size.center)
    #expect(search(position, SearchOptions(usesBook: true)).nodes > 0)
    var elsewhere = Position()
    try elsewhere.play(Point(x: 4, y: 4))
    try elsewhere.play(Point(x: 9, y: 4))
    #expect(search(elsewhere, SearchOptions(usesBook: true)).nodes > 0)
  }
}
