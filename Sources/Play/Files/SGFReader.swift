import Match

/// A scanner of SGF files (FF[1] to FF[4]) that finds one game and its main line.
///
/// It makes a single pass, and skips all that is no property, as FF[4] requires.
struct SGFReader {
  /// The main line of a game in the file.
  struct Tree {
    /// The nodes of the main line, which takes the first variation at every branch.
    var nodes: [[RecordTexts.Property]] = []
    /// The number of variations that are not part of the main line.
    var sideLines = 0
    /// The names of properties left out, with an invalid name or in a full node; at most five.
    var strangers: [String] = []
  }

  /// The text in UTF-8.
  private let bytes: [UInt8]
  /// The index of the next byte.
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns whether the bytes are SGF.
  ///
  /// SGF has a parenthesis before a semicolon. In old files a property may directly follow the
  /// parenthesis with which the file begins.
  static func isSGF(_ bytes: [UInt8]) -> Bool {
    var reader = SGFReader(bytes)
    return reader.findGame()
  }

  /// Returns the game with this number, from 1, and the number of games in the file.
  mutating func tree(_ number: Int) throws(UserError) -> (tree: Tree, count: Int) {
    var (found, count): (Tree?, Int) = (nil, 0)
    place = 0
    while findGame() {
      let tree = game(isWanted: count + 1 == number)
      guard let tree else {
        // An incomplete last game is an error only if it is the wanted game.
        if count + 1 > number { break }
        throw UserError("SGF: game \(count + 1) does not end, as if cut off")
      }
      count += 1
      if count == number { found = tree }
    }
    guard count > 0 else { throw UserError("SGF: there is no game in it") }
    guard let found else {
      throw UserError("there is no game \(number): the file holds \(count)")
    }
    return (found, count)
  }

  // MARK: Bytes

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private static func isBlank(_ byte: UInt8) -> Bool { byte <= 0x20 }

  private mutating func skipBlanks() {
    while let byte = next, SGFReader.isBlank(byte) { place += 1 }
  }

  /// Moves to the next parenthesis that begins a game; other text before it is ignored.
  private mutating func findGame() -> Bool {
    skipBlanks()
    var isFirst = true
    while let byte = next {
      if byte == UInt8(ascii: "(") {
        var ahead = place + 1
        while ahead < bytes.count, SGFReader.isBlank(bytes[ahead]) { ahead += 1 }
        // Old programs omit the first semicolon.
        let isNode =
          ahead < bytes.count
          && (bytes[ahead] == UInt8(ascii: ";") || isFirst && SGFReader.isNameByte(bytes[ahead]))
        if isNode { return true }
      }
      isFirst = false
      place += 1
    }
    return false
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...0xFF:
      true
    default: false
    }
  }

  // MARK: Games

  /// Reads a game up to its closing parenthesis; returns `nil` if the bytes end before it.
  private mutating func game(isWanted: Bool) -> Tree? {
    var tree = Tree()
    var (depth, leaves) = (0, 0)
    var isBehindEnd = false
    var isOpen = false
    while let byte = next {
      switch byte {
      case UInt8(ascii: "("):
        depth += 1
        place += 1
        isOpen = false
      case UInt8(ascii: ")"):
        depth -= 1
        place += 1
        if !isBehindEnd { leaves += 1 }
        isBehindEnd = true
        if depth == 0 {
          tree.sideLines = max(0, leaves - 1)
          return tree
        }
        continue
      case UInt8(ascii: ";"):
        place += 1
        isOpen = true
        if isWanted, leaves == 0 { tree.nodes.append([]) }
      default:
        let property = property(isWanted: isWanted && leaves == 0)
        if let property {
          if !isOpen, tree.nodes.isEmpty { tree.nodes.append([]) }
          SGFReader.add(property, to: &tree)
        }
      }
      isBehindEnd = false
    }
    return nil
  }

  /// The largest number of properties of a node; further ones are skipped.
  static let mostProperties = 200

  /// Adds a property to the last node of the main line.
  ///
  /// If its name is invalid or the node is full, only the name is kept, in `strangers`.
  private static func add(_ property: RecordTexts.Property, to tree: inout Tree) {
    let count = tree.nodes.last?.count ?? 0
    guard RecordTexts.isName(property.name), count < mostProperties else {
      if !tree.strangers.contains(property.name), tree.strangers.count < 5 {
        tree.strangers.append(property.name)
      }
      return
    }
    let last = tree.nodes.count - 1
    if let place = tree.nodes[last].firstIndex(where: { $0.name == property.name }) {
      // The standard forbids a name to occur twice in a node; some programs do so all the same.
      tree.nodes[last][place].values += property.values
    } else {
      tree.nodes[last].append(property)
    }
  }

  /// Reads a name and its values, or skips a byte that is neither.
  ///
  /// - Returns: `nil` if there is no value, or the property is not wanted.
  private mutating func property(isWanted: Bool) -> RecordTexts.Property? {
    skipBlanks()
    let start = place
    while let byte = next, SGFReader.isNameByte(byte) { place += 1 }
    let end = place
    skipBlanks()
    var values: [String] = []
    var hasValue = false
    while next == UInt8(ascii: "[") {
      hasValue = true
      let value = value()
      if isWanted { values.append(String(decoding: value, as: UTF8.self)) }
      skipBlanks()
    }
    // Skips a stray byte, but not one that begins a node or ends a variation.
    if !hasValue, end == start, let byte = next, !"();".utf8.contains(byte) { place += 1 }
    guard isWanted, !values.isEmpty else { return nil }
    return RecordTexts.Property(SGFReader.name(bytes[start..<end]), values)
  }

  /// Returns a property's name without small letters, which have no meaning before FF[4].
  private static func name(_ bytes: ArraySlice<UInt8>) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    let capitals = text.filter { $0.isASCII && $0.isUppercase }
    return !capitals.isEmpty && text.allSatisfy { $0.isASCII && $0.isLetter } ? capitals : text
  }

  /// Reads the bytes up to the closing bracket; a backslash escapes the next byte.
  private mutating func value() -> ArraySlice<UInt8> {
    place += 1
    let start = place
    while let byte = next, byte != UInt8(ascii: "]") {
      place += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    place = min(place, bytes.count)
    defer { place += 1 }
    return bytes[start..<place]
  }
}
