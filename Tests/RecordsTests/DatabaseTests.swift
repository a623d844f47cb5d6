import Basics
import GomokuRules
import Platform
import PositionStore
import TestSupport
import Testing

@testable import Records

/// Databases of Yixin and Rapfi, and LZ4.
struct DatabaseTests {
  /// A position as a program stores it: in any image, with a message.
  private struct Stored {
    var stones: [[Point]]
    var side: Color
    var text = ""
    var label: UInt8 = 0xFF

    var bytes: [UInt8] {
      let count = stones[0].count + stones[1].count
      let isOdd = count % 2 == (side == .black ? 1 : 0)
      var lists = stones.map { $0.flatMap { [UInt8($0.x), UInt8($0.y)] } }
      // A pass stands at the end of the stones of the colour that would be to move.
      if isOdd { lists[count % 2] += [0xFF, 0xFF] }
      let key = [2, 15, 15] + lists[0] + lists[1]
      let message = [label, 5, 0, 0x0B, 0] + Array(text.utf8)
      return DatabaseTests.block(key) + DatabaseTests.block(message)
    }
  }

  private static func block(_ bytes: [UInt8]) -> [UInt8] {
    [UInt8(bytes.count & 255), UInt8(bytes.count >> 8)] + bytes
  }

  private static func file(_ positions: [Stored], isUTF8: Bool = true) -> [UInt8] {
    let head = block([0, 0, 0]) + block([0, 0, 0, 0, 0] + Array("charset=\"UTF-8\"".utf8))
    let count = positions.count + (isUTF8 ? 1 : 0)
    return [UInt8(count & 255), UInt8(count >> 8), 0, 0] + (isUTF8 ? head : [])
      + positions.flatMap(\.bytes)
  }

  /// The text that all images of a position have in common.
  private static func name(_ stones: [[Point]], _ side: Color) -> String {
    Symmetry.all(of: .standard).map { symmetry in
      stones.map { list in
        list.map { symmetry.image(of: $0, on: .standard) }.sorted().map(\.description).joined()
      }.joined(separator: "/") + "\(side)"
    }.min() ?? ""
  }

  /// The positions of a tree by that text, each with its comment.
  private static func positions(_ tree: GameTree) -> [String: String] {
    var found: [String: String] = [:]
    for node in tree.preorder {
      var path: [Int] = []
      var at: Int? = node
      while let place = at {
        path.insert(place, at: 0)
        at = tree.parent(place)
      }
      var (stones, side): ([[Point]], Color) = ([[], []], .black)
      for place in path {
        for stone in tree[place].setUp.stones {
          if let color = stone.color { stones[color.index].append(stone.point) }
        }
        side = tree[place].setUp.sideToMove ?? side
        guard let move = tree.move(place) else { continue }
        if let point = move.point { stones[move.color.index].append(point) }
        #expect(move.color == side)
        side = side.opponent
      }
      found[name(stones, side)] = tree[node].comment
    }
    return found
  }

  @Test func positionsInAnyImageBecomeATree() throws {
    var trees = RandomTrees(seed: 10)
    for round in 0..<Effort.count(300, sanitized: 20) {
      var wanted = [DatabaseTests.name([[], []], .black): ""]
      var stored: [Stored] = []
      for line in 0..<trees.number(1...6) {
        var (stones, side): ([[Point]], Color) = ([[], []], .black)
        var hasPassed = false
        for ply in 0..<trees.number(1...8) where !hasPassed {
          hasPassed = ply > 0 && trees.chance(10)
          if !hasPassed {
            let point = Point(x: trees.number(5...9), y: trees.number(5...9))
            guard !stones[0].contains(point), !stones[1].contains(point) else { continue }
            stones[side.index].append(point)
          }
          side = side.opponent
          let name = DatabaseTests.name(stones, side)
          // A tenth of the positions is missing.
          guard wanted[name] == nil, trees.chance(90) else { continue }
          let text = "c\(line).\(ply)"
          wanted[name] = text
          let symmetry = Symmetry(code: trees.number(0...7))
          let image = stones.map { list in
            list.map { symmetry.image(of: $0, on: .standard) }.shuffled(using: &trees.random)
          }
          stored.append(Stored(stones: image, side: side, text: text))
        }
      }
      guard !stored.isEmpty else { continue }
      stored.shuffle(using: &trees.random)
      let tree = try RecordFile(DatabaseTests.file(stored)).games[0]
      #expect(DatabaseTests.positions(tree) == wanted, "round \(round)")
      #expect(tree.info == [.rule: "renju"] && tree.game == .gomoku(.standard))
    }
  }

