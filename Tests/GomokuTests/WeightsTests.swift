import Basics
import SearchKit
import Testing

@testable import Gomoku
@testable import GomokuRules

@Suite struct WeightsTests {
  /// Weights with small numbers everywhere, different in each place.
  private static func sample(_ variant: Variant) -> Weights {
    var generator = SplitMix64(seed: 3)
    return Weights(
      variant,
      values: (0..<Weights.count(variant)).map { _ in Int16.random(in: -40...40, using: &generator)
      }
    )
  }

  @Test(arguments: Variant.allCases) func textKeepsEveryNumber(_ variant: Variant) throws {
    let weights = WeightsTests.sample(variant)
    let text = weights.text
    let read = try Weights(reading: text)
    #expect(read.variant == variant)
    #expect(read.values == weights.values)
    #expect(text.split(separator: "\n").allSatisfy { $0.utf8.count <= 100 })
    #expect(try Weights(reading: text.replacing("\n", with: "\r\n")).values == weights.values)
  }

  @Test(arguments: Variant.allCases) func theProgramHoldsWeightsOfItsOwn(_ variant: Variant) {
    #expect(Weights.of(variant).variant == variant)
    #expect(Weights.of(variant).values.contains { $0 != 0 })
  }

  @Test func damagedTextsAreRefused() {
    let text = WeightsTests.sample(.freestyle).text
    let header = String(text.prefix { $0 != "\n" })
    let numbers = text.dropFirst(header.utf8.count)
    let words = header.split(separator: " ")
    func problem(_ text: String) -> Weights.Problem? {
      do {
        _ = try Weights(reading: text)
        return nil
      } catch { return error }
    }
    #expect(problem("") == .header)
    #expect(problem("weights 2 freestyle 0\n" + numbers) == .header)
    #expect(problem("\(words[0]) 1 freestyle \(words[3])" + numbers) == .version(1))
    #expect(problem("\(words[0]) 2 chess \(words[3])" + numbers) == .variant("chess"))
    #expect(problem("\(words[0]) 2 freestyle 1234" + numbers) == .checksum)
    let count = Weights.count(.freestyle)
    #expect(problem(text + " 7") == .count(found: count + 1, expected: count))
    #expect(problem(header + "\n1 2 3") == .count(found: 3, expected: count))
    #expect(problem(header + "\n1 x") == .number(place: 2))
    #expect(problem(header + "\n40000") == .number(place: 1))
    #expect(problem(header + "\n5-5") == .number(place: 1))
  }

  @Test func aFileThatIsNotThereIsAnError() {
    #expect(throws: Weights.Problem.unreadable("no/such/file")) {
      try Weights(file: "no/such/file")
    }
  }

  @Test(arguments: Variant.allCases) func theNetworkAddsUpItsLayers(_ variant: Variant) throws {
    try NetworkScript().run(variant)
  }

  /// Compares the network's value with a plain reading of the weights, stone after stone until the
  /// board is full.
  private struct NetworkScript: BoardScript {
    func run<Rules: RuleTraits>(_ rules: Rules.Type) throws {
      let network = SlowNetwork(weights: .of(Rules.variant))
      for side in [15, 22] {
        let size = try #require(BoardSize(width: side, height: side))
        var board = Board<Rules>(Position(size: size, variant: Rules.variant))
        var generator = SplitMix64(seed: 11)
        while let point = board.candidates.points.randomElement(using: &generator) {
          board.make(point)
          #expect(abs(Float(board.networkValue) - network.value(of: board)) <= 1.01)
        }
      }
    }
  }
}

/// The network as its documentation has it, number by number.
private struct SlowNetwork {
  let weights: Weights

  func value<Rules: RuleTraits>(of board: borrowing Board<Rules>) -> Float {
    let width = Network.width
    let own = sums(board, board.sideToMove)
    let opponent = sums(board, board.sideToMove.opponent)
    let hidden = weights.start(of: .hidden)
    let alarms = weights.start(of: .alarms)
    let output = weights.start(of: .output)
    let table = Rules.hasForbiddenPoints ? board.sideToMove.index : 0
    var value: Float = 0
    for lane in 0..<width {
      var inner: Float = 0
      for kind in 0...Network.threatKinds
      where kind == 0 || board.threatMask >> (kind - 1) & 1 != 0 {
        let row = table * (1 + Network.threatKinds) + kind
        inner += Float(alarms[row * width + lane]) / Network.hiddenUnit
      }
      for channel in 0..<width {
        let unit = Network.hiddenUnit * Network.sumUnit
        inner += max(own[channel], 0) * Float(hidden[channel * width + lane]) / unit
        inner += max(opponent[channel], 0) * Float(hidden[(width + channel) * width + lane]) / unit
      }
      value += max(inner, 0) * Float(output[lane]) / Network.outputUnit
    }
    return value
  }

  /// A colour's sums, without the sixteen bits' limit.
  private func sums<Rules: RuleTraits>(
    _ board: borrowing Board<Rules>, _ color: Color
  ) -> [Float] {
    let channels = weights.start(of: .channels)
    let pairs = weights.start(of: .pairs)
    var sums = [Float](repeating: 0, count: Network.width)
    var points = board.empties
    while let point = points.popFirst() {
      let code = Board<Rules>.weightIndex(color, board.state(at: point).entry(of: color))
      let pair = Board<Rules>.pairIndex(color, board.state(at: point))
      for lane in 0..<Network.width {
        sums[lane] += Float(channels[code * Network.width + lane])
        sums[lane] += Float(pairs[pair * Network.width + lane])
      }
    }
    return sums
  }
}
