import Basics

/// A command of other engines that this one does not support.
///
/// Its arguments are read and discarded, so that the lines of a block are not taken for commands.
struct ForeignCommand: Sendable {
  let word: String
  let load: CommandLoad

  init?(_ word: some StringProtocol) {
    let word = word.uppercased()
    guard let load = ForeignCommand.loads[word] else { return nil }
    (self.word, self.load) = (word, load)
  }

  private static let loads = Dictionary(
    uniqueKeysWithValues: words.flatMap { load, words in
      words.split(whereSeparator: { $0.isWhitespace }).map { (String($0), load) }
    })

  /// The commands of Yixin-Board, its fork, Rapfi and AlphaGomoku that are not in `Keyword`.
  static let words: [(load: CommandLoad, words: String)] = [
    (
      .line,
      """
      YXBLOCKPATHRESET YXFORBID YXDRAW YXRESIGN YXPRINTFEATURE
      TRACEBOARD TRACESEARCH RELOADCONFIG PONDER CLEARHASH PROTOCOLVERSION
      """
    ),
    (.path, "YXHASHDUMP YXHASHLOAD LOADMODEL EXPORTMODEL"),
    (
      .list,
      """
      YXBLOCKPATH YXBLOCKPATHUNDO SHOWFORBID BALANCE
      SWAP1STBOARD SWAPBOARD PROBOARD LONGPROBOARD SWAP5STEP1 SWAP5STEP2 SWAP5STEP3
      RIFSTEP1 RIFSTEP2 RIFSTEP3 RIFSTEP4 RIFSTEP5 SAKATASTEP1 SAKATASTEP2 SAKATASTEP3
      LIANHUANSTEP1 LIANHUANSTEP2 TARANNIKOVSTEP1 TARANNIKOVSTEP2
      YAMAGUCHISTEP1 YAMAGUCHISTEP2 YAMAGUCHISTEP3 YAMAGUCHISTEP4 YAMAGUCHISTEP5
      SOOSYRVSTEP1 SOOSYRVSTEP2 SOOSYRVSTEP3 SOOSYRVSTEP4 SOOSYRVSTEP5 SOOSYRVSTEP6
      TARAGUCHISTEP1 TARAGUCHISTEP2 TARAGUCHISTEP3 TARAGUCHISTEP4
      """
    ),
  ]
}