  @Test func labelsTextsAndBoardTextsAreRead() throws {
    let first = Stored(
      stones: [[Point(x: 7, y: 7)], []], side: .white, text: "@BTXT@77A\n8Anext\u{8}one\u{8}two",
      label: UInt8(ascii: "w"))
    let second = Stored(
      stones: [[Point(x: 7, y: 7)], [Point(x: 7, y: 6)]], side: .black, text: "@BTXT@70top")
    let tree = try RecordFile(DatabaseTests.file([second, first])).games[0]
    #expect(tree.outline == ["0 - \"\"", "1 Bh8 \"one\\ntwo\"", "2 Wh7 \"\""])
    #expect(tree[1].name == "label w, value 5, depth 2")
    #expect(tree[1].labels == [Point(x: 7, y: 7): "A", Point(x: 8, y: 10): "next"])
    #expect(tree[2].labels == [Point(x: 7, y: 0): "top"])
  }

  @Test func whatADatabaseHasBesidesIsTold() throws {
    let stones = [[Point(x: 7, y: 7)], []]
    let first = Stored(stones: stones, side: .white, text: "@BTXT@ZZa\n7\n77b\n77c\u{8}d", label: 0)
    let file = try RecordFile(
      DatabaseTests.file([first, Stored(stones: stones, side: .white)]) + [9])
    #expect(file.games[0][1].labels == [Point(x: 7, y: 7): "b"])
    #expect(file.games[0][1].comment == "d" && file.games[0][1].name == "value 5, depth 2")
    #expect(
      file.notes == [
        "1 byte after the records left out", "positions that are there again are left out: 1",
        "board texts without a point, and further ones of a point: 3 left out",
      ])
  }

  @Test func bytesThatAreNotUTF8AreEscaped() throws {
    let stored = Stored(stones: [[Point(x: 7, y: 7)], []], side: .white, text: "a?")
    var bytes = DatabaseTests.file([stored])
    bytes[bytes.count - 1] = 0xBA
    #expect(try RecordFile(bytes).games[0][1].comment == "a\\xBA")
    let scratch = try Scratch()
    let store = try PositionStore(path: scratch["a.db"], memoryLimit: 1 << 26)
    var record = PositionRecord(tag: .win, value: 7, depth: 3, bound: .lower)
    record.text = "a\u{10FEBA}"
    try store.set(record, for: SymmetricPosition(Position(size: .standard, variant: .renju)))
    let own = try RecordFile(FileSystem.contents(of: scratch["a.db"])).games[0]
    #expect(own[GameTree.root].comment == "a\\xBA")
  }

  @Test func databasesOfThisEngineAreRead() throws {
    let scratch = try Scratch()
    var trees = RandomTrees(seed: 15)
    let store = try PositionStore(path: scratch["a.db"], memoryLimit: 1 << 26)
    // By the variant: the comment of each position, as the other tests name it.
    var wanted: [Variant: [String: String]] = [:]
    for number in 0..<Effort.count(3_000, sanitized: 200) {
      let variant: Variant = trees.chance(50) ? .renju : .freestyle
      var position = Position(size: .standard, variant: variant)
      for _ in 0..<trees.number(1...6) {
        let point = Point(x: trees.number(6...8), y: trees.number(6...8))
        try? position.place(position.sideToMove, on: point)
        position.sideToMove = trees.chance(95) ? position.sideToMove.opponent : position.sideToMove
      }
      let stones = Color.allCases.map { color in
        position.stones.filter { $0.color == color }.map(\.point)
      }
      let name = DatabaseTests.name(stones, position.sideToMove)
      let views = SymmetricPosition(position)
      if trees.chance(10) {
        _ = try store.remove(views)
        wanted[variant]?[name] = nil
        continue
      }
      var record = PositionRecord(tag: .win, value: 7, depth: 3, bound: .lower)
      record.text = "c\(number)"
      try store.set(record, for: views)
      wanted[variant, default: [:]][name] = record.text
    }
    let bytes = try FileSystem.contents(of: scratch["a.db"])
    let file = try RecordFile(bytes)
    #expect(file.format == .db && file.games.map { $0.info[.rule] } == ["freestyle", "renju"])
    for (game, variant) in zip(file.games, [Variant.freestyle, .renju]) {
      var found = DatabaseTests.positions(game)
      // The root stands for the empty board, whether or not it is stored.
      let root = DatabaseTests.name([[], []], .black)
      if wanted[variant]?[root] == nil { found[root] = nil }
      #expect(found == wanted[variant])
      let other = game.preorder.first { game.move($0) != nil }
      #expect(other.map { game[$0].name } == "label w, value 7 lower bound, depth 3")
    }
    // Damaged bytes are skipped; what follows them is read.
    var damaged = bytes
    damaged[bytes.count / 2] ^= 0x55
    let rest = try RecordFile(damaged)
    #expect(rest.notes.contains { $0.hasSuffix("damaged bytes of the database are left out") })
    #expect(rest.counts.moves > 0)
    var mutation = Mutation(seed: 16, signs: [0, 1, 4, 15, 255])
    let small = Array(bytes.prefix(2_000))
    for _ in 0..<Effort.count(3_000, sanitized: 300) {
      _ = try? RecordFile(mutation.mutated(small, from: 18))
    }
  }

  @Test func damagedDatabasesAreReadAsFarAsTheyAreRight() throws {
    let first = Stored(stones: [[Point(x: 7, y: 7)], []], side: .white, text: "a")
    let second = Stored(stones: [[Point(x: 7, y: 7)], [Point(x: 1, y: 1)]], side: .black)
    let whole = DatabaseTests.file([first, second])
    let torn = try RecordFile(Array(whole.dropLast(3)))
    #expect(torn.games[0].count == 2 && torn.notes.count == 1)
    #expect(torn.notes[0].hasSuffix("the database ends early: 1 records are missing"))
    var mutation = Mutation(seed: 12, signs: [0, 1, 2, 3, 15, 255, 0x77])
    var (read, packed) = (0, 0)
    let frame = LZ4Sample.frame(whole)
    for _ in 0..<Effort.count(5_000, sanitized: 500) {
      if (try? RecordFile(mutation.mutated(whole))) != nil { read += 1 }
      if (try? RecordFile(mutation.mutated(frame))) != nil { packed += 1 }
    }
    #expect(read > 100 && packed > 0)
  }

  // MARK: LZ4

  @Test func checksumsAreThoseOfXXHash() {
    let known: [(String, UInt32)] = [
      ("", 0x02CC_5D05), ("abc", 0x32D1_53FF),
      ("Nobody inspects the spammish repetition", 0xE229_3B2F),
    ]
    for (text, hash) in known { #expect(XXHash32.hash(Array(text.utf8)[...]) == hash) }
  }

  @Test func framesAreDecoded() throws {
    var random = SplitMix64(seed: 13)
    for round in 0..<200 {
      let count = Int(random.next() % 3_000)
      let letters = UInt64(round % 7 + 1)
      let content = (0..<count).map { _ in UInt8(random.next() % letters) }
      var context = ReadingContext(limit: 1 << 20, stop: nil)
      #expect(try LZ4Frame.decoded(LZ4Sample.frame(content), &context) == content)
      #expect(context.notes == [])
      // A second frame follows, after one to skip.
      let two = LZ4Sample.frame(content) + [0x50, 0x2A, 0x4D, 0x18, 1, 0, 0, 0, 9]
      #expect(try LZ4Frame.decoded(two + LZ4Sample.frame(content), &context) == content + content)
    }
    // A frame that grows a thousandfold is bounded.
    var context = ReadingContext(limit: 1 << 16, stop: nil)
    let zeros = LZ4Sample.frame([UInt8](repeating: 0, count: 1 << 20))
    #expect(zeros.count < 1 << 14)
    #expect(throws: RecordError.tooLarge(limit: 1 << 16)) {
      try LZ4Frame.decoded(zeros, &context)
    }
  }

  @Test func theChecksumsOfBlocksAreVerified() throws {
    let frame = LZ4Sample.frame(Array("gomoku".utf8), checksBlocks: true)
    var context = ReadingContext(limit: 1 << 20, stop: nil)
    #expect(try LZ4Frame.decoded(frame, &context) == Array("gomoku".utf8))
    var damaged = frame
    damaged[frame.count - 12] ^= 1
    #expect(try LZ4Frame.decoded(damaged, &context) == [])
    #expect(
      context.notes == ["byte 7: the checksum of an LZ4 block is wrong: the rest is left out"])
  }

  @Test func aFrameOfTheProgramLZ4IsDecoded() throws {
    let frame: [UInt8] = LZ4Sample.ofProgram
    var context = ReadingContext(limit: 1 << 20, stop: nil)
    let content = try LZ4Frame.decoded(frame, &context)
    #expect(
      String(decoding: content, as: UTF8.self) == String(repeating: "gomoku renju ", count: 20))
    #expect(context.notes == [])
  }
}

