import Foundation
import GomokuRules
import Platform
import TestSupport
import Testing

@testable import PositionStore

/// What other people's files come to through a database: nothing.
struct OutsideFileTests {
  private func mode(_ path: String) throws -> Int {
    try #require(
      FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
    ).intValue
  }

  private func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
  }

  @Test func openingAndMergingLeaveADamagedFileAsItIs() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    try store.set(PositionRecord("w"), for: SymmetricPosition("h8"))
    let whole = try FileSystem.contents(of: scratch["a.db"])
    for tail in ["x", "hello, this is no record", String(repeating: "\0", count: 40)] {
      let bytes = whole + Array(tail.utf8)
      try FileSystem.write(bytes, to: scratch["b.db"])
      do {
        let other = try PositionStore(
          path: scratch["b.db"], memoryLimit: 1 << 20, isSource: true)
        #expect(try store.merge(other) == 0)
      }
      #expect(try FileSystem.contents(of: scratch["b.db"]) == bytes)
      do {
        let other = try scratch.store("b.db")
        #expect(other.count == 1)
        if tail.count > 2 { #expect(other.damagedBytes == tail.utf8.count) }
        #expect(try FileSystem.contents(of: scratch["b.db"]) == bytes)
        try other.set(PositionRecord("l"), for: SymmetricPosition("h8i9"))
        try other.save()
      }
      // What is added comes behind what was there.
      #expect(try FileSystem.contents(of: scratch["b.db"]).starts(with: bytes))
      let again = try scratch.store("b.db")
      #expect(again.count == 2)
      #expect(again.damagedBytes == (tail.count > 2 ? tail.utf8.count : 0))
      FileSystem.removeFile(scratch["b.db"])
    }
  }

  @Test func aSourceIsNeitherMadeNorBegun() throws {
    let scratch = try Scratch()
    for text in ["", "wuliu pos", "my notes"] {
      try FileSystem.write(Array(text.utf8), to: scratch["other"])
      #expect(throws: StoreError.foreign(path: scratch["other"])) {
        try PositionStore(path: scratch["other"], memoryLimit: 1 << 20, isSource: true)
      }
      #expect(try scratch.text("other") == text)
    }
    #expect(throws: StoreError.self) {
      try PositionStore(path: scratch["none"], memoryLimit: 1 << 20, isSource: true)
    }
    #expect(!FileSystem.exists(scratch["none"]))
  }

  @Test func anEmptyFileStaysEmptyUntilSomethingIsKept() throws {
    let scratch = try Scratch()
    try FileSystem.write([], to: scratch["a.db"])
    let store = try scratch.store()
    #expect(try FileSystem.contents(of: scratch["a.db"]).isEmpty)
    try store.set(PositionRecord("w"), for: SymmetricPosition("h8"))
    #expect(try FileSystem.contents(of: scratch["a.db"]).count == store.fileSize)
  }

  /// The title takes one write, so a part of it is no file of ours.
  @Test(arguments: ["w", "wuliu", "wuliu positions 1", "wuliu positions 2\n"])
  func aPartOfTheTitleIsNoDatabase(text: String) throws {
    let scratch = try Scratch()
    try FileSystem.write(Array(text.utf8), to: scratch["a.db"])
    #expect(throws: StoreError.foreign(path: scratch["a.db"])) { try scratch.store() }
    #expect(try scratch.text("a.db") == text)
  }

  @Test func aFileWithSeveralNamesIsNotReplaced() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    try store.set(PositionRecord("w"), for: SymmetricPosition("h8"))
    _ = try store.export(to: scratch["a.txt"])
    for name in ["a.db", "a.txt"] {
      try FileManager.default.linkItem(atPath: scratch[name], toPath: scratch["2" + name])
    }
    try store.set(PositionRecord("l"), for: SymmetricPosition("h8"))
    let error = StoreError(.hasSeveralNames, scratch["a.db"])
    #expect(throws: error) { try store.rewrite() }
    #expect(throws: StoreError.self) { try store.export(to: scratch["a.txt"]) }
    // Saving writes nothing anew.
    try store.save()
    let bytes = try FileSystem.contents(of: scratch["a.db"])
    #expect(try FileSystem.contents(of: scratch["2a.db"]) == bytes)
    #expect(try FileSystem.names(inFolder: scratch.folder).count == 4)
  }

  @Test func damagedBytesAreKeptWhenAFileIsWrittenAnew() throws {
    let scratch = try Scratch()
    do {
      let store = try scratch.store()
      try store.set(PositionRecord("w"), for: SymmetricPosition("h8"))
    }
    let tail = Array("forty bytes that are no record of ours..".utf8)
    try FileSystem.write(
      FileSystem.contents(of: scratch["a.db"]) + tail, to: scratch["a.db"])
    try FileSystem.write(Array("mine".utf8), to: scratch["a.db.damaged"])
    let store = try scratch.store()
    // Saving alone drops nothing.
    try store.save()
    #expect(store.damagedBytes == tail.count)
    let copy = try #require(try store.rewrite())
    #expect(try FileSystem.contents(of: copy) == tail)
    #expect(try scratch.text("a.db.damaged") == "mine")
    #expect(store.damagedBytes == 0 && store.count == 1)
  }

  @Test func aRewrittenFileKeepsItsModeAndItsLink() throws {
    let scratch = try Scratch()
    for mode in [0o600, 0o640, 0o644, 0o666] {
      do {
        let store = try scratch.store("real.db")
        try store.set(PositionRecord("w"), for: SymmetricPosition("h8"))
      }
      try FileManager.default.setAttributes(
        [.posixPermissions: mode], ofItemAtPath: scratch["real.db"])
      try link(scratch["a.db"], to: "real.db")
      let store = try scratch.store()
      try store.rewrite()
      #expect(try self.mode(scratch["real.db"]) == mode)
      #expect(FileSystem.kind(of: scratch["a.db"], followsLinks: false) == .link)
      #expect(try FileSystem.names(inFolder: scratch.folder).sorted() == ["a.db", "real.db"])
      FileSystem.removeFile(scratch["a.db"])
      FileSystem.removeFile(scratch["real.db"])
    }
  }

  @Test func whatHasTheNameOfADraftStays() throws {
    let scratch = try Scratch()
    try FileSystem.write(Array("precious".utf8), to: scratch["precious"])
    try link(scratch["a.db.rewriting"], to: "precious")
    try FileSystem.write(Array("notes".utf8), to: scratch["a.db.rewriting-2"])
    // A draft that a program was killed over is no use to anybody.
    try FileSystem.write(Array("wuliu rewriting 1\nhalf".utf8), to: scratch["a.db.rewriting-3"])
    let store = try scratch.store()
    try store.set(PositionRecord("w"), for: SymmetricPosition("h8"))
    try store.rewrite()
    #expect(try scratch.text("precious") == "precious")
    #expect(try scratch.text("a.db.rewriting-2") == "notes")
    #expect(
      try FileSystem.names(inFolder: scratch.folder).sorted()
        == ["a.db", "a.db.rewriting", "a.db.rewriting-2", "precious"])
    // A draft is no database.
    try FileSystem.write(Array("wuliu rewriting 1\n".utf8), to: scratch["b.db"])
    #expect(throws: StoreError.self) { try scratch.store("b.db") }
  }

  @Test func linksToNothingFoldersPipesAndDevicesAreNoDatabases() throws {
    let scratch = try Scratch()
    try link(scratch["dangling"], to: "target")
    try link(scratch["loop"], to: "loop")
    #expect(mkfifo(scratch["pipe"], 0o600) == 0)
    for path in [
      scratch["dangling"], scratch["loop"], scratch["pipe"], scratch.folder, "/dev/zero",
      "/dev/full", "/proc/self/status",
    ] {
      #expect(throws: StoreError.self, "\(path)") {
        try PositionStore(path: path, memoryLimit: 1 << 20)
      }
      #expect(throws: StoreError.self, "\(path)") {
        try PositionStore(path: path, memoryLimit: 1 << 20, isSource: true)
      }
    }
    #expect(!FileSystem.exists(scratch["target"]))
  }

  @Test func anExportReplacesNothingButAnExport() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    try store.set(PositionRecord("w"), for: SymmetricPosition("h8"))
    let game = PositionStore.Game(size: .standard, variant: .freestyle)
    try FileSystem.write(Array("my notes\n".utf8), to: scratch["notes"])
    try link(scratch["link"], to: "notes")
    try link(scratch["dangling"], to: "target")
    for name in ["notes", "link", "dangling", "a.db", "none/x"] {
      #expect(throws: StoreError.self, "\(name)") { try store.export(to: scratch[name]) }
      #expect(throws: StoreError.self, "\(name)") {
        try store.exportMoves(to: scratch[name], of: game) { "\($0)" }
      }
    }
    #expect(try scratch.text("notes") == "my notes\n" && !FileSystem.exists(scratch["target"]))
    // An export of its own, or an empty file, is replaced.
    try FileSystem.write([], to: scratch["a.txt"])
    for _ in 0..<2 {
      #expect(try store.export(to: scratch["a.txt"]) == 1)
      #expect(try store.exportMoves(to: scratch["a.pos"], of: game) { "\($0)" } == 1)
    }
    #expect(throws: StoreError.self) { try store.export(to: scratch["a.pos"]) }
    // A write that fails leaves what was there, and nothing else.
    #expect(throws: StoreError.self) { try store.export(to: "/dev/full") }
    let names = try FileSystem.names(inFolder: scratch.folder).sorted()
    #expect(names == ["a.db", "a.pos", "a.txt", "dangling", "link", "notes"])
  }

  @Test(arguments: [
    "secret1password", "d41d8cd98f00b204e9800998ecf8427e  notes\n", "h8h8\n", "h08\n", "h8\r\n",
    "\n\nnotes", #"{"rule":0,"id":"a","size":15,"side":"b","black":"h8","white":""}"#,
    #"{"id":"a","rule":0,"size":15,"side":"b","black":"h8","white":""}"#, #"{"rule":30}"#,
  ])
  func aFileThatResemblesAnExportIsKept(text: String) throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let game = PositionStore.Game(size: .standard, variant: .freestyle)
    try FileSystem.write(Array(text.utf8), to: scratch["other"])
    #expect(throws: StoreError.self) { try store.export(to: scratch["other"]) }
    #expect(throws: StoreError.self) {
      try store.exportMoves(to: scratch["other"], of: game) { "\($0)" }
    }
    #expect(try scratch.text("other") == text)
  }

  @Test func everyExportIsReplacedByTheNext() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    var random = RandomPositions(seed: 3)
    for round in 0..<30 {
      var position = Position()
      for point in position.emptyPoints.shuffled(using: &random.random).prefix(round) {
        try position.play(point)
      }
      guard position.outcome == nil else { continue }
      try store.set(PositionRecord("w"), for: SymmetricPosition(position))
      let game = PositionStore.Game(size: .standard, variant: .freestyle)
      for _ in 0..<2 {
        let count = try store.exportMoves(to: scratch["a.pos"], of: game) { "\($0)" }
        #expect(try store.export(to: scratch["a.txt"]) == store.count && count == store.count)
      }
    }
  }

  /// Another program's file may take the name of an export that is being written.
  @Test(arguments: [false, true])
  func aFileThatTakesTheNameOfAnExportIsKept(isReplaced: Bool) throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    try store.set(PositionRecord("w"), for: SymmetricPosition("h8"))
    if isReplaced { _ = try store.export(to: scratch["a.txt"]) }
    try FileSystem.write(Array("notes".utf8), to: scratch["notes"])
    store.isStopped = {
      if FileSystem.exists(scratch["notes"]) {
        try? FileSystem.rename(scratch["notes"], to: scratch["a.txt"])
      }
      return false
    }
    let error = StoreError.unusable(
      path: scratch["a.txt"], reason: "another file has taken its name")
    #expect(throws: error) { try store.export(to: scratch["a.txt"]) }
    #expect(try scratch.text("a.txt") == "notes")
    #expect(try FileSystem.names(inFolder: scratch.folder).sorted() == ["a.db", "a.txt"])
  }

  @Test func anExportIntoAPipeThatNobodyReadsCanBeStopped() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    for point in BoardSize.standard.points.prefix(100) {
      var record = PositionRecord("w")
      record.text = String(repeating: "x", count: 3_000)
      var position = Position()
      try position.play(point)
      try store.set(record, for: SymmetricPosition(position))
    }
    #expect(mkfifo(scratch["pipe"], 0o600) == 0)
    let reader = try FileDescriptor.open(scratch["pipe"], for: .reading, waits: false)
    defer { reader.close() }
    var polls = 0
    store.isStopped = {
      polls += 1
      return polls > 200
    }
    #expect(throws: StoreError.stopped) { try store.export(to: scratch["pipe"]) }
    #expect(polls < 210)
  }

  @Test func aByteOrderMarkBeforeATextIsSkipped() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let line = "\u{FEFF}" + #"{"rule":0,"size":15,"side":"b","black":"h8"}"# + "\n"
    try FileSystem.write(Array(line.utf8), to: scratch["a.txt"])
    #expect(try store.learn(fromText: scratch["a.txt"]) == 1)
  }
}
