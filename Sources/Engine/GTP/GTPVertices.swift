import Basics
import GomokuRules

/// Points as GTP writes them: a letter without I, and the row counted from below, as in `K10`.
struct GTPVertices {
  let size: BoardSize

  /// The columns' letters, as many as the largest board has.
  static let letters = Array("ABCDEFGHJKLMNOPQRSTUVW")

  func text(_ point: Point) -> String {
    String(GTPVertices.letters[point.x]) + String(size.height - point.y)
  }

  /// Returns the vertices separated by spaces.
  func text(_ points: [Point]) -> String { points.map(text).joined(separator: " ") }

  /// Reads a vertex in either case; returns `nil` unless it is a point of the board.
  func point(_ text: some StringProtocol) -> Point? {
    let digits = text.utf8.dropFirst()
    guard let first = text.uppercased().first, let x = GTPVertices.letters.firstIndex(of: first),
      1...2 ~= digits.count, digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
      let row = Int(text.dropFirst())
    else { return nil }
    let point = Point(x: x, y: size.height - row)
    return size.contains(point) ? point : nil
  }
}

extension Color {
  /// Reads `black`, `white`, `b` or `w` in either case; returns `nil` for other texts.
  init?(gtp text: String) {
    switch text.lowercased() {
    case "b", "black": self = .black
    case "w", "white": self = .white
    default: return nil
    }
  }
}
