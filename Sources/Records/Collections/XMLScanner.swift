/// A scanner of the simple XML of record collections: tags with attributes, and text.
///
/// Comments, instructions and declarations are skipped; nothing is expanded except for character
/// references and the five entities of XML.
struct XMLScanner {
  enum Event: Equatable {
    /// A start tag; `isEmpty` if it is its own end tag.
    case start(name: String, offset: Int, isEmpty: Bool)
    case end(name: String)
    case text(Range<Int>)
    /// A CDATA section, in which no references are replaced.
    case data(Range<Int>)
  }

  private let bytes: [UInt8]
  private var place = 0
  /// The attributes of the last start tag.
  private(set) var attributes: [String: String] = [:]

  /// The largest number of attributes of a tag; further ones are left out.
  private static let mostAttributes = 50
  private static let dataStart: StaticString = "<![CDATA["

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The offset of the next byte.
  var offset: Int { place }

  /// Returns the next event; `nil` at the end, or within a tag that does not end.
  mutating func next() -> Event? {
    while place < bytes.count {
      guard bytes[place] == UInt8(ascii: "<") else {
        let start = place
        place = bytes[place...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        return .text(start..<place)
      }
      if starts(with: "<!--") {
        skip(past: "-->")
      } else if starts(with: XMLScanner.dataStart) {
        let start = place + XMLScanner.dataStart.utf8CodeUnitCount
        skip(past: "]]>")
        let isWhole = bytes[..<place].suffix(3).elementsEqual("]]>".utf8)
        return .data(start..<max(start, isWhole ? place - 3 : place))
      } else if starts(with: "<?") || starts(with: "<!") {
        skip(past: ">")
      } else {
        return tag()
      }
    }
    return nil
  }

  private func starts(with text: StaticString) -> Bool {
    text.withUTF8Buffer { bytes[place...].starts(with: $0) }
  }

  private mutating func skip(past text: StaticString) {
    while place < bytes.count, !starts(with: text) { place += 1 }
    place = min(bytes.count, place + text.utf8CodeUnitCount)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte > 0x20 && !"<>=/\"'".utf8.contains(byte)
  }

  private mutating func name() -> String {
    let start = place
    while place < bytes.count, XMLScanner.isNameByte(bytes[place]) { place += 1 }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  private mutating func tag() -> Event? {
    let offset = place
    place += 1
    let isEnd = place < bytes.count && bytes[place] == UInt8(ascii: "/")
    if isEnd { place += 1 }
    let tag = name()
    if !isEnd { attributes = [:] }
    var isEmpty = false
    while place < bytes.count {
      let byte = bytes[place]
      if byte == UInt8(ascii: ">") {
        place += 1
        return isEnd ? .end(name: tag) : .start(name: tag, offset: offset, isEmpty: isEmpty)
      }
      isEmpty = byte == UInt8(ascii: "/")
      guard XMLScanner.isNameByte(byte) else {
        place += 1
        continue
      }
      let key = name()
      if let value = value(), !isEnd, attributes.count < XMLScanner.mostAttributes {
        attributes[key] = value
      }
    }
    return nil
  }

  /// Reads the quoted value of an attribute after its name; `nil` if there is none.
  private mutating func value() -> String? {
    func skipBlanks() { while place < bytes.count, bytes[place] <= 0x20 { place += 1 } }
    skipBlanks()
    guard place < bytes.count, bytes[place] == UInt8(ascii: "=") else { return nil }
    place += 1
    skipBlanks()
    guard place < bytes.count, "\"'".utf8.contains(bytes[place]) else { return nil }
    let quote = bytes[place]
    let start = place + 1
    place = bytes[start...].firstIndex(of: quote) ?? bytes.count
    defer { place = min(bytes.count, place + 1) }
    return text(start..<place)
  }

  private static let entities: [String: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
  ]

  /// Returns the text in `range` with its references replaced; unknown ones stay as they are.
  func text(_ range: Range<Int>) -> String {
    let raw = String(decoding: bytes[range], as: UTF8.self)
    guard raw.utf8.contains(UInt8(ascii: "&")) else { return raw }
    var text = ""
    for (index, part) in raw.split(separator: "&", omittingEmptySubsequences: false).enumerated() {
      guard index > 0 else {
        text += part
        continue
      }
      let name = part.prefix(12).prefix { $0 != ";" }
      let after = part.dropFirst(name.count)
      if after.first == ";", let meaning = XMLScanner.meaning(String(name)) {
        text += meaning + after.dropFirst()
      } else {
        text += "&" + part
      }
    }
    return text
  }

  private static func meaning(_ name: String) -> String? {
    guard name.hasPrefix("#") else { return entities[name] }
    let digits = name.dropFirst()
    let isHex = digits.first == "x"
    let value = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return value.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
  }
}
