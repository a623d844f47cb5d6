import Basics
import GomokuRules
import SearchKit
import WeightData

extension StrategyBook {
  /// The strategy that is part of the program: Black's, from the empty board on. Without entries where
  /// nothing is proved.
  static func compiledIn(_ variant: Variant, _ size: BoardSize) -> StrategyBook {
    books[name(variant, size)] ?? StrategyBook(size: size)
  }

  private static func name(_ variant: Variant, _ size: BoardSize) -> String {
    "book-\(variant)-\(size.width)" + (size.width == size.height ? "" : "x\(size.height)")
  }

  /// All that there are, by their names.
  private static let books: [String: StrategyBook] = {
    var books: [String: StrategyBook] = [:]
    for variant in Variant.allCases {
      for size in BoardSize.sides.compactMap({ BoardSize(side: $0) }) {
        let data = weight_data(name(variant, size))
        guard data.count > 0 else { continue }
        books[name(variant, size)] = StrategyBook(
          text: UnsafeRawBufferPointer(start: data.bytes, count: data.count), size: size)
      }
    }
    return books
  }()
}

/// A game whose win is proved, played from the book.
///
/// The book has the moves where threats alone do not win; where they do, a look for threats finds them.
struct ProvedGame {
  typealias Line = SearchReport<Point>.Line

  /// The position in which the winner moved last, and how many plies the win takes at most from there.
  private var last: (position: Position, plies: Int)?

  /// What a look for threats may take in a position that the book has led to, in nodes.
  private static let threatNodes: UInt64 = 1_000_000

  /// The winner's move in `position`, and how long the win takes at most; `nil` where none is known.
  func line(in position: Position, limits: SearchLimits, clock: SearchClock) -> Line? {
    let book = StrategyBook.compiledIn(position.variant, position.size)
    guard position.sideToMove == .black, !book.isEmpty else { return nil }
    if let entry = book[position] { return ProvedGame.line(entry) }
    guard announced(in: position) != nil else { return nil }
    return threats(in: position, limits, clock)
      ?? entryWithoutAStone(of: book, in: position).map(ProvedGame.line)
  }

  private static func line(_ entry: StrategyBook.Entry) -> Line {
    Line(score: .win(inPlies: entry.plies), moves: [entry.move])
  }

  /// A win by threats, if a look finds one within a quarter of the time.
  private func threats(
    in position: Position, _ limits: SearchLimits, _ clock: SearchClock
  ) -> Line? {
    clock.setDeadlineIfAbsent(after: limits.time?.hard)
    let part = SearchClock(partOf: clock)
    part.setDeadline(after: limits.time.map { ($0.hard - clock.elapsed) / 4 })
    let nodes = min(limits.nodes ?? .max, ProvedGame.threatNodes)
    let search = ThreatSearch(playing: position, nodeLimit: nodes, clock: part)
    guard case .win(let line) = search.outcome else { return nil }
    return Line(score: .win(inPlies: line.count), moves: line)
  }

  /// What the book has for the position without one of the loser's stones, which was not worth a reply
  /// of its own.
  private func entryWithoutAStone(
    of book: StrategyBook, in position: Position
  ) -> StrategyBook.Entry? {
    for stone in position.stones.reversed() where stone.color == position.sideToMove.opponent {
      var other = position
      other.remove(stone.point)
      if let entry = book[other], entry.move != stone.point { return entry }
    }
    return nil
  }

  /// Whether a win by `line` comes as soon as has been announced.
  func keepsItsWord(_ line: Line, in position: Position) -> Bool {
    guard let announced = announced(in: position) else { return true }
    return line.score.plies.map { $0 <= announced } ?? false
  }

  /// In how many plies the win has been announced, if the game has gone on since.
  private func announced(in position: Position) -> Int? {
    guard let last, position.turn(since: last.position) != nil else { return nil }
    return last.plies - 2
  }

  /// Takes note of what is played.
  mutating func play(_ line: Line?, in position: Position) {
    guard let line, line.score.isWin, let plies = line.score.plies else { return last = nil }
    last = (position, min(plies, announced(in: position) ?? plies))
  }
}
