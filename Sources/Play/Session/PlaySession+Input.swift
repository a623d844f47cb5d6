import Match
import Platform
import Records

/// The handling of the user's lines, keys and commands.
extension PlaySession {
  // MARK: Lines

  /// Executes the waiting lines in order; stops after a line whose action or file is being saved.
  ///
  /// A line of a user at a terminal is executed at once. A line of a pipe waits until it can be
  /// executed, so that a script need not know how long an engine thinks.
  mutating func obeyLines(_ now: MonotonicTime) {
    while let line = lines.first, !isLeaving, options.isTerminal || isReady(for: line, now) {
      show(now)
      lines.removeFirst()
      isAwake = true
      obey(line, now)
      if isWaiting { return }
      finishLine(now)
    }
  }

  /// Shows the effect of a line. A line without a visible effect still needs a new prompt.
  mutating func finishLine(_ now: MonotonicTime) {
    if isStale { show(now) } else if !options.isWindow, state != nil { showPrompt() }
  }

  /// Returns whether a line of a script can be executed now.
  ///
  /// While the remote player is to move or the host has to answer, moves and opening actions wait,
  /// and all other lines are executed. `quit` is also executed while the host's game has not come,
  /// and while the two games differ.
  private func isReady(for line: String, _ now: MonotonicTime) -> Bool {
    if isReadyForScript(now) { return true }
    guard let state, link?.isDiffering != true || !UserCommand.isQuit(line) else {
      return UserCommand.isQuit(line)
    }
    guard let remote = state.settings.remote, state.game.actor == remote || state.isProposing else {
      return false
    }
    switch try? UserCommand(line, in: state.settings.game, speech) {
    case .points, .turn, .opening, .color: return false
    default: return true
    }
  }

  /// Returns whether a script need not wait for advice, for the other table or for an engine's move.
  ///
  /// A script does not wait for an engine that has failed or pauses. The host's script waits until
  /// a connected guest has the end of the game.
  func isReadyForScript(_ now: MonotonicTime) -> Bool {
    guard let state, state.advice?.isRunning != true else { return false }
    if offer != nil { return true }
    guard !state.isProposing, link?.obstacle == nil else { return false }
    if let link, link.role == .host, state.game.ending != nil, !isEndKnown, !link.isDiffering,
      link.isAlive(at: now)
    {
      return false
    }
    if let open = state.game.pendingRequest, state.settings[open.player.other].kind == .remote {
      return false
    }
    guard let actor = state.game.actor else { return true }
    return state.settings[actor].kind == .person || state.engineFailure != nil || state.isPaused
      || state.game.pendingRequest != nil
  }

  /// True at the host's end if the guest has all actions of the game.
  private var isEndKnown: Bool { link?.agreed == state?.game.actions.count }

  // MARK: Keys

  mutating func press(_ key: Key, _ now: MonotonicTime) {
    if help != nil {
      help = nil
      return
    }
    switch key {
    case .up: state?.moveCursor(0, -1)
    case .down: state?.moveCursor(0, 1)
    case .left: state?.moveCursor(-1, 0)
    case .right: state?.moveCursor(1, 0)
    case .home: state?.moveCursor(-BoardLimits.far, 0)
    case .end: state?.moveCursor(BoardLimits.far, 0)
    case .pageUp: perform(.look(.previous), now)
    case .pageDown: perform(.look(.next), now)
    case .tab: state?.jump()
    case .enter: enter(now)
    case .character(" ") where typed.isEmpty: enter(now)
    case .character("?") where typed.isEmpty: help = .table
    case .character(let character): if typed.count < 200 { typed.append(character) }
    case .backspace, .delete: _ = typed.popLast()
    case .escape:
      if typed.isEmpty { perform(.clear, now) }
      typed = ""
    case .control("u"): typed = ""
    case .control("c"): isLeaving = true
    case .control("d"): isLeaving = typed.isEmpty
    case .control("l"): effects.append(.redraw)
    case .control("z"): effects.append(.suspend)
    case .control, .cursor: break
    }
  }

  /// Executes the input line, or picks the point under the cursor if the line is empty.
  private mutating func enter(_ now: MonotonicTime) {
    let line = typed
    typed = ""
    if !line.isEmpty {
      obey(line, now)
    } else if let cursor = state?.cursor {
      perform(.points([cursor]), now)
    }
  }

  // MARK: Commands

  private mutating func obey(_ line: String, _ now: MonotonicTime) {
    guard let state else {
      // Before a guest has received the game, the only command is to quit.
      isLeaving = UserCommand.isQuit(line)
      return
    }
    do throws(UserError) {
      perform(try UserCommand(line, in: state.settings.game, speech), now)
    } catch {
      complain(error.phrase)
    }
    if self.state?.notice != nil || self.state?.entry != state.entry
      || self.state?.shownSteps != state.shownSteps
    {
      isStale = true
    }
  }

