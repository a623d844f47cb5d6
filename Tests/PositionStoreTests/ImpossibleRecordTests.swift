import GomokuRules
import Platform
import TestSupport
import Testing

@testable import PositionStore

/// Records with a right checksum that this program never writes.
struct ImpossibleRecordTests {
  private static let (first, second) = (Point(x: 3, y: 4), Point(x: 7, y: 8))

  private static func key(
    _ black: [Point], _ white: [Point] = [], neutral: [Point] = []
  ) -> PositionKey {
    PositionKey(
      size: .standard, variant: .freestyle, sideToMove: .black, black: black, white: white,
      neutral: neutral)
  }

  private static func payload(_ key: PositionKey, text: Int = 0, boardText: Int = 0) -> [UInt8] {
    var record = PositionRecord("w")
    record.text = String(repeating: "x", count: text)
    if boardText > 0 {
      record.boardTexts = [Point(x: 0, y: 0): String(repeating: "x", count: boardText)]
    }
    return LogEntry(key: key, record: record).payload
  }

  /// The payload of a deletion that announces a comment.
  private static var deletionWithText: [UInt8] {
    var payload = LogEntry(key: key([first]), record: nil).payload
    payload[0] |= 16
    return payload
  }

  private static let impossible: [[UInt8]] = [
    payload(key([first, first])),
    payload(key([], [first, second, second])),
    payload(key([], neutral: [first, first])),
    payload(key([first, second], [second])),
    payload(key([first], neutral: [first])),
    payload(key([], [second], neutral: [second])),
    payload(key([first]), text: PositionRecord.longestText + 1),
    payload(key([first]), boardText: PositionRecord.longestBoardText + 1),
    deletionWithText,
  ]

  private static let possible: [[UInt8]] = [
    payload(key([first], [second])),
    payload(key([Point(x: 0, y: 0)], [Point(x: 1, y: 0)], neutral: [first])),
    payload(key([first]), text: PositionRecord.longestText),
    payload(key([first]), boardText: PositionRecord.longestBoardText),
  ]

  @Test func theyAreNoEntries() {
    for payload in Self.impossible { #expect(LogEntry(payload[...]) == nil) }
    for payload in Self.possible { #expect(LogEntry(payload[...])?.payload == payload) }
  }

  @Test func theyCountAsDamageAndAreMovedToAFileOfTheirOwn() throws {
    let scratch = try Scratch()
    var size = 0
    do {
      let log = try RecordLog(path: scratch["a.db"])
      _ = try log.append(payload: Self.payload(Self.key([Self.first], [Self.second])))
      for payload in Self.impossible {
        _ = try log.append(payload: payload)
        size += RecordLog.frame + payload.count
      }
    }
    let store = try scratch.store()
    #expect(store.count == 1 && store.damagedBytes == size)
    #expect(try store.check() == size)
    let copy = try #require(try store.rewrite())
    #expect(try FileSystem.contents(of: copy).count == size)
    #expect(store.count == 1 && store.damagedBytes == 0)
  }

  @Test func textsThatAreTooLongAreNotStored() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let views = try SymmetricPosition("h8")
    let long = String(repeating: "x", count: PositionRecord.longestText + 1)
    #expect(throws: StoreError.self) {
      try store.set(PositionRecord("w", text: long), for: views)
    }
    #expect(throws: StoreError.self) {
      try store.update(views) {
        $0.boardTexts[Point(x: 0, y: 0)] = String(long.prefix(PositionRecord.longestBoardText + 1))
      }
    }
    #expect(store.count == 0)
    try store.set(PositionRecord("w", text: String(long.dropLast())), for: views)
    #expect(try store.check() == 0 && store.count == 1)
  }
}
