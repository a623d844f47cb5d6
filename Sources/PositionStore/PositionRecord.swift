import GomokuRules

/// The data stored for one position.
public struct PositionRecord: Equatable, Sendable {
  /// A mark of one character, for the side that has just moved: `w` means that this side wins.
  public struct Tag: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    /// Creates a tag; `nil` unless `rawValue` is a printable ASCII character.
    ///
    /// The capital letters `W`, `L`, `D` and `X` mean the same as the small ones.
    public init?(rawValue: UInt8) {
      guard 33...126 ~= rawValue else { return nil }
      self.rawValue = "WLDX".utf8.contains(rawValue) ? rawValue | 0x20 : rawValue
    }

    private init(_ letter: Unicode.Scalar) { rawValue = UInt8(ascii: letter) }

    public static let win = Tag("w")
    public static let loss = Tag("l")
    public static let draw = Tag("d")
    /// The tag of a position into which the engine is not to move.
    public static let blocked = Tag("x")
    /// The tag of the position after the best move.
    public static let best = Tag("!")

    public var isResult: Bool { [.win, .loss, .draw].contains(self) }
  }

  /// The kind of bound that a record's value is.
  public enum Bound: Int, Sendable {
    /// The position has no value.
    case none = 0
    case upper = 1
    case lower = 2
    case exact = 3
  }

  public var tag: Tag?
  /// The value for the side to move: centistones, or a win or loss in the encoding of `Score`.
  public var value: Int16 = 0
  /// The depth of the search that gave the value, in plies.
  public var depth: Int16 = 0
  public var bound = Bound.none
  /// A comment of any number of lines.
  public var text = ""
  /// The short texts at points of the canonical image.
  public var boardTexts: [Point: String] = [:]

  public init() {}

  public init(tag: Tag?, value: Int16, depth: Int16, bound: Bound) {
    (self.tag, self.value, self.depth, self.bound) = (tag, value, depth, bound)
  }

  /// The longest comment, in bytes of UTF-8.
  public static let longestText = 1 << 17
  /// The longest text at a point, in bytes of UTF-8.
  public static let longestBoardText = 256

  /// True if no text exceeds its limit.
  var hasFittingTexts: Bool {
    text.utf8.count <= PositionRecord.longestText
      && boardTexts.values.allSatisfy { $0.utf8.count <= PositionRecord.longestBoardText }
  }
}

// MARK: - Merging of records

extension PositionRecord {
  /// Merges `other`, a record of the same position, into this one: takes a better value or tag, and
  /// adds texts.
  ///
  /// A result replaces a tag that is no result, but not an earlier result. A tag that is no result
  /// is only added if there is none. Of two estimates the one with the greater depth is kept.
  mutating func learn(from other: PositionRecord) {
    let isBetter =
      switch (tag?.isResult ?? false, other.tag?.isResult ?? false) {
      case (true, _): false
      case (false, true): true
      case (false, false): other.bound != .none && (bound == .none || other.depth > depth)
      }
    if isBetter {
      (value, depth, bound) = (other.value, other.depth, other.bound)
      if other.tag?.isResult ?? false { tag = other.tag }
    }
    tag = tag ?? other.tag
    add(text: other.text)
    for (point, text) in other.boardTexts where boardTexts[point] == nil {
      boardTexts[point] = text
    }
  }

  /// Appends a comment to the text, unless the text already has all lines of the comment, or there
  /// is no room.
  mutating func add(text other: String) { _ = add(texts: [other]) { false } }

  /// Appends comments to the text, except those whose lines the text already has.
  ///
  /// - Returns: the number of comments for which there was no room; `nil` after a stop, with only
  ///   some comments appended.
  mutating func add(texts others: [String], isStopped: () -> Bool) -> Int? {
    func lines(_ text: String) -> [ArraySlice<UInt8>] {
      Array(text.utf8).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    }
    var known = Set(lines(text))
    if text.isEmpty { known = [] }
    var left = 0
    var meter = WorkMeter()
    for other in others where !other.isEmpty {
      if meter.isDue(WorkMeter.perText + other.utf8.count), isStopped() { return nil }
      let lines = lines(other)
      if lines.allSatisfy(known.contains) { continue }
      let separator = text.isEmpty ? "" : "\n"
      guard text.utf8.count + separator.utf8.count + other.utf8.count <= PositionRecord.longestText
      else {
        left += 1
        continue
      }
      text += separator + other
      known.formUnion(lines)
    }
    return left
  }

  /// Stores the result of a search.
  ///
  /// A proven result is always stored. An estimate replaces no result and no deeper exact value.
  ///
  /// - Parameter result: the proven result as a tag; `nil` for an estimate.
  public mutating func learn(value: Int16, depth: Int16, result: Tag?) {
    if result == nil {
      guard !(tag?.isResult ?? false), bound != .exact || depth >= self.depth else { return }
    }
    (self.value, self.depth, bound) = (value, depth, .exact)
    // Tags that a user has set are kept.
    if let result, tag == nil || tag?.isResult ?? false { tag = result }
  }
}
