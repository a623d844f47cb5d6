/// The first word of every command that is obeyed.
enum Keyword: String, CaseIterable, Sendable {
  case start, rectStart, restart, begin, turn, play, takeBack, board, swap2Board, info, about, end
  case stop, yxStop, yxBoard, yxShowInfo, yxShowForbid, yxNBest, yxSearchDefend
  case yxBalanceOne, yxBalanceTwo
  case yxBlock, yxBlockUndo, yxBlockReset, yxHashClear, yxShowHashUsage
  case show, moves, position, perft, search, solve, eval, bench

  /// The keyword as it is sent.
  var word: String { rawValue.uppercased() }

  /// Finds a keyword written in any case.
  init?(_ word: some StringProtocol) {
    guard let keyword = Keyword.byWord[word.uppercased()] else { return nil }
    self = keyword
  }

  private static let byWord = Dictionary(uniqueKeysWithValues: allCases.map { ($0.word, $0) })

  /// Whether lines up to DONE belong to the command.
  var opensBlock: Bool {
    switch self {
    case .board, .swap2Board, .yxBoard, .yxBlock, .yxBlockUndo: true
    default: false
    }
  }
}

extension Keyword {
  /// Whether the word, with `argument` behind it, begins the first line of an open block.
  func beginsBlock(of opener: Keyword, with argument: String?, in notation: Notation) -> Bool {
    guard self == .position, opener == .board || opener == .yxBoard else { return false }
    // A block of the other game is read to its end, so that it is refused as one.
    return notation.game == .liuzhou || argument?.contains("/") == true
  }
}
