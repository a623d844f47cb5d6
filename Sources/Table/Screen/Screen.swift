import Basics
import Gomocup
import GomokuRules
import LiuzhouRules
import Platform
import Tournament

/// What is to be seen of a table, as lines of a terminal.
public struct Screen {
  let table: Table
  let look: Look
  let now: MonotonicTime

  public init(_ table: Table, look: Look, now: MonotonicTime) {
    (self.table, self.look, self.now) = (table, look, now)
  }

  // MARK: A whole window

  /// The least columns beside the board that make it worth while to write there.
  private static let leastPanel = 28

  /// The lines of a window of a terminal whose cursor can be moved: exactly `rows` of them, each
  /// `columns` wide.
  ///
  /// - Parameter typed: what was typed so far of the next line.
  public func window(columns: Int, rows: Int, typed: String) -> [String] {
    let picture = BoardPicture(table, look: look, showsCursor: true)
    let board = picture.lines
    var lines: [StyledLine]
    if board.count > rows || picture.columns > columns {
      lines = StyledLine("").spread(
        over: "the window is too small for this board, which needs \(picture.columns) columns and "
          + "\(board.count) rows; typed moves are understood",
        columns: columns)
      lines += footer(columns: columns, rows: max(2, rows - lines.count), typed: typed)
    } else if columns - picture.columns - 2 >= Screen.leastPanel {
      let width = columns - picture.columns - 2
      let panel = side(columns: width, rows: rows, level: board.count, typed: typed)
      lines = (0..<max(board.count, panel.count)).map { row in
        let left =
          (row < board.count ? board[row] : StyledLine()).filled(to: picture.columns + 2)
        return left + (row < panel.count ? panel[row] : StyledLine())
      }
    } else {
      lines = board + footer(columns: columns, rows: max(2, rows - board.count), typed: typed)
    }
    return (0..<rows).map { row in
      (row < lines.count ? lines[row] : StyledLine()).filled(to: columns)
        .rendered(look)
    }
  }

  /// All there is to say, beside the board; what matters most is at the end, which stays.
  ///
  /// - Parameter level: the lines that end level with the board.
  private func side(columns: Int, rows: Int, level: Int, typed: String) -> [StyledLine] {
    let head = header(columns: columns)
    let foot = footer(columns: columns, rows: max(2, rows - head.count - 1), typed: typed)
    let room = rows - head.count - foot.count - 2
    let moves = room > 0 ? recent(columns: columns, rows: min(room, 6)) : []
    let middle = moves.isEmpty ? [] : [StyledLine()] + moves
    // What is typed stays in its place, whatever else there is to say.
    let gap = max(1, level - head.count - middle.count - foot.count)
    let blanks = Array(repeating: StyledLine(), count: gap)
    return (head + middle + blanks + foot).suffix(rows)
  }

  private func header(columns: Int) -> [StyledLine] {
    let title = table.settings.game.name + (table.settings.usesSwap2 ? ", swap2" : "")
    var lines = [StyledLine(title.shown, .bold), StyledLine()]
    for player in Player.allCases { lines.append(line(for: player, columns: columns)) }
    if let phase { lines.append(StyledLine(phase, .dim)) }
    if let text = table.lineText {
      lines += StyledLine("", .dim).spread(over: text.shown, columns: columns)
    }
    return lines
  }

  /// Colour, name, stones and clock of a player.
  private func line(for player: Player, columns: Int) -> StyledLine {
    let color = table.game.color(of: player)
    let isActor = table.game.actor == player
    let sign = color.map { $0 == .black ? "X" : "O" } ?? "?"
    let stone = color.map { $0 == .black ? "●" : "○" } ?? "?"
    var text = "\(isActor ? ">" : " ") \(look.isUnicode ? stone : sign) "
    text += table.name(of: player).shown
    if let level = table.level(of: player), level < Level.best { text += " (level \(level))" }
    if let color, case .liuzhou(let game) = table.game.state {
      let hand = game.position.hand(color)
      text += "  \(game.position.live(color).count)" + (hand > 0 ? " + \(hand) in hand" : "")
    }
    if let left = table.timeLeft(of: player, at: now) {
      text = text.filled(to: max(text.columns + 1, min(columns, 40) - 9)) + clockText(left)
    }
    return StyledLine(text, isActor ? .bold : .plain)
  }

  /// The part of a game of Liuzhou chess.
  private var phase: String? {
    guard case .liuzhou(let game) = table.game.state, table.game.ending == nil else { return nil }
    switch game.position.phase {
    case .placing: return "placing 放子"
    case .forcing: return "forcing 逼子"
    case .exchanging: return "exchanging 换子"
    case .moving:
      let quiet = game.position.quiet
      return "moving 走子" + (quiet >= 20 ? ", \(quiet) turns without a capture" : "")
    }
  }

