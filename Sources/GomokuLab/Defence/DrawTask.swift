import Basics
import GomokuRules
import LabKit

/// The boards on which White is to keep Black from five, as a task's file says.
struct DrawTask {
  let sizes: [BoardSize]
  let limits: DefenceSearch.Limits

  /// Whether a file asks for draws.
  static func isMeant(by json: JSON) -> Bool { json["claim"]?.string == "draw" }

  /// A task as its file at `path` gives it.
  init(_ json: JSON, path: String) throws(Options.Failure) {
    do { try self.init(json) } catch { throw Options.Failure("\(path): \(error)") }
  }

  init(_ json: JSON) throws(Options.Failure) {
    let names = Set(["claim", "boards", "limits"])
    if case .object(let members) = json,
      let stray = members.first(where: { !names.contains($0.name) })
    {
      throw Options.Failure("no entry '\(stray.name)'")
    }
    guard let boards = json["boards"]?.array, !boards.isEmpty else {
      throw Options.Failure("boards: a list such as [\"5x5\", \"6x7\"]")
    }
    var sizes: [BoardSize] = []
    for board in boards {
      guard let size = board.string.flatMap(DrawTask.size), SmallBoard(size) != nil,
        !sizes.contains(size)
      else {
        throw Options.Failure("boards: WIDTHxHEIGHT, at least 5x5, of at most 64 points, once each")
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

  private static func limits(_ json: JSON?) throws(Options.Failure) -> DefenceSearch.Limits {
    var limits = DefenceSearch.Limits()
    guard case .object(let members)? = json else { return limits }
    for member in members {
      guard let number = member.value.int, 1...100_000 ~= number else {
        throw Options.Failure("limits: \(member.name): a number from 1 to 100000")
      }
      switch member.name {
      case "depth": limits.depth = number
      case "breadth": limits.breadth = number
      case "pairing": limits.pairing = number
      default: throw Options.Failure("limits: no entry '\(member.name)'")
      }
    }
    return limits
  }
}
