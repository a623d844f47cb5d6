import Basics
import Gomoku
import GomokuRules
import Platform
import SearchKit
import TestSupport
import Testing

@Suite struct ProofTests {
  @Test func textAndProofAreTheSame() throws {
    #expect(ProofTests.samples.count >= 20)
    for proof in ProofTests.samples {
      #expect(try Proof(parsing: proof.text).text == proof.text)
      #expect(try Proof(parsing: proof.text).nodes == proof.nodes)
    }
  }

  @Test func theCheckerAgreesWithPlayingOutEveryReply() throws {
    for proof in ProofTests.samples {
      #expect(throws: Never.self) { try ProofChecker.check(proof) }
      #expect(NaiveProofChecker.verdict(on: proof.text) == .valid)
    }
  }

  @Test func damagedProofsAreRefusedUnlessTheyStillHold() throws {
    let proofs = ProofTests.samples
    var mutator = ProofMutator(seed: 9)
    var refused = 0
    var unreadable = 0
    for round in 0..<Effort.count(500, thorough: 5000) {
      let original = proofs[round % proofs.count]
      let text = mutator.damage(original.text)
      guard text != original.text else { continue }
      let naive = NaiveProofChecker.verdict(on: text)
      guard let proof = try? Proof(parsing: text) else {
        #expect(naive == .unreadable, "\(text)")
        unreadable += 1
        continue
      }
      var failure: ProofChecker.Failure?
      do { try ProofChecker.check(proof) } catch { failure = error }
      let verdict = failure.map(\.description) ?? "accepted"
      #expect(naive != .unreadable && naive != .gaveUp, "\(naive)\n\(text)")
      #expect((failure == nil) == (naive == .valid), "\(verdict), \(naive)\n\(text)")
      if let failure {
        refused += 1
        #expect(proof.nodes.indices.contains(failure.node))
      }
    }
    #expect(refused > 100 && unreadable > 50)
  }

  static let fourThree = """
    wuliu-proof 1
    rule 0
    size 15 15
    black e8 f8 g8 h7 h6
    white d8 a1 a15 o1
    neutral
    turn black
    winner black
    nodes 3
    0 h8 i8>1
    1 h5 h4>2 h9>2
    2 h9
    end

    """

  @Test(arguments: [
    (" i8>1", "", "node 0: the reply i8 is missing"),
    ("0 h8 i8", "0 d8 i8", "node 0: d8 cannot be played"),
    ("0 h8 i8>1", "0 i9", "node 0: the reply b1 is missing"),
    ("i8>1", "e8>1", "node 0: the reply e8 cannot be played"),
    ("turn black", "turn white", "node 0: the wrong side moves first"),
    ("black e8", "black i8 h8 e8", "node 0: the game is over before the proof begins"),
  ])
  func failuresNameTheNodeAndTheReason(_ old: String, _ new: String, _ expected: String) throws {
    let text = ProofTests.fourThree.replacing(old, with: new)
    let proof = try Proof(parsing: text)
    do {
      try ProofChecker.check(proof)
      Issue.record("accepted")
    } catch {
      #expect("\(error)" == expected)
    }
  }