  /// The last moves, as many as fit.
  private func recent(columns: Int, rows: Int) -> [StyledLine] {
    let moves = table.game.state.moves.enumerated().map { "\($0.offset + 1).\($0.element)" }
    // A move takes at least four columns.
    let text = moves.suffix(columns * rows / 4).joined(separator: " ")
    return text.wrapped(to: columns).suffix(rows).map { StyledLine($0, .dim) }
  }

  /// What was said, what is to be done, and what is typed: the last two lines always.
  private func footer(columns: Int, rows: Int, typed: String) -> [StyledLine] {
    var lines = news(columns: columns)
    let task = StyledLine("", .bold).spread(over: prompt, columns: columns)
    let last = task.prefix(max(1, rows - 1)) + [entryLine(typed, columns: columns)]
    let room = max(0, rows - last.count)
    if lines.count > room { lines = Array(lines.prefix(room)) }
    return lines + last
  }

  private func entryLine(_ typed: String, columns: Int) -> StyledLine {
    var shown = typed
    // The end of a long line is what is being typed.
    while shown.columns > columns - 4, !shown.isEmpty { shown.removeFirst() }
    var line = StyledLine("> \(shown)")
    line.add(" ", Style(isReversed: true))
    if typed.isEmpty { line.add("  arrows and Enter, a move, or help", .dim) }
    return line
  }

  // MARK: News

  /// Advice, notice and trouble.
  private func news(columns: Int) -> [StyledLine] {
    var lines: [StyledLine] = []
    if let trouble = table.trouble {
      lines += StyledLine("", .error).spread(over: trouble.shown, columns: columns)
    }
    if let advice = table.advice {
      lines += StyledLine("", .good).spread(over: text(of: advice), columns: columns)
    }
    if let notice = table.notice {
      lines += StyledLine("", notice.isError ? .error : .plain)
        .spread(over: notice.text.shown, columns: columns)
    }
    if let forbiddance = table.forbidden[table.cursor], table.isPersonToAct {
      let text = "\(table.cursor.gomoku) is forbidden: \(forbiddance.text)"
      if table.notice?.text != text {
        lines += StyledLine("", .error).spread(over: text, columns: columns)
      }
    }
    return lines
  }

  private func text(of advice: Table.Advice) -> String {
    let word = advice.isHint ? "hint" : "analysis"
    return "\(word): \(advice.text.shown)"
  }

  /// What is to be done next, in a sentence.
  var prompt: String {
    let game = table.game
    if let ending = game.ending { return "\(game.text(of: ending)) - undo, save FILE, quit" }
    if let wish = game.wish, table.settings[wish.player.other].kind == .person {
      let what = wish.wish == .draw ? "a draw is offered" : "may the other take back?"
      return "\(what) yes or no"
    }
    guard let actor = game.actor else { return "" }
    let name = table.name(of: actor).shown
    if table.isPaused, !table.isPersonToAct { return "paused: go" }
    switch table.settings[actor].kind {
    case .person:
      if table.isProposing { return "on its way …" }
      let isAlone = table.settings.persons.count == 1
      return "\(isAlone ? "your turn" : name): \(task)"
    case .engine: return "\(name) thinks, \(table.elapsed(at: now) / 1000) s"
    case .remote: return "\(name) is to move, \(table.elapsed(at: now) / 1000) s"
    }
  }

  /// What a person has to do.
  private var task: String {
    if !table.game.choices.isEmpty { return table.choicePrompt }
    switch table.game.stage {
    case .proposing: return "set three stones, \(3 - table.game.state.plies) to go"
    case .adding: return "set two more stones, \(5 - table.game.state.plies) to go"
    default: return table.entry.prompt(in: table.game.state)
    }
  }

  // MARK: Without a window

  /// The board and all there is to say, one line after the other, for a pipe or a simple terminal.
  public var page: [String] {
    let columns = 78
    let board = BoardPicture(table, look: look, showsCursor: false).lines
    let lines = [StyledLine()] + board + players(columns) + news(columns: columns)
    return lines.map { $0.trimmed(look).rendered(look) } + [promptLine]
  }

  /// The players and, in Liuzhou chess, the phase.
  private func players(_ columns: Int) -> [StyledLine] {
    Player.allCases.map { line(for: $0, columns: columns) }
      + [phase, table.lineText.map(\.shown)].compactMap { $0.map { StyledLine("  \($0)") } }
  }

  /// What is to be done, for a terminal without a window.
  public var promptLine: String { prompt }
}

extension StyledLine {
  /// The text cut into lines of this line's style.
  func spread(over text: String, columns: Int) -> [StyledLine] {
    text.wrapped(to: columns).map { StyledLine($0, pieces.first?.style ?? .plain) }
  }

  /// The line without blanks at its end, unless they are coloured.
  func trimmed(_ look: Look) -> StyledLine {
    var line = self
    while let last = line.pieces.last, last.style.background == nil || !look.hasColors {
      let text = last.text.reversed().drop { $0 == " " }.reversed()
      line.pieces.removeLast()
      if !text.isEmpty {
        line.pieces.append((String(text), last.style))
        break
      }
    }
    return line
  }
}
