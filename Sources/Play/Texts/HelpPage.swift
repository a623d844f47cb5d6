/// A page of help: `table` on keys, moves, commands and signs, `opening` on the rules of openings.
public enum HelpPage: Equatable, Sendable {
  case table
  case opening

  /// Creates the page on openings if the word after `help` asks for it; `nil` for any other word.
  init?(_ word: String) {
    guard ["opening", "openings", "swap2", "swap", "开局"].contains(word.lowercased()) else {
      return nil
    }
    self = .opening
  }

  /// Returns the page's lines: at most 22 of at most 80 columns, so that it fits any terminal.
  func lines(isWindow: Bool, _ language: Speech.Language = .english) -> [String] {
    let texts =
      switch language {
      case .english: HelpTexts.english
      case .chinese: HelpTexts.chinese
      }
    switch self {
    case .table:
      return texts.moves + (isWindow ? texts.keys : []) + [""] + HelpPage.list(texts.words)
        + ["", isWindow ? texts.windowSigns : texts.plainSigns]
    case .opening: return texts.openings + [""] + HelpPage.list(texts.openingWords)
    }
  }

  private static func list(_ words: [(word: String, meaning: String)]) -> [String] {
    let width = words.map(\.word.columns).max() ?? 0
    return words.map { "  \($0.word.filled(to: width))  \($0.meaning)" }
  }
}

/// The texts of the pages of help in one language.
private struct HelpTexts {
  let moves: [String]
  let keys: [String]
  let words: [(word: String, meaning: String)]
  let windowSigns: String
  let plainSigns: String
  let openings: [String]
  let openingWords: [(word: String, meaning: String)]

  static let english = HelpTexts(
    moves: [
      "moves: h8 in gomoku; in Liuzhou chess c3 places, c3c4 slides; captures are asked",
      "for, or come with the move: c3xa1f6, c3c4xb2, xb2, pass",
    ],
    keys: [
      "arrows move, Enter or Space picks, Tab goes to what can be picked, PgUp and PgDn",
      "look back and forth, Esc gives up a half entered turn, Ctrl-C leaves",
    ],
    words: [
      ("undo", "take back, also to the position shown; over a line if agreed"),
      ("hint, stop", "show a good move; end hint or analysis"),
      ("analyse 10 3", "think for 10 seconds: the 3 best lines, with their chances"),
      ("level 1…10", "how well the engine plays"),
      ("draw, resign", "offer a draw, which yes or no answers; give up"),
      ("pause, go", "hold the engines, and let them go on"),
      ("prev, next", "look at the position before, or after; the game stays as it is"),
      ("first, last", "look at the beginning, or the present; move 12: after 12 moves"),
      ("clear", "give up a turn or an offer half entered"),
      ("save FILE", "as .sgf, .psq, .txt or .html; overwrite FILE replaces a file"),
      ("retry, show", "start an engine again; draw the board again"),
      ("quit, rematch", "leave, the game is kept; again with other colours"),
      ("help opening", "the words for swap2 and other openings: swap, stay, offer …"),
    ],
    windowSigns: "[ ] cursor  < > can be picked  * * chosen  x o dead stones  ! × forbidden",
    plainSigns:
      "( ) last move   < > can be picked   * * chosen   x o dead stones   ! forbidden",
    openings: [
      "The line below the board says who acts, and what is allowed.",
      "",
      "swap2: the first player sets three stones, black, white, black. The second takes",
      "White (stay), takes Black (swap), or sets a white and a black stone; after these",
      "the first player chooses: stay or swap. White then plays.",
      "swap: three stones, then the other chooses. pro, long-pro: Black's first is in",
      "the centre, his second outside the central square of 5, or of 7.",
      "rif, yamaguchi, soosyrv-8 and other renju rules: one of the 26 openings, swaps,",
      "and two or more fifth moves of Black, of which White takes one.",
    ],
    openingWords: [
      ("h9", "the next stone; arrows and Enter set it too"),
      ("swap", "exchange the colours with the other"),
      ("stay", "keep the colours"),
      ("black, white", "the one of swap and stay that gives you this colour"),
      ("fifths 3", "announce three fifth moves"),
      ("offer g9,h12", "offer fifth moves; or pick one after the other"),
      ("take h12", "take an offered move; or pick it"),
      ("clear", "give up an offer half entered"),
    ])

  static let chinese = HelpTexts(
    moves: [
      "着法：五子棋输入 h8；六洲棋 c3 放子，c3c4 走子；成城后会问吃哪些子，",
      "也可以一起输入：c3xa1f6、c3c4xb2、xb2、pass（停一手）",
    ],
    keys: [
      "方向键移动，回车或空格选点，Tab 跳到可选的点，PgUp、PgDn 前后查看，",
      "Esc 放弃输入了一半的着法，Ctrl-L 重画，Ctrl-C 离开",
    ],
    words: [
      ("undo 悔棋", "悔棋，也可退到正在查看的局面；联机时要对方同意"),
      ("hint 提示, stop 停止", "提示一手好棋；结束提示或分析"),
      ("analyse 10 3 分析", "思考 10 秒：列出最好的 3 路及其胜率"),
      ("level 1…10 等级", "引擎的棋力"),
      ("draw 和棋, resign 认输", "提和（对方答 yes 同意或 no 不同意）；认输"),
      ("pause 暂停, go 继续", "让引擎暂停；继续对局"),
      ("prev 上一手, next 下一手", "查看前一手、后一手的局面，不改变对局"),
      ("first 开头, last 末尾", "查看开头或当前局面；move 12：第 12 手之后"),
      ("clear 清除", "放弃输入了一半的着法或打点"),
      ("save 保存 FILE", "存为 .sgf、.psq、.txt 或 .html；overwrite 覆盖旧文件"),
      ("retry 重试, show 棋盘", "重新启动引擎；重画棋盘"),
      ("quit 退出, rematch 再来", "离开，对局会保存；交换黑白再来一局"),
      ("help opening 开局", "Swap2 等开局规则的用词：swap、stay、offer……"),
    ],
    windowSigns: "[ ] 光标  < > 可选  * * 已选  x o 已吃的子  ! × 禁手",
    plainSigns: "( ) 最后一手   < > 可选   * * 已选   x o 已吃的子   ! 禁手",
    openings: [
      "棋盘下面一行会说明轮到谁，可以做什么。",
      "",
      "swap2：先手摆三子：黑、白、黑。后手可以执白（stay）、执黑（swap），",
      "或再摆一白一黑；这时由先手选 stay 或 swap。然后白方落子。",
      "swap（三手交换）：摆三子后由对方选颜色。pro、long-pro：黑方第一子在天元，",
      "第二子在中央 5×5（long-pro 为 7×7）之外。",
      "rif、yamaguchi、soosyrv-8 等连珠规则：从 26 种开局开始，可以交换，",
      "黑方给出两个或更多五手打点，白方选一个。",
    ],
    openingWords: [
      ("h9", "下一子；也可用方向键和回车"),
      ("swap 交换", "交换黑白"),
      ("stay 不换", "不交换"),
      ("black 执黑, white 执白", "swap 与 stay 中使您得到这一颜色的一个"),
      ("fifths 3 打点数", "宣布三个五手打点"),
      ("offer g9,h12 打点", "给出五手打点；也可以逐个点选"),
      ("take h12 选点", "选一个打点；也可以点选"),
      ("clear 清除", "放弃输入了一半的打点"),
    ])
}
