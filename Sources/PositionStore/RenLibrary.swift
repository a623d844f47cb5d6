import GomokuRules
import TextCodes

/// A reader of RenLib libraries, versions 1 to 3: trees of moves with comments on a 15 x 15 board.
///
/// A header of 20 bytes, which the oldest files lack, is followed by nodes. A node has two bytes,
/// the point and flags, which may announce two more bytes. Its comment and board text follow,
/// padded with zeros to an even length. Then comes its first child. After the end of a line comes
/// the sibling of the last node whose sibling has not been read.
package struct RenLibrary {
  /// A node of the tree: a move with its texts.
  package struct Node: Equatable {
    /// The point of the move; `nil` for a pass, and for a root.
    package var point: Point?
    /// True for a move; false for a node that only has a text.
    package var isMove: Bool
    package var hasSibling: Bool
    package var endsLine: Bool
    /// True if the move has a mark of its own.
    package var isMarked: Bool
    /// True if RenLib shows this move when it opens the file.
    package var isStart: Bool
    package var comment: Text?
    /// The text that RenLib shows at the point.
    package var boardText: Text?
  }

  /// The byte range of a text in the file.
  package struct Text: Equatable {
    package var range: Range<Int>
    /// True for the seven-bit texts of the oldest files.
    package var isOld = false
  }

  package static let size = BoardSize.standard

  private static let headerLength = 20
  package static let title: [UInt8] = [0xFF, 0x52, 0x65, 0x6E, 0x4C, 0x69, 0x62, 0xFF]
  /// The first byte of files without a header: the point of the first node, which is the centre.
  package static let center: UInt8 = 0x78
  private static let newestVersion: UInt8 = 3

  /// The bits of a node's second byte. Only `hasBoardText` is in another byte.
  package enum Flag {
    package static let hasSibling: UInt8 = 0x80
    package static let endsLine: UInt8 = 0x40
    package static let hasOldComment: UInt8 = 0x20
    package static let isMarked: UInt8 = 0x10
    package static let hasComment: UInt8 = 0x08
    package static let isStart: UInt8 = 0x04
    package static let isNoMove: UInt8 = 0x02
    package static let isExtended: UInt8 = 0x01
    /// The flag of a text at the point. `isExtended` announces two more bytes; the flag is in the
    /// second of these.
    package static let hasBoardText: UInt8 = 0x01
  }

  private let bytes: [UInt8]
  private var offset: Int
  /// The number of nodes whose next sibling has not been read yet.
  private var openForks = 0
  /// True if the last line of the tree has ended.
  private var isComplete = false
  private var hasNodes = false
  private var hasMoves = false

  /// The number of bytes after the last node read.
  package var rest: Int { bytes.count - offset }
  /// True if the file ended too early: inside a line of moves, or before a sibling that a node's
  /// flag announces. Known once `next` has returned `nil`.
  package var isCutOff: Bool { hasMoves && !isComplete }

  /// Checks the header; the nodes are read by `next`.
  package init(_ bytes: [UInt8]) throws(StoreError) {
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

  /// Reads the next node; returns `nil` at the end of the tree or of the file.
  package mutating func next(isStopped: () -> Bool) throws(StoreError) -> Node? {
    // A single byte at the end of the file is ignored, so that the moves before it are kept.
    guard rest > (hasNodes ? 1 : 0), !isComplete else { return nil }
    let start = offset
    let (place, flags) = try pair()
    let extended = flags & Flag.isExtended != 0 ? try pair().1 : 0
    let (x, y) = (Int(place & 15), Int(place >> 4))
    guard place == 0 || x >= 1 && y < RenLibrary.size.height else {
      throw .badLibrary(offset: start, reason: "a point off the board")
    }
    var node = Node(
      point: place == 0 ? nil : Point(x: x - 1, y: y), isMove: flags & Flag.isNoMove == 0,
      hasSibling: flags & Flag.hasSibling != 0, endsLine: flags & Flag.endsLine != 0,
      isMarked: flags & Flag.isMarked != 0, isStart: flags & Flag.isStart != 0)
    if flags & Flag.hasOldComment != 0 {
      node.comment = try oldText(isStopped)
    } else if flags & Flag.hasComment != 0 {
      node.comment = try text(isStopped)
    }
    if extended & Flag.hasBoardText != 0 { node.boardText = try text(isStopped) }
    follow(node)
    return node
  }

  /// Updates the number of unread siblings; the tree is complete when a line ends without any.
  private mutating func follow(_ node: Node) {
    let isRoot = !hasNodes && node.point == nil
    hasNodes = true
    if isRoot { return }
    hasMoves = true
    if node.hasSibling { openForks += 1 }
    guard node.endsLine else { return }
    if openForks == 0 { isComplete = true } else { openForks -= 1 }
  }

  // MARK: Texts

  /// Checks for a stop whenever the offset in the file, which is even, is a multiple of 64 KiB.
  private func poll(_ isStopped: () -> Bool) throws(StoreError) {
    if offset & 0xFFFF == 0, isStopped() { throw .stopped }
  }

  /// Reads a text: pairs of bytes up to a zero.
  private mutating func text(_ isStopped: () -> Bool) throws(StoreError) -> Text {
    let start = offset
    while true {
      try poll(isStopped)
      let (first, second) = try pair()
      if first == 0 { return Text(range: start..<offset - 2) }
      if second == 0 { return Text(range: start..<offset - 1) }
    }
  }

  /// Reads a seven-bit text: pairs of bytes up to one with the eighth bit set.
  private mutating func oldText(_ isStopped: () -> Bool) throws(StoreError) -> Text {
    let start = offset
    while true {
      try poll(isStopped)
      let (first, second) = try pair()
      if first > 127 { return Text(range: start..<offset - 1, isOld: true) }
      if second > 127 { return Text(range: start..<offset, isOld: true) }
    }
  }

  package func bytes(of text: Text) -> ArraySlice<UInt8> { bytes[text.range] }

  /// Decodes a text with `code`; seven-bit texts have their own encoding.
  ///
  /// Decoding ends when the result is full.
  ///
  /// - Parameters:
  ///   - longest: the largest size of the result, in bytes of UTF-8.
  ///   - meter: the counter of the work since the last check for a stop.
  package func string(
    _ text: Text, in code: TextCode, longest: Int, meter: inout WorkMeter, isStopped: () -> Bool
  ) throws(StoreError) -> (text: String, isCut: Bool) {
    var clean = CleanText(longest: longest)
    var rest = bytes(of: text)
    while !clean.isCut,
      let next = text.isOld ? RenLibrary.oldPart(of: rest) : code.first(of: rest)
    {
      if meter.isDue(next.count), isStopped() { throw .stopped }
      switch next.part {
      case .character(let scalar): clean.add(scalar)
      case .stray(let byte):
        for scalar in TextCode.escape(byte).unicodeScalars { clean.add(scalar) }
      }
      rest.removeFirst(next.count)
    }
    return (clean.text, clean.isCut)
  }

  /// Returns the first part of a seven-bit text; `nil` if the text is empty.
  private static func oldPart(
    of bytes: ArraySlice<UInt8>
  ) -> (part: TextCode.Part, count: Int)? {
    guard let first = bytes.first else { return nil }
    return (part: TextCode.Part.character(oldLetter(first)), count: 1)
  }

  /// Returns a character of the Scandinavian seven-bit set.
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
}

/// A growing text of a library with LF as line end, cut between two Unicode scalars.
///
/// Empty lines before it and white space after it are dropped.
///
/// In a library, the first line of a comment ends with a backspace, and the other lines with CR LF.
/// The text grows by scalars, which takes linear time: one character may consist of all scalars of
/// the text.
package struct CleanText {
  private let longest: Int
  private var bytes: [UInt8] = []
  /// The number of bytes up to the last scalar that is not white space.
  private var end = 0
  private var isAfterReturn = false
  /// True if a scalar did not fit; all later scalars are left out too.
  private var isFull = false
  /// True if a scalar other than white space was left out.
  package private(set) var isCut = false

  package init(longest: Int) { self.longest = longest }

  package var text: String { String(decoding: bytes[..<end], as: UTF8.self) }

  package mutating func add(_ scalar: Unicode.Scalar) {
    var letter = scalar
    if letter == "\u{8}" { letter = "\n" }
    let endsReturn = isAfterReturn && letter == "\n"
    isAfterReturn = letter == "\r"
    if endsReturn { return }
    if isAfterReturn { letter = "\n" }
    let isSpace = letter.properties.isWhitespace
    if bytes.isEmpty, isSpace, Character(letter).isNewline { return }
    let encoded = Unicode.UTF8.encode(letter) ?? .init()
    if !isFull, bytes.count + encoded.count <= longest {
      bytes.append(contentsOf: encoded)
      if !isSpace { end = bytes.count }
    } else {
      isFull = true
      if !isSpace { isCut = true }
    }
  }
}
