import Basics
import Match
import Platform

/// A fuzz test: sends random and mutated lines, after which the engine must still answer correctly.
///
/// It also measures the growth of the engine's memory, to find leaks.
public struct Fuzz {
  /// The result of a run.
  public struct Outcome: Equatable, Sendable {
    /// The number of lines sent.
    public var lines = 0
    /// The first failure, with the last lines sent; `nil` if there was none.
    public var failure: String?
    /// The growth of peak resident memory in the second half of the lines, in KiB.
    ///
    /// The first half is left out, because memory allocated at first use is no leak.
    public var growth = 0
    /// The longest time in which `ABOUT` was answered after a round of lines, in milliseconds.
    public var slowest = 0
  }

  private let engine: EngineConfig
  private var random: SplitMix64
  /// The number of lines between two checks that the engine still answers.
  private static let round = 1000

  public init(_ engine: EngineConfig, seed: UInt64) {
    self.engine = engine
    random = SplitMix64(seed: seed)
  }

  /// Sends `count` lines in rounds; after each round the engine must start a game and answer
  /// `ABOUT`.
  ///
  /// - Parameter say: called after each round with the number of lines sent so far.
  public mutating func run(lines count: Int, say: (Int) -> Void = { _ in }) -> Outcome {
    var outcome = Outcome()
    do throws(Probe.Failure) {
      let probe = try Probe(engine)
      try probe.startGame()
      try send(Fuzz.tour, to: probe)
      /// The peak memory halfway, in KiB.
      var settled: Int?
      while outcome.lines < count {
        let lines = (0..<min(Fuzz.round, count - outcome.lines)).map { _ in line() }
        try send(lines, to: probe)
        outcome.lines += lines.count
        // DONE closes a block of lines that may still be open.
        probe.send("DONE")
        let time = try resynchronise(probe)
        outcome.slowest = max(outcome.slowest, time)
        let peak = probe.process.peakMemory()
        outcome.growth = peak - (settled ?? peak)
        if settled == nil, outcome.lines >= count / 2 { settled = peak }
        say(outcome.lines)
      }
    } catch {
      outcome.failure = error.message
    }
    return outcome
  }

  /// Sends `lines` in chunks and discards the answers; throws if the engine has ended.
  private func send(_ lines: [String], to probe: Probe) throws(Probe.Failure) {
    for chunk in stride(from: 0, to: lines.count, by: 50) {
      probe.send(Array(lines[chunk..<min(chunk + 50, lines.count)]))
      // Reads the answers meanwhile, to avoid a deadlock of two processes that write to full pipes.
      while case .line = probe.process.readLine(until: .now) {}
      if let ending = probe.process.awaitEnd(milliseconds: 0) {
        throw Probe.Failure("\(ending) after: \(lines[..<min(chunk + 50, lines.count)].suffix(60))")
      }
    }
  }

  /// Starts a new game and skips all pending output.
  ///
  /// - Returns: the time in which the engine then answers `ABOUT`, in milliseconds.
  private func resynchronise(_ probe: Probe) throws(Probe.Failure) -> Int {
    probe.send("INFO timeout_turn 0", "START 15")
    let deadline = MonotonicTime.now.advanced(milliseconds: 10_000)
    while try probe.answer(within: 10_000) != "OK" {
      if MonotonicTime.now > deadline { throw Probe.Failure("no OK to START within 10 s") }
    }
    // This OK may have answered an earlier command, so older output is skipped first.
    while case .line = probe.process.readLine(until: .now.advanced(milliseconds: 20)) {
      if MonotonicTime.now > deadline { throw Probe.Failure("still talking after 10 s") }
    }
    let begin = MonotonicTime.now
    probe.send("ABOUT")
    while !(try probe.answer(within: 5000)).contains("=\"") {}
    return MonotonicTime.now.microseconds(since: begin) / 1000
  }

  // MARK: Making lines

  /// The first lines of a run: a move under each rule.
  ///
  /// Memory that the engine allocates once for a rule must not count as growth.
  private static let tour = [0, 1, 4, 8, 9].flatMap {
    ["INFO timeout_turn 0", "INFO rule \($0)", "START 15", "TURN 7,7"]
  }

  private static let samples = [
    "START 15", "START 20", "START 5", "RECTSTART 8,9", "RESTART", "TURN 7,7", "TURN 3,12",
    "BOARD", "7,7,1", "8,8,2", "0,14,3", "DONE", "SWAP2BOARD", "4,4",
    "OPENING swap2 h8 i9", "OPENING soosyrv-8 h8 i9 i10 swap h10 fifths 3 stay", "TAKEBACK 7,7",
    "PLAY 1,1",
    "INFO rule 4", "INFO max_memory 50000000", "INFO time_left 100", "INFO timeout_match 100",
    "INFO thread_num 1", "INFO max_depth 3", "INFO max_node 100", "INFO folder /tmp/x y",
    "ABOUT", "YXBOARD", "YXSHOWFORBID", "YXHASHCLEAR", "SHOW", "MOVES", "EVAL", "SUGGEST 3,3",
    "POSITION moves h8 i9", "POSITION black h8 white i9 to black", "POSITION start",
    "START liuzhou", "TURN c3", "YXSTOP", "STOP", "INFO show_detail 3", "YXSHOWINFO",
    "INFO evaluate 3,3", "INFO game_type 2", "INFO show_detail 0",
  ]

  /// Returns a sample, a mutated sample or noise.
  private mutating func line() -> String {
    let sample = Fuzz.samples[random.number(below: Fuzz.samples.count)]
    switch random.number(below: 4) {
    case 0: return sample
    case 1, 2: return mutated(sample)
    default: return noise()
    }
  }

  /// Returns `sample` after one to three random changes of its bytes.
  private mutating func mutated(_ sample: String) -> String {
    var bytes = Array(sample.utf8)
    for _ in 0...random.number(below: 3) {
      let place = random.number(below: bytes.count + 1)
      switch random.number(below: 5) {
      case 0 where place < bytes.count: bytes[place] = printable()
      case 1: bytes.insert(printable(), at: place)
      case 2 where place < bytes.count: bytes.remove(at: place)
      case 3: bytes += Array(" \(Int(truncatingIfNeeded: random.next()))".utf8)
      default: bytes = Array(bytes.prefix(max(1, place)))
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns up to 39 random characters; in one of 20 cases up to 4999.
  private mutating func noise() -> String {
    let length = random.number(below: random.number(below: 20) == 0 ? 5000 : 40)
    return String(decoding: (0..<length).map { _ in printable() }, as: UTF8.self)
  }

  /// Returns a printable ASCII character; in one of 30 cases any byte except a line feed.
  private mutating func printable() -> UInt8 {
    if random.number(below: 30) == 0 {
      let byte = UInt8(random.number(below: 256))
      return byte == 10 ? 0 : byte
    }
    return UInt8(32 + random.number(below: 95))
  }
}
