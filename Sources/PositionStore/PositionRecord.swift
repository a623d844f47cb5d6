import GomokuRules

/// The data stored for one position.
public struct PositionRecord: Equatable, Sendable {
  /// One character for people, seen by the side that has just moved: `w` means that it has won.
  public struct Tag: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    /// Returns `nil` unless `rawValue` is a printable character of ASCII. `W`, `L`, `D` and `X` mean
    /// the same as small letters.
    public init?(rawValue: UInt8) {
      guard 33...126 ~= rawValue else { return nil }
      self.rawValue = "WLDX".utf8.contains(rawValue) ? rawValue | 0x20 : rawValue
    }

    private init(_ letter: Unicode.Scalar) { rawValue = UInt8(ascii: letter) }

    public static let win = Tag("w")
    public static let loss = Tag("l")
    public static let draw = Tag("d")
    /// The move that leads here is not to be played.
    public static let blocked = Tag("x")
    /// The move that leads here is the best.
    public static let best = Tag("!")

    /// True if the game is decided.
    public var isResult: Bool { [.win, .loss, .draw].contains(self) }
  }

  /// The kind of bound that the value is.
  public enum Bound: Int, Sendable {
    /// There is no value.
    case none = 0
    case upper = 1
    case lower = 2
    case exact = 3
  }

  public var tag: Tag?
  /// For the side to move: centistones, or a win or loss as `Score` counts them.
  public var value: Int16 = 0
  public var depth: Int16 = 0
  public var bound = Bound.none
  /// A comment of any number of lines.
  public var text = ""
  /// Short texts beside points of the canonical image.
  public var boardTexts: [Point: String] = [:]

  public init() {}

  public init(tag: Tag?, value: Int16, depth: Int16, bound: Bound) {
    (self.tag, self.value, self.depth, self.bound) = (tag, value, depth, bound)
  }

  /// The longest comment and the longest text beside a point, in bytes of UTF-8.
  public static let longestText = 1 << 17
  public static let longestBoardText = 256
}

// MARK: - Two records of one position

extension PositionRecord {
  /// Takes over what `other` knows better, and texts that are missing here.
  ///
  /// A result outranks a mark of people, that outranks nothing; of two results the first stays. Of two
  /// estimates the deeper one counts.
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
    boardTexts.merge(other.boardTexts) { own, _ in own }
  }

  /// Adds a comment below the present one, unless all its lines are there.
  mutating func add(text other: String) { _ = add(texts: [other]) { false } }

  /// Adds comments, each below the one before it, unless all its lines are there.
  ///
  /// - Returns: how many find no room; `nil` once `isStopped`, with a part of them added.
  mutating func add(texts others: [String], isStopped: () -> Bool) -> Int? {
    func lines(_ text: String) -> [ArraySlice<UInt8>] {
      Array(text.utf8).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    }
    var known = Set(lines(text))
    if text.isEmpty { known = [] }
    var left = 0
    for (number, other) in others.enumerated() where !other.isEmpty {
      if number & 0xFF == 0xFF, isStopped() { return nil }
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

  /// Takes over what a search has found: a proven result always, an estimate unless a deeper one or a
  /// result is there.
  public mutating func learn(value: Int16, depth: Int16, result: Tag?) {
    if result == nil {
      guard !(tag?.isResult ?? false), bound != .exact || depth >= self.depth else { return }
    }
    (self.value, self.depth, bound) = (value, depth, .exact)
    // Marks that people have made stay.
    if let result, tag == nil || tag?.isResult ?? false { tag = result }
  }
}
