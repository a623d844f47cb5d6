import GomokuRules

/// A reply `MESSAGE DATABASE …`, in the form of Yixin-Board, about the database of positions: its
/// content, or the opening and saving of its file.
public enum DatabaseReply: Equatable, Sendable {
  /// The start of a list of known moves.
  case refresh
  case move(Point, Summary, hasText: Bool, boardText: String)
  case done
  /// The record of the position itself. A tag of -1 means no tag, and 0 that the position is
  /// unknown.
  case one(tag: Int, Summary)
  /// The position's comment. For Yixin-Board the reply has one line for each line of the comment.
  case text(String)
  case loadStart(path: String)
  case loadDone
  case saveStart(path: String)
  case saveDone

  /// The part of a position's record that is shown on the manager's board.
  public struct Summary: Equatable, Sendable {
    /// The label on the board, at most four characters, for the side that has just moved.
    ///
    /// `w12` means that this side wins in 12 plies, the move included. `53%` is the result that it
    /// expects, where a win is 100% and a loss 0%.
    public var label: String
    /// The value for the side to move in centistones; a win is 30000 minus its plies, a loss the
    /// negative of that.
    public var value: Int
    /// The depth of the search that gave the value, in plies.
    public var depth: Int
    /// The type of bound of the value: 0 none, 1 upper, 2 lower, 3 exact.
    public var bound: Int

    public init(label: String, value: Int, depth: Int, bound: Int) {
      (self.label, self.value, self.depth, self.bound) = (label, value, depth, bound)
    }

    /// The label in at most two characters: `53` for `53%`, `w` for `w12`, and `w9` as it is.
    var shortLabel: String {
      if label.last == "%" { return String(label.dropLast()) }
      return label.utf8.count > 2 ? String(label.prefix(1)) : label
    }
  }
}

extension DatabaseReply {
  static let word = "DATABASE"

  /// Returns the lines of the reply: one, or several for a comment sent to Yixin-Board.
  func lines(_ notation: Notation) -> [String] {
    guard notation.isYixinBoard, case .text(let comment) = self else {
      return [text(notation.order)]
    }
    var lines = QuotedText.linesForYixinBoard(comment)
    lines[0] = "\(DatabaseReply.word) TEXT " + lines[0]
    return lines
  }

  private func text(_ order: CoordinateOrder) -> String {
    let text =
      switch self {
      case .refresh: "REFRESH"
      case .done: "DONE"
      case .move(let point, let summary, let hasText, let boardText):
        order.words(point) + " \(summary.code) \(summary.numbers)"
          + (hasText ? " 1" : " 0") + (boardText.isEmpty ? "" : " \(boardText)")
      case .one(let tag, let summary):
        "ONE \(tag) \(summary.numbers)" + (summary.label.isEmpty ? "" : " \(summary.label)")
      case .text(let text): "TEXT " + QuotedText.quoted(text)
      case .loadStart(let path): "LOAD START \(path)"
      case .loadDone: "LOAD DONE"
      case .saveStart(let path): "SAVE START \(path)"
      case .saveDone: "SAVE DONE"
      }
    return "\(DatabaseReply.word) \(text)"
  }

  /// Reads a line that `lines` writes; `nil` for other texts and for one line of a longer comment.
  init?(parsing text: Substring, _ order: CoordinateOrder) {
    let words = text.split(separator: " ", maxSplits: 8)
    guard words.first == DatabaseReply.word[...] else { return nil }
    let numbers = words.dropFirst().prefix { integer($0) != nil }.compactMap(integer)
    switch words.dropFirst().first {
    case "REFRESH" where words.count == 2: self = .refresh
    case "DONE" where words.count == 2: self = .done
    case "LOAD", "SAVE": self.init(file: words.dropFirst())
    case "ONE":
      let numbers = words.dropFirst(2).prefix(4).compactMap(integer)
      guard numbers.count == 4, words.count <= 7 else { return nil }
      let label = words.count == 7 ? String(words[6]) : ""
      self = .one(
        tag: numbers[0],
        Summary(label: label, value: numbers[1], depth: numbers[2], bound: numbers[3]))
    case "TEXT":
      var quoted = QuotedText()
      let body = text.dropFirst(DatabaseReply.word.count + 6)
      guard body.first == "\"", quoted.read(body.dropFirst()) == "" else { return nil }
      self = .text(quoted.content)
    default:
      guard numbers.count >= 7, 8...9 ~= words.count,
        let point = try? order.point("\(numbers[0]),\(numbers[1])"),
        let label = Summary.label(ofCode: numbers[2])
      else { return nil }
      self = .move(
        point, Summary(label: label, value: numbers[3], depth: numbers[4], bound: numbers[5]),
        hasText: numbers[6] == 1, boardText: words.count == 9 ? String(words[8]) : "")
    }
  }

  private init?(file words: ArraySlice<Substring>) {
    let path = words.dropFirst(2).joined(separator: " ")
    switch words.prefix(2).joined(separator: " ") {
    case "LOAD START": self = .loadStart(path: path)
    case "LOAD DONE" where path.isEmpty: self = .loadDone
    case "SAVE START": self = .saveStart(path: path)
    case "SAVE DONE" where path.isEmpty: self = .saveDone
    default: return nil
    }
  }
}

extension DatabaseReply.Summary {
  fileprivate var numbers: String { "\(value) \(depth) \(bound)" }

  /// The label's characters as the bytes of a number, the first in the highest byte; -1 without a
  /// label.
  fileprivate var code: Int {
    label.isEmpty ? -1 : label.utf8.prefix(4).reduce(0) { $0 << 8 | Int($1) }
  }

  fileprivate static func label(ofCode code: Int) -> String? {
    if code == -1 { return "" }
    guard 1...0x7FFF_FFFF ~= code else { return nil }
    let bytes = [24, 16, 8, 0].map { UInt8(code >> $0 & 0xFF) }.drop { $0 == 0 }
    return String(validating: bytes, as: UTF8.self)
  }
}
