/// Counts of a record's parts by kind, written as one line: `12 labels, 3 set-up stones`.
///
/// The number of kinds is bounded, because none of them contains text from a file.
public struct Tally: Equatable, Sendable {
  /// The kinds of things that a record may have.
  public enum Kind: String, Sendable {
    case sideLine = "side line"
    case pass = "pass"
    case setUpStone = "set-up stone"
    case sideToMove = "side to move"
    case move
    case comment
    case label
    case mark = "mark on points"
    case nodeMark = "marked move"
    case name = "name of positions"
    case time = "time of moves"
    case gameProperty = "property of the game"
    case otherProperty = "property of other programs"
    case startMark = "start mark"
    case value = "unreadable value"
    case evaluation = "evaluation"
    case boardSize = "board size"
    case character = "character"

    /// The words for `count` of the kind.
    func text(_ count: Int) -> String {
      guard count != 1 else { return "1 \(rawValue)" }
      let words = rawValue.split(separator: " ", maxSplits: 1)
      let rest = words.count > 1 ? " \(words[1])" : ""
      return switch self {
      case .pass: "\(count) passes"
      case .sideToMove: "\(count) sides to move"
      case .gameProperty, .otherProperty: "\(count) properties\(rest)"
      case .mark, .name, .time: "\(count) \(words[0])s\(rest)"
      default: "\(count) \(rawValue)s"
      }
    }
  }

  private var counts: [(kind: Kind, count: Int)] = []

  public init() {}

  public var isEmpty: Bool { counts.isEmpty }

  public static func == (a: Tally, b: Tally) -> Bool { a.description == b.description }

  public mutating func add(_ kind: Kind, _ count: Int = 1) {
    guard count > 0 else { return }
    if let index = counts.firstIndex(where: { $0.kind == kind }) {
      counts[index].count += count
    } else {
      counts.append((kind, count))
    }
  }

  public mutating func add(_ other: Tally) {
    for (kind, count) in other.counts { add(kind, count) }
  }
}

extension Tally: CustomStringConvertible {
  public var description: String {
    counts.map { $0.kind.text($0.count) }.joined(separator: ", ")
  }
}
