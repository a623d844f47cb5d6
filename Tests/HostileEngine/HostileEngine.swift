@preconcurrency import Glibc
import GomokuRules

/// The standard output as C knows it.
func outputStream() -> UnsafeMutablePointer<FILE>? { stdout }

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
    if mode == .ignoreTermination { _ = signal(SIGTERM, SIG_IGN) }
    switch mode {
    case .deaf, .linger: while true { sleep(1000) }
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
    if mode == .ignoreTermination { while true { sleep(1000) } }
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
      if mode == .ignoreTermination { while true { sleep(1000) } }
      exit(0)
    case "ABOUT" where mode != .mute: say("name=\"hostile\", version=\"1\"")
    case "INFO":
      if text.hasPrefix("INFO rule "), let code = words.last.flatMap({ Int($0) }),
        let variant = Variant(gomocupCode: code)
      {
        position = Position(size: position.size, variant: variant)
      }
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
    for number in [SIGINT, SIGHUP, SIGTERM] { signal(number) { _ in _exit(0) } }
    _ = signal(SIGPIPE, SIG_IGN)
    _ = fcntl(1, F_SETFL, O_NONBLOCK)
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { _ in
        var polled = pollfd(fd: 1, events: 0, revents: 0)
        while poll(&polled, 1, -1) <= 0 {}
        _exit(0)
      }, nil)
  }

  /// Takes the memory for a move, as far as it is there.
  private func hoard() {
    let block = mmap(nil, 400 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard block == MAP_FAILED else { return }
    if mode == .hoarder {
      _ = signal(SIGABRT, SIG_DFL)
      raise(SIGABRT)
    }
    say("ERROR no memory")
    exit(4)
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

  private func start(_ side: Int) {
    switch mode {
    case .noStart: while true { sleep(1000) }
    case .slowStart: sleep(2)
    default: break
    }
    position = Position(size: BoardSize(side: side) ?? .standard, variant: .freestyle)
    answers = 0
    say("OK")
    if mode == .restless {
      var thread = pthread_t()
      pthread_create(&thread, nil, { _ in while true {} }, nil)
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
      usleep(UInt32(moment * 1000))
      say("MESSAGE depth 1 n \(HostileEngine.microseconds - read)")
    }
    if let turn = liuzhou?.answer() { return say(turn) }
    guard let point = choice else { return say("ERROR no move") }
    try? position.play(point)
    say("\(point.x),\(point.y)")
  }

  private static var microseconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
  }

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
    case .crash:
      _ = signal(SIGSEGV, SIG_DFL)
      raise(SIGSEGV)
    case .exitZero: exit(0)
    case .noAnswer, .ignoreTermination: while true { sleep(1000) }
    case .closeOutput:
      close(1)
      while true { sleep(1000) }
    case .endlessLine:
      let chunk = [UInt8](repeating: UInt8(ascii: "x"), count: 4096)
      while write(1, chunk, chunk.count) > 0 {}
    case .lineFlood: while true { say("MESSAGE still thinking about it") }
    case .illegal:
      if let stone = position.stones.last { say("\(stone.point.x),\(stone.point.y)") }
    case .echo: say(CommandLine.arguments.last ?? "")
    case .garbage: say("the best move is h8")
    case .forkedChild: leaveChild()
    case .orphan:
      leave(.step)
      leave(.hop)
      usleep(50_000)
      raise(SIGKILL)
    case .hungryChild:
      leave(.devour)
      while true { sleep(1000) }
    case .busyChild:
      leave(.toil)
      while true { sleep(1000) }
    case .errorFlood:
      let chunk = [UInt8](repeating: UInt8(ascii: "e"), count: 4096)
      while write(2, chunk, chunk.count) > 0 {}
    case .late: usleep(700_000)
    case .memory: devour()
    case .spin: while true {}
    case .talkative: for _ in 0..<9 { say("MESSAGE depth 3-5 ev 12 n 1500K tm 3 pv h8") }
    default: break
    }
  }

  /// Starts this program anew, in a session of its own and without an environment.
  private func leave(_ mode: Misbehaviour) {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    // POSIX_SPAWN_SETSID, which the Glibc module lacks.
    posix_spawnattr_setflags(&attributes, 0x80)
    // What the tests know their processes by, handed on in the open.
    let mark =
      getenv("ARENA_TEST").map { "ARENA_TEST=\(String(cString: $0))" }
      ?? CommandLine.arguments.last ?? ""
    let words = [CommandLine.arguments[0], mode.rawValue, "1", mark]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var environment: [UnsafeMutablePointer<CChar>?] = [nil]
    var pid: pid_t = 0
    posix_spawn(&pid, words[0], nil, &attributes, &arguments, &environment)
  }

  /// Leaves a child behind that holds the pipes, and dies.
  private func leaveChild() {
    var pid: pid_t = 0
    let words: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("1000"), nil]
    posix_spawn(&pid, "/bin/sleep", nil, nil, words, environ)
    raise(SIGKILL)
  }

  /// Touches a gigabyte, slowly enough to be noticed on the way.
  private func devour() {
    for _ in 0..<256 {
      let block = UnsafeMutableRawPointer.allocate(byteCount: 4 << 20, alignment: 4096)
      block.initializeMemory(as: UInt8.self, repeating: 1, count: 4 << 20)
      usleep(2000)
    }
    while true { sleep(1000) }
  }
}
