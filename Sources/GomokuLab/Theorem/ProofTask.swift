import Basics
import Gomoku
import GomokuRules
import LabKit
import Platform

/// What is to be proved, as its file says: a position with the loser to move, and hints.
struct ProofTask {
  /// The position after the first moves, with the loser to move.
  let position: Position
  /// For replies to it the winner's move to try first.
  let hints: [Point: Point]
  let limits: WinSearch.Limits

  var winner: Color { position.sideToMove.opponent }

  /// Reads the file at `path`.
  init(path: String) throws(Options.Failure) {
    let bytes: [UInt8]
    do throws(SystemError) { bytes = try FileSystem.contents(of: path, limit: 1 << 20) } catch {
      throw Options.Failure("\(path): \(error)")
    }
    do { try self.init(JSON(parsing: bytes)) } catch {
      throw Options.Failure("\(path): \(error)")
    }
  }

  init(_ json: JSON) throws {
    let names = Set(["rule", "size", "moves", "hints", "limits"])
    if case .object(let members) = json,
      let stray = members.first(where: { !names.contains($0.name) })
    {
      throw Options.Failure("no entry '\(stray.name)'")
    }
    guard let variant = json["rule"]?.string.flatMap(Variant.init(rawValue:)) else {
      throw Options.Failure("rule: one of \(Variant.allCases.map(\.rawValue))")
    }
    if variant == .renju {
      throw Options.Failure("rule: renju's forbidden points leave no zones to prove with")
    }
    guard let size = json["size"]?.int.flatMap({ BoardSize(side: $0) }) else {
      throw Options.Failure("size: \(BoardSize.sidesText)")
    }
    var position = Position(size: size, variant: variant)
    guard let moves = Point.list(json["moves"]?.string ?? ""), !moves.isEmpty else {
      throw Options.Failure("moves: the first moves, such as h8")
    }
    for move in moves {
      guard (try? position.play(move)) != nil else {
        throw Options.Failure("moves: \(move) cannot be played")
      }
    }
    if position.outcome != nil { throw Options.Failure("moves: the game is over") }
    var hints: [Point: Point] = [:]
    if case .object(let members)? = json["hints"] {
      for member in members {
        guard let reply = Point(member.name), let move = member.value.string.flatMap({ Point($0) }),
          size.contains(reply), size.contains(move)
        else { throw Options.Failure("hints: \(member.name): points of the board") }
        hints[reply] = move
      }
    }
    self.position = position
    self.hints = hints
    limits = try ProofTask.limits(json["limits"])
  }

  private static func limits(_ json: JSON?) throws(Options.Failure) -> WinSearch.Limits {
    var limits = WinSearch.Limits()
    guard case .object(let members)? = json else { return limits }
    for member in members {
      guard let number = member.value.int, 1...1_000_000_000 ~= number else {
        throw Options.Failure("limits: \(member.name): a number from 1 to 1000000000")
      }
      switch member.name {
      case "threats": limits.threatNodes = UInt64(number)
      case "search": limits.searchNodes = UInt64(number)
      case "breadth": limits.breadth = number
      case "quiet": limits.quiet = number
      case "positions": limits.positions = number
      default: throw Options.Failure("limits: no entry '\(member.name)'")
      }
    }
    return limits
  }

  /// What tells this task's jobs from those of others: the limits decide what is found.
  var name: String {
    "\(position.variant) \(position.size.width) \(limits.threatNodes) \(limits.searchNodes)"
      + " \(limits.breadth) \(limits.quiet) \(limits.positions)"
  }
}
