import Basics
import GomokuRules
import Platform
import TestSupport

/// How an engine can go wrong.
enum Misbehaviour: String, CaseIterable {
  /// None: the first empty point, at once.
  case null
  /// A legal point that depends on nothing but the position.
  case scatter
  /// Does all that the check asks of good manners: signals, jobs, an output that nobody reads.
  case model
  /// Answers nothing but START and moves.
  case mute
  /// Jobs know no end.
  case unstoppable
  /// Works when it has nothing to do.
  case restless
  /// Wants 400 MB for a move, and dies or gives up when it gets none.
  case hoarder
  case frugal
  case crash
  case exitZero = "exit-zero"
  case noStart = "no-start"
  case slowStart = "slow-start"
  case noAnswer = "no-answer"
  case ignoreTermination = "ignore-termination"
  case closeOutput = "close-output"
  case endlessLine = "endless-line"
  case lineFlood = "line-flood"
  case illegal
  case garbage
  /// Says its last argument in place of a move.
  case echo
  case forkedChild = "forked-child"
  /// Leaves a grandchild behind in a session of its own, with no mark of where it comes from.
  case orphan
  /// A process that never ends; no engine.
  case linger
  /// Starts a process in a session of its own and ends; no engine.
  case step
  /// The same for ever: each process is gone before it is well known.
  case hop
  case errorFlood = "error-flood"
  case deaf
  case late
  case memory
  /// A child in a session of its own takes the memory.
  case hungryChild = "hungry-child"
  /// Takes memory from the start; no engine.
  case devour
  /// Works for ever; no engine.
  case toil
  /// A child does the thinking; the engine waits.
  case busyChild = "busy-child"
  case spin
  case talkative
  /// Sleeps as many milliseconds a move as the second argument says, and reports, as its nodes, the
  /// microseconds from reading the command to answering.
  case calibrated
}

/// A trivial engine with one fault.
final class HostileEngine {
  private let mode: Misbehaviour
  private let moment: Int
  private var position = Position(size: .standard, variant: .freestyle)
  private var answers = 0
  /// The long work in progress.
  private var job: String?
  /// The other game, if it was chosen.
  private var liuzhou: LiuzhouNull?
  /// Whether the block of lines in progress is that of `SWAP2BOARD`.
  private var isOpening = false
  /// When the last line was read.
  private var read = 0

  init?(mode: String, moment: Int) {
    guard let mode = Misbehaviour(rawValue: mode) else { return nil }
    (self.mode, self.moment) = (mode, moment)
  }

  func run() {
    if mode == .ignoreTermination { Signal.terminate.ignore() }
    switch mode {
    case .deaf, .linger: hang()
    case .step: return leave(.linger)
    case .hop: return leave(.hop)
    case .devour: devour()
    case .toil: while true {}
    case .model: behave()
    default: break
    }
    var block: [String]?
    while let line = readLine() {
      read = HostileEngine.microseconds
      let text = line.hasSuffix("\r") ? String(line.dropLast()) : line
      if text == "DONE", let lines = block {
        block = nil
        if isOpening {
          negotiate(stones: lines.count)
          continue
        }
        setUp(lines)
        answer()
      } else if block != nil {
        block?.append(text)
      } else if text == "BOARD" || text == "SWAP2BOARD" {
        block = []
        isOpening = text == "SWAP2BOARD"
      } else {
        obey(text)
      }
    }
    if mode == .ignoreTermination { hang() }
  }

