import Basics
import Gomocup
import Match
import Platform
import Records

/// The state machine of a game session: it takes inputs and returns effects.
///
/// A session has no process, file, socket, terminal or clock, so that whole games can be tested as
/// transcripts. An action takes effect once it is saved. The session has it saved by the effect
/// `save`, and performs it when the input `done` reports success. Until then no line is executed
/// and no engine is asked.
struct PlaySession {
  /// An event for the session.
  enum Input {
    /// A line of a script, or of a user at a terminal without a window.
    case line(String)
    /// A key pressed in a window.
    case key(Key)
    case endOfInput
    /// `save`, `keep`, `export` or `start` is done, or one of these or `adopt` has failed.
    case done(Effect, failure: Phrase?)
    /// `adopt` is done; the result is the guest's game, and the credentials in its file.
    case adopted(PlaySettings, PlayState, LinkCredentials)
    case engineLine(EngineRole, String)
    /// An engine has ended or is unusable.
    case engineFailed(EngineRole, Phrase)
    /// An event of the connections.
    case link(LinkEvent)
    /// The delay returned by `delay` is over, or all other inputs at hand have been passed on.
    case time
  }

  /// An action that the session's owner, `PlayLoop`, has to carry out.
  enum Effect: Equatable {
    /// Saves an action in the game's file.
    case save(GameAction)
    case keep(LinkCredentials)
    /// Saves the time of the guest's turn, in milliseconds, in the host's file.
    case note(turnTime: Int)
    /// Opens or creates the guest's file of this game.
    case adopt(PlaySettings, LinkCredentials)
    /// Writes a file in another format.
    case export(String, path: String, overwrites: Bool)
    /// Starts an engine's process; an earlier process of the engine is replaced.
    case start(EngineRole, EngineConfig)
    case send([String], to: EngineRole)
    case stop(EngineRole)
    case transmit(String, to: Int)
    case disconnect(Int)
    /// Closes all connections of the link, and begins no new ones in this session.
    case hangUp
    /// Resets the delay of reconnection, as the peer has authenticated itself on a new connection.
    case settle
    case show([String])
    case showPrompt
    /// Draws the whole window anew.
    case redraw
    /// Returns the terminal to the shell until the shell resumes the program.
    case suspend
    case quit(failure: Phrase?)
  }

  /// The user's preferences and the abilities of the terminal.
  struct Options {
    /// The command of the engine for hints and analysis.
    var adviser: [String]
    /// True if an engine resigns a lost game against a user.
    var resigns = true
    /// The least time that a move stays on the screen in a game between engines, in milliseconds.
    var pace = 500
    var home = ""
    /// True if there is a full-screen window, and keys instead of lines.
    var isWindow = false
    /// True if the input is a terminal, so that a user types and needs prompts.
    var isTerminal = false
    var terminal = TerminalCapabilities.plain
    /// The language of all texts.
    var language = Speech.Language.english
    /// True if gomoku's rows are numbered from below.
    var hasRowsFromBelow = false
  }

  /// An action that is being saved, and the game after it.
  struct Unsaved {
    enum Origin {
      case user
      /// An engine, with a message about all actions of its answer, and the next value of
      /// `EngineSeat.known`.
      case engine(Player, message: Phrase?, known: Int?)
      case clock, link
    }

    let action: GameAction
    let game: PlayedGame
    let origin: Origin
  }

  /// The state of the game; `nil` at the guest's end until the host has sent the game.
  var state: PlayState?
  var link: LinkStateMachine?
  var options: Options
  var engines: [EngineRole: EngineSeat] = [:]
  var effects: [Effect] = []
  /// The actions that are being saved, in order.
  private(set) var unsaved: [Unsaved] = []
  /// The latest request for advice. It is repeated for one line if the engine refuses several.
  var adviceRequest: AdviceRequest?
  /// The path of the file that is being written, and the message for the user once it is written.
  var export: (path: String, message: Phrase)?
  /// The files saved in this session, which need no confirmation to be overwritten.
  var exportedPaths: Set<String> = []

  /// The latest message about the connection.
  var linkNews: Phrase?
  /// The instruction for the guest to connect; the user of the host passes it on to him.
  let invitation: Phrase?
  /// The link's state that was last printed as a line, without numbers.
  var shownLinkStatus = ""

  /// The characters of the input line so far.
  var typed = ""
  /// The page of help that covers the window; `nil` if none does.
  var help: HelpPage?
  /// The input lines that are not executed yet, outside a window.
  var lines: [String] = []
  private var isInputOver = false
  /// True if the input `time` is due at once, as engines or the link have to react to an action or
  /// command.
  var isAwake = false
  /// True if the state has changed since it was shown.
  var isStale = true
  /// True once the session is over.
  var isLeaving = false
  /// The error that ended the session; `nil` if none did.
  var failure: Phrase?
  /// The host's offer of another game, to a guest who has not accepted it yet; `nil` without one.
  var offer: PlaySettings?
  /// The settings of the next game, with exchanged colours, if the session has ended for a rematch;
  /// otherwise `nil`.
  private(set) var rematch: PlaySettings?
  /// The number of the remote player's request that the user's next answer is for.
  ///
  /// It was open when the user last gave a command, or is the first one since. It is `nil` if there
  /// is none.
  var seenRequest: Int?
  /// The recent search results of each playing engine, which decide whether it resigns.
  var hopes: [Player: EngineHope] = [:]
  /// The time of the last action, for the pace of games between engines.
  private(set) var lastActionTime: MonotonicTime
  private var lastInputTime: MonotonicTime
  /// The last saved time of the guest's turn, or its time when saving began, in milliseconds.
  var notedTime: Int?