  @Test(arguments: [
    ("wuliu-proof 1", "wuliu-proof 3", 1), ("rule 0", "rule 2", 2), ("rule 0", "rule 3", 2),
    ("size 15 15", "size 15", 3),
    ("black e8", "black e8 e8", 4), ("white d8", "white d08", 5), ("turn black", "turn red", 7),
    ("nodes 3", "nodes 4", 13), ("nodes 3", "nodes 2", 11), ("1 h5", "2 h5", 11),
    ("h9>2", "h9>1", 11), ("h9>2", "h9>3", 11), ("h9>2", "h4>2", 11), ("end\n", "", 13),
    ("end\n", "end\nend\n", 14),
  ])
  func unreadableTextsNameTheLine(_ old: String, _ new: String, _ line: Int) {
    #expect(throws: ProofSyntaxError.self) {
      do { _ = try Proof(parsing: ProofTests.fourThree.replacing(old, with: new)) } catch {
        #expect((error as? ProofSyntaxError)?.line == line)
        throw error
      }
    }
  }

  /// 41 nodes in which 2^40 lines of play meet.
  private static func bomb() throws -> Proof {
    try Proof(parsing: ProofFixture(name: "bomb", verdict: .readable).text())
  }

  @Test func aProofOfTooManyPositionsIsGivenUp() throws {
    let bomb = try ProofTests.bomb()
    do {
      try ProofChecker.check(bomb, bounds: CheckBounds(memory: 4 << 20))
      Issue.record("judged")
    } catch {
      #expect(error.reason == .abandoned(.outOfMemory))
    }
  }

  @Test func positionsHaveABound() throws {
    let failure = #expect(throws: ProofChecker.Failure.self) {
      try ProofChecker.check(ProofTests.bomb(), bounds: CheckBounds(positions: 5_000))
    }
    #expect(failure?.reason == .abandoned(.tooManyPositions(5_000)))
    #expect(try ProofTests.bomb().positionCount == 1 << 41 - 1)
  }

  /// Of two open threes one stays, whatever White replies.
  private static func openThrees(_ otherwise: String) throws -> Proof {
    let black = ["c2", "d2", "e2", "c6", "d6", "e6"]
    let white = ["a1", "g1", "d4", "a7", "g7"]
    let replies = (0..<49).map { Point(x: $0 % 7, y: $0 / 7).description }
      .filter { !black.contains($0) && !white.contains($0) }
      .map { $0.hasSuffix("2") ? "\($0)>4" : "\($0)>1" }
    return try Proof(
      parsing: "wuliu-proof 1\nrule 0\nsize 7 7\nblack \(black.joined(separator: " "))\n"
        + "white \(white.joined(separator: " "))\nneutral\nturn white\nwinner black\nnodes 7\n"
        + "0 - \(replies.joined(separator: " "))\(otherwise)\n"
        + "1 b2 a2>2 f2>3\n2 f2\n3 a2\n4 b6 a6>5 f6>6\n5 f6\n6 a6\nend\n")
  }

  /// If every reply is listed, there is nothing to refute after a pass.
  @Test func aPassThatRefutesNothingIsNotPlayed() throws {
    func holds(_ otherwise: String, _ positions: Int) throws -> Bool {
      let proof = try ProofTests.openThrees(otherwise)
      do throws(ProofChecker.Failure) {
        try ProofChecker.check(proof, bounds: CheckBounds(positions: positions))
      } catch {
        #expect(error.reason == .abandoned(.tooManyPositions(positions)), "\(error)")
        return false
      }
      return true
    }
    let least = try #require((1...1_000).first { try holds("", $0) })
    #expect(try holds(" else>1", least))
  }

  @Test func aStopEndsACheck() throws {
    let bomb = try ProofTests.bomb()
    let stop = StopSignal()
    stop.request()
    do {
      try ProofChecker.check(bomb, bounds: CheckBounds(memory: 2 << 30), stop: stop)
      Issue.record("judged")
    } catch {
      guard case .stopped(let positions) = error.reason.limit else {
        Issue.record("\(error)")
        return
      }
      #expect(positions == 1)
    }
  }

  /// Proofs from small boards of every rule: wins by fours and by threats.
  static let samples = Variant.allCases.flatMap(sampleProofs)

  private static func sampleProofs(_ variant: Variant) -> [Proof] {
    var positions = RandomPositions(variant: variant, side: 9, seed: 31)
    var byFours: [Proof] = []
    var byThreats: [Proof] = []
    for round in 0..<300 where byFours.count < 4 || byThreats.count < 4 {
      let position = positions.next(stones: 6 + round % 14)
      let search = ThreatSearch(.vct, position, wantsProof: true, nodeLimit: 1_200)
      guard let proof = search.proof, 3...40 ~= proof.nodes.count else { continue }
      if proof.nodes.contains(where: { $0.afterPass != nil }) {
        if byThreats.count < 4 { byThreats.append(proof) }
      } else if byFours.count < 4 {
        byFours.append(proof)
      }
    }
    return byFours + byThreats
  }
}

/// Damages the text of proofs.
struct ProofMutator {
  private var generator: SplitMix64

  init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  mutating func damage(_ text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let index = Int.random(in: 9..<lines.count - 2, using: &generator)
    var words = lines[index].split(separator: " ").map(String.init)
    switch Int.random(in: 0..<8, using: &generator) {
    case 0 where words.count > 2:
      words.remove(at: Int.random(in: 2..<words.count, using: &generator))
      lines[index] = words.joined(separator: " ")
    case 1 where words.count > 1:
      words[1] = randomPoint()
      lines[index] = words.joined(separator: " ")
    case 2 where words.count > 2:
      let word = Int.random(in: 2..<words.count, using: &generator)
      let link = words[word].split(separator: ">").last ?? ""
      words[word] = "\(randomPoint())>\(link)"
      lines[index] = words.joined(separator: " ")
    case 3: lines.removeSubrange(index...)
    case 4: swapColors(&lines)
    case 5:
      lines[6] = lines[6] == "turn black" ? "turn white" : "turn black"
    case 6:
      // A stone is moved.
      let list = Int.random(in: 3...4, using: &generator)
      var stones = lines[list].split(separator: " ").map(String.init)
      guard stones.count > 1 else { break }
      stones[Int.random(in: 1..<stones.count, using: &generator)] = randomPoint()
      lines[list] = stones.joined(separator: " ")
    default: return flippingABit(text)
    }
    return lines.joined(separator: "\n")
  }

  private mutating func randomPoint() -> String {
    "\(Point(x: Int.random(in: 0..<9, using: &generator), y: Int.random(in: 0..<9, using: &generator)))"
  }

  private func swapColors(_ lines: inout [String]) {
    for index in 3..<8 {
      lines[index] = lines[index].replacing("black", with: "?").replacing("white", with: "black")
        .replacing("?", with: "white")
    }
  }

  private mutating func flippingABit(_ text: String) -> String {
    var bytes = Array(text.utf8)
    let index = bytes.indices.randomElement(using: &generator) ?? 0
    bytes[index] ^= 1 << UInt8.random(in: 0..<7, using: &generator)
    return String(decoding: bytes, as: UTF8.self)
  }
}