/// A plain compressor for LZ4.
private enum LZ4Sample {
  /// The words `gomoku renju `, twenty times, as Yann Collet's library compresses them.
  static let ofProgram: [UInt8] = [
    0x04, 0x22, 0x4D, 0x18, 0x64, 0x40, 0xA7, 0x17, 0x00, 0x00, 0x00, 0xDF, 0x67, 0x6F, 0x6D, 0x6F,
    0x6B, 0x75, 0x20, 0x72, 0x65, 0x6E, 0x6A, 0x75, 0x20, 0x0D, 0x00, 0xDF, 0x50, 0x65, 0x6E, 0x6A,
    0x75, 0x20, 0x00, 0x00, 0x00, 0x00, 0xB1, 0xB1, 0x47, 0xA3,
  ]

  static func frame(_ content: [UInt8], checksBlocks: Bool = false) -> [UInt8] {
    let descriptor: [UInt8] = [checksBlocks ? 0x54 : 0x44, 0x40]
    var bytes: [UInt8] = [0x04, 0x22, 0x4D, 0x18] + descriptor
    bytes.append(UInt8(XXHash32.hash(descriptor[...]) >> 8 & 255))
    for start in stride(from: 0, to: content.count, by: 1 << 16) {
      // Matches reach back into the block before, as in linked blocks.
      let block = block(content, start..<min(content.count, start + 1 << 16))
      bytes += word(UInt32(block.count)) + block
      if checksBlocks { bytes += word(XXHash32.hash(block[...])) }
    }
    return bytes + word(0) + word(XXHash32.hash(content[...]))
  }

