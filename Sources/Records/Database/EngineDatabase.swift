import Basics
import GomokuRules
import TextCodes

/// The reader of Yixin's and Rapfi's databases of positions, which become a tree for each rule and
/// board.
///
/// The file begins with the number of its records, in four bytes. A record is a key and a message,
/// each after its length in two bytes; after an empty key there is no message. A key is the rule,
/// the board's width and height, and the stones, Black's first; a stone at (-1, -1) is a pass. A
/// message is a label, a value, depth and bound, and a text, whose first part may be board texts. A
/// position is stored as only one of its symmetric images. The file may be an LZ4 frame. Source:
/// Rapfi (`Rapfi/database/yxdbstorage.cpp`).
struct EngineDatabase {
  /// The rule and board by which positions are grouped.
  struct Group: Hashable {
    var rule: UInt8
    var width: Int
    var height: Int
  }

  /// A record, whose stones and message are ranges of the uncompressed bytes.
  struct Record {
    var group: Group
    /// The range of Black's stones and that of White's, with two bytes for each stone.
    var stones: [Range<Int>]
    var sideToMove: Color
    var message: Range<Int>
  }

  private let bytes: [UInt8]
  private var place = 4
  private(set) var isUTF8 = false

  private static let charset = Array("charset=\"UTF-8\"".utf8)
  private static let rules = ["freestyle", "standard", "renju"]

  /// Returns whether the first record names the character encoding, as in files of Rapfi.
  static func isDatabase(_ bytes: [UInt8]) -> Bool {
    bytes.count > 11 && bytes[4...8].elementsEqual([3, 0, 0, 0, 0])
      && bytes.dropFirst(16).starts(with: charset)
  }

  static func read(
    _ bytes: [UInt8], _ context: inout ReadingContext
  ) throws(RecordError) -> [GameTree] {
    let content = LZ4Frame.isFrame(bytes) ? try LZ4Frame.decoded(bytes, &context) : bytes
    var database = EngineDatabase(content)
    let records = try database.records(&context)
    var groups: [Group: [Record]] = [:]
    for record in records { groups[record.group, default: []].append(record) }
    let code = database.code(of: records)
    if let code, code != .utf8 {
      context.remark("the texts are read as \(code.rawValue), which they seem to be")
    }
    var trees: [GameTree] = []
    var badTexts = 0
    for group in groups.keys.sorted(by: {
      ($0.rule, $0.width, $0.height) < ($1.rule, $1.width, $1.height)
    }) {
      guard let size = BoardSize(width: group.width, height: group.height) else { continue }
      var builder = PositionTree(size)
      try builder.add(
        groups[group] ?? [], stones: { ($0.stones[0].count + $0.stones[1].count) / 2 }, &context
      ) { database.position($0, code, &badTexts) }
      trees.append(builder.finished(&context))
      trees[trees.count - 1].info[.rule] = rules[Int(group.rule)]
    }
    if badTexts > 0 {
      context.remark(
        "board texts without a point, and further ones of a point: \(badTexts) left out")
    }
    return trees
  }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  // MARK: Records

  private mutating func records(
    _ context: inout ReadingContext
  ) throws(RecordError) -> [Record] {
    guard bytes.count >= 4 else { throw .atByte(0, "no database of Yixin or Rapfi") }
    let count = (0..<4).reduce(0) { $0 | Int(bytes[$1]) << (8 * $1) }
    var records: [Record] = []
    var isWhole = true
    for number in 0..<count {
      let start = place
      try context.poll(16)
      guard let key = block(), key.isEmpty || bytes.count >= place + 2 else {
        context.fault(
          "the database ends early: \(count - number) records are missing",
          at: "byte \(start)")
        isWhole = false
        break
      }
      // An empty key has no message.
      if key.isEmpty { continue }
      guard let message = block() else {
        context.fault(
          "the database ends early: \(count - number) records are missing",
          at: "byte \(start)")
        isWhole = false
        break
      }
      if key.count >= 3, bytes[key.lowerBound + 1] == 0, bytes[key.lowerBound + 2] == 0 {
        isUTF8 = isUTF8 || bytes[message].dropFirst(5).starts(with: EngineDatabase.charset)
        continue
      }
      try context.take(200 + key.count + message.count)
      if let record = record(key, message) {
        records.append(record)
      } else {
        context.fault("a record that cannot be read is left out", at: "byte \(start)")
      }
    }
    if records.isEmpty { throw .atByte(4, "no database of Yixin or Rapfi") }
    if isWhole, place < bytes.count {
      let rest = bytes.count - place
      context.remark(
        rest == 1
          ? "1 byte after the records left out" : "\(rest) bytes after the records left out")
    }
    return records
  }

