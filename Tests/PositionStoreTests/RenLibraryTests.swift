import GomokuRules
import Platform
import TestSupport
import Testing

@testable import PositionStore

/// A tree of moves, written as RenLib writes it.
private struct LibraryTree {
  var point: String?
  var comment = ""
  var boardText = ""
  var isMove = true
  var children: [LibraryTree] = []

  init(
    _ point: String?, comment: String = "", boardText: String = "", isMove: Bool = true,
    _ children: [LibraryTree] = []
  ) {
    (self.point, self.comment, self.boardText) = (point, comment, boardText)
    (self.isMove, self.children) = (isMove, children)
  }

  static func header(_ major: UInt8 = 3, _ minor: UInt8 = 4) -> [UInt8] {
    [0xFF] + Array("RenLib".utf8) + [0xFF, major, minor] + Array(repeating: 0xFF, count: 10)
  }

  func bytes(hasSibling: Bool = false) -> [UInt8] {
    let place = point.flatMap { Point($0) }.map { UInt8($0.y << 4 | ($0.x + 1)) } ?? 0
    var flags: UInt8 = isMove ? 0 : 0x02
    if hasSibling { flags |= 0x80 }
    if children.isEmpty { flags |= 0x40 }
    if !comment.isEmpty { flags |= 0x08 }
    if !boardText.isEmpty { flags |= 0x01 }
    var bytes = [place, flags]
    if !boardText.isEmpty { bytes += [0, 1] }
    for text in [comment, boardText] where !text.isEmpty { bytes += LibraryTree.padded(text) }
    for (index, child) in children.enumerated() {
      bytes += child.bytes(hasSibling: index < children.count - 1)
    }
    return bytes
  }

  static func padded(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8) + [0]
    return bytes.count.isMultiple(of: 2) ? bytes : bytes + [0]
  }
}

struct RenLibraryTests {
  private static let tree = LibraryTree(
    nil, comment: "All openings",
    [
      LibraryTree(
        "h8",
        [
          LibraryTree(
            "h9", comment: "direct\u{8}first line\r\nsecond",
            [LibraryTree("i10", boardText: "4"), LibraryTree("j10", comment: "odd")]),
          LibraryTree(
            "i9", boardText: "in",
            [LibraryTree("g7", [LibraryTree(nil, [LibraryTree("a1", comment: "passed")])])]),
          LibraryTree("a15", boardText: "no", isMove: false),
        ]),
      LibraryTree("a1"),
    ])

  private func learn(
    _ bytes: [UInt8], into store: PositionStore, _ scratch: Scratch, limit: Int = 1 << 20
  ) throws -> PositionStore.ImportCount {
    try FileSystem.write(bytes, to: scratch["a.lib"])
    return try store.learn(fromLibrary: scratch["a.lib"], variant: .renju, limit: limit)
  }

  private func record(_ moves: String, _ store: PositionStore) throws -> PositionRecord? {
    try store[SymmetricPosition(moves, variant: .renju)]
  }

