import Basics
import CommandLineKit
import GomokuRules

/// A task, read from a file: prove on some boards that White can keep Black from making five.
package struct DrawTask {
  let sizes: [BoardSize]
  let limits: DefenceSearch.Limits

  package static func claimsDraw(_ json: JSON) -> Bool { json["claim"]?.string == "draw" }

  /// Parses a task. Errors name the file at `path`.
  package init(_ json: JSON, path: String) throws(CommandError) {
    do { try self.init(json) } catch { throw CommandError("\(path): \(error)") }
  }

  /// Parses a task: the boards and the limits of the search.
  init(_ json: JSON) throws(CommandError) {
    try TaskFile.expect(["claim", "boards", "limits"], in: json)
    guard let boards = json["boards"]?.array, !boards.isEmpty else {
      throw CommandError("boards: a list such as [\"5x5\", \"6x7\"]")
    }
    var sizes: [BoardSize] = []
    for board in boards {
      guard let size = board.string.flatMap(DrawTask.size), SmallBoard(size) != nil,
        !sizes.contains(size)
      else {
        throw CommandError("boards: WIDTHxHEIGHT, at least 5x5, of at most 64 points, once each")
      }
      sizes.append(size)
    }
    self.sizes = sizes
    limits = try DrawTask.limits(json["limits"])
  }

  private static func size(_ text: String) -> BoardSize? {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1] else { return nil }
    return BoardSize(width: width, height: height)
  }

  private static func limits(_ json: JSON?) throws(CommandError) -> DefenceSearch.Limits {
    var limits = DefenceSearch.Limits()
    try TaskFile.readLimits(json, most: 100_000) { name, number in
      switch name {
      case "depth": limits.depth = number
      case "breadth": limits.breadth = number
      case "pairing": limits.pairing = number
      default: return false
      }
      return true
    }
    return limits
  }
}
