import Basics

/// The moves of a winning strategy in positions where threats alone do not win.
///
/// These moves are the part of a proof that a threat search cannot find by itself. Positions are
/// looked up by their canonical image, so that one entry serves all symmetric positions.
public struct StrategyBook: Equatable, Sendable {
  /// The winner's move in a position.
  public struct Entry: Equatable, Sendable {
    public let move: Point
    /// The length in plies of the longest line of play from this position to the five.
    public let plies: Int

    public init(_ move: Point, plies: Int) { (self.move, self.plies) = (move, plies) }
  }

  public let size: BoardSize
  /// The text of the book: a line `BLACK-WHITE MOVE PLIES` for each entry.
  ///
  /// Positions and moves are in their canonical image, and lines are sorted by position. Look-ups
  /// are binary searches in this text.
  private let lines: BookText

  /// Creates a book of `entries`. If a position has several entries, the last one counts.
  public init(_ entries: [(Position, Entry)] = [], size: BoardSize) {
    var lines: [String: String] = [:]
    for (position, entry) in entries {
      let canonical = position.canonicalImage
      let move = canonical.symmetry.image(of: entry.move, on: size)
      lines[canonical.name] = "\(canonical.name) \(move) \(entry.plies)\n"
    }
    self.init(text: lines.sorted { $0.key < $1.key }.flatMap { Array($0.value.utf8) }, size: size)
  }

  /// Creates the book with exactly this `text`; its positions must be canonical images, its lines
  /// sorted.
  private init(text: [UInt8], size: BoardSize) { (self.size, lines) = (size, .owned(text)) }

  /// Uses the compiled-in text of a book in place.
  ///
  /// - Parameter text: with canonical images as positions and sorted lines, and valid as long as the
  ///   program runs.
  public init(compiledIn text: UnsafeRawBufferPointer, size: BoardSize) {
    (self.size, lines) = (size, .compiledIn(text))
  }

  /// Parses entries in any order and orientation; `nil` if a line is not an entry for the board.
  public init?(reading text: String, size: BoardSize) {
    guard let entries = StrategyBook.entries(reading: text, size: size) else { return nil }
    self.init(entries, size: size)
  }