  init(
    _ state: PlayState?, link: LinkStateMachine? = nil, invitation: Phrase? = nil,
    _ options: Options, now: MonotonicTime
  ) {
    (self.state, self.link, self.invitation) = (state, link, invitation)
    self.options = options
    (lastActionTime, lastInputTime) = (now, now)
    seenRequest = remoteRequest
    seatEngines()
  }

  /// Takes one input and returns what has to be done, in order.
  mutating func handle(_ input: Input, now: MonotonicTime) -> [Effect] {
    guard !isLeaving else { return [] }
    effects = []
    excuseRemote(now)
    switch input {
    case .line(let line): lines.append(line)
    case .key(let key): press(key, now)
    case .endOfInput:
      isInputOver = true
      // The terminal is gone, or the user has typed the end-of-file key.
      if options.isTerminal { isLeaving = true }
    case .done(let effect, let failure): finish(effect, failure, now)
    case .adopted(let settings, let state, let credentials):
      adopt(settings, state, credentials, now)
    case .engineLine(let role, let line): hear(line, from: role, now)
    case .engineFailed(let role, let reason): engineFails(role, reason)
    case .link(let event): tellLink(event, now)
    case .time: passTime(now)
    }
    if isLeaving {
      // For a rematch, the other player is sent no farewell.
      if rematch == nil { act(link?.farewell() ?? [], now) }
      effects.append(.quit(failure: failure))
    }
    return effects
  }

  /// Handles the result of an effect.
  private mutating func finish(_ effect: Effect, _ failure: Phrase?, _ now: MonotonicTime) {
    switch (effect, failure) {
    case (.save, _): finishSaving(failure, now)
    case (.export, _): finishExport(failure, now)
    case (.keep(let credentials), nil): tellLink(.keptCredentials(credentials), now)
    case (.keep, let failure?): complain(failure)
    case (.adopt, let failure?): fail(Phrase("the game cannot be kept: \(failure)"))
    case (.start(let role, _), let failure?): engineFails(role, failure)
    default: break
    }
  }

  /// Does all that is due, in order; stops at an action, which has to be saved first.
  private mutating func passTime(_ now: MonotonicTime) {
    isAwake = false
    endLateStarts(now)
    tellLink(.time, now)
    showLinkStatus(now)
    noteTurnTime(now)
    if link?.obstacle == nil, let flag = state?.fallenFlag(at: now) { save([flag], by: .clock) }
    if !isWaiting { askEngines(now) }
    if !isWaiting { obeyLines(now) }
    guard !isWaiting else { return }
    leaveIfDone(now)
    show(now)
  }

  /// True while an action is saved or a file is written.
  var isWaiting: Bool { !unsaved.isEmpty || export != nil }

  /// Returns the time, in milliseconds, after which the session needs the input `time`, unless
  /// another input comes first.
  func delay(at now: MonotonicTime) -> Int {
    if isAwake { return 0 }
    var delays = [60_000]
    // A link needs heartbeats and reconnection.
    if link != nil { delays.append(100) }
    // An engine may exit while another process holds its output open, so it is polled.
    if engines.values.contains(where: \.isBusy) { delays.append(1000) }
    if let state {
      delays += state.changes(at: now, isSeen: options.isWindow)
      if isWatched(state) {
        let shown = now.microseconds(since: lastActionTime) / 1000
        if shown < options.pace { delays.append(options.pace - shown) }
      }
    }
    return max(1, delays.min() ?? 0)
  }

  /// Excludes a suspension of this program from the time of the remote player's turn, as his move
  /// could not be received.
  private mutating func excuseRemote(_ now: MonotonicTime) {
    let gap = now.microseconds(since: lastInputTime) / 1000
    lastInputTime = now
    // With a link, an input comes every 100 ms.
    if link?.role == .host, gap > 2000 { state?.excuseRemote(milliseconds: gap) }
  }

  // MARK: Actions

  /// Saves and performs an action of the user; a guest requests it from the host.
  ///
  /// Throws the reason if the action is not possible now.
  mutating func propose(_ action: GameAction, _ now: MonotonicTime) throws(UserError) {
    guard let state else { return }
    guard !state.isProposing else { throw UserError("wait: the last word is still on its way") }
    let steps = try steps([action], by: .user)
    if offer != nil { throw UserError("another game is offered: rematch") }
    if let obstacle = link?.obstacle { throw UserError(phrase: obstacle) }
    if link?.role == .guest {
      isStale = true
      return tellLink(.wants(action), now)
    }
    // A move that comes after the time is over becomes a loss on time.
    if let flag = state.fallenFlag(at: now) { save([flag], by: .user) } else { save(steps) }
  }

