import Basics
import Gomoku
import GomokuRules
import LabKit
import Platform

/// Takes examples through a policy network, forwards and backwards.
///
/// It has room for one thread. Cells' arrays have an entry for each cell of the grid (`Point`), and
/// those of both views the mover's first. Outside the board all vectors are zero.
final class PolicyPass: @unchecked Sendable {
  typealias Vector = PolicyModel.Vector

  /// The network's numbers (`PolicyModel`).
  let entries: UnsafeMutablePointer<Vector>
  /// The sum of the slopes of what has been learned from, entry by entry.
  let gradient: UnsafeMutablePointer<Vector>
  let count: Int
  /// What the channels excite, turned: for each excited number those of the channels.
  let turned = PolicyPass.vectors(2 * PolicyNetwork.hidden)

  /// The rows of codes' windows, and of the windows as the other colour sees them.
  private let rows = PolicyRows.both
  private var size: BoardSize?
  /// The board's points.
  private(set) var points: [Int32] = []
  /// 0 empty, 1 the mover's stone, 2 the other's, 3 outside.
  let cells: UnsafeMutablePointer<UInt8>
  /// The entries of a point's four windows in both views.
  let windows: UnsafeMutablePointer<UInt16>
  /// What is positive of the sums of rows, and of what is mixed of those.
  let excited = PolicyPass.vectors(2 * Point.cellCount)
  let mixed = PolicyPass.vectors(2 * Point.cellCount)
  /// The excited layer, before what is negative is dropped.
  let hidden = PolicyPass.vectors(Point.cellCount)
  /// The slopes of a point's excited layer, where their numbers can be read one by one.
  let layer = PolicyPass.vectors(1)
  /// The slopes of what is mixed.
  let slopes = PolicyPass.vectors(2 * Point.cellCount)
  /// The scores, and then the chances.
  let scores: UnsafeMutablePointer<Float>

  init(_ model: PolicyModel) {
    count = model.entries.count
    entries = PolicyPass.vectors(count)
    gradient = PolicyPass.vectors(count)
    cells = .allocate(capacity: Point.cellCount)
    cells.initialize(repeating: 3, count: Point.cellCount)
    windows = .allocate(capacity: 8 * Point.cellCount)
    windows.initialize(repeating: 0, count: 8 * Point.cellCount)
    scores = .allocate(capacity: Point.cellCount)
    scores.initialize(repeating: 0, count: Point.cellCount)
    take(model)
  }

  deinit {
    for vectors in [entries, gradient, turned, excited, mixed, hidden, layer, slopes] {
      vectors.deallocate()
    }
    cells.deallocate()
    windows.deallocate()
    scores.deallocate()
  }

  private static func vectors(_ count: Int) -> UnsafeMutablePointer<Vector> {
    let vectors = UnsafeMutablePointer<Vector>.allocate(capacity: count)
    vectors.initialize(repeating: .zero, count: count)
    return vectors
  }

  /// Goes on with the numbers of `model`.
  func take(_ model: PolicyModel) {
    for index in 0..<count { entries[index] = model.entries[index] }
    for channel in 0..<2 * PolicyNetwork.channels {
      let (view, lane) = channel.quotientAndRemainder(dividingBy: PolicyNetwork.channels)
      for number in 0..<PolicyNetwork.hidden {
        turned[view * PolicyNetwork.hidden + number][lane] =
          entries[PolicyModel.first + channel][number]
      }
    }
  }

  /// Takes examples through the network.
  ///
  /// - Parameter share: how much each of them counts in the gradient; `nil` to learn nothing.
  func run(_ source: PolicyExamples, _ order: ArraySlice<Int32>, share: Float?) -> PolicyTally {
    var tally = PolicyTally()
    for index in order {
      let example = source.examples[Int(index)]
      let next = example.firstStone + example.stoneCount
      place(source.stones[example.firstStone..<next], on: example.size)
      let move = source.stones[next].index
      score(threats: PolicyModel.threats + example.threats)
      tally.count(rank: points.count { cells[Int($0)] == 0 && scores[Int($0)] > scores[move] })
      tally.loss += foretell(move)
      guard let share else { continue }
      learn(move, threats: PolicyModel.threats + example.threats, share: share)
    }
    return tally
  }

  // MARK: Forwards

  private func place(_ stones: ArraySlice<Point>, on size: BoardSize) {
    if size != self.size {
      self.size = size
      points = size.points.map { Int32($0.index) }
      for vectors in [excited, mixed, slopes] {
        vectors.update(repeating: .zero, count: 2 * Point.cellCount)
      }
      cells.update(repeating: 3, count: Point.cellCount)
    }
    for point in points { cells[Int(point)] = 0 }
    for (index, stone) in stones.reversed().enumerated() {
      cells[stone.index] = index.isMultiple(of: 2) ? 2 : 1
    }
  }