  /// Performs a command; if it is refused, the reason becomes the message.
  private mutating func perform(_ command: UserCommand, _ now: MonotonicTime) {
    state?.notice = nil
    do throws(UserError) {
      if [.yes, .no].contains(command) { try expectSeenRequest() }
      try obey(command, now)
    } catch {
      complain(error.phrase)
    }
    seenRequest = remoteRequest
  }

  /// Throws if the open request is not the one that the user has seen, and tells him of it.
  ///
  /// The remote player can replace his request while the user types the answer.
  private func expectSeenRequest() throws(UserError) {
    guard let state, let open = state.game.pendingRequest, let remoteRequest,
      remoteRequest != seenRequest
    else { return }
    throw UserError("there is a new question: \(state.story(of: open.request, by: open.player))")
  }

  private mutating func obey(_ command: UserCommand, _ now: MonotonicTime) throws(UserError) {
    switch command {
    case .hint: try advise(milliseconds: 1000, lines: nil, now)
    case .analyse(let seconds, let lines):
      try advise(milliseconds: 1000 * seconds, lines: lines, now)
    case .look(let look):
      try state?.look(look)
      stopAdvice()
      state?.advice = nil
    case .stop:
      guard state?.advice?.isRunning == true else {
        throw UserError("no hint or analysis is under way")
      }
      stopAdvice()
    case .retry:
      guard state?.engineFailure != nil else { throw UserError("no engine has failed") }
      state?.engineFailure = nil
      isStale = true
    case .save(let path): try export(to: path, overwrites: false)
    case .overwrite(let path): try export(to: path, overwrites: true)
    case .help(let page) where options.isWindow: help = page
    case .help(let page): effects.append(.show(page.lines(isWindow: false, options.language)))
    case .show:
      effects.append(.redraw)
      isStale = true
    case .rematch:
      guard let state, state.game.ending != nil else {
        throw UserError("the game goes on: a rematch comes after its end")
      }
      if link?.role == .guest, offer == nil {
        throw UserError("over a link the host begins another game")
      }
      if link?.role == .host, !isEndKnown {
        throw UserError("the other table has not heard of the end yet")
      }
      leave(for: offer ?? state.settings.rematch(began: state.settings.began))
    case .quit: isLeaving = true
    default:
      for action in try state?.obey(command, now: now) ?? [] { try propose(action, now) }
      if command == .go { stopAdvice() }
    }
  }

  /// Writes the game into a file. A file that this session has written may be overwritten.
  private mutating func export(to path: String, overwrites: Bool) throws(UserError) {
    guard let state else { return }
    let isInHome = path.hasPrefix("~/") && !options.home.isEmpty
    let path = isInHome ? options.home + path.dropFirst() : path
    let content = try state.content(forFile: path)
    let losses = try state.losses(forFile: path)
    let message =
      losses.isEmpty
      ? Phrase("saved: \(path)")
      : Phrase(
        """
        saved: \(path); the format has no place for \(Phrase(losses, separator: Phrase(", ")))
        """)
    export = (path, message)
    let mayReplace = overwrites || exportedPaths.contains(path)
    effects.append(.export(content, path: path, overwrites: mayReplace))
  }

  /// Reports that a file is written, or why it is not.
  mutating func finishExport(_ failure: Phrase?, _ now: MonotonicTime) {
    guard let (path, message) = export else { return }
    (export, isAwake) = (nil, true)
    if let failure {
      complain(failure)
    } else {
      exportedPaths.insert(path)
      tell(message)
    }
    finishLine(now)
  }
}

extension PlayState {
  /// Moves the cursor; it stays on the board.
  mutating func moveCursor(_ dx: Int, _ dy: Int) {
    let (width, height) = BoardLimits.sides(of: settings.game)
    cursor.x = min(max(cursor.x + dx, 0), width - 1)
    cursor.y = min(max(cursor.y + dy, 0), height - 1)
  }

  /// Moves the cursor to the next point, row by row, that can be picked or is advised.
  ///
  /// After the last such point comes the first one.
  mutating func jump() {
    var targets = candidates
    if case .point(let point)? = advice?.move { targets.insert(BoardPoint(point)) }
    let order = targets.sorted { ($0.y, $0.x) < ($1.y, $1.x) }
    let here = (cursor.y, cursor.x)
    if let next = order.first(where: { ($0.y, $0.x) > here }) ?? order.first { cursor = next }
  }
}
