import Basics
import Foundation
import GomokuRules
import Platform
import PositionStore
import TestSupport
import Testing

/// The database behind the built engine.
struct DatabaseTests {
  /// The stones of a numbered position: different numbers share no symmetric position.
  private func stones(_ number: Int) -> [Point] {
    [
      Point(x: 0, y: 1), Point(x: 0, y: 3), Point(x: 0, y: 6),
      Point(x: 1 + number % 14, y: 1 + number / 14 % 14), Point(x: 1 + number / 196, y: 0),
    ]
  }

  /// What has been answered is there after the program was killed at any moment, a hundred times, also
  /// while the file was being written anew.
  @Test func aHundredKillsLoseNothingThatWasAnswered() throws {
    let scratch = try Scratch()
    let path = scratch["kill me.db"]
    var random = SplitMix64(seed: 11)
    var next = 0
    for _ in 0..<100 {
      let engine = try BuiltEngine()
      #expect(try engine.ask("START 15") == "OK")
      engine.send("YXSETDATABASE\n\(path)")
      _ = try engine.line { $0 == "MESSAGE DATABASE LOAD DONE" }
      let first = next
      let burst = 12
      for number in first..<first + burst {
        let list = stones(number).map { "\($0.x),\($0.y)" }.joined(separator: " ")
        engine.send("YXEDITTVDDATABASE 7 87 \(-number) 3 \(list) DONE")
        if number % 5 == 4 { engine.send("YXDBFIX") }
      }
      let awaited = Int.random(in: 0...burst, using: &random)
      for number in first..<first + awaited {
        _ = try engine.line { $0.hasPrefix("MESSAGE DATABASE ONE 119 \(-number) ") }
      }
      WorkerThread.sleep(for: .microseconds(Int64.random(in: 0..<400, using: &random)))
      engine.signal(.kill)
      #expect(try engine.exit() == .signal(9))
      let store = try PositionStore(
        path: path, memoryLimit: 1 << 20, patience: .seconds(2))
      next = first + awaited
      for number in 0..<next { try expect(number, in: store) }
      #expect(store.damagedBytes == 0)
    }
    #expect(next > 300)
  }

  private func expect(_ number: Int, in store: PositionStore) throws {
    var position = Position()
    for point in stones(number) {
      try position.place(position.sideToMove, on: point)
      position.sideToMove = position.sideToMove.opponent
    }
    let record = try store[SymmetricPosition(position)]
    #expect(record?.value == Int16(-number) && record?.tag == .win, "position \(number)")
  }

  @Test func whatASearchFindsIsThereTheNextDay() throws {
    let scratch = try Scratch()
    let path = scratch["book.db"]
    for day in 0..<2 {
      let engine = try BuiltEngine()
      #expect(try engine.ask("START 15") == "OK")
      engine.send("YXSETDATABASE \(path)")
      if day == 0 {
        // Black has an open four: he wins at once.
        engine.send("YXBOARD 7,7,1 7,8,1 7,9,1 7,10,1 0,0,2 0,2,2 0,4,2 0,6,2 DONE")
        #expect(try engine.ask("SEARCH depth 2").hasPrefix("SEARCH h"))
      }
      let list = "7,7 0,0 7,8 0,2 7,9 0,4 7,10 0,6"
      engine.send("YXQUERYDATABASEONE \(list) DONE")
      let one = try engine.line { $0.hasPrefix("MESSAGE DATABASE ONE") }
      #expect(one.hasPrefix("MESSAGE DATABASE ONE 108 29999 ") && one.hasSuffix(" l2"))
      // Both winning moves mirror nothing: the one that was played is known.
      engine.send("YXQUERYDATABASEALL \(list) DONE")
      let move = try engine.line { $0.hasPrefix("MESSAGE DATABASE 7 ") }
      #expect(move.contains(" -30000 "))
      engine.send("END")
      #expect(try engine.exit() == .status(0))
    }
  }

