import Basics
import GomokuRules

/// The board as text for people: columns are letters, rows are numbered from the top.
struct BoardDiagram {
  let position: Position

  var lines: [String] {
    let columns = (0..<position.size.width).map { String(Point(x: $0, y: 0).description.prefix(1)) }
    let rows = (0..<position.size.height).map { y in
      label(y + 1) + (0..<position.size.width).map { symbol(Point(x: $0, y: y)) }.joined()
    }
    return ["   " + columns.map { " " + $0 }.joined()] + rows + [legend]
  }

  private func label(_ number: Int) -> String { (number < 10 ? "  " : " ") + String(number) }

  private func symbol(_ point: Point) -> String {
    let stone =
      switch position.color(at: point) {
      case .black: "X"
      case .white: "O"
      case nil: position.isEmpty(point) ? "." : "#"
      }
    return (position.stones.last?.point == point ? ">" : " ") + stone
  }

  private var legend: String {
    "\(position.variant), \(position.stones.count.counted("stone")), X black, O white"
  }
}