  /// Finds the score of each empty point.
  private func score(threats: Int) {
    for point in points { excite(Int(point)) }
    let last = entries[count &- 1]
    for point in points where cells[Int(point)] == 0 {
      mix(Int(point), view: 0)
      mix(Int(point), view: Point.cellCount)
      var sum = entries[threats]
      let own = PolicyPass.numbers(mixed + Int(point))
      let opponent = PolicyPass.numbers(mixed + Int(point) + Point.cellCount)
      let first = entries + PolicyModel.first
      for channel in 0..<PolicyNetwork.channels {
        sum += own[channel] * first[channel]
        sum += opponent[channel] * first[PolicyNetwork.channels &+ channel]
      }
      hidden[Int(point)] = sum
      scores[Int(point)] = (sum.positive * last).sum()
    }
  }

  /// Sums the rows of a point's windows.
  private func excite(_ point: Int) {
    let windows = windows + 8 &* point
    var (own, opponent) = (Vector.zero, Vector.zero)
    for direction in Direction.allCases {
      let code = window(point, direction.step)
      let isDiagonal = direction == .diagonal || direction == .antidiagonal
      let table = isDiagonal ? PolicyModel.diagonal : PolicyModel.straight
      let ownEntry = table &+ Int(rows[2 &* code])
      let opponentEntry = table &+ Int(rows[2 &* code &+ 1])
      own += entries[ownEntry]
      opponent += entries[opponentEntry]
      windows[direction.rawValue] = UInt16(truncatingIfNeeded: ownEntry)
      windows[4 &+ direction.rawValue] = UInt16(truncatingIfNeeded: opponentEntry)
    }
    excited[point] = own.positive
    excited[Point.cellCount &+ point] = opponent.positive
  }

  /// The code of the window around a point (`PolicyWindow`).
  @inline(__always) private func window(_ point: Int, _ step: Int) -> Int {
    var code = 0
    var cell = point &+ PolicyWindow.reach &* step
    for _ in 0..<PolicyWindow.length {
      code = code &<< 2 | Int(cells[cell])
      cell &-= step
    }
    return code
  }

  @inline(__always) private func mix(_ point: Int, view: Int) {
    let mixing = entries + PolicyModel.mixing
    let center = excited + (view &+ point)
    var sum = mixing[3] + mixing[0] * center[0]
    sum += mixing[1] * PolicyPass.beside(center)
    sum += mixing[2] * PolicyPass.across(center)
    mixed[view &+ point] = sum.positive
  }

  /// Turns scores into chances and returns the loss of the move.
  private func foretell(_ move: Int) -> Double {
    var (greatest, score) = (scores[move], scores[move])
    for point in points where cells[Int(point)] == 0 {
      greatest = max(greatest, scores[Int(point)])
    }
    score -= greatest
    var sum: Float = 0
    for point in points where cells[Int(point)] == 0 {
      let chance = exp(scores[Int(point)] - greatest)
      scores[Int(point)] = chance
      sum += chance
    }
    for point in points { scores[Int(point)] /= sum }
    return Double(log(sum) - score)
  }
}

extension PolicyPass {
  /// The sum of the neighbours beside a cell.
  @inline(__always) static func beside(_ cell: UnsafeMutablePointer<Vector>) -> Vector {
    cell[1] + cell[-1] + cell[Point.gridWidth] + cell[-Point.gridWidth]
  }

  /// The sum of the neighbours across from a cell.
  @inline(__always) static func across(_ cell: UnsafeMutablePointer<Vector>) -> Vector {
    cell[Point.gridWidth &+ 1] + cell[Point.gridWidth &- 1]
      + cell[1 &- Point.gridWidth] + cell[-1 &- Point.gridWidth]
  }

  @inline(__always) static func numbers(
    _ vector: UnsafeMutablePointer<Vector>
  ) -> UnsafePointer<Float> {
    UnsafeRawPointer(vector).assumingMemoryBound(to: Float.self)
  }

  /// What of `slope` goes through numbers whose positive parts are in `excited`.
  @inline(__always) static func passed(_ slope: Vector, _ excited: Vector) -> Vector {
    let bits = unsafeBitCast(excited, to: SIMD16<Int32>.self)
    let through = (0 &- bits) &>> 31
    return unsafeBitCast(unsafeBitCast(slope, to: SIMD16<Int32>.self) & through, to: Vector.self)
  }
}
