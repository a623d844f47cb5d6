/// The help page: keys, moves, commands and signs.
enum HelpPage {
  static func lines(isWindow: Bool) -> [String] {
    let keys = [
      "arrows move, Enter or Space picks, Tab goes to what can be picked,",
      "Esc gives up a turn half entered, Ctrl-L draws anew, Ctrl-C leaves",
    ]
    let moves = [
      "moves: h8 in gomoku; in Liuzhou chess c3 places, c3c4 slides; captures are asked",
      "for, or come with the move: c3xa1f6, c3c4xb2, xb2, pass",
    ]
    let width = UserCommand.words.map(\.word.count).max() ?? 0
    let words = UserCommand.words.map { word, meaning in
      "  \(word.filled(to: width))  \(meaning)"
    }
    let signs = [
      isWindow
        ? "[ ] cursor  < > can be picked  * * chosen  x o dead stones  ! × forbidden"
        : "( ) last move   < > can be picked   * * chosen   x o dead stones   ! forbidden"
    ]
    return moves + (isWindow ? keys : []) + [""] + words + [""] + signs
  }
}
