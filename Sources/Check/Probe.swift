import GomokuRules
import Match
import Platform

/// A connection to an engine under test, with the demands of the conformance steps.
final class Probe {
  /// A demand that the engine has not met, or the reason to skip a step.
  struct Failure: Error, Equatable {
    let message: String
    /// True if the step does not apply to this engine.
    var isSkip = false

    init(_ message: String) { self.message = message }

    /// Returns the failure that marks a step as not applicable, for the given reason.
    static func skip(_ reason: String) -> Failure {
      var failure = Failure(reason)
      failure.isSkip = true
      return failure
    }
  }

  let process: EngineProcess
  /// The time by which `answer` and `expectEnd` wait longer than they are told, in milliseconds.
  ///
  /// It is the difference between the tolerance in the engine's limits and the default one.
  private let tolerance: Int
  /// The usual time allowed for an answer, in milliseconds, to which `tolerance` is added.
  ///
  /// It is long enough for a search of a second.
  static let patience = 2000
  /// The lines read that answer nothing: `MESSAGE`, `DEBUG`, `INFO` and empty lines.
  private(set) var talk: [String] = []

  /// Starts the engine.
  ///
  /// - Parameter addressSpace: the limit of the address space in bytes; `nil` for no limit.
  init(_ engine: EngineConfig, addressSpace: Int? = nil) throws(Failure) {
    tolerance = max(0, engine.limits.tolerance - Limits().tolerance)
    do { process = try EngineProcess(engine, addressSpace: addressSpace) } catch {
      throw Failure(error.description)
    }
  }

  deinit { process.kill() }

  // MARK: Sending

  func send(_ lines: String...) { send(lines) }

  func send(_ lines: [String]) {
    for line in lines { process.send(line) }
    process.flush()
  }

  func send(raw text: String) { send(bytes: Array(text.utf8)) }

  func send(bytes: [UInt8]) {
    process.queue(bytes)
    process.flush()
  }

  /// Starts a game of gomoku with a limit of `milliseconds` a move.
  func startGame(side: Int = 15, rule: Int = 0, turn milliseconds: Int = 200) throws(Failure) {
    send("START \(side)")
    try expectOK()
    send(
      "INFO rule \(rule)", "INFO timeout_turn \(milliseconds)", "INFO timeout_match 0",
      "INFO max_memory 367001600")
  }

  // MARK: Demanding

  /// Returns the next line that is an answer; throws if none comes in time, or if the engine has
  /// ended or exceeds its limits.
  func answer(within milliseconds: Int = patience) throws(Failure) -> String {
    if let line = try answerIfAny(within: milliseconds + tolerance) { return line }
    throw Failure("no answer within \(milliseconds) ms")
  }

  /// Returns the next line that is an answer; `nil` if none comes in time.
  ///
  /// Throws if the engine has ended, or exceeds its limits of output or memory.
  func answerIfAny(within milliseconds: Int) throws(Failure) -> String? {
    let deadline = MonotonicTime.now.advanced(milliseconds: milliseconds)
    while true {
      switch process.readLine(until: deadline) {
      case .line(let line):
        let word = line.prefix { $0 != " " }.uppercased()
        if ["MESSAGE", "DEBUG", "INFO", ""].contains(word) {
          talk.append(line)
        } else {
          return line
        }
      case .silence: return nil
      case .closed: throw Failure("the engine has closed its output: \(describeEnd())")
      case .flood(let what): throw Failure(what)
      case .memory(let peak): throw Failure("\(peak) KiB of memory")
      }
    }
  }

  private func describeEnd() -> String {
    process.awaitEnd(milliseconds: 200)?.description ?? "but it lives on"
  }

  func expectOK(within milliseconds: Int = patience) throws(Failure) {
    let line = try answer(within: milliseconds)
    guard line == "OK" else { throw Failure("OK expected, not \"\(line.prefix(80))\"") }
  }

