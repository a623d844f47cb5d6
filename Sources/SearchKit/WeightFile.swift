import Basics

/// The shape of a network's weights: a name, and tables of 16-bit numbers in a fixed order.
public struct WeightShape: Equatable, Sendable {
  /// A table: its name, and its size along each dimension; the last dimension is contiguous.
  public struct Table: Equatable, Sendable, CustomStringConvertible {
    public let name: String
    public let dimensions: [Int]

    public init(_ name: String, _ dimensions: [Int]) {
      (self.name, self.dimensions) = (name, dimensions)
    }

    public var count: Int { dimensions.reduce(1, *) }
    /// The table as a word of a file's first line: `pairs=2x256x16`.
    public var description: String {
      "\(name)=" + dimensions.map(String.init).joined(separator: "x")
    }

    /// Reads a word of the form of `description`; `nil` unless it has one to three valid sizes, and
    /// no more numbers than a file may have.
    init?(_ word: Substring) {
      guard let end = word.firstIndex(of: "=") else { return nil }
      let sizes = word[word.index(after: end)...].split(separator: "x").map { Int($0) ?? 0 }
      guard 1...3 ~= sizes.count else { return nil }
      // The largest size is the one with which the table still fits into a file.
      var room = WeightFile.sizeLimit / 2
      for size in sizes {
        guard size > 0, size <= room else { return nil }
        room /= size
      }
      self.init(String(word[..<end]), sizes)
    }
  }

  public let name: String
  public let tables: [Table]

  public init(_ name: String, _ tables: [Table]) { (self.name, self.tables) = (name, tables) }

  /// The number of weights in all tables.
  public var count: Int { tables.reduce(0) { $0 + $1.count } }
}

/// Weights in memory, and the format of their files.
///
/// A file begins with one line of text, padded with spaces to a multiple of 64 bytes:
///
///     wuliu-weights 3 NAME TABLE=AxBxC … count=NUMBERS checksum=HEXADECIMAL
///
/// The numbers follow, table after table, as 16-bit integers with the low byte first, and nothing
/// else. The checksum is the 64-bit FNV-1a hash of the line's bytes before the word `checksum`
/// and of all numbers' bytes.
public final class WeightFile: Sendable {
  /// The reason why bytes are not the expected weights.
  public enum Problem: Error, Equatable, CustomStringConvertible {
    case noWeights
    case version(Int)
    case header
    case length(found: Int, expected: Int)
    case checksum
    case name(String, expected: String)
    case shape(String, expected: String)
    case tooLarge(table: String)
    /// The file cannot be read, for the reason that the system gives.
    case unreadable(String)

    public var description: String {
      switch self {
      case .noWeights: "no weights: the first line does not begin with 'wuliu-weights VERSION'"
      case .version(let version): "weights of version \(version), not \(WeightFile.version)"
      case .header: "the weights' first line is damaged"
      case .length(let found, let expected) where found < expected:
        "the weights end after \(found) of \(expected) bytes"
      case .length(let found, let expected): "\(found - expected) bytes follow the weights"
      case .checksum: "the weights do not have their checksum: they are damaged"
      case .name(let name, let expected): "weights of \(name), not of \(expected)"
      case .shape(let found, let expected):
        "weights of another shape: \(found) instead of \(expected)"
      case .tooLarge(let table): "numbers of the table '\(table)' are too large to be added up"
      case .unreadable(let reason): "cannot be read: \(reason)"
      }
    }
  }

  public let shape: WeightShape
  /// The weights of all tables, in order.
  public nonisolated(unsafe) let numbers: UnsafePointer<Int16>
  /// The memory to free; `nil` for compiled-in bytes.
  private nonisolated(unsafe) let owned: UnsafeMutableRawPointer?

  fileprivate static let version = 3
  /// The length limit of the first line, and the size limit of a file, in bytes.
  private static let headerLimit = 1024
  static let sizeLimit = 64 << 20

  private init(
    _ shape: WeightShape, _ numbers: UnsafePointer<Int16>, owned: UnsafeMutableRawPointer?
  ) {
    (self.shape, self.numbers, self.owned) = (shape, numbers, owned)
  }

