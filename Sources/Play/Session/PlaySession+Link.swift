import Basics
import Match
import Platform
import Records

/// The handling of the link to the other player's program.
extension PlaySession {
  /// Passes an event to the link's state machine and carries out the effects.
  ///
  /// Events after the host's offer of another game are ignored: they concern that game.
  mutating func tellLink(_ event: LinkEvent, _ now: MonotonicTime) {
    guard offer == nil else { return }
    if case .news(let text) = event { linkNews = text }
    let elapsed = state?.turnTime(at: now)
    act(link?.handle(event, state?.game, elapsed: elapsed, now: now) ?? [], now)
  }

  /// Carries out the effects of the link's state machine.
  mutating func act(_ list: [LinkEffect], _ now: MonotonicTime) {
    defer { state?.isProposing = link?.wanted != nil }
    for effect in list {
      switch effect {
      case .send(let text, let number): effects.append(.transmit(text, to: number))
      case .close(let number): effects.append(.disconnect(number))
      case .keep(let credentials): effects.append(.keep(credentials))
      case .commit(let action): save([action], by: .link)
      case .grant(let action):
        if let action = state?.timed(action, now: now) { save([action], by: .link) }
      case .adopt(let settings, let credentials): effects.append(.adopt(settings, credentials))
      case .seated:
        effects.append(.settle)
        state?.releaseClock(now: now)
      case .rematch(let settings): take(offer: settings)
      case .clock(let elapsed): state?.setElapsed(elapsed, now: now)
      case .denied(let reason):
        // The result of a finished game already says why nothing more can be done.
        if state?.game.ending == nil { complain(reason) }
      case .news(let text):
        linkNews = nil
        tell(text)
      case .warning(let text): complain(text)
      case .leave(let text): fail(text)
      }
    }
  }

  /// Tells the guest of the host's next game, which the guest enters by the command `rematch`.
  ///
  /// Until then the guest has no connection, so that the host cannot begin one game after another.
  private mutating func take(offer settings: PlaySettings) {
    guard offer == nil, let host = settings.remote else { return }
    offer = settings
    effects.append(.hangUp)
    tell(Phrase("\(settings[host].name) offers another game, with colours exchanged: rematch"))
  }

  /// Enters the host's game, once the guest's file of that game is open.
  mutating func adopt(
    _ settings: PlaySettings, _ state: PlayState, _ credentials: LinkCredentials,
    _ now: MonotonicTime
  ) {
    (self.state, linkNews, isStale) = (state, nil, true)
    seenRequest = remoteRequest
    self.state?.startLinkClock(credentials, now: now)
    tellLink(.adopted(settings, credentials), now)
  }

  /// The number of the open request of the remote player; `nil` if none waits.
  var remoteRequest: Int? {
    guard let state, let open = state.game.pendingRequest, open.player == state.settings.remote
    else { return nil }
    return state.game.requestNumber
  }

  /// The interval at which the host saves the time of the guest's turn, in milliseconds.
  private static let noteInterval = 5000

  /// Saves the time of the guest's turn in regular intervals, so that a crash of the host hardly
  /// changes the guest's clock.
  mutating func noteTurnTime(_ now: MonotonicTime) {
    guard link?.role == .host, let state, state.settings.clock != nil, let actor = state.game.actor,
      actor == state.settings.remote, !state.isClockHeld
    else {
      notedTime = nil
      return
    }
    let time = state.turnTime(at: now)
    guard let noted = notedTime, noted <= time else {
      notedTime = time
      return
    }
    guard time >= noted + PlaySession.noteInterval else { return }
    notedTime = time
    effects.append(.note(turnTime: time))
  }

  /// Updates the text on the state of the link; without a window, prints it when it changes.
  mutating func showLinkStatus(_ now: MonotonicTime) {
    guard let link else { return }
    let status = linkStatus(link, now)
    let text = speech.text(status)
    // Numbers are left out of the comparison: they are seconds, which change all the time.
    let essence = text.filter { !$0.isNumber }
    if !options.isWindow {
      if essence == shownLinkStatus { return }
      shownLinkStatus = essence
      effects.append(.show(["(\(text.shown))"]))
    }
    state?.linkStatus = status
  }

  private func linkStatus(_ link: LinkStateMachine, _ now: MonotonicTime) -> Phrase {
    if offer != nil { return Phrase("another game is offered: rematch") }
    if link.isDiffering { return Phrase("the two tables have different games") }
    if link.isAlive(at: now) { return Phrase("connected") }
    if let heard = link.heard {
      let seconds = now.microseconds(since: heard) / 1_000_000
      return Phrase("the line is silent for \(seconds) s; nothing is lost")
    }
    return linkNews ?? (options.isWindow ? invitation : nil)
      ?? Phrase("waiting for the other table")
  }
}

extension PlayState {
  /// Sets the clocks at the start of a session over a link.
  ///
  /// At the host's end, both clocks of a game without actions stand until the guest has joined. If
  /// the game has actions, only the guest's clock stands, until he is heard. A turn of the host
  /// then also counts the time in which the host's program did not run. At the guest's end, both
  /// clocks stand until the host is heard.
  ///
  /// - Parameters:
  ///   - turnAge: the milliseconds since the start of the turn, if the game's file has it.
  ///   - turnTime: the time of the guest's turn in the file, in milliseconds.
  mutating func startLinkClock(
    _ credentials: LinkCredentials, turnAge: Int? = nil, turnTime: Int = 0, now: MonotonicTime
  ) {
    let isBegun = credentials.role == .host && credentials.seat != nil && !game.actions.isEmpty
    linkClock.decides = credentials.role == .host
    if isBegun, let turnAge { setElapsed(min(max(0, turnAge), Bounds.time.upperBound), now: now) }
    linkClock.hold = isBegun ? .remote : .both
    if isClockHeld { linkClock.heldTime = turnTime }
  }
}
