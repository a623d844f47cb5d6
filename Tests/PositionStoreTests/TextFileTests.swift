import GomokuRules
import Platform
import TestSupport
import Testing

@testable import PositionStore

struct TextFileTests {
  @Test func aTextFileGivesBackWhatWasWritten() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    var random = RandomPositions(seed: 8)
    for _ in 0..<200 {
      try store.set(random.record(), for: SymmetricPosition(random.position(stones: 0...30)))
    }
    #expect(try store.export(to: scratch["all.txt"]) == store.count)
    let copy = try scratch.store("b.db")
    #expect(try copy.learn(fromText: scratch["all.txt"]) == store.count)
    try store.forEach { (key, record) throws(StoreError) in
      #expect(try copy[SymmetricPosition(key)] == record)
    }
    let game = PositionStore.Game(size: .standard, variant: .renju)
    let some = try store.export(to: scratch["some.txt"], only: game)
    #expect(0 < some && some < store.count)
    #expect(try copy.learn(fromText: scratch["some.txt"]) == 0)
  }

  @Test func aLineTellsAllThereIs() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let views = try SymmetricPosition("h8i9")
    try store.update(views) { record in
      record = PositionRecord("w", -29_993, depth: 12, text: "a \"b\"\nc")
      record.boardTexts[views.canonicalPoint(Point(x: 0, y: 0))] = "A"
    }
    _ = try store.export(to: scratch["all.txt"])
    let line = try scratch.text("all.txt")
    #expect(line.hasPrefix(#"{"rule":0,"size":15,"side":"b","black":"h8","white":""#))
    #expect(
      line.contains(
        #","tag":"w","value":-29993,"depth":12,"bound":"exact","text":"a \"b\"\nc","board":{""#))
  }

  @Test(arguments: [
    ("not JSON", "h8i9", "line 2: a value expected"),
    ("no rule", #"{"size":15}"#, "line 2: rule needs the code of rules that are played here"),
    (
      "an unknown rule", #"{"rule":3}"#, "line 2: rule needs the code of rules that are played here"
    ),
    ("a size", #"{"rule":0,"size":99}"#, "line 2: size needs a board size, 5 to 22"),
    ("no side", #"{"rule":0,"size":15}"#, "line 2: side needs b or w"),
    (
      "no points", #"{"rule":0,"size":15,"side":"b","black":"h8?"}"#,
      "line 2: black needs points such as h8i9"
    ),
    (
      "off the board", #"{"rule":0,"size":9,"side":"b","black":"h8","white":"k9"}"#,
      "line 2: k9 is off the board"
    ),
    (
      "twice", #"{"rule":0,"size":9,"side":"b","black":"h8","white":"h8"}"#,
      "line 2: h8 is occupied"
    ),
    (
      "a tag", #"{"rule":0,"size":9,"side":"b","tag":"win"}"#, "line 2: tag needs one character"
    ),
    (
      "a value", #"{"rule":0,"size":9,"side":"b","value":99999}"#,
      "line 2: value needs a number, -32768 to 32767"
    ),
    (
      "a bound", #"{"rule":0,"size":9,"side":"b","bound":"about"}"#,
      "line 2: bound needs none, upper, lower or exact"
    ),
    (
      "a board text", #"{"rule":0,"size":9,"side":"b","board":{"z9":"A"}}"#,
      "line 2: board needs points and short texts"
    ),
  ])
  func aWrongLineChangesNothing(what: String, line: String, reason: String) throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let good = #"{"rule":0,"size":"9x13","side":"w","black":"h8"}"#
    try FileSystem.write(Array("\(good)\n\(line)\n".utf8), to: scratch["a.txt"])
    let size = store.fileSize
    do {
      _ = try store.learn(fromText: scratch["a.txt"])
      Issue.record("no error: \(what)")
    } catch {
      #expect("\(error)" == reason, "\(what)")
    }
    #expect(store.count == 0 && store.fileSize == size)
    try FileSystem.write(Array("\(good)\r\n\n".utf8), to: scratch["a.txt"])
    #expect(try store.learn(fromText: scratch["a.txt"]) == 1)
  }

  @Test func aLineThatIsNotUTF8ChangesNothing() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let start = #"{"rule":0,"size":15,"side":"b","text":""#
    try FileSystem.write(
      Array(start.utf8) + [0xBA, 0xDA] + Array("\"}".utf8), to: scratch["a.txt"])
    #expect(throws: StoreError.badLine(number: 1, reason: "it is not UTF-8")) {
      try store.learn(fromText: scratch["a.txt"])
    }
    #expect(store.count == 0)
  }

  @Test func movesAreWrittenForPositionsOfTheGameAskedFor() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    for moves in ["h8", "h8i9j10", "h8i9"] {
      try store.set(PositionRecord("w"), for: SymmetricPosition(moves))
    }
    try store.set(PositionRecord("w"), for: SymmetricPosition("h8", variant: .renju))
    var passed = try SymmetricPosition("h8")
    passed.pass()
    try store.set(PositionRecord("w"), for: passed)
    let game = PositionStore.Game(size: .standard, variant: .freestyle)
    let count = try store.exportMoves(to: scratch["a.pos"], of: game) { "\($0)" }
    let lines = try scratch.text("a.pos").split(separator: "\n")
    #expect(count == 3 && lines.count == 3)
    for line in lines {
      #expect(try store[SymmetricPosition(String(line))] != nil, "\(line)")
    }
  }

  @Test func filesThatCannotBeUsedAreErrors() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    #expect(throws: StoreError.self) { try store.export(to: scratch["none/a.txt"]) }
    #expect(throws: StoreError.self) { try store.learn(fromText: scratch["none.txt"]) }
  }
}