  /// Saves actions and then performs them. If an action is impossible, reports the reason and
  /// changes nothing.
  mutating func save(_ actions: [GameAction], by origin: Unsaved.Origin) {
    do throws(UserError) { save(try steps(actions, by: origin)) } catch {
      complain(error.phrase)
    }
  }

  /// Saves and performs actions that are known to be possible.
  mutating func save(_ steps: [Unsaved]) {
    if unsaved.isEmpty, let first = steps.first { effects.append(.save(first.action)) }
    unsaved += steps
  }

  /// Pairs each action with the game after it; throws if an action is impossible.
  func steps(
    _ actions: [GameAction], by origin: Unsaved.Origin
  ) throws(UserError) -> [Unsaved] {
    guard var game = unsaved.last?.game ?? state?.game else { return [] }
    var steps: [Unsaved] = []
    for action in actions {
      game = try game.after(action)
      steps.append(Unsaved(action: action, game: game, origin: origin))
    }
    return steps
  }

  /// Performs the action once it is saved. If saving failed, reports the failure, and drops this
  /// action and all that were to be saved after it.
  private mutating func finishSaving(_ failure: Phrase?, _ now: MonotonicTime) {
    guard let step = unsaved.first else { return }
    if let failure {
      unsaved = []
      complain(failure)
      return show(now)
    }
    unsaved.removeFirst()
    if let next = unsaved.first { effects.append(.save(next.action)) }
    state?.advance(to: step.game, by: step.action, now: now)
    (isStale, isAwake, lastActionTime) = (true, true, now)
    // The question is answered; the next one is not the same.
    if case .answer = step.action { seenRequest = nil }
    seenRequest = seenRequest ?? remoteRequest
    dismissEngines(after: step.action)
    tellLink(.kept, now)
    guard unsaved.isEmpty else { return }
    switch step.origin {
    case .user: finishLine(now)
    case .engine(let player, let message, let known):
      if let message { tell(message) }
      if let known { engines[.player(player)]?.known = known }
    case .clock, .link: break
    }
  }

  // MARK: Messages

  /// The language of the texts, and the end of the board from which rows are counted.
  var speech: Speech {
    guard options.hasRowsFromBelow, case .gomoku(_, let size)? = state?.settings.game else {
      return Speech(options.language)
    }
    return Speech(options.language, heightFromBelow: size.height)
  }

  mutating func complain(_ phrase: Phrase) { tell(phrase, isError: true) }

  mutating func tell(_ phrase: Phrase, isError: Bool = false) {
    state?.notice = PlayState.Notice(phrase: phrase, isError: isError)
    if state == nil { linkNews = phrase }
    isStale = true
  }

  mutating func leave(for next: PlaySettings) { (rematch, isLeaving) = (next, true) }

  mutating func fail(_ phrase: Phrase) { (failure, isLeaving) = (phrase, true) }

  /// Shows the state as lines if it has changed. A window is drawn by `PlayLoop` instead.
  mutating func show(_ now: MonotonicTime) {
    guard isStale, !options.isWindow else { return }
    isStale = false
    guard let state else {
      if let linkNews { effects.append(.show(["(\(speech.text(linkNews).shown))"])) }
      return
    }
    // An error is shown as one line without the board, which has not changed.
    if let notice = state.notice, notice.isError, state.engineFailure == nil {
      effects.append(.show([speech.text(notice.phrase).shown]))
    } else {
      effects.append(
        .show(Screen(state: state, terminal: options.terminal, now: now, speech: speech).page))
    }
    if !isLeaving { showPrompt() }
  }

  mutating func showPrompt() { if options.isTerminal { effects.append(.showPrompt) } }

  /// Returns the whole terminal window: exactly `rows` lines, each filled to `columns`.
  func window(
    columns: Int, rows: Int, _ terminal: TerminalCapabilities, now: MonotonicTime
  ) -> [String] {
    if help == nil, let state {
      return Screen(state: state, terminal: terminal, now: now, speech: speech)
        .window(columns: columns, rows: rows, typed: typed)
    }
    let news = linkNews ?? Phrase("waiting for the other table")
    let text = speech.text(Phrase("arena play - \(news) (quit leaves)"))
    let lines =
      help.map {
        $0.lines(isWindow: true, options.language)
          + ["", speech.text(Phrase("any key goes back to the board"))]
      }
      ?? text.shown.wrapped(to: columns) + ["> \(typed)"]
    return (0..<rows).map { ($0 < lines.count ? lines[$0] : "").filled(to: columns) }
  }

  /// Ends the session if a script's input is over and nothing more can happen.
  private mutating func leaveIfDone(_ now: MonotonicTime) {
    guard isInputOver, lines.isEmpty, !options.isWindow else { return }
    if state == nil ? link == nil : isReadyForScript(now) { isLeaving = true }
  }
}
