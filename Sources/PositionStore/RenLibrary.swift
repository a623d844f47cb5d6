import GomokuRules
import Platform

/// A library of RenLib, versions 1 to 3: a tree of moves on a board of 15 x 15 points with comments.
///
/// After a header of twenty bytes, which the oldest files lack, come nodes of two bytes: the point and
/// flags. The first node's child follows it; a node whose line ends is followed by the next sibling
/// of the last node that has one. Comment and board text follow their node, padded with zeros to an
/// even length.
struct RenLibrary {
  /// A move and what is said of it.
  struct Node: Equatable {
    /// `nil` for a pass.
    var point: Point?
    /// Whether it is a move, not only a place for a text.
    var isMove: Bool
    var hasSibling: Bool
    var endsLine: Bool
    var comment = ""
    /// What stands beside the point.
    var boardText = ""
  }

  static let size = BoardSize.standard

  private static let headerLength = 20
  private static let title: [UInt8] = [0xFF, 0x52, 0x65, 0x6E, 0x4C, 0x69, 0x62, 0xFF]
  /// The node of the centre, with which files without a header begin.
  private static let center: UInt8 = 0x78
  private static let newestVersion: UInt8 = 3

  private enum Flag {
    static let hasSibling: UInt8 = 0x80
    static let endsLine: UInt8 = 0x40
    static let hasOldComment: UInt8 = 0x20
    static let hasComment: UInt8 = 0x08
    static let isNoMove: UInt8 = 0x02
    static let isExtended: UInt8 = 0x01
    /// In the second byte of the extension.
    static let hasBoardText: UInt8 = 0x01
  }

  private let bytes: [UInt8]
  private var offset: Int

  /// Begins to read a library.
  init(_ bytes: [UInt8]) throws(StoreError) {
    self.bytes = bytes
    if bytes.starts(with: RenLibrary.title) {
      guard bytes.count >= RenLibrary.headerLength, bytes[8] <= RenLibrary.newestVersion else {
        throw .badLibrary(offset: 8, reason: "a version of RenLib that is not known")
      }
      offset = RenLibrary.headerLength
    } else {
      guard bytes.first == RenLibrary.center else {
        throw .badLibrary(offset: 0, reason: "no library of RenLib")
      }
      offset = 0
    }
  }

  private func failure(_ reason: String) -> StoreError {
    .badLibrary(offset: offset, reason: reason)
  }

  // MARK: Nodes

  private mutating func pair() throws(StoreError) -> (UInt8, UInt8) {
    guard offset + 2 <= bytes.count else { throw failure("the file ends in the middle of a move") }
    defer { offset += 2 }
    return (bytes[offset], bytes[offset + 1])
  }

  /// The next node; `nil` at the end.
  mutating func next() throws(StoreError) -> Node? {
    guard offset < bytes.count else { return nil }
    let start = offset
    let (place, flags) = try pair()
    let extended = flags & Flag.isExtended != 0 ? try pair().1 : 0
    let (x, y) = (Int(place & 15), Int(place >> 4))
    guard place == 0 || x >= 1 && y < RenLibrary.size.height else {
      throw .badLibrary(offset: start, reason: "a point off the board")
    }
    var node = Node(
      point: place == 0 ? nil : Point(x: x - 1, y: y), isMove: flags & Flag.isNoMove == 0,
      hasSibling: flags & Flag.hasSibling != 0, endsLine: flags & Flag.endsLine != 0)
    if flags & Flag.hasOldComment != 0 {
      node.comment = try oldText()
    } else if flags & Flag.hasComment != 0 {
      node.comment = try text()
    }
    if extended & Flag.hasBoardText != 0 { node.boardText = try text() }
    return node
  }

  // MARK: Texts

  /// Pairs of bytes up to a zero.
  private mutating func text() throws(StoreError) -> String {
    var text: [UInt8] = []
    while true {
      let (first, second) = try pair()
      if first == 0 { break }
      text.append(first)
      if second == 0 { break }
      text.append(second)
    }
    return RenLibrary.cleaned(
      String(validating: text, as: UTF8.self) ?? RenLibrary.windowsText(text))
  }

  /// Pairs of bytes of seven bits, up to one with the eighth.
  private mutating func oldText() throws(StoreError) -> String {
    var text = ""
    while true {
      let (first, second) = try pair()
      text.unicodeScalars.append(RenLibrary.oldLetter(first))
      if first > 127 { break }
      text.unicodeScalars.append(RenLibrary.oldLetter(second))
      if second > 127 { break }
    }
    return RenLibrary.cleaned(text)
  }

  /// The seven-bit set of Scandinavia.
  private static func oldLetter(_ byte: UInt8) -> Unicode.Scalar {
    switch Unicode.Scalar(byte & 127) {
    case "}": "å"
    case "{": "æ"
    case "|": "ø"
    case "]": "Å"
    case "[": "Æ"
    case "\\": "Ø"
    case let letter: letter
    }
  }

