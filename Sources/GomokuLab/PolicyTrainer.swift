import Basics
import Gomoku
import GomokuRules
import Platform

/// Fits the move ordering's weights to the moves that the search chose: a softmax over a position's
/// candidates, by Adam on shuffled batches.
struct PolicyTrainer {
  private var candidates: [TrainingSample.Candidate] = []
  private var ends = [0]
  private var played: [Int32] = []

  private(set) var attack: CodeTable<Float>
  private(set) var defence: CodeTable<Float>

  init(_ variant: Variant) {
    attack = CodeTable<Float>(parts: TrainingSample.parts(variant), pull: 2e-6)
    defence = CodeTable<Float>(parts: TrainingSample.parts(variant), pull: 2e-6)
  }

  var count: Int { played.count }

  /// Takes a position whose move is known.
  mutating func add(_ sample: TrainingSample) {
    guard let move = sample.played else { return }
    candidates += sample.candidates
    ends.append(candidates.count)
    played.append(Int32(move))
  }

  /// Learns from some rows, in the order given.
  ///
  /// - Returns: the mean loss on the way.
  mutating func learn(_ order: [Int32], rate: Float, batch: Int = 1024) -> Float {
    var loss: Float = 0
    for start in stride(from: 0, to: order.count, by: batch) {
      let part = order[start..<min(start + batch, order.count)]
      let share = 1 / Float(part.count)
      for row in part {
        let shares = expectations(Int(row))
        let first = ends[Int(row)]
        let move = Int(played[Int(row)])
        loss -= log(max(shares[move], 1e-6))
        for (index, expected) in shares.enumerated() {
          let error = (expected - (index == move ? 1 : 0)) * share
          attack.gradient[Int(candidates[first + index].own)] += error
          defence.gradient[Int(candidates[first + index].opponent)] += error
        }
      }
      attack.step(rate: rate)
      defence.step(rate: rate)
    }
    return loss / Float(order.count)
  }

  /// The mean loss on some rows, and the share of them whose move comes first.
  func quality(_ rows: some Collection<Int32>) -> (loss: Float, hits: Float) {
    var (loss, hits): (Float, Float) = (0, 0)
    for row in rows {
      let shares = expectations(Int(row))
      let move = Int(played[Int(row)])
      loss -= log(max(shares[move], 1e-6))
      if shares[move] == shares.max() { hits += 1 }
    }
    let count = Float(max(rows.count, 1))
    return (loss / count, hits / count)
  }

  /// How likely each candidate of a row is to be played.
  private func expectations(_ row: Int) -> [Float] {
    let logits = candidates[ends[row]..<ends[row + 1]].map {
      attack.entries[Int($0.own)] + defence.entries[Int($0.opponent)]
    }
    let greatest = logits.max() ?? 0
    let powers = logits.map { exp($0 - greatest) }
    let sum = powers.reduce(0, +)
    return powers.map { $0 / sum }
  }
}
