/// The first words of all supported commands.
enum Keyword: String, CaseIterable, Sendable {
  case start, rectStart, restart, begin, turn, play, takeBack, board, swap2Board, opening
  case openingState
  case info, about, end
  case stop, yxStop, yxBoard, yxShowInfo, yxShowForbid, yxNBest, yxSearchDefend
  case yxBalanceOne, yxBalanceTwo, yxSwap2Step1, yxSwap2Step2, yxSwap2Step3
  case yxSoosorvStep1, yxSoosorvStep2, yxSoosorvStep3, yxSoosorvStep4, yxSoosorvStep5
  case yxSoosorvStep6
  case yxBlock, yxBlockUndo, yxBlockReset, yxHashClear, yxShowHashUsage
  case yxSetDatabase, yxSaveDatabase, yxDBCheck, yxDBFix
  case yxQueryDatabaseAll, yxQueryDatabaseAllT, yxQueryDatabaseOne, yxQueryDatabaseText
  case yxEditTVDDatabase, yxEditTextDatabase, yxEditLabelDatabase
  case yxSetBestMoveDatabase, yxClearBestMoveDatabase
  case yxDeleteDatabaseOne, yxDeleteDatabaseAll
  case yxDBToPos, yxDBToTxt, yxDBToTxtAll, yxTxtToDB, yxLibToDB, yxDBToLib, yxDBSplit, yxDBMerge
  case show, moves, captures, position, perft, search, solve, eval, bench

  /// The keyword as it is sent, in upper case.
  var word: String { rawValue.uppercased() }

  /// Creates the keyword from a word in any case.
  init?(_ word: some StringProtocol) {
    guard let keyword = Keyword.byWord[word.uppercased()] else { return nil }
    self = keyword
  }

  private static let byWord = Dictionary(uniqueKeysWithValues: allCases.map { ($0.word, $0) })

  /// The form of the command's arguments.
  var load: CommandLoad {
    switch self {
    case .board, .swap2Board, .yxBoard, .yxBlock, .yxBlockUndo, .yxSoosorvStep2, .yxSoosorvStep3,
      .yxSoosorvStep4, .yxSoosorvStep5, .yxSoosorvStep6, .yxQueryDatabaseAll,
      .yxQueryDatabaseAllT, .yxQueryDatabaseOne, .yxQueryDatabaseText, .yxEditTVDDatabase,
      .yxSetBestMoveDatabase, .yxClearBestMoveDatabase, .yxDeleteDatabaseOne,
      .yxDeleteDatabaseAll:
      .list
    case .yxSetDatabase, .yxDBToPos, .yxDBToTxt, .yxDBToTxtAll, .yxTxtToDB, .yxLibToDB,
      .yxDBToLib, .yxDBSplit, .yxDBMerge:
      .path
    case .yxEditLabelDatabase: .lineAndList
    case .yxEditTextDatabase: .textAndList
    default: .line
    }
  }
}

/// The form of a command's arguments.
enum CommandLoad: Sendable {
  /// The rest of the line, which may be empty.
  case line
  /// A path: the rest of the line, or the next line if the rest is empty.
  case path
  /// Parts up to DONE, on the same line or on the following ones.
  case list
  /// The rest of the line as one argument, and then parts up to DONE.
  case lineAndList
  /// A quoted text, which may span several lines, and then parts up to DONE.
  case textAndList
}

extension Keyword {
  /// Returns whether a line with this keyword and `argument` is the first line of an open block.
  ///
  /// Only POSITION can be both: a command, and the first line of a BOARD block in Liuzhou chess.
  func beginsBlock(of opener: Keyword, with argument: String?, in notation: Notation) -> Bool {
    guard self == .position, opener == .board || opener == .yxBoard else { return false }
    // The block may belong to the other game. It is then read to its end and refused as a whole.
    return notation.game == .liuzhou || argument?.contains("/") == true
  }
}
