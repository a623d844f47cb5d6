import Basics
import GomokuRules
import Platform
import TestSupport
import Testing

@testable import PositionStore

struct PositionStoreTests {
  @Test func imagesOfAPositionShareItsKey() throws {
    var random = RandomPositions(seed: 1)
    for _ in 0..<200 {
      let position = try random.position(stones: 0...30)
      let views = SymmetricPosition(position)
      for code in 0..<Symmetry.count(for: position.size) {
        let symmetry = Symmetry(code: code)
        var image = Position(size: position.size, variant: position.variant)
        for stone in position.stones {
          try image.place(stone.color, on: symmetry.image(of: stone.point, on: position.size))
        }
        image.sideToMove = position.sideToMove
        let other = SymmetricPosition(image)
        #expect(other.hash == views.hash && other.key == views.key)
        #expect(SymmetricPosition.hash(of: views.key) == views.hash)
        for point in position.size.points {
          let imagePoint = symmetry.image(of: point, on: position.size)
          #expect(other.canonicalPoint(imagePoint) == views.canonicalPoint(point))
        }
      }
    }
  }

  @Test func otherPositionsHaveOtherKeys() throws {
    let base = try SymmetricPosition("h8i9")
    let others = try [
      SymmetricPosition("h8i10"), SymmetricPosition("i9h8"), SymmetricPosition("h8i9", side: 16),
      SymmetricPosition("h8i9", variant: .renju), SymmetricPosition("h8i9j10"),
      SymmetricPosition("h8"),
    ]
    for other in others { #expect(other.hash != base.hash && other.key != base.key) }
    var passed = base
    passed.pass()
    #expect(passed.hash != base.hash && passed.key != base.key)
  }

  @Test func theHashAfterAMoveIsThatOfTheChild() throws {
    var random = RandomPositions(seed: 2)
    for _ in 0..<20 {
      let views = SymmetricPosition(try random.position(stones: 0...20))
      for point in views.emptyPoints {
        var child = views
        child.play(point)
        #expect(views.hash(after: point) == child.hash)
        #expect(child.parents.contains { $0.point == point && $0.views.hash == views.hash })
        child.takeBack()
        #expect(child.hash == views.hash && child.key == views.key)
      }
    }
  }

  @Test func entriesAreReadAsTheyWereWritten() throws {
    var random = RandomPositions(seed: 3)
    for number in 0..<500 {
      let key = SymmetricPosition(try random.position(stones: 0...60)).key
      let entry = LogEntry(key: key, record: number.isMultiple(of: 5) ? nil : random.record())
      let payload = entry.payload
      #expect(LogEntry(payload[...]) == entry)
      #expect(LogEntry(payload.dropLast()) == nil)
      #expect(LogEntry((payload + [0])[...]) == nil)
    }
  }

  @Test func garbageIsNoEntry() {
    var random = SplitMix64(seed: 4)
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        UInt8.random(in: 0...70, using: &random)
      }
      if let entry = LogEntry(bytes[...]) { #expect(LogEntry(entry.payload[...]) == entry) }
    }
  }

  /// A database does what a dictionary does, and still does after it was opened again, saved and
  /// rewritten.
  @Test func aDatabaseIsADictionaryThatLasts() throws {
    let scratch = try Scratch()
    var random = RandomPositions(seed: 5)
    var positions: [Position] = []
    for _ in 0..<300 { positions.append(try random.position(stones: 0...12)) }
    var expected: [PositionKey: PositionRecord] = [:]
    var store = try scratch.store()
    for step in 0..<5_000 {
      guard let position = positions.randomElement(using: &random.random) else { continue }
      let views = SymmetricPosition(position)
      switch Int.random(in: 0..<10, using: &random.random) {
      case 0:
        #expect(try store.remove(views) == (expected[views.key] != nil))
        expected[views.key] = nil
      case 1...5:
        let record = random.record()
        try store.set(record, for: views)
        expected[views.key] = record
      default: #expect(try store[views] == expected[views.key])
      }
      if step % 1_000 == 499 { try store.save() }
      if step % 1_000 == 999 {
        store = try reopened(store, scratch)
      }
    }
    let size = store.fileSize
    try store.rewrite()
    #expect(store.fileSize < size && store.deadBytes == 0)
    for round in 0..<2 {
      #expect(store.count == expected.count)
      for position in positions {
        let views = SymmetricPosition(position)
        #expect(try store[views] == expected[views.key], "round \(round)")
      }
      store = try reopened(store, scratch)
    }
    #expect(try FileSystem.names(inFolder: scratch.folder).count == 1)
  }

  /// The same file, opened anew: a copy, because the old one is still locked.
  private func reopened(_ store: PositionStore, _ scratch: Scratch) throws -> PositionStore {
    let copy = store.path.hasSuffix("a.db") ? "b.db" : "a.db"
    try FileSystem.write(FileSystem.contents(of: store.path), to: scratch[copy])
    FileSystem.removeFile(store.path)
    return try scratch.store(copy)
  }

  @Test func childrenAreTheMovesWhosePositionsAreKnown() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    try store.set(PositionRecord("w"), for: SymmetricPosition("h8h9"))
    try store.set(PositionRecord("l"), for: SymmetricPosition("h8a1"))
    try store.set(PositionRecord("l"), for: SymmetricPosition("a1h8"))
    let children = try store.children(of: SymmetricPosition("h8"))
    #expect(
      children.map { "\($0.point)" } == ["a1", "o1", "h7", "g8", "i8", "h9", "a15", "o15"])
    #expect(children.count { $0.record.tag == .win } == 4)
  }

  @Test func aFileHasOneWriter() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    #expect(throws: StoreError.locked(path: scratch["a.db"])) { try scratch.store() }
    try store.rewrite()
    #expect(throws: StoreError.locked(path: scratch["a.db"])) { try scratch.store() }
  }

  @Test func otherFilesAreLeftAlone() throws {
    let scratch = try Scratch()
    try FileSystem.write(Array("my notes".utf8), to: scratch["notes"])
    #expect(throws: StoreError.foreign(path: scratch["notes"])) { try scratch.store("notes") }
    #expect(try scratch.text("notes") == "my notes")
    #expect(throws: StoreError.self) { try scratch.store("") }
    #expect(throws: StoreError.self) { try scratch.store("none/a.db") }
    #expect(throws: StoreError.self) {
      try PositionStore(path: "/dev/null", memoryLimit: 1 << 20)
    }
    // An empty file is a new database.
    try FileSystem.write([], to: scratch["new.db"])
    #expect(try scratch.store("new.db").count == 0)
  }

  @Test func memoryIsKeptTo() throws {
    let scratch = try Scratch()
    var random = RandomPositions(seed: 6)
    let store = try scratch.store(memory: 50_000)
    var kept = 0
    #expect(throws: StoreError.full(bytes: 50_000)) {
      for _ in 0..<5_000 {
        try store.set(
          PositionRecord("w"), for: SymmetricPosition(random.position(stones: 15...25)))
        kept = store.count
      }
    }
    #expect(kept > 1_000 && store.count == kept)
    #expect(try FileSystem.contents(of: scratch["a.db"]).count == store.fileSize)
  }
}
