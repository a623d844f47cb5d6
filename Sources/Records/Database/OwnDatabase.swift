import Basics
import GomokuRules
import PositionStore
import TextCodes

/// The reader of this engine's databases of positions, which become a tree for each rule and board.
enum OwnDatabase {
  private struct Group: Hashable {
    var variant: Variant
    var size: BoardSize
  }

  private typealias Stored = (key: PositionKey, record: PositionRecord?)

  static func read(
    _ bytes: [UInt8], _ context: inout ReadingContext
  ) throws(RecordError) -> [GameTree] {
    var groups: [Group: [Stored]] = [:]
    for stored in try positions(bytes, &context) where stored.record != nil {
      guard stored.key.neutral.isEmpty else {
        context.fault("a position with neutral stones is left out", at: "the database")
        continue
      }
      let group = Group(variant: stored.key.variant, size: stored.key.size)
      groups[group, default: []].append(stored)
    }
    var trees: [GameTree] = []
    for (group, stored) in groups.sorted(by: { order($0.key) < order($1.key) }) {
      var builder = PositionTree(group.size)
      try builder.add(stored, stones: { $0.key.black.count + $0.key.white.count }, &context) {
        position($0)
      }
      trees.append(builder.finished(&context))
      trees[trees.count - 1].info[.rule] = group.variant.rawValue
    }
    return trees
  }

  private static func order(_ group: Group) -> (Int, Int, Int) {
    (group.variant.gomocupCode, group.size.width, group.size.height)
  }

  /// Returns the last record of each position, in the order in which the positions first occur.
  ///
  /// The record is `nil` if the position has been deleted.
  private static func positions(
    _ bytes: [UInt8], _ context: inout ReadingContext
  ) throws(RecordError) -> [Stored] {
    guard var entries = StoredEntries(bytes) else { throw .whole("no database of positions") }
    var (places, positions): ([PositionKey: Int], [Stored]) = ([:], [])
    while let (key, record, size) = entries.next() {
      try context.take(300 + 4 * size)
      if let place = places[key] {
        positions[place].record = record
      } else {
        places[key] = positions.count
        positions.append((key, record))
      }
    }
    if entries.damagedBytes > 0 {
      context.remark("\(entries.damagedBytes) damaged bytes of the database are left out")
    }
    return positions
  }

  private static func position(_ stored: Stored) -> StoredPosition {
    var texts = NodeTexts()
    if let record = stored.record {
      texts.name = StoredPosition.name(
        label: record.tag?.rawValue, value: Int(record.value), bound: record.bound.rawValue,
        depth: Int(record.depth))
      texts.comment = escaped(record.text)
      texts.labels = record.boardTexts.mapValues(escaped)
    }
    return StoredPosition(
      stones: [stored.key.black, stored.key.white], sideToMove: stored.key.sideToMove,
      texts: texts)
  }

  /// Returns a text in which bytes that are not UTF-8, as `ByteText` has them, are escapes such as
  /// `\xE5`.
  private static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { ByteText.byte($0) != nil }) else { return text }
    return text.unicodeScalars.map { scalar in
      ByteText.byte(scalar).map(TextCode.escape) ?? String(Character(scalar))
    }.joined()
  }
}
