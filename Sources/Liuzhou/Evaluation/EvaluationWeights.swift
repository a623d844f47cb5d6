import Basics
import CNetworks
import SearchKit
import WeightData

/// All weights of the evaluation, in the form in which search reads them.
///
/// Immutable, so it may be shared between threads.
package final class EvaluationWeights: @unchecked Sendable {
  /// Numbers of a row, and of the excited layer.
  package static let channels = Int(evaluation_channels)
  package static let hidden = Int(evaluation_hidden)

  // One, in each table.
  package static var rowUnit: Float { 256 }
  package static var hiddenUnit: Float { 4096 }
  package static var outputUnit: Float { 1024 }
  /// The greatest number that a sum of rows passes on.
  package static var ceiling: Float { 4 }
  private static var wholeCeiling: Int16 { Int16(ceiling * rowUnit) }

  /// The rows of `NetworkRows`.
  private let rows: UnsafePointer<Int16>
  /// What follows their sum, by stage.
  private let heads: UnsafeMutablePointer<evaluation_head>
  private let file: WeightFile

  /// The name and the tables of the weights. A stage's hidden table has what each channel excites and
  /// then what is added, its output table what the excited numbers are worth and then what is added.
  package static var shape: WeightShape {
    let stages = Evaluation.Stage.allCases.count
    return WeightShape(
      "liuzhou",
      [
        .init("rows", [NetworkRows.count, channels]),
        .init("hidden", [stages, channels + 1, hidden]), .init("output", [stages, hidden + 1]),
      ])
  }

  /// Takes the weights of a file.
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
      Evaluation.Stage.allCases.map { stage in
        let layer = first + stage.rawValue * (channels + 1) * hidden
        let output = last + stage.rawValue * (hidden + 1)
        var head = evaluation_head()
        withUnsafeMutableBytes(of: &head.layer) { bytes in
          let numbers = bytes.bindMemory(to: Int16.self)
          for channel in 0..<channels {
            for place in 0..<hidden {
              numbers[(channel / 2 * hidden + place) * 2 + channel % 2] =
                layer[channel * hidden + place]
            }
          }
        }
        withUnsafeMutableBytes(of: &head.added) { bytes in
          let numbers = bytes.bindMemory(to: Int32.self)
          for place in 0..<hidden {
            numbers[place] =
              Int32(layer[channels * hidden + place]) * Int32(EvaluationWeights.rowUnit)
          }
        }
        withUnsafeMutableBytes(of: &head.worth) { bytes in
          let numbers = bytes.bindMemory(to: Float.self)
          for place in 0..<hidden {
            numbers[place] = Float(output[place]) / (EvaluationWeights.outputUnit * product)
          }
        }
        head.bias = Float(output[hidden]) / EvaluationWeights.outputUnit
        return head
      })
  }

  /// The weights of the engine.
  package static let own: EvaluationWeights = {
    let data = weight_data(shape.name)
    do {
      return try EvaluationWeights(
        WeightFile(compiledIn: UnsafeRawBufferPointer(start: data.bytes, count: data.count)))
    } catch {
      // Damage of what is compiled in is a broken build.
      fatalError("\(shape.name): \(error)")
    }
  }()

  deinit { heads.deallocate() }

  /// The sum of some rows; too much is no error but wraps around.
  func sum(_ shown: [Int]) -> [Int16] {
    (0..<EvaluationWeights.channels).map { channel in
      shown.reduce(0) { $0 &+ rows[$1 * EvaluationWeights.channels + channel] }
    }
  }

  /// The log odds that the side to move wins in a position that shows these rows beside `sum`.
  @inline(__always) func logOdds(
    _ sum: UnsafePointer<Int16>, _ shown: UnsafePointer<UInt16>, stage: Evaluation.Stage
  ) -> Float {
    evaluation_worth(
      rows, sum, shown, Int32(truncatingIfNeeded: NetworkRows.shownCount),
      heads + stage.rawValue, EvaluationWeights.wholeCeiling)
  }
}
