import Basics
import Gomoku
import GomokuRules
import LabKit

/// What is to be proved, as its file says: a position with the loser to move, and a book of moves.
struct ProofTask {
  /// The position after the first moves, with the loser to move.
  let position: Position
  /// Moves of the winner to try first. None is forced: a wrong one costs time only.
  let book: StrategyBook
  let limits: WinSearch.Limits

  var winner: Color { position.sideToMove.opponent }

  /// A task as its file at `path` gives it; that of the book lies beside it.
  init(_ json: JSON, path: String) throws(Options.Failure) {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    do {
      try self.init(json) { name in
        String(decoding: try TaskFile.contents(of: folder + name), as: UTF8.self)
      }
    } catch {
      throw Options.Failure("\(path): \(error)")
    }
  }

  /// - Parameter text: finds a book by its name.
  init(_ json: JSON, text: (String) throws -> String = { throw Options.Failure("no file \($0)") })
    throws
  {
    try TaskFile.expect(["rule", "size", "moves", "book", "bookSize", "limits"], in: json)
    guard let variant = json["rule"]?.string.flatMap(Variant.init(rawValue:)) else {
      throw Options.Failure("rule: one of \(Variant.allCases.map(\.rawValue))")
    }
    if variant == .renju {
      throw Options.Failure("rule: renju's forbidden points leave no zones to prove with")
    }
    guard let size = json["size"]?.int.flatMap({ BoardSize(side: $0) }) else {
      throw Options.Failure("size: \(BoardSize.sidesText)")
    }
    var position = Position(size: size, variant: variant)
    guard let moves = Point.list(json["moves"]?.string ?? ""), !moves.isEmpty else {
      throw Options.Failure("moves: the first moves, such as h8")
    }
    for move in moves {
      guard (try? position.play(move)) != nil else {
        throw Options.Failure("moves: \(move) cannot be played")
      }
    }
    if position.outcome != nil { throw Options.Failure("moves: the game is over") }
    self.position = position
    book =
      try json["book"].map {
        try ProofTask.book($0, size: json["bookSize"], for: position, text: text)
      } ?? StrategyBook(size: size)
    limits = try ProofTask.limits(json["limits"])
  }

  /// A book, which may be one for a board of another size with its middle on the first stone.
  private static func book(
    _ name: JSON, size: JSON?, for position: Position, text: (String) throws -> String
  ) throws -> StrategyBook {
    guard let name = name.string else { throw Options.Failure("book: a file's name") }
    var itsSize = position.size
    if let size {
      guard let size = size.int.flatMap({ BoardSize(side: $0) }) else {
        throw Options.Failure("bookSize: \(BoardSize.sidesText)")
      }
      itsSize = size
    }
    guard let book = StrategyBook(reading: try text(name), size: itsSize) else {
      throw Options.Failure("book: \(name): lines STONES MOVE PLIES")
    }
    return itsSize == position.size
      ? book : book.around(position.stones[0].point, on: position.size)
  }

  private static func limits(_ json: JSON?) throws(Options.Failure) -> WinSearch.Limits {
    var limits = WinSearch.Limits()
    try TaskFile.readLimits(json, most: 1_000_000_000) { name, number in
      switch name {
      case "threats": limits.threatNodes = UInt64(number)
      case "search": limits.searchNodes = UInt64(number)
      case "breadth": limits.breadth = number
      case "quiet": limits.quiet = number
      case "positions": limits.positions = number
      default: return false
      }
      return true
    }
    return limits
  }

  /// What tells this task's jobs from those of others: limits and book decide what is found.
  var name: String {
    "\(position.variant) \(position.size.width) \(limits.threatNodes) \(limits.searchNodes)"
      + " \(limits.breadth) \(limits.quiet) \(limits.positions)"
      + (book.isEmpty ? "" : " \(SHA256.digest(of: book.text).prefix(16))")
  }
}
