import Basics
import CommandLineKit
import Gomoku
import GomokuRules
import SearchKit

/// A task, read from a file: prove that the side not to move wins a position.
package struct ProofTask {
  /// The position after the first moves, with the loser to move.
  let position: Position
  /// The winner's moves to try first, and the evaluation weights of the searches.
  ///
  /// Wrong hints only cost time, because every win that is found is checked.
  let hints: WinSearch.Hints
  let limits: WinSearch.Limits
  /// The limits of the search for the winner's moves in openings.
  let openingLimits: OpeningLimits
  /// The largest number of times that a search may choose the winner's move; `nil` for no limit.
  ///
  /// With 0 the proof depends on the book and the threat search alone.
  let mostSearches: Int?
  /// The loser's first replies for which no win is sought; with any, the openings are proved, but
  /// not the whole.
  let leftOut: [Point]

  /// The limits of the openings: positions in which long alpha-beta searches choose the winner's
  /// moves to try.
  struct OpeningLimits: Equatable {
    /// The number of nodes of an alpha-beta search for the winner's moves; `nil` for 40 times
    /// `WinSearch.Limits.searchNodes`.
    var nodes: UInt64?
    /// The lowest score for the winner, in centistones, of a move that is tried; `nil` to try all.
    var score: Int?
    /// The number of levels below the first: how often a reply without a win may become an opening
    /// of its own.
    var levels = 0
  }

  /// The number of nodes of an alpha-beta search for the winner's moves in an opening.
  var openingNodes: UInt64 { openingLimits.nodes ?? 40 * limits.searchNodes }

  var winner: Color { position.sideToMove.opponent }

  /// The job to find a win after a pass of the loser, which answers his far replies too; `nil` if
  /// there is nothing to find.
  ///
  /// A winner with a single stone has no such win. It is sought nevertheless for every board, since
  /// on a larger board the loser may reply outside this one, which is like a pass. If replies are
  /// left out, each of the others is an opening of its own.
  var firstPass: ProofJob? {
    guard winnerHasSeveralStones || limits.everyBoard, leftOut.isEmpty else { return nil }
    return ProofJob(position.afterPass, extraStones: 1)
  }

  /// True if the winner has more than one stone, so that a win after a pass is worth a search.
  var winnerHasSeveralStones: Bool { position.stones.count { $0.color == winner } > 1 }

  /// Parses the JSON of the task's file at `path`. Paths in the file are relative to its folder.
  package init(_ json: JSON, path: String) throws(CommandError) {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    do {
      try self.init(json) { name in try TaskFile.contents(of: folder + name) }
    } catch {
      throw CommandError("\(path): \(error)")
    }
  }

  /// Parses a task from JSON.
  ///
  /// - Parameter file: returns the contents of the file with this name.
  init(_ json: JSON, file: (String) throws -> [UInt8] = { throw CommandError("no file \($0)") })
    throws
  {
    try TaskFile.expect(
      [
        "rule", "size", "moves", "replies", "without", "everyBoard", "onlyPasses", "reach", "book",
        "bookSize", "weights", "limits", "searches", "sha256",
      ], in: json)
    guard let variant = json["rule"]?.string.flatMap(Variant.init(rawValue:)) else {
      throw CommandError("rule: one of \(Variant.allCases.map(\.rawValue))")
    }
    guard let size = json["size"]?.int.flatMap({ BoardSize(side: $0) }) else {
      throw CommandError("size: \(BoardSize.sidesText)")
    }
    var position = Position(size: size, variant: variant)
    guard let moves = Point.list(json["moves"]?.string ?? ""), !moves.isEmpty else {
      throw CommandError("moves: the first moves, such as h8")
    }
    try position.play(moves, of: "moves")
    if position.outcome != nil { throw CommandError("moves: the game is over") }
    position.square = try json["reach"].map { try ProofTask.square($0, of: position) }
    self.position = position
    leftOut = try ProofTask.leftOut(json, in: position)
    if json["book"] == nil, json["bookSize"] != nil {
      throw CommandError("bookSize: there is no book")
    }
    hints = WinSearch.Hints(
      book: try json["book"].map {
        try ProofTask.book($0, size: json["bookSize"], for: position, file: file)
      } ?? StrategyBook(size: size),
      weights: try json["weights"].map { try ProofTask.weights($0, of: variant, file: file) })
    var limits: WinSearch.Limits
    (limits, openingLimits) = try ProofTask.limits(json["limits"])
    mostSearches = try json["searches"].map { most in
      guard let most = most.int, most >= 0 else {
        throw CommandError("searches: how many searches may choose a move")
      }
      return most
    }
    if mostSearches == 0 { limits.searchNodes = 0 }
    limits.everyBoard = try ProofTask.flag("everyBoard", in: json)
    limits.marksOnlyPasses = try ProofTask.flag("onlyPasses", in: json)
    if limits.everyBoard, variant == .renju {
      throw CommandError("everyBoard: no strategy for renju holds on every board")
    }
    self.limits = limits
    // The hash of the finished proof is information for users; a run does not depend on it.
    if let hash = json["sha256"], hash.string?.count != 64 {
      throw CommandError("sha256: what proof-check prints, 64 digits")
    }
  }

  /// Reads the number of steps from the first stone that Black's fives may reach, as a square.
  private static func square(_ reach: JSON, of position: Position) throws -> Square {
    guard let reach = reach.int, 1...BoardSize.largestSide ~= reach else {
      throw CommandError("reach: steps from the first stone, 1 to \(BoardSize.largestSide)")
    }
    guard position.variant.hasPlaneTheorems, position.stones.count == 1 else {
      throw CommandError("reach: only for freestyle or exact five, after a single first move")
    }
    if !WinSearch.heedsSquares {
      throw CommandError("reach: needs a program built with --traits WideBoards")
    }
    return Square(center: position.stones[0].point, radius: reach)
  }

  /// Reads an entry that is true or false; false without it.
  private static func flag(_ name: String, in json: JSON) throws(CommandError) -> Bool {
    guard let flag = json[name] else { return false }
    guard let flag = flag.bool else { throw CommandError("\(name): true or false") }
    return flag
  }

  /// Reads the first replies for which no win is sought: those that `without` names, or all but
  /// those that `replies` names.
  private static func leftOut(_ json: JSON, in position: Position) throws(CommandError) -> [Point] {
    func some(_ key: String) throws(CommandError) -> [Point]? {
      guard let replies = json[key] else { return nil }
      guard let points = Point.list(replies.string ?? ""), !points.isEmpty,
        Set(points).isStrictSubset(of: position.legalMoves)
      else { throw CommandError("\(key): some of the legal replies, such as h9") }
      return points
    }
    let (without, replies) = (try some("without"), try some("replies"))
    if let without, replies != nil {
      throw CommandError("without: replies names the first replies already, not \(without[0])")
    }
    guard let replies else { return without ?? [] }
    let names = position.names(after: replies)
    return position.legalMoves.filter { names.isDisjoint(with: position.names(after: [$0])) }
  }

  /// Reads a book. For a book of another board size, its centre is moved to the first stone.
  private static func book(
    _ name: JSON, size: JSON?, for position: Position, file: (String) throws -> [UInt8]
  ) throws -> StrategyBook {
    guard let name = name.string else { throw CommandError("book: a file's name") }
    var itsSize = position.size
    if let size {
      guard let size = size.int.flatMap({ BoardSize(side: $0) }) else {
        throw CommandError("bookSize: \(BoardSize.sidesText)")
      }
      itsSize = size
    }
    let text = String(decoding: try file(name), as: UTF8.self)
    guard let book = StrategyBook(reading: text, size: itsSize) else {
      throw CommandError("book: \(name): lines STONES MOVE PLIES")
    }
    return itsSize == position.size
      ? book : book.around(position.stones[0].point, on: position.size)
  }

  private static func weights(
    _ name: JSON, of variant: Variant, file: (String) throws -> [UInt8]
  ) throws -> Weights {
    guard let name = name.string else { throw CommandError("weights: a file's name") }
    let weights: Weights
    do { weights = try Weights(WeightFile(reading: file(name))) } catch {
      throw CommandError("weights: \(name): \(error)")
    }
    if weights.variant != variant {
      throw CommandError("weights: \(name): weights of \(weights.variant), not of \(variant)")
    }
    return weights
  }

  private static func limits(
    _ json: JSON?
  ) throws(CommandError) -> (WinSearch.Limits, OpeningLimits) {
    var (limits, openings) = (WinSearch.Limits(), OpeningLimits())
    try TaskFile.readLimits(json, most: 1_000_000_000) { name, number in
      switch name {
      case "threats": limits.threatNodes = UInt64(number)
      case "search": limits.searchNodes = UInt64(number)
      case "breadth": limits.breadth = number
      case "quiet": limits.quiet = number
      case "positions": limits.positions = number
      case "opening": openings.nodes = UInt64(number)
      case "score": openings.score = number
      case "levels": openings.levels = number
      default: return false
      }
      return true
    }
    return (limits, openings)
  }

  /// The title of the task's log: rules, board, limits and hints, on which the strategies depend.
  ///
  /// The limits of the openings are left out, so that a run can go on with others.
  var name: String {
    "\(position.variant) \(position.size.width) \(limits.threatNodes) \(limits.searchNodes)"
      + " \(limits.breadth) \(limits.quiet) \(limits.positions)"
      + (limits.everyBoard ? " every board" : "")
      + (limits.marksOnlyPasses ? " only passes" : "")
      + (position.square.map { " reach \($0.radius)" } ?? "")
      + (hints.book.isEmpty ? "" : " \(SHA256.digest(of: hints.book.text).prefix(16))")
      + (hints.weights.map { " \(SHA256.digest(of: $0.bytes).prefix(16))" } ?? "")
  }
}

extension Position {
  /// Returns the names of the canonical images of the positions after some replies.
  func names(after replies: some Sequence<Point>) -> Set<String> {
    Set(
      replies.compactMap { reply in
        var position = self
        return (try? position.play(reply)).map { _ in position.canonicalImage.name }
      })
  }

  /// Plays moves that a user has given as the entry or option `name`; throws at the first that
  /// cannot be played.
  package mutating func play(_ moves: [Point], of name: String) throws(CommandError) {
    for move in moves {
      guard (try? play(move)) != nil else {
        throw CommandError("\(name): \(move) cannot be played")
      }
    }
  }
}
