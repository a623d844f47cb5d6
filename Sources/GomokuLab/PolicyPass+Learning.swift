import Gomoku
import GomokuRules
import LabKit

extension PolicyPass {
  /// Errors below this share of an example teach nothing.
  private static let leastError: Float = 1e-4

  /// Adds the slopes of the loss of `move`, for which the network has found the chances.
  func learn(_ move: Int, threats: Int, share: Float) {
    let last = entries[count &- 1]
    for point in points {
      let point = Int(point)
      let error = cells[point] == 0 ? scores[point] - (point == move ? 1 : 0) : 0
      guard abs(error) >= PolicyPass.leastError else {
        slopes[point] = .zero
        slopes[Point.cellCount &+ point] = .zero
        continue
      }
      let positive = hidden[point].positive
      gradient[count &- 1] += error * share * positive
      let inner = PolicyPass.passed(error * share * last, positive)
      gradient[threats] += inner
      passToMixed(inner, point)
    }
    for view in [0, Point.cellCount] {
      learnMixing(view)
      for point in points { passToRows(Int(point), view) }
    }
  }

  /// Takes the excited layer's slope of a point to what is mixed there.
  @inline(__always) private func passToMixed(_ inner: Vector, _ point: Int) {
    layer.pointee = inner
    let excitements = PolicyPass.numbers(layer)
    for view in 0..<2 {
      let cell = view &* Point.cellCount &+ point
      let numbers = PolicyPass.numbers(mixed + cell)
      let first = gradient + PolicyModel.first + view &* PolicyNetwork.channels
      for channel in 0..<PolicyNetwork.channels { first[channel] += numbers[channel] * inner }
      var slope = Vector.zero
      let turned = turned + view &* PolicyNetwork.hidden
      for number in 0..<PolicyNetwork.hidden { slope += excitements[number] * turned[number] }
      slopes[cell] = PolicyPass.passed(slope, mixed[cell])
    }
  }

  /// Adds the slopes of the weights that mix.
  private func learnMixing(_ view: Int) {
    var (center, beside, across, added) = (Vector.zero, Vector.zero, Vector.zero, Vector.zero)
    for point in points where cells[Int(point)] == 0 {
      let slope = slopes[view &+ Int(point)]
      let cell = excited + (view &+ Int(point))
      center += slope * cell[0]
      beside += slope * PolicyPass.beside(cell)
      across += slope * PolicyPass.across(cell)
      added += slope
    }
    let mixing = gradient + PolicyModel.mixing
    mixing[0] += center
    mixing[1] += beside
    mixing[2] += across
    mixing[3] += added
  }

  /// Adds the slopes of the rows of a point's windows.
  @inline(__always) private func passToRows(_ point: Int, _ view: Int) {
    let mixing = entries + PolicyModel.mixing
    let cell = slopes + (view &+ point)
    var slope = mixing[0] * cell[0]
    slope += mixing[1] * PolicyPass.beside(cell)
    slope += mixing[2] * PolicyPass.across(cell)
    slope = PolicyPass.passed(slope, excited[view &+ point])
    let windows = windows + (8 &* point &+ (view == 0 ? 0 : 4))
    for index in 0..<4 { gradient[Int(windows[index])] += slope }
  }
}