  private static func entries(reading text: String, size: BoardSize) -> [(Position, Entry)]? {
    var entries: [(Position, Entry)] = []
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 3, let position = Position(named: words[0], size: size),
        let entry = Entry(words[1...]), size.contains(entry.move), position.isEmpty(entry.move)
      else { return nil }
      entries.append((position, entry))
    }
    return entries
  }

  /// Returns the book for a board of another size, with this board's centre moved to `center`.
  ///
  /// Each entry is added in all orientations of this board that fit on the other one.
  public func around(_ center: Point, on other: BoardSize) -> StrategyBook {
    var moved: [(Position, Entry)] = []
    for (position, entry) in StrategyBook.entries(reading: text, size: size) ?? [] {
      for symmetry in Symmetry.all(of: size) {
        func place(_ point: Point) -> Point {
          let image = symmetry.image(of: point, on: size)
          return Point(
            x: image.x - size.center.x + center.x, y: image.y - size.center.y + center.y)
        }
        var image = Position(size: other, variant: position.variant)
        guard other.contains(place(entry.move)),
          position.stones.allSatisfy({ stone in
            other.contains(place(stone.point))
              && (try? image.place(stone.color, on: place(stone.point))) != nil
          })
        else { continue }
        moved.append((image, Entry(place(entry.move), plies: entry.plies)))
      }
    }
    return StrategyBook(moved, size: other)
  }

  /// Returns this book with the entries of `other`, which replace its own in the same positions.
  public func adding(_ other: StrategyBook) -> StrategyBook {
    var lines: [Substring: Substring] = [:]
    for book in [text, other.text] {
      for line in book.split(separator: "\n") { lines[line.prefix { $0 != " " }] = line }
    }
    let all = lines.values.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return StrategyBook(text: all.flatMap { Array($0.utf8) + [StrategyBook.lineEnd] }, size: size)
  }

  public var text: String { lines.withBytes { String(decoding: $0, as: UTF8.self) } }
  public var count: Int { lines.withBytes { $0.count { $0 == StrategyBook.lineEnd } } }
  public var isEmpty: Bool { lines.withBytes { $0.isEmpty } }

  /// The winner's move in `position`, where the winner is to move; `nil` if the book has none.
  public subscript(position: Position) -> Entry? {
    guard position.size == size, !isEmpty else { return nil }
    let canonical = position.canonicalImage
    return entry(canonical.name).map {
      Entry(canonical.symmetry.inverse.image(of: $0.move, on: size), plies: $0.plies)
    }
  }

  /// Returns the entry of the canonical image with this name; the move is in the image's
  /// orientation.
  private func entry(_ name: some StringProtocol) -> Entry? {
    let start = Array("\(name) ".utf8)
    return lines.withBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let (before, line, behind) = StrategyBook.middle(of: rest)
        if line.starts(with: start) {
          let words = String(decoding: line.dropLast(), as: UTF8.self).split(separator: " ")
          return Entry(words[1...])
        }
        rest = line.lexicographicallyPrecedes(start) ? behind : before
      }
      return nil
    }
  }

  /// Returns the line at the middle byte of `lines`, with its line end, and the text before and
  /// after it, for a binary search.
  private static func middle(
    of lines: Slice<UnsafeRawBufferPointer>
  ) -> (
    before: Slice<UnsafeRawBufferPointer>, line: Slice<UnsafeRawBufferPointer>,
    behind: Slice<UnsafeRawBufferPointer>
  ) {
    let middle = lines.startIndex + lines.count / 2
    let start = lines[..<middle].lastIndex(of: lineEnd).map { $0 + 1 } ?? lines.startIndex
    let end = lines[middle...].firstIndex(of: lineEnd).map { $0 + 1 } ?? lines.endIndex
    return (lines[..<start], lines[start..<end], lines[end...])
  }

  private static let lineEnd = UInt8(ascii: "\n")
}

/// The bytes of a book's text.
private enum BookText: Equatable, @unchecked Sendable {
  case owned([UInt8])
  /// Constant bytes of the program, of which only the pages that are read take memory.
  case compiledIn(UnsafeRawBufferPointer)

  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    switch self {
    case .owned(let bytes): bytes.withUnsafeBytes(body)
    case .compiledIn(let bytes): body(bytes)
    }
  }

  static func == (one: BookText, other: BookText) -> Bool {
    one.withBytes { one in
      other.withBytes { other in
        one.count == other.count
          && (one.baseAddress == other.baseAddress || one.elementsEqual(other))
      }
    }
  }
}

extension StrategyBook.Entry {
  /// Parses the words `MOVE PLIES`.
  fileprivate init?(_ words: ArraySlice<Substring>) {
    guard words.count == 2, let move = words.first.flatMap({ Point($0) }),
      let plies = words.last.flatMap({ Int($0) })
    else { return nil }
    self.init(move, plies: plies)
  }
}

extension Position {
  /// Creates the position with a name of the form `BLACK-WHITE`, which need not be canonical.
  ///
  /// Black is to move, by the rules of freestyle. The result is `nil` for any other text, or if the
  /// stones are not on different points of the board.
  public init?(named name: some StringProtocol, size: BoardSize) {
    self.init(size: size)
    let sides = name.split(separator: "-", omittingEmptySubsequences: false).map { Point.list($0) }
    guard sides.count == 2 else { return nil }
    for (color, points) in zip([Color.black, .white], sides) {
      for point in points ?? [] {
        guard size.contains(point), (try? place(color, on: point)) != nil else { return nil }
      }
      if points == nil { return nil }
    }
  }
}
