/// The first word of every command that is obeyed.
enum Keyword: String, CaseIterable, Sendable {
  case start, rectStart, restart, begin, turn, play, takeBack, board, swap2Board, info, about, end
  case stop, yxStop, yxBoard, yxShowInfo, yxShowForbid, yxNBest, yxSearchDefend
  case yxBalanceOne, yxBalanceTwo, yxSwap2Step1, yxSwap2Step2, yxSwap2Step3
  case yxBlock, yxBlockUndo, yxBlockReset, yxHashClear, yxShowHashUsage
  case yxSetDatabase, yxSaveDatabase, yxDBCheck, yxDBFix
  case yxQueryDatabaseAll, yxQueryDatabaseAllT, yxQueryDatabaseOne, yxQueryDatabaseText
  case yxEditTVDDatabase, yxEditTextDatabase, yxEditLabelDatabase
  case yxSetBestMoveDatabase, yxClearBestMoveDatabase
  case yxDeleteDatabaseOne, yxDeleteDatabaseAll
  case yxDBToPos, yxDBToTxt, yxDBToTxtAll, yxTxtToDB, yxLibToDB, yxDBSplit, yxDBMerge
  case show, moves, captures, position, perft, search, solve, eval, bench

  /// The keyword as it is sent.
  var word: String { rawValue.uppercased() }

  /// Finds a keyword written in any case.
  init?(_ word: some StringProtocol) {
    guard let keyword = Keyword.byWord[word.uppercased()] else { return nil }
    self = keyword
  }

  private static let byWord = Dictionary(uniqueKeysWithValues: allCases.map { ($0.word, $0) })

  /// What the command brings beside its word.
  var load: CommandLoad {
    switch self {
    case .board, .swap2Board, .yxBoard, .yxBlock, .yxBlockUndo, .yxQueryDatabaseAll,
      .yxQueryDatabaseAllT, .yxQueryDatabaseOne, .yxQueryDatabaseText, .yxEditTVDDatabase,
      .yxSetBestMoveDatabase, .yxClearBestMoveDatabase, .yxDeleteDatabaseOne,
      .yxDeleteDatabaseAll:
      .list
    case .yxSetDatabase, .yxDBToPos, .yxDBToTxt, .yxDBToTxtAll, .yxTxtToDB, .yxLibToDB,
      .yxDBSplit, .yxDBMerge:
      .path
    case .yxEditLabelDatabase: .lineAndList
    case .yxEditTextDatabase: .textAndList
    default: .line
    }
  }
}

/// What belongs to a command beside its word.
enum CommandLoad: Sendable {
  /// The rest of its line, if there is any.
  case line
  /// A path: the rest of its line, or the next line if there is none.
  case path
  /// Parts up to DONE, on its line or on the next ones.
  case list
  /// The rest of its line, whatever it is, and then parts up to DONE.
  case lineAndList
  /// A text in quotes, which may hold lines of its own, and then parts up to DONE.
  case textAndList
}

extension Keyword {
  /// Whether the word, with `argument` behind it, begins the first line of an open block.
  func beginsBlock(of opener: Keyword, with argument: String?, in notation: Notation) -> Bool {
    guard self == .position, opener == .board || opener == .yxBoard else { return false }
    // A block of the other game is read to its end, so that it is refused as one.
    return notation.game == .liuzhou || argument?.contains("/") == true
  }
}