  /// Demands a line whose first word is one of `words`, given in upper case.
  func expect(_ words: String..., within milliseconds: Int = patience) throws(Failure) {
    let line = try answer(within: milliseconds)
    let word = line.prefix { $0 != " " }.uppercased()
    guard words.contains(word) else {
      throw Failure("\(words.joined(separator: " or ")) expected, not \"\(line.prefix(80))\"")
    }
  }

  /// Demands a legal move in `position`, written exactly as `x,y`.
  ///
  /// - Returns: the move.
  @discardableResult
  func expectMove(
    on position: Position = Position(), within milliseconds: Int = patience
  ) throws(Failure) -> Point {
    let line = try answer(within: milliseconds)
    let isPlain = line.utf8.allSatisfy { 48...57 ~= $0 || $0 == 44 }
    guard isPlain, let point = Point(line) else {
      throw Failure("a move x,y expected, not \"\(line.prefix(80))\"")
    }
    var after = position
    do { try after.play(point) } catch {
      throw Failure("the move \(line) is not legal: \(error)")
    }
    return point
  }

  /// Demands a legal move in `position`, written exactly as `x,y`, and plays it.
  func expectMove(playedOn position: inout Position) throws(Failure) {
    let point = try expectMove(on: position)
    do { try position.play(point) } catch { throw Failure("\(error)") }
  }

  /// Plays on the first empty point of `position`, and demands a legal move in reply.
  func expectContinuation(
    of position: Position, within milliseconds: Int = patience
  ) throws(Failure) {
    var position = position
    let point = position.emptyPoints[0]
    try? position.play(point)
    send("TURN \(point.x),\(point.y)")
    try expectMove(on: position, within: milliseconds)
  }

  /// Demands that the engine writes no complete line in this time.
  ///
  /// It must neither close its output nor exceed its limits of output or memory.
  func expectSilence(for milliseconds: Int = 200) throws(Failure) {
    let deadline = MonotonicTime.now.advanced(milliseconds: milliseconds)
    switch process.readLine(until: deadline) {
    case .line(let line): throw Failure("silence expected, not \"\(line.prefix(80))\"")
    case .closed: throw Failure("the engine has closed its output: \(describeEnd())")
    case .flood(let what): throw Failure(what)
    case .memory(let peak): throw Failure("\(peak) KiB of memory")
    case .silence: return
    }
  }

  /// Demands that the process exits by itself within the time.
  ///
  /// - Parameters:
  ///   - pardoned: the one signal that may end the process instead.
  ///   - code: the required exit status; `nil` for any status.
  ///   - reading: true to read the engine's output meanwhile, so that the engine cannot block.
  func expectEnd(
    within milliseconds: Int, pardoning pardoned: Signal? = nil, code: Int32? = nil,
    reading: Bool = true
  ) throws(Failure) {
    switch process.awaitEnd(milliseconds: milliseconds + tolerance, drains: reading) {
    case .exited(let status)? where code == nil || status == code: return
    case .exited(let status)?:
      throw Failure("exit status \(status), \(code ?? 0) expected")
    case .signalled(let signal)? where signal == pardoned: return
    case .signalled(let signal)?:
      throw Failure("ended by \(EngineProcess.Ending.signalled(signal))")
    case nil: throw Failure("still running after \(milliseconds) ms")
    }
  }

  /// Demands that `ABOUT` is answered next: the engine is alive, and no earlier answer is pending.
  func expectInStep() throws(Failure) {
    send("ABOUT")
    let line = try answer()
    guard line.contains("=\"") else {
      throw Failure("out of step: ABOUT was answered by \"\(line.prefix(80))\"")
    }
  }

  /// Throws a failure with `message` unless `condition` holds.
  func demand(_ condition: Bool, _ message: @autoclosure () -> String) throws(Failure) {
    if !condition { throw Failure(message()) }
  }
}