  @Test func movesCommentsAndTextsAreLearnt() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let count = try learn(LibraryTree.header() + Self.tree.bytes(), into: store, scratch)
    #expect(count == .init(moves: 9, positions: 9, impossible: 0))
    #expect(store.count == 9)
    #expect(try record("", store)?.text == "All openings")
    #expect(try record("h8h9", store)?.text == "direct\nfirst line\nsecond")
    #expect(try record("h8h9j10", store)?.text == "odd")
    #expect(try record("h8h9i10", store) == PositionRecord())
    #expect(try record("h8", store)?.boardTexts.values.sorted() == ["in", "no"])
    #expect(try record("h8h9", store)?.boardTexts.values.sorted() == ["4"])
    #expect(try record("h8a15", store) == nil)
    var passed = try SymmetricPosition("h8i9g7", variant: .renju)
    passed.pass()
    passed.play(Point(x: 0, y: 0))
    #expect(try store[passed]?.text == "passed")
    // Learning it once more brings nothing.
    let again = try learn(LibraryTree.header() + Self.tree.bytes(), into: store, scratch)
    #expect(again == .init(moves: 9, positions: 0, impossible: 0))
  }

  @Test func theOldestFilesHaveNoHeaderAndTheirComments7Bits() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    // h8 with the comment "Blå", then h9.
    let bytes: [UInt8] = [0x78, 0x20, 0x42, 0x6C, 0x7D | 0x80, 0, 0x88, 0x40]
    #expect(try learn(bytes, into: store, scratch).positions == 2)
    #expect(try record("h8", store)?.text == "Blå")
  }

  @Test func textsOfWindowsAreUnderstood() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let text: [UInt8] = [0x80, 0xE9, 0x93, 0]
    #expect(
      try learn(LibraryTree.header(3, 0) + [0x78, 0x48] + text, into: store, scratch).moves == 1)
    #expect(try record("h8", store)?.text == "€é“")
  }

  @Test func impossibleMovesAreLeftOut() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let tree = LibraryTree(
      "h8",
      [
        LibraryTree("h9", [LibraryTree("h8", comment: "no", [LibraryTree("i9")])]),
        LibraryTree("i10", comment: "yes"),
      ])
    let count = try learn(LibraryTree.header() + tree.bytes(), into: store, scratch)
    #expect(count == .init(moves: 5, positions: 3, impossible: 2))
    #expect(try record("h8i10", store)?.text == "yes")
  }

  @Test(arguments: [
    ("nothing", [], "byte 0: no library of RenLib"),
    ("another file", Array("PNG".utf8), "byte 0: no library of RenLib"),
    (
      "a newer version", LibraryTree.header(4, 0) + [0x78, 0x40],
      "byte 8: a version of RenLib that is not known"
    ),
    (
      "half a move", LibraryTree.header() + [0x78], "byte 20: the file ends in the middle of a move"
    ),
    (
      "half a text", LibraryTree.header() + [0x78, 0x48, 0x41, 0x42],
      "byte 24: the file ends in the middle of a move"
    ),
    ("a column", LibraryTree.header() + [0x78, 0, 0x10, 0x40], "byte 22: a point off the board"),
    ("a row", LibraryTree.header() + [0x78, 0, 0xF1, 0x40], "byte 22: a point off the board"),
    (
      "too much", LibraryTree.header() + Array(repeating: 0x78, count: 2_000),
      "its positions need more than 1000 bytes of memory"
    ),
  ])
  private func damagedFilesChangeNothing(what: String, bytes: [UInt8], reason: String) throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let size = store.fileSize
    do {
      _ = try learn(bytes, into: store, scratch, limit: 1_000)
      Issue.record("no error: \(what)")
    } catch {
      #expect("\(error)" == reason, "\(what)")
    }
    #expect(store.count == 0 && store.fileSize == size)
  }

  @Test func anyBytesAreALibraryOrAnError() throws {
    let scratch = try Scratch()
    var random = RandomPositions(seed: 9)
    let whole = LibraryTree.header() + Self.tree.bytes()
    for _ in 0..<200 {
      var bytes = whole
      for _ in 0..<3 {
        let place = Int.random(in: 20..<bytes.count, using: &random.random)
        bytes[place] = UInt8.random(in: 0...255, using: &random.random)
      }
      let store = try scratch.store()
      if (try? learn(bytes, into: store, scratch)) == nil { #expect(store.count == 0) }
      FileSystem.removeFile(scratch["a.db"])
    }
  }

  /// Positions that follow one another, positions that follow none, passes and texts all come back
  /// from the library that a database was written to. Labels and results do not.
  @Test func aDatabaseComesBackFromItsLibrary() throws {
    for seed in 0..<UInt64(Effort.count(40, thorough: 2_000, sanitized: 10)) {
      let scratch = try Scratch()
      let (store, copy) = (try scratch.store(), try scratch.store("b.db"))
      var random = RandomPositions(seed: seed)
      var leftOut = 0
      for _ in 0..<60 {
        var position = Position(variant: .renju)
        // On few points many positions are images of each other, or reached in several ways.
        let points = BoardSize.standard.points.filter { 5...9 ~= $0.x && 6...8 ~= $0.y }
        for _ in 0..<Int.random(in: 0...6, using: &random.random) {
          guard let point = points.filter(position.isEmpty).randomElement(using: &random.random)
          else { break }
          let isStone = Int.random(in: 0..<40, using: &random.random) > 0
          try position.place(isStone ? position.sideToMove : nil, on: point)
          if Int.random(in: 0..<9, using: &random.random) > 0 {
            position.sideToMove = position.sideToMove.opponent
          }
        }
        let views = SymmetricPosition(position)
        if try store[views] != nil { continue }
        var record = random.record()
        let texts = record.boardTexts
        record.boardTexts = [:]
        for (point, text) in texts { record.boardTexts[views.canonicalPoint(point)] = text }
        try store.set(record, for: views)
        if !views.key.neutral.isEmpty { leftOut += 1 }
      }
      let count = try store.export(toLibrary: scratch["a.lib"], of: .renju) { _ in "" }
      #expect(count.leftOut == leftOut)
      #expect(count.positions == store.count - leftOut)
      let back = try copy.learn(
        fromLibrary: scratch["a.lib"], variant: .renju, limit: 1 << 22)
      #expect((back.impossible, back.rest) == (0, 0) && back.moves <= count.moves)
      try store.forEach { (key, record) throws(StoreError) in
        guard key.neutral.isEmpty else { return }
        let other = try copy[SymmetricPosition(key)]
        #expect((other?.text ?? "") == record.text, "seed \(seed)")
        #expect((other?.boardTexts ?? [:]) == record.boardTexts, "seed \(seed)")
      }
      // No text comes from nowhere.
      try copy.forEach { (key, record) throws(StoreError) in
        if record.text.isEmpty, record.boardTexts.isEmpty { return }
        let known = try store[SymmetricPosition(key)]
        #expect(known != nil)
      }
    }
  }
}
