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
      values: (0..<Weights.shape(variant).count).map { _ in
        Int16.random(in: -40...40, using: &generator)
      })
  }

  @Test(arguments: Variant.allCases) func filesKeepEveryNumber(_ variant: Variant) throws {
    let weights = WeightsTests.sample(variant)
    let read = try Weights(WeightFile(reading: weights.bytes))
    #expect(read.variant == variant)
    #expect(read.values == weights.values)
  }

  @Test(arguments: Variant.allCases) func theProgramHoldsWeightsOfItsOwn(_ variant: Variant) {
    #expect(Weights.of(variant).variant == variant)
    #expect(Weights.of(variant).values.contains { $0 != 0 })
  }

  /// Evaluation reads tables where they are, and vectors of them.
  @Test(arguments: Variant.allCases) func numbersAreAlignedToVectors(_ variant: Variant) {
    #expect(Int(bitPattern: Weights.of(variant).start(of: .points)).isMultiple(of: 64))
  }

  @Test func weightsOfOtherGamesAndShapesAreRefused() throws {
    func problem(_ shape: WeightShape) -> WeightFile.Problem? {
      do {
        _ = try Weights(
          WeightFile(shape, numbers: Array(repeating: 1, count: shape.count)))
        return nil
      } catch { return error }
    }
    let own = Weights.shape(.caro)
    #expect(problem(own) == nil)
    #expect(problem(WeightShape("liuzhou", own.tables)) == .name("liuzhou", expected: "gomoku"))
    let wide = own.tables.map {
      WeightShape.Table($0.name, $0.name == "output" ? [2 * ShapeNetwork.width] : $0.dimensions)
    }
    let width = ShapeNetwork.width
    #expect(
      problem(WeightShape(own.name, wide))
        == .shape("output=\(2 * width)", expected: "output=\(width)"))
    // Renju has tables for each colour.
    #expect(problem(WeightShape(own.name, Weights.shape(.renju).tables)) != nil)
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
          #expect(abs(Float(board.shapesValue) - network.value(of: board)) <= 1.01)
        }
      }
    }
  }
}

/// The network as its documentation has it, number by number.
private struct SlowNetwork {
  let weights: Weights

  func value<Rules: RuleTraits>(of board: borrowing Board<Rules>) -> Float {
    let width = ShapeNetwork.width
    let own = sums(board, board.sideToMove)
    let opponent = sums(board, board.sideToMove.opponent)
    let hidden = weights.start(of: .hidden)
    let threatBias = weights.start(of: .threatBias)
    let output = weights.start(of: .output)
    let table = Rules.hasForbiddenPoints ? board.sideToMove.index : 0
    var value: Float = 0
    for lane in 0..<width {
      var inner: Float = 0
      for kind in 0...ShapeNetwork.threatKinds
      where kind == 0 || board.threatMask >> (kind - 1) & 1 != 0 {
        let row = table * (1 + ShapeNetwork.threatKinds) + kind
        inner += Float(threatBias[row * width + lane]) / ShapeNetwork.hiddenUnit
      }
      for channel in 0..<width {
        let unit = ShapeNetwork.hiddenUnit * ShapeNetwork.sumUnit
        inner += max(own[channel], 0) * Float(hidden[channel * width + lane]) / unit
        inner += max(opponent[channel], 0) * Float(hidden[(width + channel) * width + lane]) / unit
      }
      value += max(inner, 0) * Float(output[lane]) / ShapeNetwork.outputUnit
    }
    return value
  }

  /// A colour's sums, without the sixteen bits' limit.
  private func sums<Rules: RuleTraits>(
    _ board: borrowing Board<Rules>, _ color: Color
  ) -> [Float] {
    let channels = weights.start(of: .codes)
    let pairs = weights.start(of: .pairs)
    var sums = [Float](repeating: 0, count: ShapeNetwork.width)
    var points = board.empties
    while let point = points.popFirst() {
      let code = Board<Rules>.weightIndex(color, board.state(at: point).entry(of: color))
      let pair = Board<Rules>.pairIndex(color, board.state(at: point))
      for lane in 0..<ShapeNetwork.width {
        sums[lane] += Float(channels[code * ShapeNetwork.width + lane])
        sums[lane] += Float(pairs[pair * ShapeNetwork.width + lane])
      }
    }
    return sums
  }
}
