import Basics
import Gomocup
import Match
import Platform
import Records

@testable import Play

/// The owner of a session without processes, files, sockets and terminal; the test is the engines.
struct SimulatedLoop {
  private(set) var session: PlaySession
  var now = MonotonicTime(nanoseconds: 0)
  /// The actions in the file.
  private(set) var saved: [GameAction] = []
  /// The reason why nothing can be written.
  var diskError: String?
  /// The lines that each running engine has received.
  private(set) var engines: [EngineRole: [String]] = [:]
  /// The number of engines started so far.
  private(set) var starts = 0
  /// The lines for the other end of the link.
  var transmitted: [String] = []
  private(set) var files: [String: String] = [:]
  /// The times of the guest's turns that the file holds.
  private(set) var notes: [Int] = []
  private(set) var shown: [String] = []
  private(set) var hasQuit = false

  init(
    _ settings: PlaySettings?, link: LinkStateMachine? = nil,
    _ change: (inout PlaySession.Options) -> Void = { _ in }
  ) throws {
    var options = PlaySession.Options(adviser: ["/bin/false"])
    change(&options)
    let start = MonotonicTime(nanoseconds: 0)
    var state = try settings.map { try PlayState($0, now: start) }
    if let link { state?.startLinkClock(link.credentials, turnAge: nil, now: start) }
    session = PlaySession(state, link: link, options, now: start)
    pass()
  }

  var game: PlayedGame? { session.state?.game }
  var notice: String? { session.state?.notice?.text }

  /// Lets time pass, until the session waits again.
  mutating func pass(milliseconds: Int = 0) {
    now = now.advanced(milliseconds: milliseconds)
    repeat { feed(.time) } while !hasQuit && session.delay(at: now) == 0
  }

  mutating func type(_ lines: String...) {
    for line in lines { feed(.line(line)) }
    pass()
  }

  /// An engine says lines.
  mutating func hear(_ role: EngineRole, _ lines: String...) {
    for line in lines where engines[role] != nil { feed(.engineLine(role, line)) }
    pass()
  }

  mutating func feed(_ input: PlaySession.Input) {
    var inputs = [input][...]
    while let next = inputs.popFirst() {
      for effect in session.handle(next, now: now) {
        if let result = carryOut(effect) { inputs.append(result) }
      }
    }
  }

  private mutating func carryOut(_ effect: PlaySession.Effect) -> PlaySession.Input? {
    switch effect {
    case .save(let action):
      if diskError == nil { saved.append(action) }
      return .done(effect, failure: diskError.map { Phrase(verbatim: $0) })
    case .keep: return .done(effect, failure: diskError.map { Phrase(verbatim: $0) })
    case .adopt(let settings, let credentials):
      guard let state = try? PlayState(settings, now: now) else {
        return .done(effect, failure: "no game")
      }
      return .adopted(settings, state, credentials)
    case .export(let content, let path, let overwrites):
      let mayWrite = overwrites || files[path] == nil
      if mayWrite { files[path] = content }
      return .done(effect, failure: mayWrite ? nil : Phrase("\(path) is there already"))
    case .start(let role, _):
      engines[role] = []
      starts += 1
    case .send(let lines, let role): engines[role]? += lines
    case .stop(let role): engines[role] = nil
    case .transmit(let text, _): transmitted.append(text)
    case .show(let lines): shown += lines
    case .quit: hasQuit = true
    case .note(let time): notes.append(time)
    case .disconnect, .hangUp, .settle, .showPrompt, .redraw, .suspend: break
    }
    return nil
  }
}
