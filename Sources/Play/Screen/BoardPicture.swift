import Basics
import Gomocup
import GomokuRules
import LiuzhouRules
import Match

/// A drawing of the board in characters, with stones and marks.
struct BoardPicture {
  enum Content: Equatable {
    case empty
    case stone(Color)
    /// A captured stone of Liuzhou chess (六洲棋) that stays on the board until the placing ends.
    case dead(Color)
  }

  /// A highlight of a point. If a point has several marks, the greatest is shown.
  enum Mark: Int, Comparable {
    /// In ascending order: the last move, a winning row, a point that can be picked, advice, a
    /// forbidden point. Then the stone being moved, a chosen capture or offer, and the cursor.
    case last, won, candidate, hint, forbidden, focus, taken, cursor

    static func < (a: Mark, b: Mark) -> Bool { a.rawValue < b.rawValue }
  }

  private let state: PlayState
  /// The game at the position that is shown.
  private let game: PlayedGame
  private let terminal: TerminalCapabilities
  private let showsCursor: Bool
  /// True if a board of Liuzhou chess has a row of vertical lines between its rows.
  private let isTall: Bool
  private let width: Int
  private let height: Int
  private let isLiuzhou: Bool
  /// True if the lowest row is number 1.
  private let hasRowsFromBelow: Bool
  private var marks: [BoardPoint: Set<Mark>] = [:]

  init(
    _ state: PlayState, terminal: TerminalCapabilities, showsCursor: Bool, isTall: Bool = false,
    hasRowsFromBelow: Bool = false
  ) {
    (self.state, self.terminal, self.showsCursor) = (state, terminal, showsCursor)
    game = state.shownGame
    (width, height) = BoardLimits.sides(of: state.settings.game)
    isLiuzhou = if case .liuzhou = state.settings.game { true } else { false }
    self.isTall = isTall && isLiuzhou
    self.hasRowsFromBelow = hasRowsFromBelow || isLiuzhou
    collectMarks()
  }

  private mutating func collectMarks() {
    func mark(_ cells: some Sequence<BoardPoint>, _ mark: Mark) {
      for cell in cells { marks[cell, default: []].insert(mark) }
    }
    if let move = game.moves.last { mark(BoardPicture.cells(of: move), .last) }
    if case .gomoku(let position) = game.state {
      mark(position.winningPoints.map { BoardPoint($0) }, .won)
    }
    if let move = state.advice?.move { mark(BoardPicture.cells(of: move), .hint) }
    mark(game.offeredMoves.map { BoardPoint($0) }, .candidate)
    guard state.isPersonToAct, state.shownSteps == nil else { return }
    mark(state.forbidden.keys, .forbidden)
    // Before any entry, every stone that can slide is a candidate: too many to mark.
    if case .liuzhou(let liuzhou) = game.state,
      liuzhou.position.phase != .moving || !state.entry.isEmpty
    {
      mark(state.entry.candidates(in: game.state), .candidate)
    }
    mark(state.entry.marked, .taken)
    mark(state.entry.offered.map { BoardPoint($0) }, .taken)
    if let focus = state.entry.focus { mark([focus], .focus) }
    if showsCursor { mark([state.cursor], .cursor) }
  }

  /// Returns the points that a move changes.
  private static func cells(of move: Move) -> [BoardPoint] {
    switch move {
    case .point(let point): return [BoardPoint(point)]
    case .turn(let turn):
      let own: [LiuzhouRules.Point] =
        if case .slide(let from, let to) = turn.action { [from, to] } else {
          turn.target.map { [$0] } ?? []
        }
      return (own + Array(turn.captured)).map { BoardPoint($0) }
    }
  }

  // MARK: Lines

  /// The distance from one point to the next, in columns.
  private var pitch: Int { isLiuzhou ? 4 : 2 }
  /// The width of the row numbers, in columns.
  private var labelWidth: Int { isLiuzhou ? 2 : 3 }

  /// The width of the whole drawing, in columns.
  var columns: Int { labelWidth + pitch * width + 1 }

  var lines: [StyledLine] {
    var lines: [StyledLine] = []
    for y in 0..<height {
      lines.append(row(y))
      if isTall, y < height - 1 { lines.append(gap) }
    }
    return isLiuzhou ? lines + [files] : [files] + lines
  }

  /// Returns at most `rows` lines: the board around the cursor, and the file letters if they fit.
  func part(rows: Int) -> [StyledLine] {
    let first = min(max(0, state.cursor.y - rows / 2), max(0, height - rows))
    let last = min(height, first + rows)
    let all = (first..<last).map(row)
    return rows > height ? all + [files] : all
  }

  /// The line with the letters of the files.
  private var files: StyledLine {
    var text = String(repeating: " ", count: labelWidth + pitch / 2)
    for letter in "abcdefghijklmnopqrstuv".prefix(width) {
      text += String(letter) + String(repeating: " ", count: pitch - 1)
    }
    return StyledLine(text.fitted(to: columns), .label).filled(to: columns)
  }

  private func label(_ y: Int) -> String {
    let number = "\(hasRowsFromBelow ? height - y : y + 1)"
    let blanks = String(repeating: " ", count: labelWidth - 1 - number.count)
    return "\(blanks)\(number) "
  }

