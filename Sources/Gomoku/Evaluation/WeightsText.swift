import GomokuRules
import Platform

/// Weights as text: a first line `wuliu-weights 2 VARIANT CHECKSUM`, then all numbers between spaces
/// and line ends, table after table in the order of `Weights.Table`.
///
/// The checksum is the FNV-1a hash of the numbers' bytes, the low one first, in hexadecimal.
extension Weights {
  /// Why a text holds no weights.
  public enum Problem: Error, Equatable, CustomStringConvertible {
    case header
    case version(Int)
    case variant(String)
    case number(place: Int)
    case count(found: Int, expected: Int)
    case checksum
    case unreadable(String)

    public var description: String {
      switch self {
      case .header: "weights begin with 'wuliu-weights VERSION VARIANT CHECKSUM'"
      case .version(let version): "version \(version) of the weights is unknown"
      case .variant(let name): "weights for unknown rules '\(name)'"
      case .number(let place): "number \(place) of the weights is none, or beyond 16 bits"
      case .count(let found, let expected): "\(found) weights, \(expected) expected"
      case .unreadable(let file): "cannot read \(file)"
      case .checksum: "the weights' checksum is wrong: the text is damaged"
      }
    }
  }

  private static let name = "wuliu-weights"
  private static let version = 2

  /// Reads weights.
  public convenience init(reading text: UnsafeBufferPointer<UInt8>) throws(Problem) {
    let end = text.firstIndex(of: 10) ?? text.endIndex
    let words = String(decoding: text[..<end], as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard words.count == 4, words[0] == Weights.name, let version = Int(words[1]),
      let checksum = UInt64(words[3], radix: 16)
    else { throw .header }
    guard version == Weights.version else { throw .version(version) }
    guard let variant = Variant(named: words[2]) else { throw .variant(String(words[2])) }
    var reader = NumberReader(bytes: text[end...])
    var values: [Int16] = []
    while let value = try reader.next() { values.append(value) }
    guard values.count == Weights.count(variant) else {
      throw .count(found: values.count, expected: Weights.count(variant))
    }
    guard Weights.checksum(of: values) == checksum else { throw .checksum }
    self.init(variant, values: values)
  }

  /// Reads weights.
  public convenience init(reading text: String) throws(Problem) {
    let bytes = Array(text.utf8)
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    defer { copy.deallocate() }
    _ = copy.initialize(from: bytes)
    try self.init(reading: UnsafeBufferPointer(copy))
  }

  /// Reads the weights in a file.
  public convenience init(file: String) throws(Problem) {
    guard let bytes = try? FileSystem.contents(of: file) else { throw .unreadable(file) }
    try self.init(reading: String(decoding: bytes, as: UTF8.self))
  }

  /// The text that `init(reading:)` takes, in lines of at most 100 characters.
  public var text: String {
    let values = values
    let checksum = String(Weights.checksum(of: values), radix: 16)
    var lines = ["\(Weights.name) \(Weights.version) \(variant) \(checksum)"]
    var line = ""
    for value in values {
      let word = String(value)
      if line.utf8.count + word.utf8.count + 1 > 96 {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? word : " " + word
    }
    return (lines + [line]).joined(separator: "\n")
  }

  private static func checksum(of values: [Int16]) -> UInt64 {
    values.reduce(0xCBF2_9CE4_8422_2325) { hash, value in
      let bits = UInt16(bitPattern: value)
      let low = (hash ^ UInt64(bits & 0xFF)) &* 0x100_0000_01B3
      return (low ^ UInt64(bits >> 8)) &* 0x100_0000_01B3
    }
  }

  /// Takes decimal numbers off a text.
  private struct NumberReader {
    var bytes: Slice<UnsafeBufferPointer<UInt8>>
    var place = 0

    mutating func next() throws(Problem) -> Int16? {
      bytes = bytes.drop { $0 == 32 || $0 == 10 || $0 == 13 }
      guard !bytes.isEmpty else { return nil }
      place += 1
      let isNegative = bytes.first == 45
      let digits = bytes.dropFirst(isNegative ? 1 : 0).prefix { 48...57 ~= $0 }
      bytes = bytes[digits.endIndex...]
      guard 1...5 ~= digits.count, bytes.first.map({ $0 == 32 || $0 == 10 || $0 == 13 }) ?? true
      else { throw .number(place: place) }
      let size = digits.reduce(0) { $0 * 10 + Int($1 - 48) }
      guard let value = Int16(exactly: isNegative ? -size : size) else {
        throw .number(place: place)
      }
      return value
    }
  }
}
