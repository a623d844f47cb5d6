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
  /// Whether the word begins the first line of an open block in that notation.
  func beginsBlock(of opener: Keyword, in notation: Notation) -> Bool {
    notation.game == .liuzhou && self == .position && (opener == .board || opener == .yxBoard)
  }
}

/// Commands of other engines that take further lines, which have to be read and dropped.
///
/// Those that fit on one line need no entry: they are unknown words like any other.
enum ForeignCommand: Sendable {
  /// Lines up to DONE follow.
  case list
  /// A path follows, on the same line or on the next.
  case path

  init?(_ word: some StringProtocol) {
    let word = word.uppercased()
    if ForeignCommand.lists.contains(word) {
      self = .list
    } else if ForeignCommand.paths.contains(word) {
      self = .path
    } else {
      return nil
    }
  }

  private static let lists: Set = [
    "YXBLOCKPATH", "YXBLOCKPATHUNDO",
    "YXQUERYDATABASEALL", "YXQUERYDATABASEALLT", "YXQUERYDATABASEONE", "YXQUERYDATABASETEXT",
    "YXEDITTVDDATABASE", "YXEDITTEXTDATABASE", "YXEDITLABELDATABASE",
    "YXDELETEDATABASEONE", "YXDELETEDATABASEALL",
    "YXSETBESTMOVEDATABASE", "YXCLEARBESTMOVEDATABASE",
    "YXSOOSORVSTEP1", "YXSOOSORVSTEP2", "YXSOOSORVSTEP3", "YXSOOSORVSTEP4", "YXSOOSORVSTEP5",
    "YXSOOSORVSTEP6", "SHOWFORBID", "BALANCE",
  ]

  private static let paths: Set = [
    "YXHASHDUMP", "YXHASHLOAD", "YXSETDATABASE", "YXDBTOTXT", "YXDBTOTXTALL", "YXDBTOLIB",
    "YXLIBTODB", "YXTXTTODB", "YXDBSPLIT", "YXDBMERGE",
  ]
}