  /// - Precondition: `numbers` has as many numbers as `shape`.
  public convenience init(_ shape: WeightShape, numbers: [Int16]) {
    precondition(numbers.count == shape.count)
    // Aligned like compiled-in weights, because the numbers are also read as vectors.
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 2 * numbers.count, alignment: 64)
    let copy = memory.initializeMemory(as: Int16.self, from: numbers, count: numbers.count)
    self.init(shape, copy, owned: memory)
  }

  /// Uses the compiled-in bytes of a file in place.
  ///
  /// - Parameter bytes: aligned to 64 bytes, and valid as long as the program runs.
  public convenience init(compiledIn bytes: UnsafeRawBufferPointer) throws(Problem) {
    let (shape, length) = try WeightFile.check(bytes)
    let numbers = UnsafeRawBufferPointer(rebasing: bytes[length...]).bindMemory(to: Int16.self)
    guard let start = numbers.baseAddress else { throw .noWeights }
    self.init(shape, start, owned: nil)
  }

  public convenience init(reading bytes: [UInt8]) throws(Problem) {
    let (shape, length) = try WeightFile.check(bytes)
    self.init(
      shape,
      numbers: stride(from: length, to: bytes.count, by: 2).map {
        Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
      })
  }

  deinit { owned?.deallocate() }

  /// Throws unless the name and shape are the `wanted` ones.
  public func expect(_ wanted: WeightShape) throws(Problem) {
    guard shape.name == wanted.name else { throw .name(shape.name.shown, expected: wanted.name) }
    /// Lists the tables of `own` that differ from the tables of `other` at the same index.
    func odd(_ own: [WeightShape.Table], _ other: [WeightShape.Table]) -> String {
      let odd = own.indices.filter { !other.indices.contains($0) || other[$0] != own[$0] }
      return odd.isEmpty ? "nothing" : odd.map { "\(own[$0])" }.joined(separator: " ").shown
    }
    guard shape == wanted else {
      throw .shape(
        odd(shape.tables, wanted.tables), expected: odd(wanted.tables, shape.tables))
    }
  }

  /// The bytes of a file with these weights.
  public var bytes: [UInt8] {
    let body = UnsafeBufferPointer(start: numbers, count: shape.count).flatMap {
      let bits = UInt16(bitPattern: $0)
      return [UInt8(truncatingIfNeeded: bits), UInt8(bits >> 8)]
    }
    return WeightFile.header(shape, body) + body
  }

  // MARK: The first line

  /// Returns the first line of a file, with checksum and padding.
  private static func header(_ shape: WeightShape, _ body: some Collection<UInt8>) -> [UInt8] {
    let tables = shape.tables.map({ $0.description }).joined(separator: " ")
    let start = "wuliu-weights \(version) \(shape.name) \(tables) count=\(shape.count) "
    let digits = String(hash(body, after: hash(start.utf8)), radix: 16)
    let padded = String(repeating: "0", count: 16 - digits.count) + digits
    let line = Array("\(start)checksum=\(padded)".utf8)
    let rest = 63 - line.count % 64
    return line + Array(repeating: UInt8(ascii: " "), count: rest) + [UInt8(ascii: "\n")]
  }

  /// Checks the first line, the size and the checksum of a file.
  ///
  /// - Returns: the shape, and the length of the first line in bytes.
  private static func check(
    _ bytes: some RandomAccessCollection<UInt8>
  ) throws(Problem) -> (shape: WeightShape, length: Int) {
    let line = bytes.prefix(headerLimit).prefix { $0 != UInt8(ascii: "\n") }
    let words = String(decoding: line, as: UTF8.self).split(separator: " ")
    guard words.count > 1, words[0] == "wuliu-weights", let version = Int(words[1]) else {
      throw .noWeights
    }
    guard version == WeightFile.version else { throw .version(version) }
    guard words.count > 5, words[words.count - 1].hasPrefix("checksum=") else { throw .header }
    let tables = words[3..<words.count - 2].compactMap { WeightShape.Table($0) }
    // The sum of all tables is bounded before it is used, because it might exceed 32 bits.
    var room = sizeLimit / 2
    for table in tables {
      guard table.count <= room else { throw .header }
      room -= table.count
    }
    let shape = WeightShape(String(words[2]), tables)
    guard tables.count == words.count - 5, words[words.count - 2] == "count=\(shape.count)" else {
      throw .header
    }
    let length = line.count + 1
    let expected = length + 2 * shape.count
    guard bytes.count == expected else {
      throw .length(found: bytes.count, expected: expected)
    }
    let sound = header(shape, bytes.dropFirst(length))
    guard sound.elementsEqual(bytes.prefix(length)) else { throw .checksum }
    return (shape, length)
  }

  /// Returns the 64-bit FNV-1a hash of `bytes`, continued from `start`.
  private static func hash(
    _ bytes: some Collection<UInt8>, after start: UInt64 = 0xCBF2_9CE4_8422_2325
  ) -> UInt64 {
    bytes.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