  private func obey(_ text: String) {
    let words = text.split(separator: " ")
    switch words.first {
    case "START":
      liuzhou = nil
      if words.count > 1, words[1] == "liuzhou" {
        liuzhou = LiuzhouNull(text.dropFirst("START liuzhou".count))
      }
      start(Int(words.last ?? "") ?? 15)
    case "BEGIN": answer()
    case "TURN":
      if let point = words.last.flatMap({ Point($0) }) { try? position.play(point) }
      if let turn = words.last { liuzhou?.play(turn) }
      answer()
    case "END":
      if mode == .ignoreTermination { hang() }
      CurrentProcess.exit(0)
    case "ABOUT" where mode != .mute: say("name=\"hostile\", version=\"1\"")
    case "INFO":
      if text.hasPrefix("INFO rule "), let code = words.last.flatMap({ Int($0) }),
        let variant = Variant(gomocupCode: code)
      {
        position = Position(size: position.size, variant: variant)
      }
    case "OPENING": open(words.dropFirst())
    case "PERFT", "BENCH", "SOLVE":
      guard mode == .model || mode == .unstoppable else { return say("UNKNOWN") }
      job = String(words[0])
    case "STOP":
      if mode == .model, let job { say("\(job) 1 2 stopped") }
      job = nil
    default: if mode != .mute { say("UNKNOWN") }
    }
  }

  /// Ends well on signals and when the output is closed, and never waits for a reader.
  private func behave() {
    CurrentProcess.endWhenAsked()
    Signal.brokenPipe.ignore()
    FileDescriptor.standardOutput.makeNonBlocking()
    let watch = WorkerThread {
      while !FileDescriptor.standardOutput.isReady(for: .otherEndClosed, within: nil) {}
      CurrentProcess.leave(0)
    }
    watch?.detach()
  }

  /// Takes the memory for a move, as far as it is there.
  private func hoard() {
    guard PageMemory(byteCount: 400 << 20) == nil else { return }
    if mode == .hoarder { die(by: .abort) }
    say("ERROR no memory")
    CurrentProcess.exit(4)
  }

  /// Answers a question of swap2: the second argument is the number of stones to add after three,
  /// 0 to take Black; after five, White is kept only by engines with an odd number.
  private func negotiate(stones: Int) {
    switch (stones, moment) {
    case (0, _): say("7,7 8,8 3,4")
    case (3, 1): say("9,9")
    case (3, 2): say("9,9 2,2")
    case (5, 1): say("1,1")
    default: say("SWAP")
    }
  }

  /// Answers with an action of the opening, which depends on the second argument too.
  private func open(_ words: ArraySlice<Substring>) {
    answers += 1
    if answers >= moment, ![.null, .scatter].contains(mode) { misbehave() }
    guard let rule = words.first.flatMap({ OpeningRule($0) }),
      var game = OpeningGame(rule, size: position.size, variant: position.variant)
    else { return say("ERROR no such opening") }
    var random = SplitMix64(seed: UInt64(moment), index: words.count)
    do {
      try game.play(text: words.dropFirst().joined(separator: " "))
      say("OPENING \(game.randomAction(using: &random)?.description ?? "over")")
    } catch {
      say("ERROR \(error)")
    }
  }

  private func start(_ side: Int) {
    switch mode {
    case .noStart: hang()
    case .slowStart: WorkerThread.sleep(for: .seconds(600))
    default: break
    }
    position = Position(size: BoardSize(side: side) ?? .standard, variant: .freestyle)
    answers = 0
    say("OK")
    if mode == .restless {
      WorkerThread { while true {} }?.detach()
    }
  }

  private func setUp(_ lines: [String]) {
    liuzhou?.setUp(lines)
    position = Position(size: position.size, variant: position.variant)
    for line in lines {
      let numbers = line.split(separator: ",").compactMap { Int($0) }
      if numbers.count == 3 { try? position.play(Point(x: numbers[0], y: numbers[1])) }
    }
  }

  private func say(_ text: String) { print(text) }

  private func answer() {
    answers += 1
    if answers >= moment, ![.null, .scatter, .calibrated].contains(mode) { misbehave() }
    if mode == .hoarder || mode == .frugal { hoard() }
    if mode == .calibrated {
      WorkerThread.sleep(for: .milliseconds(moment))
      say("MESSAGE depth 1 n \(HostileEngine.microseconds - read)")
    }
    if let turn = liuzhou?.answer() { return say(turn) }
    guard let point = choice else { return say("ERROR no move") }
    try? position.play(point)
    say("\(point.x),\(point.y)")
  }

