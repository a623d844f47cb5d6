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

  /// The lines of a window of a terminal whose cursor can be moved: exactly `rows` of them, each
  /// `columns` wide.
  ///
  /// - Parameter typed: what was typed so far of the next line.
  public func window(columns: Int, rows: Int, typed: String) -> [String] {
    let lines = layout(columns: columns, rows: rows, typed: typed)
    return (0..<rows).map { row in
      (row < lines.count ? lines[row] : StyledLine()).filled(to: columns)
        .rendered(look)
    }
  }

  /// The columns beside the board that a panel should have, and the fewest that will do.
  private static let (goodPanel, leastPanel) = (28, 16)
  /// The fewest rows of a part of the board.
  private static let leastBoard = 3

  /// The board and the dialogue in the first arrangement that has room for all of the dialogue.
  private func layout(columns: Int, rows: Int, typed: String) -> [StyledLine] {
    let pictures = [true, false].map { isTall in
      BoardPicture(table, look: look, showsCursor: true, isTall: isTall)
    }
    func dialogue(_ width: Int, _ room: Int = .max) -> [StyledLine] {
      self.dialogue(columns: width, rows: room, typed: typed)
    }
    for picture in pictures where picture.lines.count <= rows {
      let side = columns - picture.columns - 2
      if side >= Screen.goodPanel, dialogue(side).count <= rows {
        return beside(picture, columns: side, rows: rows, typed: typed)
      }
      let below = dialogue(columns)
      if picture.columns <= columns, picture.lines.count + below.count <= rows {
        return picture.lines + players(columns, rows - picture.lines.count - below.count) + below
      }
      if side >= Screen.leastPanel, dialogue(side).count <= rows {
        return beside(picture, columns: side, rows: rows, typed: typed)
      }
    }
    return cramped(pictures[1], columns: columns, rows: rows, typed: typed)
  }

  /// The lines of both players if there is room for them.
  private func players(_ columns: Int, _ room: Int) -> [StyledLine] {
    room < 2 ? [] : Player.allCases.map { line(for: $0, columns: columns) }
  }

  /// As much of the board as leaves the dialogue its room: without its margin, or a part of it.
  private func cramped(
    _ picture: BoardPicture, columns: Int, rows: Int, typed: String
  ) -> [StyledLine] {
    let most = rows - Screen.leastBoard
    if picture.columns <= columns, most > 0 {
      let below = dialogue(columns: columns, rows: max(most, 3), typed: typed)
      let room = rows - below.count
      if room >= Screen.leastBoard { return picture.part(rows: room) + below }
    }
    let below = dialogue(columns: columns, rows: rows, typed: typed)
    let text =
      "the window is too small for this board, which needs \(picture.columns) columns and "
      + "\(picture.lines.count) rows; typed moves are understood"
    let head = StyledLine("").spread(over: text, columns: columns)
    return Array(head.prefix(max(0, rows - below.count))) + below
  }

  /// The board with all there is to say on its right.
  private func beside(
    _ picture: BoardPicture, columns: Int, rows: Int, typed: String
  ) -> [StyledLine] {
    let board = picture.lines
    let panel = side(columns: columns, rows: rows, level: board.count, typed: typed)
    return (0..<max(board.count, panel.count)).map { row -> StyledLine in
      let left = row < board.count ? board[row] : StyledLine()
      let right = row < panel.count ? panel[row] : StyledLine()
      return left.filled(to: picture.columns + 2) + right
    }
  }

  /// All there is to say, beside the board; what matters most is at the end, which stays.
  ///
  /// - Parameter level: the lines that end level with the board.
  private func side(columns: Int, rows: Int, level: Int, typed: String) -> [StyledLine] {
    let foot = dialogue(columns: columns, rows: rows, typed: typed)
    let head = Array(header(columns: columns).suffix(max(0, rows - foot.count - 1)))
    let room = rows - head.count - foot.count - 2
    let moves = room > 0 ? recent(columns: columns, rows: min(room, 6)) : []
    let middle = moves.isEmpty ? [] : [StyledLine()] + moves
    // What is typed stays in its place, whatever else there is to say.
    let gap = max(head.isEmpty ? 0 : 1, level - head.count - middle.count - foot.count)
    let blanks = Array(repeating: StyledLine(), count: gap)
    let lines: [StyledLine] = head + middle + blanks + foot
    return Array(lines.suffix(rows))
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

  /// Stone, name, colour, stones and clock of a player.
  ///
  /// The colour is told by a word as well: a stone in the terminal's own colour may look like either.
  private func line(for player: Player, columns: Int) -> StyledLine {
    let color = table.game.color(of: player)
    let isActor = table.game.actor == player
    let style = isActor ? Style.bold : .plain
    var line = StyledLine(isActor ? "> " : "  ", style)
    line.add(color.map { look.stone($0) } ?? "?", color.map { Style.stone($0) } ?? style)
    var text = " \(table.name(of: player).shown)"
    if let color { text += ", \(color)" }
    if let level = table.level(of: player), level < Level.best { text += " (level \(level))" }
    if let color, case .liuzhou(let game) = table.game.state {
      let hand = game.position.hand(color)
      text += "  \(game.position.live(color).count)" + (hand > 0 ? " + \(hand) in hand" : "")
    }
    if let left = table.timeLeft(of: player, at: now) {
      let clock = clockText(left)
      // The clock stays, whatever is cut off.
      let width = min(columns, 40) - line.columns - 9
      text = text.filled(to: max(1, min(max(text.columns + 1, width), columns - line.columns - 9)))
      text += clock
    }
    line.add(text, style)
    return line
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

  /// A piece of the dialogue.
  private struct Block {
    var lines: [StyledLine]
    /// The smaller the rank, the longer a block stays where room is scarce.
    var rank: Int
  }

  /// What was said, what is to be done, and what is typed, in at most `rows` lines.
  ///
  /// What is typed is the last line. Where room is scarce every block first gets a line, by rank, then
  /// the rest of its lines; one that is cut ends in dots.
  private func dialogue(columns: Int, rows: Int, typed: String) -> [StyledLine] {
    let task = Block(lines: StyledLine("", .bold).spread(over: prompt, columns: columns), rank: 1)
    let blocks = news(columns: columns) + [task]
    let order = blocks.indices.sorted { blocks[$0].rank < blocks[$1].rank }
    var room = max(0, rows - 1)
    var shares = blocks.map { _ in 0 }
    for most in [1, Int.max] {
      for index in order {
        let more = min(room, min(most, blocks[index].lines.count) - shares[index])
        shares[index] += more
        room -= more
      }
    }
    var lines: [StyledLine] = []
    for (block, share) in zip(blocks, shares) {
      lines += block.lines.prefix(share)
      if share > 0, share < block.lines.count {
        lines[lines.count - 1] = cut(block.lines[share - 1], columns: columns)
      }
    }
    return lines + (rows > 0 ? [entryLine(typed, columns: columns)] : [])
  }

  /// The line with dots at its end: more was said.
  private func cut(_ line: StyledLine, columns: Int) -> StyledLine {
    let dots = look.isUnicode ? "…" : "..."
    let text = line.text.fitted(to: max(0, columns - dots.columns)) + dots
    return StyledLine(text.fitted(to: columns), line.pieces.first?.style ?? .plain)
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

  /// Trouble, advice, notice and what is forbidden below the cursor.
  private func news(columns: Int) -> [Block] {
    func block(_ text: String, _ style: Style, _ rank: Int) -> Block {
      Block(lines: StyledLine("", style).spread(over: text, columns: columns), rank: rank)
    }
    var blocks: [Block] = []
    if let trouble = table.trouble { blocks.append(block(trouble.shown, .error, 2)) }
    if let advice = table.advice { blocks.append(block(text(of: advice), .good, 4)) }
    if let notice = table.notice {
      blocks.append(
        block(notice.text.shown, notice.isError ? .error : .plain, notice.isError ? 0 : 5))
    }
    if let forbiddance = table.forbidden[table.cursor], table.isPersonToAct {
      let text = "\(table.cursor.gomoku) is forbidden: \(forbiddance.text)"
      if table.notice?.text != text { blocks.append(block(text, .error, 3)) }
    }
    return blocks
  }

  private func text(of advice: Table.Advice) -> String {
    let word = advice.isHint ? "hint" : "analysis"
    return "\(word): \(advice.text.shown)"
  }

  /// What is to be done next, in a sentence.
  var prompt: String {
    if let question { return question }
    if let ending = table.game.ending {
      return "\(table.game.text(of: ending)) - undo, save FILE, quit"
    }
    let end = table.recordEnd.map { "the record ends here: \($0.shown) - " } ?? ""
    return end + turn
  }

  /// What an open question asks of whom; `nil` where the game goes on meanwhile.
  private var question: String? {
    guard let wish = table.game.wish else { return nil }
    let asked = table.name(of: wish.player.other).shown
    guard table.settings[wish.player.other].kind == .person else {
      let isOpen = table.game.ending == nil && wish.wish == .draw
      return isOpen ? nil : "\(asked) has to answer"
    }
    let what =
      switch wish.wish {
      case .draw: "a draw is offered"
      case .undo: "may the other take back?"
      case .reopen: "shall the game go on?"
      }
    return (table.settings.persons.count == 1 ? "" : "\(asked): ") + "\(what) yes or no"
  }

  /// Who has to do what.
  private var turn: String {
    guard let actor = table.game.actor else { return "" }
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
    let lines =
      [StyledLine()] + board + players(columns) + news(columns: columns).flatMap(\.lines)
    return lines.map { $0.trimmed(look).rendered(look) } + [promptLine]
  }

  /// The players and, in Liuzhou chess, the phase.
  private func players(_ columns: Int) -> [StyledLine] {
    players(columns, 2)
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