  private static func word(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(value >> (8 * $0) & 255) }
  }

  private static func length(_ value: Int) -> [UInt8] {
    guard value >= 15 else { return [] }
    return [UInt8](repeating: 255, count: (value - 15) / 255) + [UInt8((value - 15) % 255)]
  }

  private static func block(_ content: [UInt8], _ range: Range<Int>) -> [UInt8] {
    var (bytes, place, start) = ([UInt8](), range.lowerBound, range.lowerBound)
    // The last five bytes of a block are literals.
    while place + 5 < range.upperBound {
      var best = (length: 0, distance: 0)
      for distance in [1, 2, 3, 7, 50, 300] where distance <= place {
        var length = 0
        while place + length + 5 < range.upperBound,
          content[place + length] == content[place + length - distance]
        { length += 1 }
        if length > best.length { best = (length, distance) }
      }
      guard best.length >= 4 else {
        place += 1
        continue
      }
      let (literals, match) = (place - start, best.length - 4)
      bytes.append(UInt8(min(15, literals) << 4 | min(15, match)))
      bytes += length(literals) + content[start..<place]
      bytes += [UInt8(best.distance & 255), UInt8(best.distance >> 8)] + length(match)
      place += best.length
      start = place
    }
    let literals = range.upperBound - start
    bytes.append(UInt8(min(15, literals) << 4))
    return bytes + length(literals) + content[start..<range.upperBound]
  }
}
