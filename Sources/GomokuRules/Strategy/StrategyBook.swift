import Basics

/// The moves of a strategy where threats alone do not win, whichever way the board lies.
///
/// What is left of a proof once everything that a threat search finds by itself has been dropped.
public struct StrategyBook: Equatable, Sendable {
  /// What the winner plays in a position.
  public struct Entry: Equatable, Sendable {
    public let move: Point
    /// The longest line from here to the five, in plies.
    public let plies: Int

    public init(_ move: Point, plies: Int) { (self.move, self.plies) = (move, plies) }
  }

  public let size: BoardSize
  /// The entries by the names of their positions' first images, turned as those are.
  private var entries: [String: Entry] = [:]
  /// What the positions' images share: most looks end here, as naming an image takes longer.
  private var hashes: Set<UInt64> = []

  public init(size: BoardSize) { self.size = size }

  /// Reads what `text` gives, and positions that lie otherwise; `nil` if a line is no entry for a board
  /// of `size`.
  public init?(_ text: some StringProtocol, size: BoardSize) {
    self.init(size: size)
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 3, let position = Position(named: words[0], size: size),
        let move = Point(words[1]), size.contains(move), position.isEmpty(move),
        let plies = Int(words[2])
      else { return nil }
      self[position] = Entry(move, plies: plies)
    }
  }

  /// A line `BLACK-WHITE MOVE PLIES` for each entry, in the order of the positions' names.
  public var text: String {
    entries.sorted { $0.key < $1.key }
      .map { "\($0.key) \($0.value.move) \($0.value.plies)\n" }.joined()
  }

  public var count: Int { entries.count }
  public var isEmpty: Bool { entries.isEmpty }

  /// What the winner, who is to move, plays in `position`; `nil` where the book knows nothing.
  public subscript(position: Position) -> Entry? {
    get {
      guard position.size == size, hashes.contains(position.imageHash) else { return nil }
      let first = position.firstImage
      return entries[first.name].map {
        Entry(first.symmetry.inverse.image(of: $0.move, on: size), plies: $0.plies)
      }
    }
    set {
      let first = position.firstImage
      hashes.insert(position.imageHash)
      entries[first.name] = newValue.map {
        Entry(first.symmetry.image(of: $0.move, on: size), plies: $0.plies)
      }
    }
  }
}

extension Position {
  /// The position whose name, that of its first image or of another, is `name`.
  fileprivate init?(named name: some StringProtocol, size: BoardSize) {
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
