import Basics
import GomokuRules

/// The content of one record of the file: the new data of a position, or its deletion.
struct LogEntry: Equatable {
  var key: PositionKey
  /// The data; `nil` if the entry deletes the position.
  var record: PositionRecord?
}

// The encoding of payloads:
//
// - Numbers are varints: groups of seven bits, the least significant first. All bytes but the last
//   have the eighth bit set.
// - Signed numbers have the sign in the lowest bit (zigzag).
// - Sorted points are their number, then the differences of `y * width + x`, beginning from 0.
// - Texts are UTF-8 after their length in bytes.
extension LogEntry {
  /// The bits of the first byte of a payload.
  private enum Flag {
    static let isDeleted: UInt8 = 1
    static let whiteMoves: UInt8 = 2
    static let hasTag: UInt8 = 4
    static let hasValue: UInt8 = 8
    static let hasText: UInt8 = 16
    static let hasBoardTexts: UInt8 = 32
    static let all: UInt8 = 63
  }

  var payload: [UInt8] {
    var coder = Coder()
    coder.bytes.append(flags)
    coder.write(key.variant.gomocupCode)
    coder.write(key.size.width)
    coder.write(key.size.height)
    for list in [key.black, key.white, key.neutral] { coder.write(list, on: key.size) }
    guard let record else { return coder.bytes }
    if let tag = record.tag { coder.bytes.append(tag.rawValue) }
    if flags & Flag.hasValue != 0 {
      coder.bytes.append(UInt8(record.bound.rawValue))
      coder.write(signed: record.value)
      coder.write(signed: record.depth)
    }
    if !record.text.isEmpty { coder.write(record.text) }
    if !record.boardTexts.isEmpty {
      let points = record.boardTexts.keys.sorted()
      coder.write(points, on: key.size)
      for point in points { coder.write(record.boardTexts[point] ?? "") }
    }
    return coder.bytes
  }

  private var flags: UInt8 {
    let side = key.sideToMove == .white ? Flag.whiteMoves : 0
    guard let record else { return side | Flag.isDeleted }
    let hasValue = record.value != 0 || record.depth != 0 || record.bound != .none
    return side | (record.tag != nil ? Flag.hasTag : 0) | (hasValue ? Flag.hasValue : 0)
      | (record.text.isEmpty ? 0 : Flag.hasText)
      | (record.boardTexts.isEmpty ? 0 : Flag.hasBoardTexts)
  }

  /// Decodes a payload; `nil` if it is no valid encoding, or if it has impossible values.
  init?(_ payload: ArraySlice<UInt8>) {
    var coder = Decoder(rest: payload)
    // A deletion has no other data.
    guard let flags = coder.byte(), flags & ~Flag.all == 0,
      flags & Flag.isDeleted == 0 || flags & ~(Flag.isDeleted | Flag.whiteMoves) == 0,
      let variant = coder.number().flatMap(Variant.init(gomocupCode:)),
      let width = coder.number(), let height = coder.number(),
      let size = BoardSize(width: width, height: height),
      let stones = coder.stones(on: size)
    else { return nil }
    key = PositionKey(
      size: size, variant: variant,
      sideToMove: flags & Flag.whiteMoves != 0 ? .white : .black, black: stones.black,
      white: stones.white, neutral: stones.neutral)
    if flags & Flag.isDeleted == 0 {
      guard let record = coder.record(flags, on: size) else { return nil }
      self.record = record
    }
    guard coder.rest.isEmpty else { return nil }
  }

  /// Returns whether a payload can begin with these bytes, of which the first four are examined.
  static func canBegin(_ bytes: some Collection<UInt8>) -> Bool {
    let bytes = Array(bytes)
    let sides = bytes.dropFirst(2).prefix(2)
    return bytes.first.map { $0 & ~Flag.all == 0 } ?? true
      && bytes.dropFirst().first.map { Variant(gomocupCode: Int($0)) != nil } ?? true
      && sides.allSatisfy { BoardSize.sides ~= Int($0) }
  }

