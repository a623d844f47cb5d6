import Basics

/// A command that other engines know and this one does not: what it brings with it is read and dropped.
struct ForeignCommand: Sendable {
  /// What belongs to the command beside its word.
  enum Load: CaseIterable, Sendable {
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

  let word: String
  let load: Load

  init?(_ word: some StringProtocol) {
    let word = word.uppercased()
    guard let load = ForeignCommand.loads[word] else { return nil }
    (self.word, self.load) = (word, load)
  }

  private static let loads = Dictionary(
    uniqueKeysWithValues: Load.allCases.flatMap { load in
      words(of: load).split(whereSeparator: \.isWhitespace).map { (String($0), load) }
    })

  /// The commands of Yixin-Board, its fork, Rapfi and AlphaGomoku that are missing among the keywords.
  private static func words(of load: Load) -> String {
    switch load {
    case .line:
      """
      YXBLOCKPATHRESET YXFORBID YXSWAP2STEP1 YXSWAP2STEP2 YXSWAP2STEP3 YXSOOSORVSTEP1
      YXSAVEDATABASE YXDBCHECK YXDBFIX YXDRAW YXRESIGN YXPRINTFEATURE
      TRACEBOARD TRACESEARCH RELOADCONFIG PONDER CLEARHASH PROTOCOLVERSION
      """
    case .path:
      """
      YXHASHDUMP YXHASHLOAD YXSETDATABASE YXDBTOPOS YXDBTOTXT YXDBTOTXTALL YXDBTOLIB YXTXTTODB
      YXLIBTODB YXDBSPLIT YXDBMERGE LOADMODEL EXPORTMODEL
      """
    case .list:
      """
      YXBLOCKPATH YXBLOCKPATHUNDO YXSOOSORVSTEP2 YXSOOSORVSTEP3 YXSOOSORVSTEP4 YXSOOSORVSTEP5
      YXSOOSORVSTEP6 YXQUERYDATABASEALL YXQUERYDATABASEALLT YXQUERYDATABASEONE YXQUERYDATABASETEXT
      YXEDITTVDDATABASE YXDELETEDATABASEONE YXDELETEDATABASEALL YXSETBESTMOVEDATABASE
      YXCLEARBESTMOVEDATABASE
      SHOWFORBID BALANCE SWAP1STBOARD SWAPBOARD PROBOARD LONGPROBOARD SWAP5STEP1 SWAP5STEP2 SWAP5STEP3
      RIFSTEP1 RIFSTEP2 RIFSTEP3 RIFSTEP4 RIFSTEP5 SAKATASTEP1 SAKATASTEP2 SAKATASTEP3
      LIANHUANSTEP1 LIANHUANSTEP2 TARANNIKOVSTEP1 TARANNIKOVSTEP2
      YAMAGUCHISTEP1 YAMAGUCHISTEP2 YAMAGUCHISTEP3 YAMAGUCHISTEP4 YAMAGUCHISTEP5
      SOOSYRVSTEP1 SOOSYRVSTEP2 SOOSYRVSTEP3 SOOSYRVSTEP4 SOOSYRVSTEP5 SOOSYRVSTEP6
      TARAGUCHISTEP1 TARAGUCHISTEP2 TARAGUCHISTEP3 TARAGUCHISTEP4
      """
    case .lineAndList: "YXEDITLABELDATABASE"
    case .textAndList: "YXEDITTEXTDATABASE"
    }
  }
}

/// A text in quotes that is skipped. A backslash takes away the meaning of what follows it.
struct QuotedText: Sendable {
  private var isEscaped = false
  private var lineCount = 0

  /// A text that never ends is taken to have ended after so many lines.
  static let mostLines = 4096

  /// Reads on in `line`, behind the opening quote or anywhere later.
  ///
  /// - Returns: what stands behind the closing quote, or `nil` if the text goes on.
  mutating func skip(_ line: some StringProtocol) -> String? {
    for (index, character) in zip(line.indices, line) {
      if isEscaped {
        isEscaped = false
      } else if character == "\"" {
        return String(line[line.index(after: index)...])
      } else {
        isEscaped = character == "\\"
      }
    }
    // The line end is the one that is escaped.
    isEscaped = false
    lineCount += 1
    return lineCount < QuotedText.mostLines ? nil : ""
  }
}