  /// The next export replaces the one before. Windows replaces no database, as it is open.
  @Test func exportsAndTheDatabaseAreReplaced() throws {
    let scratch = try Scratch()
    let engine = try BuiltEngine()
    #expect(try engine.ask("START 15") == "OK")
    engine.send("YXSETDATABASE \(scratch["book.db"])")
    for number in 1...3 {
      engine.send("YXEDITTVDDATABASE 1 87 0 0\n7,7\n8,\(number)\nDONE")
      for command in ["YXDBTOTXT \(scratch["a.txt"])", "YXDBTOPOS \(scratch["a.pos"])"] {
        engine.send(command)
        let answer = try engine.line { $0.hasPrefix("ERROR") || $0.contains("written") }
        #expect(answer == "MESSAGE \(number == 1 ? "1 position" : "\(number) positions") written")
      }
      engine.send("YXDBFIX")
      let answer = try engine.line { $0.hasPrefix("ERROR") || $0.contains("damaged") }
      #expect(answer.hasSuffix(" 0 damaged") != BuiltEngine.isWindows)
    }
    engine.send("END")
    #expect(try engine.exit() == .status(0))
    #expect(
      Set(try FileSystem.names(inFolder: scratch.folder)) == ["book.db", "a.txt", "a.pos"])
  }

  @Test(.disabled(if: BuiltEngine.isSanitized, "a sanitizer needs files of its own"))
  func aFileThatMayNotGrowIsAnErrorAndLosesNothing() throws {
    let scratch = try Scratch()
    let path = scratch["book.db"]
    let engine = try BuiltEngine(fileBlocks: 8)
    #expect(try engine.ask("START 15") == "OK")
    engine.send("YXSETDATABASE \(path)")
    let text = String(repeating: "x", count: 700)
    var kept = 0
    while kept < 100 {
      let point = "\(kept / 15),\(kept % 15)"
      engine.send("YXEDITTEXTDATABASE \"\(text)\"\(point)\nDONE\nYXQUERYDATABASEONE \(point) DONE")
      let answer = try engine.line {
        $0.hasPrefix("ERROR") || $0.hasPrefix("MESSAGE DATABASE ONE")
      }
      if answer.hasPrefix("ERROR") {
        // Windows writes the same path in another way.
        let shown = BuiltEngine.isWindows ? "" : "\(path)\": "
        #expect(answer.hasPrefix("ERROR YXEDITTEXTDATABASE cannot use \"\(shown)"))
        break
      }
      kept += 1
    }
    for command in ["YXDBFIX", "YXDBTOTXTALL \(scratch["all.txt"])", "YXDBCHECK"] {
      engine.send(command)
      _ = try engine.line {
        $0.hasPrefix("ERROR") || $0.contains("0 damaged") || $0.contains("written")
      }
    }
    engine.send("END")
    #expect(try engine.exit() == .status(0))
    #expect(2...20 ~= kept)
    #expect(try PositionStore(path: path, memoryLimit: 1 << 20).count >= kept)
    #expect(
      Set(try FileSystem.names(inFolder: scratch.folder)).isSubset(of: ["book.db", "all.txt"]))
  }

  @Test(.disabled(if: BuiltEngine.isSanitized, "a sanitizer needs files of its own"))
  func aDraftWhoseTitleCannotBeWrittenDoesNotStay() throws {
    let scratch = try Scratch()
    let path = scratch["book.db"]
    do {
      let store = try PositionStore(path: path, memoryLimit: 1 << 20)
      try store.set(PositionRecord(), for: SymmetricPosition(Position()))
    }
    let engine = try BuiltEngine(fileBlocks: 0)
    #expect(try engine.ask("START 15") == "OK")
    engine.send("YXSETDATABASE \(path)")
    for _ in 0..<2 {
      engine.send("YXDBFIX")
      let answer = try engine.line { $0.hasPrefix("ERROR") || $0.contains("0 damaged") }
      #expect(answer.hasPrefix("ERROR YXDBFIX cannot use "))
    }
    engine.send("END")
    #expect(try engine.exit() == .status(0))
    #expect(try FileSystem.names(inFolder: scratch.folder) == ["book.db"])
  }

  @Test(.disabled(if: BuiltEngine.isWindows, "files of Windows are no pipes"))
  func stopAndEndLeaveAPipeThatNobodyReads() throws {
    let scratch = try Scratch()
    #expect(mkfifo(scratch["pipe"], 0o600) == 0)
    let reader = try FileDescriptor.open(scratch["pipe"], for: .reading, waits: false)
    defer { reader.close() }
    let engine = try BuiltEngine()
    #expect(try engine.ask("START 15") == "OK")
    engine.send("YXSETDATABASE \(scratch["book.db"])")
    let text = String(repeating: "x", count: 30_000)
    for number in 0..<10 { engine.send("YXEDITTEXTDATABASE \"\(text)\"\(number),7\nDONE") }
    for order in ["STOP", "END"] {
      engine.send("YXDBTOTXTALL \(scratch["pipe"])\nABOUT")
      // It is at work once something has come.
      #expect(comesTrue { (reader.unreadBytes ?? 1) > 0 })
      engine.send(order)
      #expect(
        try engine.line { $0.hasPrefix("ERROR") }
          == "ERROR YXDBTOTXTALL was stopped, nothing has changed")
      _ = try? reader.readAll()
    }
    #expect(try engine.exit() == .status(0))
  }

  @Test func editsRightBeforeTheEndAreKept() throws {
    let scratch = try Scratch()
    let path = scratch["book.db"]
    let engine = try BuiltEngine()
    engine.sendBytes(
      Array(
        ("START 15\nYXSETDATABASE\n\(path)\nYXEDITTEXTDATABASE \"one\n\ntwo\"7,7\nDONE\n"
          + "YXEDITTEXTDATABASE \"last\"7,8\nDONE\nEND\n").utf8))
    #expect(try engine.exit() == .status(0))
    let store = try PositionStore(path: path, memoryLimit: 1 << 20)
    var position = Position()
    try position.place(.black, on: Point(x: 7, y: 7))
    position.sideToMove = .white
    #expect(try store[SymmetricPosition(position)]?.text == "one\n\ntwo")
    #expect(store.count == 2)
  }
}
