import Foundation
import Gomoku

@testable import GomokuLab

/// The mix network up to its policy head, and its gradients, by plain loops over points and channels
/// in double precision.
struct PlainMixNetwork {
  private let model: MixModel
  /// The gradients of all parameters.
  private(set) var gradient: [Double]
  /// The sums over the board: by view and channel.
  private(set) var sums: [Double] = []
  /// The probability of a move on each point; 0 at stones.
  private(set) var probabilities: [Double] = []
  /// The embeddings and the outputs of the convolution, after ReLU: by view, point and channel.
  private var embeddings: [[[Double]]] = []
  private var outputs: [[[Double]]] = []
  /// The hidden layer of the policy head after ReLU, by point.
  private var hidden: [[Double]] = []
  private var rows: [UInt16] = []

  private var channels: Int { model.channels }

  init(_ model: MixModel) {
    self.model = model
    gradient = Array(repeating: 0, count: model.count)
  }

  private func number(_ index: Int) -> Double { Double(model.parameters[index]) }

  /// Returns the embedding rows of a point in a view.
  private func rows(_ point: Int, _ view: Int) -> [Int] {
    (0..<MixSample.rowCount).map { Int(rows[(2 * point + view) * MixSample.rowCount + $0]) }
  }

  /// Returns the points around one, each with the part of the convolution that it has: 0 for the
  /// point itself, 1 for orthogonal neighbours, 2 for diagonal ones.
  private func around(_ point: Int, _ example: MixExamples.Example) -> [(point: Int, part: Int)] {
    let (width, height) = (example.size.width, example.size.height)
    return (-1...1).flatMap { dy in
      (-1...1).compactMap { dx in
        let (x, y) = (point % width + dx, point / width + dy)
        guard 0..<width ~= x, 0..<height ~= y else { return nil }
        return (y * width + x, abs(dx) + abs(dy))
      }
    }
  }

  mutating func forward(_ example: MixExamples.Example, of source: MixExamples) {
    let count = example.size.pointCount
    rows = Array(repeating: 0, count: 2 * MixSample.rowCount * count)
    let isEmpty = source.withPoints(of: example) { points in
      MixSample.write(
        rowsOf: points, count: count, mover: example.mover, variant: model.variant, to: &rows)
      return (0..<count).map { MixSample.isEmpty(points[$0]) }
    }
    embeddings = (0..<2).map { view in
      (0..<count).map { point in
        (0..<channels).map { channel in
          max(0, rows(point, view).reduce(0) { $0 + number($1 * channels + channel) })
        }
      }
    }
    outputs = (0..<2).map { view in
      (0..<count).map { point in
        let around = around(point, example)
        return (0..<channels).map { channel in
          let sum = around.reduce(number(model.mixing + 3 * channels + channel)) { sum, neighbour in
            let weight = number(model.mixing + neighbour.part * channels + channel)
            return sum + weight * embeddings[view][neighbour.point][channel]
          }
          return max(0, sum)
        }
      }
    }
    sums = outputs.flatMap { outputs in
      (0..<channels).map { channel in outputs.reduce(0) { $0 + $1[channel] } }
    }
    let neurons = MixModel.policyHidden
    hidden = (0..<count).map { point in
      (0..<neurons).map { neuron in
        let bias = number(model.policyThreats + example.threats * neurons + neuron)
        let sum = policyInputs(point).reduce(bias) { sum, input in
          sum + input.output * number(input.weights + neuron)
        }
        return max(0, sum)
      }
    }
    let scores = (0..<count).map { point in
      (0..<neurons).reduce(0) { $0 + hidden[point][$1] * number(model.policyLast + $1) }
    }
    let powers = (0..<count).map { isEmpty[$0] ? Foundation.exp(scores[$0]) : 0 }
    probabilities = powers.map { $0 / powers.reduce(0, +) }
  }

  /// An input of the policy head at a point.
  private struct PolicyInput {
    let output: Double
    /// The index of the first of its weights.
    let weights: Int
    let view, channel: Int
  }

  private func policyInputs(_ point: Int) -> [PolicyInput] {
    (0..<2).flatMap { view in
      (0..<MixModel.policyChannels).map { channel in
        let row = view * MixModel.policyChannels + channel
        return PolicyInput(
          output: outputs[view][point][channel],
          weights: model.policyFirst + row * MixModel.policyHidden, view: view, channel: channel)
      }
    }
  }

  /// Adds the gradient of the sums, weighted by `sumGradient`, and of the policy loss times `share`.
  mutating func backpropagate(
    _ example: MixExamples.Example, share: Double, sumGradient: [Double]
  ) {
    let count = example.size.pointCount
    var slopes = (0..<2).map { view in
      Array(repeating: Array(sumGradient[view * channels..<(view + 1) * channels]), count: count)
    }
    if let move = example.move {
      for point in 0..<count {
        let error = probabilities[point] - (point == move ? 1 : 0)
        for neuron in 0..<MixModel.policyHidden where hidden[point][neuron] > 0 {
          gradient[model.policyLast + neuron] += share * error * hidden[point][neuron]
          let slope = share * error * number(model.policyLast + neuron)
          gradient[model.policyThreats + example.threats * MixModel.policyHidden + neuron] += slope
          for input in policyInputs(point) {
            gradient[input.weights + neuron] += slope * input.output
            slopes[input.view][point][input.channel] += slope * number(input.weights + neuron)
          }
        }
      }
    }
    for view in 0..<2 {
      for channel in 0..<channels {
        var embeddingSlopes = Array(repeating: 0.0, count: count)
        for point in 0..<count where outputs[view][point][channel] > 0 {
          let slope = slopes[view][point][channel]
          gradient[model.mixing + 3 * channels + channel] += slope
          for neighbour in around(point, example) {
            let weight = model.mixing + neighbour.part * channels + channel
            gradient[weight] += slope * embeddings[view][neighbour.point][channel]
            embeddingSlopes[neighbour.point] += slope * number(weight)
          }
        }
        for point in 0..<count where embeddings[view][point][channel] > 0 {
          for row in rows(point, view) {
            gradient[row * channels + channel] += embeddingSlopes[point]
          }
        }
      }
    }
  }
}