  /// Returns a row of points. Some marks have brackets, which replace the lines beside the point.
  private func row(_ y: Int) -> StyledLine {
    var signs = (0..<(pitch * width + 1)).map { column -> (String, Style) in
      let isOutside = column < pitch / 2 || column > pitch * (width - 1) + pitch / 2
      return (isOutside || !hasLines ? " " : "─", .wood)
    }
    for x in 0..<width {
      let cell = BoardPoint(x: x, y: y)
      let place = pitch * x + pitch / 2
      let strongest = marks[cell]?.max()
      signs[place] = sign(at: cell, strongest)
      guard let (left, right) = brackets(strongest) else { continue }
      let style = Style(
        foreground: signs[place].1.foreground == nil ? nil : Palette.black,
        background: Palette.wood, isBold: true)
      // The cursor's brackets take precedence over those of its neighbour.
      let before = x > 0 ? marks[BoardPoint(x: x - 1, y: y)]?.max() : nil
      if before != .cursor || pitch > 2 { signs[place - 1] = (left, style) }
      signs[place + 1] = (right, style)
    }
    var line = StyledLine(label(y), .label)
    for sign in signs { line.add(sign.0, sign.1) }
    return line
  }

  /// The line of vertical strokes between two rows.
  private var gap: StyledLine {
    var line = StyledLine(String(repeating: " ", count: labelWidth), .label)
    let bar = hasLines ? "│" : " "
    var text = ""
    for column in 0..<(pitch * width + 1) {
      text += column % pitch == pitch / 2 && column < pitch * width ? bar : " "
    }
    line.add(text, .wood)
    return line
  }

  /// True if the board is drawn with lines; stones of two columns would break the lines.
  private var hasLines: Bool { terminal.isUnicode && !terminal.hasWideStones }

  // MARK: Characters of points

  /// Returns the character of a point, with colours for its strongest mark.
  private func sign(at cell: BoardPoint, _ mark: Mark?) -> (String, Style) {
    var style = Style.wood
    switch mark {
    case .last?: style.background = Palette.last
    case .won?, .candidate?: style.background = Palette.candidate
    case .hint?: style.background = Palette.hint
    case .focus?: style.background = Palette.focus
    case .taken?: style.background = Palette.red
    case .cursor?:
      let isCandidate = marks[cell]?.contains(.candidate) == true
      style.background = isCandidate ? Palette.candidate : Palette.cursor
    case .forbidden?, nil: break
    }
    switch content(of: cell) {
    case .stone(let color):
      style.foreground = Style.stone(color).foreground
      style.isBold = color == .white
      return (terminal.stone(color), style)
    case .dead(let color):
      style.foreground = Palette.stone(color)
      return (color == .black ? "x" : "o", style)
    case .empty:
      if marks[cell]?.contains(.forbidden) == true {
        style.foreground = Palette.darkRed
        style.isBold = true
        return (terminal.isUnicode && !terminal.hasWideStones ? "×" : "!", style)
      }
      if marks[cell]?.contains(.hint) == true {
        style.foreground = Palette.darkGreen
        style.isBold = true
        return ("+", style)
      }
      return (crossing(cell), style)
    }
  }

  private func content(of cell: BoardPoint) -> Content {
    switch game.state {
    case .gomoku(let position):
      return position.color(at: cell.gomoku).map(Content.stone) ?? .empty
    case .liuzhou(let game):
      guard let point = cell.liuzhou else { return .empty }
      // A half entered move is shown as if it were made, without its captures.
      if let shown = entered(at: point, in: game) { return shown }
      for color in Color.allCases {
        if game.position.live(color).contains(point) { return .stone(color) }
        if game.position.dead(color).contains(point) { return .dead(color) }
      }
      return .empty
    }
  }

  /// Returns the content of a point that a half entered move changes; `nil` for other points.
  private func entered(at point: LiuzhouRules.Point, in game: Game) -> Content? {
    guard case .capturing(let action, _) = state.entry.progress else { return nil }
    switch action {
    case .place(point), .slide(_, point): return .stone(game.position.sideToMove)
    case .slide(point, _): return .empty
    default: return nil
    }
  }

  /// Returns the character of an empty point, at which lines of the board cross or meet.
  private func crossing(_ cell: BoardPoint) -> String {
    guard hasLines else { return "." }
    if isStar(cell) { return "╋" }
    let row = cell.y == 0 ? 0 : cell.y < height - 1 ? 1 : 2
    let column = cell.x == 0 ? 0 : cell.x < width - 1 ? 1 : 2
    return [["┌", "┬", "┐"], ["├", "┼", "┤"], ["└", "┴", "┘"]][row][column]
  }

  /// Returns whether the point is one of the five star points, which mark a large board of gomoku.
  ///
  /// The board has them if it is a square with an odd side of at least 13.
  private func isStar(_ cell: BoardPoint) -> Bool {
    guard !isLiuzhou, width == height, width >= 13, width % 2 == 1 else { return false }
    let middle = width / 2
    if cell == BoardPoint(x: middle, y: middle) { return true }
    return [3, width - 4].contains(cell.x) && [3, width - 4].contains(cell.y)
  }

  /// Returns the brackets around a point with this mark; `nil` if it has none.
  ///
  /// Without colours more marks have brackets, so that they can be seen.
  private func brackets(_ mark: Mark?) -> (String, String)? {
    switch mark {
    case .cursor?: ("[", "]")
    case .taken?: ("*", "*")
    case .candidate?: ("<", ">")
    case .focus?: ("{", "}")
    case .last? where !terminal.hasColors: ("(", ")")
    case .won? where !terminal.hasColors: ("=", "=")
    case .hint? where !terminal.hasColors: ("?", "?")
    default: nil
    }
  }
}
