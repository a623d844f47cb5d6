/// A page of help: for the table with its keys, moves, words and signs, or for openings.
public enum HelpPage: Equatable, Sendable {
  case table
  case opening

  /// Finds a page by the word after `help`.
  init?(_ word: String) {
    guard ["opening", "openings", "swap2", "swap"].contains(word.lowercased()) else { return nil }
    self = .opening
  }

  /// Returns the page's lines: at most 22 of at most 80 columns, so that it fits any terminal.
  func lines(isWindow: Bool) -> [String] {
    switch self {
    case .table:
      let signs =
        isWindow
        ? "[ ] cursor  < > can be picked  * * chosen  x o dead stones  ! × forbidden"
        : "( ) last move   < > can be picked   * * chosen   x o dead stones   ! forbidden"
      return HelpPage.moves + (isWindow ? HelpPage.keys : []) + [""]
        + HelpPage.list(HelpPage.words) + ["", signs]
    case .opening:
      return HelpPage.openings + [""] + HelpPage.list(HelpPage.openingWords)
    }
  }

  private static func list(_ words: [(word: String, meaning: String)]) -> [String] {
    let width = words.map(\.word.columns).max() ?? 0
    return words.map { "  \($0.word.filled(to: width))  \($0.meaning)" }
  }

  private static let moves = [
    "moves: h8 in gomoku; in Liuzhou chess c3 places, c3c4 slides; captures are asked",
    "for, or come with the move: c3xa1f6, c3c4xb2, xb2, pass",
  ]

  private static let keys = [
    "arrows move, Enter or Space picks, Tab goes to what can be picked, PgUp and PgDn",
    "look back and forth, Esc gives up a half entered turn, Ctrl-L draws, Ctrl-C leaves",
  ]

  private static let words = [
    ("undo", "take back, also to the position shown; over a line the other is asked"),
    ("hint, stop", "show a good move; end hint or analysis"),
    ("analyse 10 3", "think for 10 seconds: the 3 best lines, with the chances of each"),
    ("level 1…10", "how well the engine plays"),
    ("draw, resign", "offer a draw, which yes or no answers; give up"),
    ("pause, go", "hold the engines, and let them go on"),
    ("prev, next", "look at the position before, and after; the game stays as it is"),
    ("first, last", "look at the beginning, and at the present; move 12: after 12 moves"),
    ("clear", "give up a turn or an offer half entered"),
    ("save FILE", "as .sgf, .psq, .txt or .html; overwrite FILE replaces a file"),
    ("retry, show", "start an engine again; draw the board again"),
    ("quit, rematch", "leave, the game is kept; again with other colours"),
    ("help opening", "the words for swap2 and other openings: swap, stay, offer …"),
  ]

  private static let openings = [
    "The line below the board says who acts, and what is allowed.",
    "",
    "swap2: the first player sets three stones, black, white, black. The second takes",
    "White (stay), takes Black (swap), or sets a white and a black stone; after these",
    "the first player chooses: stay or swap. White then plays.",
    "swap: three stones, then the other chooses. pro, long-pro: Black's first stone in",
    "the centre, his second outside the central square of 5, or of 7.",
    "rif, yamaguchi, soosyrv-8 and other rules of renju: one of the 26 openings, swaps,",
    "and two or more fifth moves of Black, of which White takes one.",
  ]

  private static let openingWords = [
    ("h9", "the next stone; arrows and Enter set it too"),
    ("swap", "exchange the colours with the other"),
    ("stay", "keep the colours"),
    ("black, white", "the one of swap and stay that gives you this colour"),
    ("fifths 3", "announce three fifth moves"),
    ("offer g9,h12", "offer fifth moves; or pick one after the other"),
    ("take h12", "take an offered move; or pick it"),
    ("clear", "give up an offer half entered"),
  ]
}