  /// Reads a length in two bytes, and returns the range of as many bytes after it.
  ///
  /// Returns `nil` if the file ends before.
  private mutating func block() -> Range<Int>? {
    guard place + 2 <= bytes.count else { return nil }
    let start = place + 2
    let end = start + (Int(bytes[place]) | Int(bytes[place + 1]) << 8)
    guard end <= bytes.count else { return nil }
    place = end
    return start..<end
  }

  private func record(_ key: Range<Int>, _ message: Range<Int>) -> Record? {
    guard key.count >= 3, !key.count.isMultiple(of: 2) else { return nil }
    let start = key.lowerBound
    let group = Group(
      rule: bytes[start], width: Int(bytes[start + 1]), height: Int(bytes[start + 2]))
    guard Int(group.rule) < EngineDatabase.rules.count,
      BoardSize(width: group.width, height: group.height) != nil
    else { return nil }
    let count = (key.count - 3) / 2
    let middle = start + 3 + 2 * ((count + 1) / 2)
    var stones = [start + 3..<middle, middle..<key.upperBound]
    var known: Set<UInt16> = []
    for color in 0...1 {
      for place in stride(from: stones[color].lowerBound, to: stones[color].upperBound, by: 2) {
        let (x, y) = (bytes[place], bytes[place + 1])
        // A pass is the last entry of its colour.
        if x == 0xFF, y == 0xFF, place == stones[color].upperBound - 2 {
          stones[color] = stones[color].lowerBound..<place
          continue
        }
        guard x < group.width, y < group.height,
          known.insert(UInt16(x) << 8 | UInt16(y)).inserted
        else { return nil }
      }
    }
    return Record(
      group: group, stones: stones, sideToMove: count.isMultiple(of: 2) ? .black : .white,
      message: message)
  }

  private func position(
    _ record: Record, _ code: TextCode?, _ badTexts: inout Int
  ) -> StoredPosition {
    StoredPosition(
      stones: record.stones.map(points), sideToMove: record.sideToMove,
      texts: texts(of: record, code, &badTexts))
  }

  /// Returns the points of the stones in `range`, which has two bytes for each stone.
  private func points(_ range: Range<Int>) -> [Point] {
    stride(from: range.lowerBound, to: range.upperBound, by: 2).map {
      Point(x: Int(bytes[$0]), y: Int(bytes[$0 + 1]))
    }
  }

  // MARK: Messages

  /// Returns the character encoding of the texts; `nil` if they are ASCII.
  private func code(of records: [Record]) -> TextCode? {
    if isUTF8 { return .utf8 }
    let texts = records.lazy.filter { $0.message.count > 5 }.map { bytes[$0.message.dropFirst(5)] }
    return TextCode.detect(texts)
  }

  /// Returns the comment and the board texts of a record, and its label and value as a name.
  ///
  /// Points are those of the image in the file. The label is for the player who has just moved, the
  /// value for the player to move. A byte that is invalid in the encoding becomes an escape such as
  /// `\xE5`.
  ///
  /// - Parameter badTexts: the number of board texts that are left out; it is updated.
  private func texts(of record: Record, _ code: TextCode?, _ badTexts: inout Int) -> NodeTexts {
    var texts = NodeTexts()
    let message = bytes[record.message]
    guard let label = message.first else { return texts }
    func number(_ offset: Int) -> Int {
      let place = message.startIndex + offset
      guard place + 2 <= message.endIndex else { return 0 }
      return Int(Int16(bitPattern: UInt16(message[place]) | UInt16(message[place + 1]) << 8))
    }
    let depthBound = number(3)
    texts.name = StoredPosition.name(
      label: label, value: number(1), bound: depthBound & 3, depth: depthBound >> 2)
    let raw = message.dropFirst(5).filter { $0 != 0 }
    let other = code ?? .utf8
    let valid = other == .utf8 ? String(validating: raw, as: UTF8.self) : nil
    let text = valid ?? other.text(raw)
    guard text.hasPrefix("@BTXT@") else {
      texts.comment = EngineDatabase.comment(text[...])
      return texts
    }
    let parts = text.dropFirst(6).split(
      separator: "\u{8}", maxSplits: 1, omittingEmptySubsequences: false)
    for line in parts[0].split(whereSeparator: \.isNewline) {
      let digits = line.prefix(2).utf8.map { Int($0) - ($0 <= 57 ? 48 : 55) }
      guard line.count > 2, digits.count == 2,
        0..<record.group.width ~= digits[0], 0..<record.group.height ~= digits[1],
        texts.labels[Point(x: digits[0], y: digits[1])] == nil
      else {
        badTexts += 1
        continue
      }
      texts.labels[Point(x: digits[0], y: digits[1])] = String(line.dropFirst(2))
    }
    if parts.count > 1 { texts.comment = EngineDatabase.comment(parts[1]) }
    return texts
  }

  private static func comment(_ text: Substring) -> String {
    String(text.replacingScalars(["\u{8}": "\n"]).trimmingBlanks)
  }
}
