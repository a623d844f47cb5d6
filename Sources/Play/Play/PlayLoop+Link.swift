import Basics
import Foundation
import Platform
import Match

/// The link to the other player's program.
extension PlayLoop {
  /// Processes the events of the connections and the timer, and updates the state shown to the
  /// user.
  func hearLink(_ now: MonotonicTime) {
    guard let connections, link != nil else { return }
    for event in connections.poll(now: now) {
      switch event {
      case .opened(let number, let isPublic): tellLink(.opened(number, isPublic: isPublic))
      case .closed(let number): tellLink(.closed(number))
      case .news(let text): linkNews = text
      case .line(let number, let text): tellLink(.line(number, text))
      }
    }
    tellLink(.time)
    noteLink(now)
  }

  /// Takes a time in which this program was suspended off the remote player's turn: nobody could
  /// hear him.
  func excuse(since last: inout MonotonicTime, _ now: MonotonicTime) {
    let gap = now.microseconds(since: last) / 1000
    last = now
    // With a link, a pass takes place every 100 ms.
    if link?.role == .host, gap > 2000 { state?.excuseRemote(milliseconds: gap) }
  }

  /// Passes an event to the link's state machine and carries out the effects.
  func tellLink(_ event: LinkEvent) {
    let now = MonotonicTime.now
    let elapsed = state?.turnTime(at: now)
    act(link?.handle(event, state?.game, elapsed: elapsed, now: now) ?? [])
  }

  /// Carries out the effects of the link's state machine.
  func act(_ effects: [LinkEffect]) {
    defer { state?.isProposing = link?.wanted != nil }
    for effect in effects {
      switch effect {
      case .send(let text, let number): connections?.send(text, to: number)
      case .close(let number): connections?.close(number)
      case .keep(let credentials): keep(credentials)
      case .commit(let action): commit(action)
      case .grant(let action): if let action = state?.timed(action, now: .now) { commit(action) }
      case .adopt(let settings, let credentials): adopt(settings, credentials)
      case .seated:
        connections?.settle()
        state?.releaseClock(now: .now)
      case .clock(let elapsed): state?.setElapsed(elapsed, now: .now)
      case .denied(let reason):
        // The end of the game says why nothing more can be done.
        if state?.game.ending == nil { complain(reason) }
      case .news(let text):
        linkNews = nil
        tell(text)
      case .warning(let text): complain(text)
      case .leave(let text): fail(text)
      }
    }
  }

  private func fail(_ text: String) {
    failure = text
    isLeaving = true
  }

  /// Saves the credentials. If that fails, the peer repeats its message and they are saved again.
  private func keep(_ credentials: LinkCredentials) {
    do throws(SavedGame.Failure) { try saved?.keep(credentials) } catch {
      return complain("\(error)")
    }
    tellLink(.keptCredentials(credentials))
  }

  /// Joins the host's game: opens its file if the game was saved here before, or creates a file.
  private func adopt(_ settings: PlaySettings, _ credentials: LinkCredentials) {
    do {
      // A different game may come from a stranger who has the token, so drop its file.
      if saved?.contents.settings.id != settings.id { saved = nil }
      let saved =
        try self.saved
        ?? SavedGame.known(settings, credentials.token, in: options.folder)
        .map { try SavedGame(resuming: $0) }
        ?? SavedGame.create(settings, link: credentials, in: options.folder)
      let own = saved.contents.link ?? credentials
      if saved.contents.link == nil { try saved.keep(own) }
      var state = try PlayState(saved.contents.settings, after: saved.contents.actions, now: .now)
      state.resumeClock(of: saved, own, now: .now)
      (self.state, self.saved, linkNews, isStale) = (state, saved, nil, true)
      tellLink(.adopted(settings, own))
    } catch {
      fail("the game cannot be kept: \(error)")
    }
  }

  /// Milliseconds since 1970.
  static var date: Int { Int(Date().timeIntervalSince1970 * 1000) }

  /// Updates the state of the link for the user; without a window, writes it as a line when it
  /// changes.
  private func noteLink(_ now: MonotonicTime) {
    guard let link else { return }
    let text: String
    if link.isDiffering {
      text = "the two tables have different games"
    } else if link.isAlive(at: now) {
      text = "on the line"
    } else if let heard = link.heard {
      let seconds = now.microseconds(since: heard) / 1_000_000
      text = "the line is silent for \(seconds) s; nothing is lost"
    } else {
      text =
        linkNews ?? (display.isOpen ? invitation : nil) ?? "waiting for the other table"
    }
    if display.isOpen {
      state?.lineText = text
    } else if isNews(text) {
      state?.lineText = text
      display.show(["(\(text.shown))"])
    }
  }

  /// Returns whether the text is new apart from its numbers, and remembers it.
  private func isNews(_ text: String) -> Bool {
    // The numbers are seconds, which change all the time.
    let essence = text.filter { !$0.isNumber }
    defer { toldLink = essence }
    return essence != toldLink
  }
}

extension SavedGame {
  /// Returns the path of the guest's file of a game that the host offers, if there is one in
  /// `folder`.
  static func known(_ settings: PlaySettings, _ token: LinkSecret, in folder: String) -> String? {
    all(in: folder).first { _, contents in
      let isGuest = contents.link.map { $0.role == .guest && $0.token == token } ?? true
      return isGuest && contents.settings == settings
    }?.path
  }

  /// Returns the path of a guest's game at the address with this token.
  ///
  /// A game in which the guest holds the seat takes precedence.
  public static func guest(of token: LinkSecret, in folder: String) -> String? {
    let games = all(in: folder).filter {
      $0.contents.link?.role == .guest && $0.contents.link?.token == token
    }
    return (games.first { $0.contents.link?.seat != nil } ?? games.first)?.path
  }
}

extension PlayState {
  /// Sets the clocks at the start of a session over a link.
  ///
  /// Both clocks are stopped until a guest joins the game. After that the host's clock also runs
  /// while his program does not. The guest's clock runs on once the host hears the guest again.
  mutating func resumeClock(
    of saved: SavedGame, _ credentials: LinkCredentials, now: MonotonicTime
  ) {
    let isBegun = credentials.role == .host && credentials.seat != nil
    linkClock.decides = credentials.role == .host
    if isBegun, let began = saved.contents.turnBegan {
      let away = min(max(0, PlayLoop.date - began), Bounds.time.upperBound)
      setElapsed(away, now: now)
    }
    linkClock.hold = isBegun ? .remote : .both
  }
}
