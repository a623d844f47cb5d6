import Basics
import Gomocup
import GomokuRules
import LiuzhouRules
import Match
import Platform
import Records

/// The view of a game session: renders a `PlayState` as lines of a terminal.
struct Screen {
  let state: PlayState
  let terminal: TerminalCapabilities
  let now: MonotonicTime
  var speech = Speech()

  /// Returns a text in the user's language, with control characters escaped.
  private func text(_ phrase: Phrase) -> String { speech.text(phrase).shown }

  // MARK: Full window

  /// Returns the content of a full window: exactly `rows` lines of `columns` columns.
  ///
  /// - Parameter typed: the text that the user has typed so far.
  func window(columns: Int, rows: Int, typed: String) -> [String] {
    let lines = layout(columns: columns, rows: rows, typed: typed)
    return (0..<rows).map { row in
      (row < lines.count ? lines[row] : StyledLine()).filled(to: columns)
        .rendered(terminal)
    }
  }

  /// The preferred and the smallest width of the panel beside the board, in columns.
  private static let (goodPanel, leastPanel) = (28, 16)
  /// The smallest number of board rows that is worth showing.
  private static let leastBoard = 3

  /// Returns the first arrangement of board and dialogue that shows the dialogue in full.
  ///
  /// The dialogue has the messages, the prompt and the input line. It is tried in a wide panel
  /// beside the board, then below the board, then in a narrow panel. A tall board, with a line
  /// between its rows, is tried in all three places before a flat one. If nothing fits, `cramped`
  /// shows only a part of the board.
  private func layout(columns: Int, rows: Int, typed: String) -> [StyledLine] {
    let pictures = [true, false].map { isTall in
      BoardPicture(
        state, terminal: terminal, showsCursor: true, isTall: isTall,
        hasRowsFromBelow: speech.heightFromBelow != nil)
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

  /// Returns a line for each player; none if there is no room for both.
  private func players(_ columns: Int, _ room: Int) -> [StyledLine] {
    room < 2 ? [] : Player.allCases.map { line(for: $0, columns: columns) }
  }

  /// Returns the part of the board that fits above the dialogue, or a message if none does.
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
    let (width, height) = (picture.columns, picture.lines.count)
    let note = Phrase(
      """
      the window is too small for this board, which needs \(width) columns and \(height) rows; \
      typed moves are understood
      """)
    let head = StyledLine("").spread(over: text(note), columns: columns)
    return Array(head.prefix(max(0, rows - below.count))) + below
  }

  /// Returns the board with the panel on its right.
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

  /// Returns the panel beside the board, which ends in the dialogue with the user.
  ///
  /// If the panel is too long, its first lines are dropped, and the dialogue stays.
  ///
  /// - Parameter level: the number of lines of the board, which is the least height of the panel.
  private func side(columns: Int, rows: Int, level: Int, typed: String) -> [StyledLine] {
    let foot = dialogue(columns: columns, rows: rows, typed: typed)
    let head = Array(header(columns: columns).suffix(max(0, rows - foot.count - 1)))
    let room = rows - head.count - foot.count - 2
    let moves = room > 0 ? recent(columns: columns, rows: min(room, 6)) : []
    let middle = moves.isEmpty ? [] : [StyledLine()] + moves
    // Blank lines keep the input line at a fixed row, whatever the length of the other parts.
    let gap = max(head.isEmpty ? 0 : 1, level - head.count - middle.count - foot.count)
    let blanks = Array(repeating: StyledLine(), count: gap)
    let lines: [StyledLine] = head + middle + blanks + foot
    return Array(lines.suffix(rows))
  }

  /// Returns the top of the panel: game, players, phase and state of the link.
  private func header(columns: Int) -> [StyledLine] {
    var lines = [StyledLine(text(state.settings.title), .bold), StyledLine()]
    for player in Player.allCases { lines.append(line(for: player, columns: columns)) }
    if let phase { lines.append(StyledLine(phase, .dim)) }
    if let status = state.linkStatus {
      lines += StyledLine("", .dim).spread(over: text(status), columns: columns)
    }
    return lines
  }

  /// Returns the line of a player: stone, name, colour, and further facts if they apply.
  ///
  /// These are a reduced level, the stones of Liuzhou chess, and the clock.
  /// The colour is also written as a word, since a stone may look black or white depending on the
  /// terminal's colours.
  private func line(for player: Player, columns: Int) -> StyledLine {
    let game = state.shownGame
    let color = game.color(of: player)
    let isActor = game.actor == player
    let style = isActor ? Style.bold : .plain
    var line = StyledLine(isActor ? "> " : "  ", style)
    line.add(terminal.stone(color), Style.stone(color))
    var parts = [Phrase(" \(state.name(of: player)), \(color)")]
    if game.currentOpening != nil { parts.append(Phrase(" so far")) }
    if let level = state.level(of: player), level < Level.best {
      parts.append(Phrase(" (level \(level))"))
    }
    if case .liuzhou(let game) = game.state {
      let (hand, live) = (game.position.hand(color), game.position.live(color).count)
      parts.append(hand > 0 ? Phrase("  \(live) + \(hand) in hand") : Phrase("  \(live)"))
    }
    var text = self.text(Phrase(parts))
    if let left = state.timeLeft(of: player, at: now) {
      let clock = clockText(left)
      // The clock is never cut off.
      let width = min(columns, 40) - line.columns - 9
      text = text.filled(to: max(1, min(max(text.columns + 1, width), columns - line.columns - 9)))
      text += clock
    }
    line.add(text, style)
    return line
  }

  /// The name of a renju opening, or the phase of an unfinished game of Liuzhou chess (六洲棋).
  ///
  /// It is `nil` for any other game.
  private var phase: String? {
    let shown = state.shownGame
    if let opening = shown.renjuOpening { return opening.title }
    guard case .liuzhou(let game) = shown.state, shown.ending == nil else { return nil }
    switch game.position.phase {
    case .placing: return text(Phrase("placing 放子"))
    case .forcing: return text(Phrase("forcing 逼子"))
    case .exchanging: return text(Phrase("exchanging 换子"))
    case .moving:
      let quiet = game.position.quiet
      return quiet < 20
        ? text(Phrase("moving 走子"))
        : text(Phrase("moving 走子, \(quiet) turns without a capture"))
    }
  }

  /// Returns the last moves that fit into `rows` lines.
  private func recent(columns: Int, rows: Int) -> [StyledLine] {
    let moves = state.shownGame.moves.enumerated().map {
      "\($0.offset + 1).\(speech.name(of: $0.element))"
    }
    // A move takes at least four columns.
    let text = moves.suffix(columns * rows / 4).joined(separator: " ")
    return text.wrapped(to: columns).suffix(rows).map { StyledLine($0, .dim) }
  }

  /// A message in the dialogue.
  private struct Block {
    var lines: [StyledLine]
    /// The priority if room is scarce; the block with the smallest rank is kept longest.
    var rank: Int
  }

  /// Returns the dialogue in at most `rows` lines: messages, the prompt and the input line.
  ///
  /// The input line is always last. If room is scarce, each block first gets one line, in the order
  /// of ranks; the rest is given out in the same order. A cut block ends in dots.
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

  /// Returns the line shortened so that it ends in dots, which show that text is missing.
  private func cut(_ line: StyledLine, columns: Int) -> StyledLine {
    let dots = terminal.isUnicode ? "…" : "..."
    let text = line.text.fitted(to: max(0, columns - dots.columns)) + dots
    return StyledLine(text.fitted(to: columns), line.pieces.first?.style ?? .plain)
  }

  /// Returns the input line with a cursor, or with a short hint if nothing is typed.
  private func entryLine(_ typed: String, columns: Int) -> StyledLine {
    var shown = typed
    // Of a long input only the end is shown, where the user is typing.
    while shown.columns > columns - 4, !shown.isEmpty { shown.removeFirst() }
    var line = StyledLine("> \(shown)")
    line.add(" ", Style(isReversed: true))
    if typed.isEmpty { line.add(text(Phrase("  arrows and Enter, a move, or help")), .dim) }
    return line
  }

  // MARK: Messages

  /// Returns the messages: engine failure, advice, notice, and the reason if the cursor's point is
  /// forbidden.
  private func news(columns: Int) -> [Block] {
    func block(_ texts: [String], _ style: Style, _ rank: Int) -> Block {
      let lines = texts.flatMap { StyledLine("", style).spread(over: $0, columns: columns) }
      return Block(lines: lines, rank: rank)
    }
    var blocks: [Block] = []
    if let failure = state.engineFailure { blocks.append(block([text(failure)], .error, 2)) }
    if let advice = state.advice {
      blocks.append(block(advice.texts.map(text), .good, 4))
    }
    if let notice = state.notice {
      blocks.append(
        block([text(notice.phrase)], notice.isError ? .error : .plain, notice.isError ? 0 : 5))
    }
    if let forbiddance = state.forbidden[state.cursor], state.isPersonToAct, state.shownSteps == nil
    {
      let phrase = Phrase("\(state.cursor.gomoku) is forbidden: \(Phrase(forbiddance))")
      if state.notice?.phrase != phrase { blocks.append(block([text(phrase)], .error, 3)) }
    }
    return blocks
  }

  /// The prompt: the open question, the number of the move shown, the result, or the next action.
  var prompt: String { text(task) }

  private var task: Phrase {
    if let question { return question }
    if state.shownSteps != nil {
      let (number, count) = (state.shownGame.moves.count, state.game.moves.count)
      return Phrase("after move \(number) of \(count) - prev, next, first, last")
    }
    if let ending = state.game.ending {
      return Phrase("\(state.game.phrase(of: ending)) - rematch, undo, save FILE, quit")
    }
    return state.recordEnd.map { Phrase("the record ends here: \($0) - \(turn)") } ?? turn
  }

  /// The text about an open request; `nil` without one.
  ///
  /// It is also `nil` for a draw offer that a remote player has to answer, as the game goes on
  /// meanwhile.
  private var question: Phrase? {
    guard let open = state.game.pendingRequest else { return nil }
    let asked = state.name(of: open.player.other)
    guard state.settings[open.player.other].kind == .person else {
      let isOpen = state.game.ending == nil && open.request == .draw
      return isOpen ? nil : Phrase("\(asked) has to answer")
    }
    let what =
      switch open.request {
      case .draw: Phrase("a draw is offered yes or no")
      case .undo: Phrase("may the other take back? yes or no")
      case .reopen: Phrase("shall the game go on? yes or no")
      }
    return state.settings.persons.count == 1 ? what : Phrase("\(asked): \(what)")
  }

  /// The part of the prompt about the player to act and his task.
  private var turn: Phrase {
    guard let actor = state.game.actor else { return Phrase(verbatim: "") }
    let (name, seconds) = (state.name(of: actor), state.elapsed(at: now) / 1000)
    if state.isPaused, !state.isPersonToAct { return Phrase("paused: go") }
    switch state.settings[actor].kind {
    case .person:
      if state.isProposing { return Phrase("on its way …") }
      return state.settings.persons.count == 1
        ? Phrase("your turn: \(state.task)") : Phrase("\(name): \(state.task)")
    case .engine: return Phrase("\(name) thinks, \(seconds) s")
    case .remote: return Phrase("\(name) is to move, \(seconds) s")
    }
  }

  // MARK: Plain lines

  /// The board and all messages as plain lines, for a pipe or a simple terminal.
  var page: [String] {
    let columns = 78
    let board = BoardPicture(
      state, terminal: terminal, showsCursor: false, hasRowsFromBelow: speech.heightFromBelow != nil
    ).lines
    let facts = [phase, state.linkStatus.map(text)].compactMap { $0.map { StyledLine("  \($0)") } }
    let messages = news(columns: columns).flatMap(\.lines)
    let lines = [StyledLine()] + board + players(columns, 2) + facts + messages
    return lines.map { $0.trimmed(terminal).rendered(terminal) } + [prompt]
  }
}

extension StyledLine {
  /// Returns a text broken into lines, in the style of this line's first piece.
  func spread(over text: String, columns: Int) -> [StyledLine] {
    text.wrapped(to: columns).map { StyledLine($0, pieces.first?.style ?? .plain) }
  }

  /// Returns the line without trailing blanks, except those with a visible background colour.
  func trimmed(_ terminal: TerminalCapabilities) -> StyledLine {
    var line = self
    while let last = line.pieces.last, last.style.background == nil || !terminal.hasColors {
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
