import GomokuRules
import Match
import Platform

extension ConformanceCheck {
  /// The limits of address space to test, in KiB; engines have crashed at each of them.
  private static let addressSpaces = [100_000, 150_000, 200_000, 302_000]

  /// The steps with too little memory, and with a manager that does not read the engine's output.
  static let shortage: [Step] =
    addressSpaces.map(shortOfMemory) + [
      choked("END", .should) { probe in probe.send("END") },
      choked("the end of input", .should) { probe in probe.process.closeInput() },
      choked("SIGTERM", pardoning: .terminate) { probe in probe.process.signal(.terminate) },
    ]

  /// Makes a step in which a limited address space must not crash the engine.
  private static func shortOfMemory(_ kibibytes: Int) -> Step {
    Step("within ulimit -v \(kibibytes) it moves, or ends with one ERROR") {
      engine throws(Probe.Failure) in
      let bytes = kibibytes * 1024
      try demandStart(engine, addressSpace: bytes)
      for threads in [1, 4, 64] {
        let probe = try Probe(engine, addressSpace: bytes)
        probe.send(
          "INFO max_memory 0", "INFO thread_num \(threads)", "START 15", "INFO timeout_turn 100",
          "BEGIN")
        do throws(Probe.Failure) { try probe.expectMoveOrRefusal(within: 10_000) } catch {
          throw Probe.Failure("thread_num \(threads): \(error.message)")
        }
      }
    }
  }

  /// Throws a skip if the program cannot even be loaded into this address space.
  private static func demandStart(
    _ engine: EngineConfig, addressSpace: Int
  ) throws(Probe.Failure) {
    let process: EngineProcess
    do { process = try EngineProcess(engine, addressSpace: addressSpace) } catch {
      throw .skip("the program cannot start: \(error.description)")
    }
    process.closeInput()
    // The address space is too small. Exit status 127: the dynamic loader could not map a library.
    // A signal: the kernel could not map the program itself.
    switch process.awaitEnd(milliseconds: 5000, drains: true) {
    case .exited(127)?: throw .skip("the program cannot start: exit status 127")
    case .signalled(let signal)?:
      throw .skip("the program cannot start: \(EngineProcess.Ending.signalled(signal))")
    default: return
    }
  }

  /// The time within which an engine with blocked output must end, in milliseconds.
  private static let patience = 2000

  /// Makes a step in which `cause` must end an engine whose output pipe is full and unread.
  private static func choked(
    _ name: String, _ level: Level = .must, pardoning pardoned: Signal? = nil,
    _ cause: @escaping @Sendable (Probe) -> Void
  ) -> Step {
    session("\(name) ends it while nobody reads its full output", level) {
      probe throws(Probe.Failure) in
      try probe.choke()
      probe.send("BEGIN")
      cause(probe)
      try probe.expectEnd(within: patience, pardoning: pardoned, reading: false)
    }
  }
}

extension Probe {
  /// Demands a legal first move, or exactly one ERROR and an exit with a nonzero status.
  fileprivate func expectMoveOrRefusal(within milliseconds: Int) throws(Failure) {
    let deadline = MonotonicTime.now.advanced(milliseconds: milliseconds)
    var refusals = 0
    while true {
      switch process.readLine(until: deadline) {
      case .line(let line):
        if let point = Point(line) {
          var position = Position()
          guard (try? position.play(point)) != nil else { throw Failure("plays \(line)") }
          return
        }
        if line.uppercased().hasPrefix("ERROR") { refusals += 1 }
      case .closed:
        switch process.awaitEnd(milliseconds: 2000) {
        case .exited(let status)? where status != 0 && refusals == 1: return
        case let ending?:
          throw Failure("no move but \(ending), after \(refusals) lines of ERROR")
        case nil: throw Failure("the output is closed, but the process lives on")
        }
      case .silence: throw Failure("neither a move nor an end within \(milliseconds) ms")
      case .flood(let what): throw Failure(what)
      case .memory(let peak): throw Failure("\(peak) KiB of memory")
      }
    }
  }

  /// Fills the engine's output pipe by commands whose answers are not read.
  ///
  /// Throws a skip if the answers do not fill the pipe.
  fileprivate func choke() throws(Failure) {
    send("START 22")
    // Answers are longer on a large board. If the engine refuses it, 15x15 is used.
    if try answer() != "OK" { try startGame() }
    var last = -1
    var pauses = 0
    while true {
      let unread = process.unreadBytes
      pauses = unread > last ? 0 : pauses + 1
      last = max(last, unread)
      // A pipe's pages are not filled to the last byte, so 60 % of the capacity counts as full.
      if pauses == 4, unread >= process.outputCapacity * 6 / 10 { return }
      if pauses == 20 { throw .skip("its answers do not fill its output") }
      if pauses == 0 {
        send(Array(repeating: "MOVES", count: 60) + Array(repeating: "ABOUT", count: 60))
      }
      if let ending = process.awaitEnd(milliseconds: 50) { throw Failure("\(ending)") }
    }
  }
}