  /// The first line of a comment ends with a backspace, the others as on Windows.
  private static func cleaned(_ text: String) -> String {
    var text = text.replacing("\u{8}", with: "\n").replacing("\r\n", with: "\n")
      .replacing("\r", with: "\n")
    while text.last?.isWhitespace ?? false { text.removeLast() }
    while text.first?.isNewline ?? false { text.removeFirst() }
    return text
  }

  /// Text in Windows' code page 1252.
  private static func windowsText(_ bytes: [UInt8]) -> String {
    var text = ""
    for byte in bytes {
      let upper = 0x80..<0xA0 ~= byte ? windowsLetters[Int(byte) - 0x80] : UInt32(byte)
      text.unicodeScalars.append(Unicode.Scalar(upper) ?? "\u{FFFD}")
    }
    return text
  }

  /// What code page 1252 has where Latin-1 has control characters.
  private static let windowsLetters: [UInt32] = [
    0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0xFFFD, 0x017D, 0xFFFD, 0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178,
  ]
}

// MARK: - Into the database

extension PositionStore {
  /// What an import has brought.
  public struct ImportCount: Equatable, Sendable {
    /// Moves in the file.
    public var moves = 0
    /// Positions that were not known.
    public var positions = 0
    /// Moves that stand on a stone, or behind such a move: they are left out.
    public var impossible = 0
  }

  /// Learns the moves and texts of a RenLib file as positions under the rules of `variant`; if the file
  /// is damaged, nothing.
  public func learn(
    fromLibrary path: String, variant: Variant, limit: Int
  ) throws(StoreError) -> ImportCount {
    try PositionStore.checkIsFile(path)
    let bytes: [UInt8]
    do throws(SystemError) { bytes = try FileSystem.contents(of: path, limit: limit) } catch {
      throw .unusable(path: path, reason: "\(error)")
    }
    guard bytes.count <= limit else { throw .full(bytes: limit) }
    var sound = try RenLibrary(bytes)
    while try sound.next() != nil {}
    let before = count
    return try atomically { () throws(StoreError) in
      var course = LibraryCourse(variant)
      var library = try RenLibrary(bytes)
      var isFirst = true
      while let node = try library.next() {
        defer { isFirst = false }
        if isFirst, node.point == nil {
          // The root stands for the empty board.
          try keep(node.comment, of: course.views)
          continue
        }
        let isPossible = course.enter(node)
        if isPossible { try keep(node, course) }
        course.leave(after: node)
      }
      return ImportCount(
        moves: course.moves, positions: count - before, impossible: course.impossible)
    }
  }

  private func keep(_ comment: String, of views: PositionViews) throws(StoreError) {
    guard !comment.isEmpty else { return }
    try update(views) { $0.add(text: comment.prefix(bytes: PositionRecord.longestText)) }
  }

  private func keep(_ node: RenLibrary.Node, _ course: LibraryCourse) throws(StoreError) {
    if node.isMove, node.point != nil, try self[course.views] == nil {
      try set(PositionRecord(), for: course.views)
    }
    try keep(node.comment, of: course.views)
    if let point = node.point, !node.boardText.isEmpty {
      let text = node.boardText.prefix(bytes: PositionRecord.longestBoardText)
      var parent = course.views
      parent.takeBack()
      try update(parent) { record in
        let point = parent.canonicalPoint(point)
        record.boardTexts[point] = record.boardTexts[point] ?? text
      }
    }
  }
}

extension String {
  /// As many of its first characters as fit into `count` bytes of UTF-8.
  fileprivate func prefix(bytes count: Int) -> String {
    var text = self
    while text.utf8.count > count { text.removeLast() }
    return text
  }
}

/// The way through a library's tree.
private struct LibraryCourse {
  private(set) var views: PositionViews
  private(set) var moves = 0
  private(set) var impossible = 0
  private var steps: [Step] = []
  /// How many steps lead to each node whose sibling is still to come.
  private var forks: [Int] = []

  private enum Step { case stone, pass, impossible }

  init(_ variant: Variant) {
    views = PositionViews(size: RenLibrary.size, variant: variant, sideToMove: .black)
  }

  /// Makes the node's move; false if that cannot be done.
  mutating func enter(_ node: RenLibrary.Node) -> Bool {
    if node.isMove { moves += 1 }
    let step: Step =
      if steps.last == .impossible || node.point.map({ !views.isEmpty($0) }) ?? false {
        .impossible
      } else {
        node.point == nil ? .pass : .stone
      }
    switch step {
    case .stone: if let point = node.point { views.play(point) }
    case .pass: views.pass()
    case .impossible: impossible += 1
    }
    steps.append(step)
    return step != .impossible
  }

  /// Goes back to where the next node belongs.
  mutating func leave(after node: RenLibrary.Node) {
    if node.hasSibling { forks.append(steps.count - 1) }
    guard node.endsLine, let depth = forks.popLast() else { return }
    while steps.count > depth {
      switch steps.removeLast() {
      case .stone: views.takeBack()
      case .pass: views.pass()
      case .impossible: break
      }
    }
  }
}
