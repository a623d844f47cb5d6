import LabKit
import Platform

/// The passes that share the examples of a batch.
///
/// Each pass takes a fixed part of the batch, whatever the number of threads. Gradients are thus
/// added in the same order, and training gives the same network with any number of threads.
struct MixShards: Sendable {
  /// The number of passes. More threads than passes are of no use.
  private static let count = 8

  let passes: [MixPass]
  private let threads: Int

  var model: MixModel { passes[0].model }

  init(_ model: MixModel, threads: Int) {
    passes = (0..<MixShards.count).map { _ in MixPass(model) }
    self.threads = threads
  }

  /// Runs `body` for each number below `count`, split among the passes, and sums the losses.
  func sum(
    _ count: Int, _ body: @escaping @Sendable (MixPass, Int, inout MixLosses) -> Void
  ) -> MixLosses {
    let parts = concurrently(Array(passes.indices), workers: min(threads, passes.count)) { number in
      let (pass, shards) = (passes[number], passes.count)
      var losses = MixLosses()
      pass.transposePolicyWeights()
      for index in count * number / shards..<count * (number + 1) / shards {
        body(pass, index, &losses)
      }
      return losses
    }
    return parts.reduce(into: MixLosses()) { $0 += $1 }
  }

  /// Moves the gradients of all passes into that of the first.
  ///
  /// Embedding rows that a pass has not used are skipped, because they are most of the rows.
  func gatherGradient() {
    let (model, first) = (model, passes[0])
    for pass in passes.dropFirst() {
      for row in 0..<model.rowCount where pass.usedRows[row] {
        move(row * model.channels..<(row + 1) * model.channels, from: pass)
        pass.usedRows[row] = false
        first.usedRows[row] = true
      }
      move(model.mixing..<model.count, from: pass)
    }
  }

  /// Moves a range of a pass's gradient into that of the first pass.
  private func move(_ range: Range<Int>, from pass: MixPass) {
    for index in stride(from: range.lowerBound, to: range.upperBound, by: 16) {
      let gradient = pass.gradient.policyVectors(index)
      passes[0].gradient.policyVectors(index).pointee += gradient.pointee
      gradient.pointee = .zero
    }
  }
}