  private static var microseconds: Int { Int(MonotonicTime.now.nanoseconds / 1000) }

  private var choice: Point? {
    guard mode == .scatter || mode == .calibrated else {
      return position.size.points.first {
        position.isEmpty($0) && position.forbiddance(of: $0) == nil
      }
    }
    let legal = position.legalMoves
    let mixed = position.stones.reduce(UInt64(7)) {
      ($0 ^ UInt64($1.point.rawValue)) &* 0x9E37_79B9_7F4A_7C15
    }
    return legal.isEmpty ? nil : legal[Int(mixed >> 33) % legal.count]
  }

  private func misbehave() {
    switch mode {
    case .crash: die(by: .segmentationFault)
    case .exitZero: CurrentProcess.exit(0)
    case .noAnswer, .ignoreTermination: hang()
    case .closeOutput:
      FileDescriptor.standardOutput.close()
      hang()
    case .endlessLine: flood(.standardOutput, with: "x")
    case .lineFlood: while true { say("MESSAGE still thinking about it") }
    case .illegal:
      if let stone = position.stones.last { say("\(stone.point.x),\(stone.point.y)") }
    case .echo: say(CommandLine.arguments.last ?? "")
    case .garbage: say("the best move is h8")
    case .forkedChild: leaveChild()
    case .orphan:
      leave(.step)
      leave(.hop)
      WorkerThread.sleep(for: .milliseconds(50))
      die(by: .kill)
    case .hungryChild:
      leave(.devour)
      hang()
    case .busyChild:
      leave(.toil)
      hang()
    case .errorFlood: flood(.standardError, with: "e")
    case .late: WorkerThread.sleep(for: .milliseconds(700))
    case .memory: devour()
    case .spin: while true {}
    case .talkative: for _ in 0..<9 { say("MESSAGE depth 3-5 ev 12 n 1500K tm 3 pv h8") }
    default: break
    }
  }

  /// Starts this program anew, in a session of its own and without an environment.
  private func leave(_ mode: Misbehaviour) {
    // What the tests know their processes by, handed on in the open.
    let mark =
      CurrentProcess.environment["ARENA_TEST"].map { "ARENA_TEST=\($0)" }
      ?? CommandLine.arguments.last ?? ""
    _ = try? ProcessID.start(
      CommandLine.arguments[0], [mode.rawValue, "1", mark], environment: [:], beginsSession: true)
  }

  /// Leaves a child behind that holds the pipes, and dies.
  private func leaveChild() {
    _ = try? ProcessID.start("/bin/sleep", ["1000"])
    die(by: .kill)
  }

  /// Does nothing, for ever.
  private func hang() -> Never { while true { WorkerThread.sleep(for: .seconds(1000)) } }

  /// Dies as by a fault of its own.
  private func die(by signal: Signal) -> Never {
    signal.restoreDefault()
    ProcessID.current.send(signal)
    hang()
  }

  /// Writes the same letter as long as somebody takes it.
  private func flood(_ stream: FileDescriptor, with letter: Unicode.Scalar) {
    let chunk = [UInt8](repeating: UInt8(ascii: letter), count: 4096)
    while let count = try? stream.write(chunk[...]), count > 0 {}
  }

  /// Touches a gigabyte, slowly enough to be noticed on the way.
  private func devour() {
    for _ in 0..<256 {
      let block = UnsafeMutableRawPointer.allocate(byteCount: 4 << 20, alignment: 4096)
      block.initializeMemory(as: UInt8.self, repeating: 1, count: 4 << 20)
      WorkerThread.sleep(for: .milliseconds(2))
    }
    hang()
  }
}