  /// The bytes of a payload, to which numbers, points and texts are appended as encoded above.
  private struct Coder {
    var bytes: [UInt8] = []

    mutating func write(_ number: Int) {
      var rest = UInt(number)
      while rest > 127 {
        bytes.append(UInt8(rest & 127) | 128)
        rest >>= 7
      }
      bytes.append(UInt8(rest))
    }

    mutating func write(signed number: Int16) {
      let number = Int(number)
      write(number < 0 ? -number * 2 - 1 : number * 2)
    }

    mutating func write(_ points: [Point], on size: BoardSize) {
      write(points.count)
      var last = 0
      for point in points {
        let number = point.y * size.width + point.x
        write(number - last)
        last = number
      }
    }

    mutating func write(_ text: String) {
      write(text.utf8.count)
      bytes += text.utf8
    }
  }

  /// The reader of a payload; its methods return `nil` for an invalid encoding.
  private struct Decoder {
    var rest: ArraySlice<UInt8>

    mutating func byte() -> UInt8? { rest.popFirst() }

    mutating func number() -> Int? {
      var (number, shift) = (0, 0)
      while let byte = rest.popFirst() {
        number |= Int(byte & 127) << shift
        if byte < 128 { return number }
        shift += 7
        if shift > 28 { return nil }
      }
      return nil
    }

    mutating func signed() -> Int16? {
      number().flatMap { Int16(exactly: $0 & 1 == 1 ? -($0 + 1) / 2 : $0 / 2) }
    }

    /// Reads the stones of both sides and of nobody; no two stones may share a point.
    mutating func stones(
      on size: BoardSize
    ) -> (black: [Point], white: [Point], neutral: [Point])? {
      guard let black = points(on: size), let white = points(on: size),
        let neutral = points(on: size)
      else { return nil }
      var isOccupied = Array(repeating: false, count: Point.cellCount)
      for list in [black, white, neutral] {
        for point in list {
          if isOccupied[point.index] { return nil }
          isOccupied[point.index] = true
        }
      }
      return (black: black, white: white, neutral: neutral)
    }

    /// Reads a list of points in their order, without repetition.
    mutating func points(on size: BoardSize) -> [Point]? {
      guard let count = number(), count <= size.pointCount else { return nil }
      var points: [Point] = []
      points.reserveCapacity(count)
      var last = 0
      for _ in 0..<count {
        // Only the first point may have the difference 0.
        guard let step = number(), step > 0 || points.isEmpty, last + step < size.pointCount
        else { return nil }
        last += step
        points.append(Point(x: last % size.width, y: last / size.width))
      }
      return points
    }

    mutating func text(longest: Int) -> String? {
      guard let count = number(), count <= min(rest.count, longest) else { return nil }
      defer { rest = rest.dropFirst(count) }
      return String(validating: rest.prefix(count), as: UTF8.self)
    }

    /// Reads the parts of a record that are present according to `flags`.
    mutating func record(_ flags: UInt8, on size: BoardSize) -> PositionRecord? {
      var record = PositionRecord()
      if flags & Flag.hasTag != 0 {
        guard let tag = byte().flatMap(PositionRecord.Tag.init) else { return nil }
        record.tag = tag
      }
      if flags & Flag.hasValue != 0 {
        guard let bound = byte().flatMap({ PositionRecord.Bound(rawValue: Int($0)) }),
          let value = signed(), let depth = signed()
        else { return nil }
        (record.bound, record.value, record.depth) = (bound, value, depth)
      }
      if flags & Flag.hasText != 0 {
        guard let text = text(longest: PositionRecord.longestText) else { return nil }
        record.text = text
      }
      if flags & Flag.hasBoardTexts != 0 {
        guard let points = points(on: size) else { return nil }
        for point in points {
          guard let text = text(longest: PositionRecord.longestBoardText) else { return nil }
          record.boardTexts[point] = text
        }
      }
      return record
    }
  }
}
