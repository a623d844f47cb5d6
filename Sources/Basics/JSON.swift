/// A JSON value whose object members keep their order.
///
/// One value is therefore always written as the same bytes, which checksums and hashes rely on.
public enum JSON: Equatable, Sendable {
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  case array([JSON])
  case object([Member])

  /// A named value in an object.
  public struct Member: Equatable, Sendable {
    public let name: String
    public let value: JSON

    public init(_ name: String, _ value: JSON) { (self.name, self.value) = (name, value) }
  }

  /// Returns an object of `members`, leaving out those whose value is `nil`.
  public static func object(compacting members: [(String, JSON?)]) -> JSON {
    .object(members.compactMap { name, value in value.map { Member(name, $0) } })
  }

  /// The value of the member `name`; `nil` if the object has none, or if this value is no object.
  public subscript(name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  public var string: String? { if case .string(let text) = self { text } else { nil } }
  public var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }
  public var array: [JSON]? { if case .array(let values) = self { values } else { nil } }

  /// The number, if the value is an `int`; `nil` also for `3.0`, which is a `double`.
  public var int: Int? { if case .int(let number) = self { number } else { nil } }

  /// The number, if the value is a number, whole or not.
  public var double: Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }
}

// MARK: Writing

extension JSON: CustomStringConvertible {
  /// The JSON text on one line, without spaces between its parts. Infinities and NaN become `null`.
  public var description: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let flag): text += flag ? "true" : "false"
    case .int(let number): text += String(number)
    case .double(let number): text += number.isFinite ? String(number) : "null"
    case .string(let string): JSON.write(string, to: &text)
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        JSON.write(member.name, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.steersOutput:
        for unit in scalar.utf16 {
          let digits = String(unit, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

// MARK: Reading

extension JSON {
  /// The reason why a text is not valid JSON, with the line of the error.
  public struct SyntaxError: Error, Equatable, CustomStringConvertible {
    /// The line number, counted from 1.
    public let line: Int
    public let message: String

    public var description: String { "line \(line): \(message)" }
  }

  /// Reads one JSON value (RFC 8259) that takes up all of `text`.
  ///
  /// A name may occur only once in an object, and values may be nested 100 deep. A byte order mark
  /// before the value is skipped. Some malformed numbers, such as `01`, are accepted.
  ///
  /// - Parameter isLenient: true to allow bare control characters in strings.
  public init(
    parsing text: some StringProtocol, isLenient: Bool = false
  ) throws(SyntaxError) {
    var parser = JSONParser(bytes: Array(text.utf8), isLenient: isLenient)
    self = try parser.document()
  }

  /// Reads one JSON value that takes up all of the UTF-8 `bytes`, by the same rules.
  public init(parsing bytes: [UInt8]) throws(SyntaxError) {
    var parser = JSONParser(bytes: bytes, isLenient: false)
    self = try parser.document()
  }
}

/// A recursive-descent parser of a JSON text held as bytes.
private struct JSONParser {
  let bytes: [UInt8]
  let isLenient: Bool
  var position = 0
  /// The deepest nesting of values, which bounds the recursion.
  private static let deepest = 100

  /// Reads the one value that makes up the whole text.
  mutating func document() throws(JSON.SyntaxError) -> JSON {
    if bytes.starts(with: OutsideText.mark) { position = OutsideText.mark.count }
    let value = try self.value(depth: 0)
    skipSpace()
    if position < bytes.count { throw error("text after the value") }
    return value
  }

  private func error(_ message: String) -> JSON.SyntaxError {
    let line = 1 + bytes[..<min(position, bytes.count)].count { $0 == UInt8(ascii: "\n") }
    return JSON.SyntaxError(line: line, message: message)
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 32 || byte == 10 || byte == 13 || byte == 9 { position += 1 }
  }

  private mutating func take(_ byte: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: byte) else { return false }
    position += 1
    return true
  }

  private mutating func value(depth: Int) throws(JSON.SyntaxError) -> JSON {
    guard depth < JSONParser.deepest else { throw error("nested too deeply") }
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case nil: throw error("the text ends in the middle of a value")
    default: return try number()
    }
  }

  private mutating func word(_ word: String, _ value: JSON) throws(JSON.SyntaxError) -> JSON {
    guard bytes[position...].starts(with: word.utf8) else { throw error("unknown word") }
    position += word.utf8.count
    return value
  }

  private mutating func object(depth: Int) throws(JSON.SyntaxError) -> JSON {
    position += 1
    var members: [JSON.Member] = []
    var names: Set<String> = []
    skipSpace()
    if take("}") { return .object([]) }
    repeat {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw error("a name in quotes expected") }
      let name = try string()
      guard names.insert(name).inserted else { throw error("\"\(name)\" occurs twice") }
      skipSpace()
      guard take(":") else { throw error("':' expected after \"\(name)\"") }
      members.append(JSON.Member(name, try value(depth: depth + 1)))
      skipSpace()
    } while take(",")
    guard take("}") else { throw error("',' or '}' expected") }
    return .object(members)
  }

  private mutating func array(depth: Int) throws(JSON.SyntaxError) -> JSON {
    position += 1
    var values: [JSON] = []
    skipSpace()
    if take("]") { return .array([]) }
    repeat {
      values.append(try value(depth: depth + 1))
      skipSpace()
    } while take(",")
    guard take("]") else { throw error("',' or ']' expected") }
    return .array(values)
  }

  private mutating func number() throws(JSON.SyntaxError) -> JSON {
    let start = position
    while let byte = next, "+-.eE0123456789".utf8.contains(byte) { position += 1 }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    let body = text.hasPrefix("-") ? text.dropFirst() : text[...]
    guard let first = body.first, first.isNumber else { throw error("a value expected") }
    if let whole = Int(text) { return .int(whole) }
    guard let real = Double(text), real.isFinite else { throw error("bad number '\(text)'") }
    return .double(real)
  }

  private mutating func string() throws(JSON.SyntaxError) -> String {
    position += 1
    var content: [UInt8] = []
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: content, as: UTF8.self) else {
          throw error("a string that is not UTF-8")
        }
        return text
      case UInt8(ascii: "\\"): content += Array(String(try escape()).utf8)
      case 0..<32 where !isLenient: throw error("a control character in a string")
      default: content.append(byte)
      }
    }
    throw error("a string without end")
  }

  private mutating func escape() throws(JSON.SyntaxError) -> Unicode.Scalar {
    guard let byte = next else { throw error("a string without end") }
    position += 1
    switch byte {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "u"): return try unicodeEscape()
    default: throw error("unknown escape in a string")
    }
  }

  /// Reads the digits after `\u`, and the second escape if the first is half a surrogate pair.
  private mutating func unicodeEscape() throws(JSON.SyntaxError) -> Unicode.Scalar {
    let unit = try hexUnit()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard 0xD800..<0xDC00 ~= unit, take("\\"), take("u"), case let low = try hexUnit(),
      0xDC00..<0xE000 ~= low,
      let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    else { throw error("half a surrogate pair") }
    return scalar
  }

  private mutating func hexUnit() throws(JSON.SyntaxError) -> UInt32 {
    guard position + 4 <= bytes.count else { throw error("a string without end") }
    var unit: UInt32 = 0
    for byte in bytes[position..<position + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw error("four hexadecimal digits expected")
      }
      unit = unit << 4 | UInt32(digit)
    }
    position += 4
    return unit
  }
}
