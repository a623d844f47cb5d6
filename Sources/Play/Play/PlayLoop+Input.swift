import Basics
import Gomocup
import Platform
import Match

/// The user's input and the display.
extension PlayLoop {
  // MARK: Reading

  /// Reads the available input and processes keys, or collects lines.
  func readInput() {
    let now = MonotonicTime.now
    if display.isOpen, decoder.isWaiting, now > decoderTime.advanced(milliseconds: 50) {
      press(decoder.flush(), now)
    }
    guard !isInputOver, display.input.isReady(for: .reading) else { return }
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = (try? display.input.read(into: &chunk)) ?? 0
    if count == 0 { return endInput() }
    decoderTime = now
    if display.isOpen {
      press(decoder.take(chunk[..<count]), now)
    } else {
      takeLines(chunk[..<count])
    }
  }

  /// Handles the end of the input; at a terminal, ends the session.
  private func endInput() {
    isInputOver = true
    if !unfinishedLine.isEmpty { takeLines([UInt8(ascii: "\n")]) }
    // The terminal is gone, or the user has typed the end-of-file key.
    if display.isTerminal { isLeaving = true }
  }

  /// The longest accepted line in bytes; the rest of a longer one is dropped.
  private static let longestLine = 4096

  private func takeLines(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        pending.append(String(decoding: unfinishedLine, as: UTF8.self))
        unfinishedLine = []
      } else if byte != UInt8(ascii: "\r"), unfinishedLine.count < PlayLoop.longestLine {
        unfinishedLine.append(byte)
      }
    }
  }

  /// Executes pending lines.
  ///
  /// A user's lines are executed at once. The lines of a pipe wait for their turn, so that a script
  /// need not know how long an engine thinks.
  func obeyPending(_ now: MonotonicTime) {
    while let next = pending.first, !isLeaving, display.isTerminal || isReady(for: next) {
      if isStale { show(now) }
      let line = pending.removeFirst()
      isAwake = true
      guard state != nil else {
        // Before the game is known, the only command is to quit.
        if UserCommand.isQuit(line) { isLeaving = true }
        continue
      }
      let before = isStale
      obey(line, now)
      // A command without a visible effect still needs a new prompt.
      if !isStale, !before, display.isTerminal { display.showPrompt() }
      if isStale { show(now) }
    }
  }

  /// Returns whether a line of a script can be executed now.
  ///
  /// While the remote player is to move, only moves and choices have to wait.
  private func isReady(for line: String) -> Bool {
    if isReadyForScript { return true }
    if link?.isDiffering == true, UserCommand.isQuit(line) { return true }
    guard let state else { return UserCommand.isQuit(line) }
    guard let remote = state.settings.remote, state.game.actor == remote || state.isProposing else {
      return false
    }
    switch try? UserCommand(line, in: state.settings.game) {
    case .points, .turn, .choose: return false
    default: return true
    }
  }

  /// True if a script need not wait: no advice, request or engine's move is pending.
  private var isReadyForScript: Bool {
    guard let state else { return false }
    if state.advice?.isRunning == true || state.isProposing { return false }
    if let open = state.game.pendingRequest, state.settings[open.player.other].kind == .remote {
      return false
    }
    if link?.obstacle != nil { return false }
    guard let actor = state.game.actor else { return true }
    return state.settings[actor].kind == .person || state.engineFailure != nil || state.isPaused
      || state.game.pendingRequest != nil
  }

  /// Ends the session when the input of a script is over and nothing more can happen.
  func leaveIfDone() {
    guard isInputOver, pending.isEmpty, !display.isOpen else { return }
    if state == nil ? link == nil : isReadyForScript { isLeaving = true }
  }

  // MARK: Keys

  private func press(_ keys: [Key], _ now: MonotonicTime) {
    for key in keys where !isLeaving {
      if case .cursor(let column, _) = key {
        display.note(cursorColumn: column)
        continue
      }
      if isHelping {
        isHelping = false
        continue
      }
      press(key, now)
    }
  }

  private func press(_ key: Key, _ now: MonotonicTime) {
    switch key {
    case .up: move(0, -1)
    case .down: move(0, 1)
    case .left: move(-1, 0)
    case .right: move(1, 0)
    case .home: move(-BoardLimits.far, 0)
    case .end: move(BoardLimits.far, 0)
    case .tab: jump()
    case .enter: enter(now)
    case .character(" ") where typed.isEmpty: enter(now)
    case .character("?") where typed.isEmpty: isHelping = true
    case .character(let character): if typed.count < 200 { typed.append(character) }
    case .backspace, .delete: _ = typed.popLast()
    case .escape:
      if typed.isEmpty { state?.clearEntry() } else { typed = "" }
    case .control("u"): typed = ""
    case .control("c"): isLeaving = true
    case .control("d"): isLeaving = typed.isEmpty
    case .control("l"): display.forget()
    case .control("z"): suspend()
    case .control, .cursor: break
    }
  }

  /// Returns the terminal to the shell until the shell resumes the program.
  private func suspend() {
    display.close()
    ProcessID.current.send(.suspend)
    display.open()
  }

  private func move(_ dx: Int, _ dy: Int) {
    guard let state else { return }
    let (width, height) = BoardLimits.sides(of: state.settings.game)
    self.state?.cursor.x = min(max(state.cursor.x + dx, 0), width - 1)
    self.state?.cursor.y = min(max(state.cursor.y + dy, 0), height - 1)
  }

  /// Moves the cursor to the next point that can be picked, or to the advised point.
  private func jump() {
    guard let state else { return }
    var targets = state.entry.candidates(in: state.game.state)
    if case .point(let point)? = state.advice?.move { targets.insert(BoardPoint(point)) }
    let order = targets.sorted { ($0.y, $0.x) < ($1.y, $1.x) }
    let here = (state.cursor.y, state.cursor.x)
    if let next = order.first(where: { ($0.y, $0.x) > here }) ?? order.first {
      self.state?.cursor = next
    }
  }

  /// Executes the input line, or picks the point under the cursor if the line is empty.
  private func enter(_ now: MonotonicTime) {
    if typed.isEmpty {
      run(state?.pickCursor(now: now) ?? [])
    } else {
      let line = typed
      typed = ""
      if state == nil {
        isLeaving = UserCommand.isQuit(line)
      } else {
        obey(line, now)
      }
    }
  }

  // MARK: Commands

  private func obey(_ line: String, _ now: MonotonicTime) {
    let entry = state?.entry
    run(state?.obey(line, now: now) ?? [])
    if state?.notice != nil || state?.entry != entry { isStale = true }
  }

  /// Carries out the operations that a command requires.
  private func run(_ effects: [PlayState.Effect]) {
    for effect in effects {
      switch effect {
      case .propose(let action): propose(action)
      case .advise(let milliseconds, _): advise(milliseconds: milliseconds)
      case .stopAdvice:
        if state?.advice?.isRunning != true, state?.notice == nil {
          complain("no hint or analysis is under way")
        }
        stopAdvice()
      case .retry: retry()
      case .save(let path, let overwrites): save(path, overwrites: overwrites)
      case .help: help()
      case .show:
        display.forget()
        isStale = true
      case .quit: isLeaving = true
      }
    }
  }

  private func retry() {
    guard state?.engineFailure != nil else { return complain("no engine has failed") }
    state?.engineFailure = nil
    isStale = true
  }

  /// Saves the game. A file saved in this session before may be overwritten.
  private func save(_ path: String, overwrites: Bool) {
    let home = options.environment["HOME"] ?? ""
    let full = path.hasPrefix("~/") && !home.isEmpty ? home + path.dropFirst() : path
    guard let state else { return }
    do throws(UserError) {
      try state.save(to: full, overwrites: overwrites || savedFiles.contains(full))
      savedFiles.insert(full)
      let losses = try state.losses(forFile: full)
      let note =
        losses.isEmpty ? "" : "; the format has no place for \(losses.joined(separator: ", "))"
      tell("saved: \(full)\(note)")
    } catch {
      complain(error.description)
    }
  }

  private func help() {
    if display.isOpen { isHelping = true } else { display.show(HelpPage.lines(isWindow: false)) }
  }

  // MARK: Display

  /// Updates the display.
  func show(_ now: MonotonicTime) {
    if display.isOpen { drawWindow(now) } else { showLines(now) }
  }

  private func drawWindow(_ now: MonotonicTime) {
    isStale = false
    display.draw { columns, rows in
      if isHelping {
        let lines = HelpPage.lines(isWindow: true) + ["", "any key goes back to the board"]
        return (0..<rows).map { ($0 < lines.count ? lines[$0] : "").filled(to: columns) }
      }
      guard let state else {
        let text = "arena play - \(linkNews ?? "waiting for the other table") (quit leaves)"
        let lines = text.shown.wrapped(to: columns) + ["> \(typed)"]
        return (0..<rows).map { ($0 < lines.count ? lines[$0] : "").filled(to: columns) }
      }
      return Screen(state, terminal: display.terminal, now: now)
        .window(columns: columns, rows: rows, typed: typed)
    }
  }

  private func showLines(_ now: MonotonicTime) {
    guard isStale else { return }
    isStale = false
    guard let state else {
      if let linkNews { display.show(["(\(linkNews.shown))"]) }
      return
    }
    let screen = Screen(state, terminal: display.terminal, now: now)
    // An error is shown as one line, as the board has not changed.
    if let notice = state.notice, notice.isError, state.engineFailure == nil {
      display.show([notice.text.shown])
    } else {
      display.show(screen.page)
    }
    if !isLeaving { display.showPrompt() }
  }
}
