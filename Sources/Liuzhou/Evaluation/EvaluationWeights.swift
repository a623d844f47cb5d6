import Basics
import CNetworks
import SearchKit
import WeightData

/// All weights of the evaluation, in the layout that the inference code reads.
///
/// They are immutable, so threads may share them.
package final class EvaluationWeights: @unchecked Sendable {
  /// The number of channels: the width of an embedding row.
  package static let channels = Int(evaluation_channels)
  /// The width of the hidden layer.
  package static let hidden = Int(evaluation_hidden)

  // The fixed-point units: the integer that stands for 1 in each table.
  package static var rowUnit: Float { 256 }
  package static var hiddenUnit: Float { 4096 }
  package static var outputUnit: Float { 1024 }
  /// The upper clamp of the accumulator's ReLU.
  package static var upperClamp: Float { 4 }
  private static var quantisedUpperClamp: Int16 { Int16(upperClamp * rowUnit) }

  /// The embedding table: `channels` numbers for each row of `EmbeddingRows`.
  private let rows: UnsafePointer<Int16>
  /// The hidden layer and the output layer of each stage.
  private let heads: UnsafeMutablePointer<evaluation_head>
  /// The file, which owns the memory of `rows`.
  private let file: WeightFile

  /// The name of the weights and the shapes of their tables.
  ///
  /// A stage's hidden table has a row of weights for each channel, then the biases. Its output
  /// table has a weight for each hidden neuron, then the bias.
  package static var shape: WeightShape {
    let stages = Evaluation.GameStage.allCases.count
    return WeightShape(
      "liuzhou",
      [
        .init("rows", [EmbeddingRows.count, channels]),
        .init("hidden", [stages, channels + 1, hidden]), .init("output", [stages, hidden + 1]),
      ])
  }

  /// Uses the weights of a file; throws if the tables have other names or shapes.
  package init(_ file: WeightFile) throws(WeightFile.Problem) {
    let shape = EvaluationWeights.shape
    try file.expect(shape)
    self.file = file
    rows = file.numbers
    let (channels, hidden) = (EvaluationWeights.channels, EvaluationWeights.hidden)
    let first = file.numbers + shape.tables[0].count
    let last = first + shape.tables[1].count
    let product = EvaluationWeights.rowUnit * EvaluationWeights.hiddenUnit
    heads = .table(
      Evaluation.GameStage.allCases.map { stage in
        let layer = first + stage.rawValue * (channels + 1) * hidden
        let output = last + stage.rawValue * (hidden + 1)
        var head = evaluation_head()
        withUnsafeMutableBytes(of: &head.hidden_weights) { bytes in
          let numbers = bytes.bindMemory(to: Int16.self)
          // The inference code multiplies and adds two channels at a time, so it reads the weights
          // of both together.
          for channel in 0..<channels {
            for neuron in 0..<hidden {
              numbers[(channel / 2 * hidden + neuron) * 2 + channel % 2] =
                layer[channel * hidden + neuron]
            }
          }
        }
        withUnsafeMutableBytes(of: &head.hidden_bias) { bytes in
          let numbers = bytes.bindMemory(to: Int32.self)
          for neuron in 0..<hidden {
            numbers[neuron] =
              Int32(layer[channels * hidden + neuron]) * Int32(EvaluationWeights.rowUnit)
          }
        }
        withUnsafeMutableBytes(of: &head.output_weights) { bytes in
          let numbers = bytes.bindMemory(to: Float.self)
          for neuron in 0..<hidden {
            numbers[neuron] = Float(output[neuron]) / (EvaluationWeights.outputUnit * product)
          }
        }
        head.output_bias = Float(output[hidden]) / EvaluationWeights.outputUnit
        return head
      })
  }

  /// The weights compiled into the engine.
  package static let compiledIn: EvaluationWeights = {
    let data = weight_data(shape.name).pointee
    do throws(WeightFile.Problem) {
      return try EvaluationWeights(
        WeightFile(compiledIn: UnsafeRawBufferPointer(start: data.bytes, count: data.count)))
    } catch {
      // Damaged compiled-in data means a broken build.
      fatalError("\(shape.name): \(error)")
    }
  }()

  deinit { heads.deallocate() }

  /// Returns the sum of some rows, with wraparound on overflow.
  func sum(_ activeRows: [Int]) -> [Int16] {
    assert(activeRows.allSatisfy { 0..<EmbeddingRows.count ~= $0 })
    return (0..<EvaluationWeights.channels).map { channel in
      activeRows.reduce(0) { $0 &+ rows[$1 * EvaluationWeights.channels + channel] }
    }
  }

  /// Returns the log odds that the side to move wins.
  ///
  /// - Parameters:
  ///   - sum: the start values of the accumulator.
  ///   - activeRows: the `EmbeddingRows.activeRowCount` rows to add to them.
  @inline(__always) func logOdds(
    _ sum: UnsafePointer<Int16>, _ activeRows: UnsafePointer<UInt16>, stage: Evaluation.GameStage
  ) -> Float {
    evaluation_log_odds(
      rows, sum, activeRows, Int32(truncatingIfNeeded: EmbeddingRows.activeRowCount),
      heads + stage.rawValue, EvaluationWeights.quantisedUpperClamp)
  }
}
