import GomokuRules
import Platform
import TestSupport
import Testing

@testable import PositionStore

/// Changes of an open database's file by other programs, which may ignore its lock.
struct OtherProgramTests {
  private static let changed = "another program has changed it since it was read"
  private static let gone = "another file has its name, or none"
  private static let tail = Array("the bytes of another program".utf8)

  /// Returns the text of the error that `body` throws.
  private func reason(_ body: () throws -> Void) -> String? {
    do { try body() } catch { return "\(error)" }
    return nil
  }

  /// Changes a file in place, so that it stays the same file.
  private func overwrite(_ path: String, _ bytes: [UInt8]) throws {
    try FileSystem.write(bytes, to: path)
  }

  @Test func bytesThatAreAppendedAreNeitherOverwrittenNorCutOff() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let (old, new) = (try SymmetricPosition("h8"), try SymmetricPosition("h8i9"))
    try store.set(PositionRecord("w"), for: old)
    let bytes = try FileSystem.contents(of: scratch["a.db"]) + Self.tail
    try overwrite(scratch["a.db"], bytes)
    let lines = #"{"rule":0,"size":15,"side":"b","black":"h8"}"# + "\nno line\n"
    try FileSystem.write(Array(lines.utf8), to: scratch["a.txt"])
    #expect(reason { try store.set(PositionRecord("l"), for: new) } == Self.changed)
    #expect(reason { _ = try store.remove(old) } == Self.changed)
    #expect(reason { _ = try store.rewrite() } == Self.changed)
    #expect(reason { _ = try store.learn(fromText: scratch["a.txt"]) } == Self.changed)
    #expect(try FileSystem.contents(of: scratch["a.db"]) == bytes)
    #expect(try FileSystem.names(inFolder: scratch.folder).sorted() == ["a.db", "a.txt"])
    #expect(store.count == 1)
    // A check reads the file again; new records follow what it has found.
    #expect(try store.check() == Self.tail.count)
    try store.set(PositionRecord("l"), for: new)
    #expect(try FileSystem.contents(of: scratch["a.db"]).starts(with: bytes))
    #expect(store.count == 2)
  }

  /// A stopped check has not read the file, so its changes are still unknown.
  @Test(arguments: [false, true])
  func aStoppedCheckKnowsNothingOfAChange(isShorter: Bool) throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let moves = ["h8", "h8i9", "h8i9j10"]
    for moves in moves { try store.set(PositionRecord("w"), for: SymmetricPosition(moves)) }
    var bytes = try FileSystem.contents(of: scratch["a.db"])
    if isShorter {
      bytes.removeLast(bytes.count - RecordLog.title.count - 5)
    } else {
      try scratch.store("b.db").set(PositionRecord("l"), for: SymmetricPosition("a1"))
      bytes += try FileSystem.contents(of: scratch["b.db"]).dropFirst(RecordLog.title.count)
    }
    try overwrite(scratch["a.db"], bytes)
    store.isStopped = { true }
    #expect(throws: StoreError.stopped) { try store.check() }
    store.isStopped = { false }
    for moves in moves {
      let views = try SymmetricPosition(moves)
      #expect((try? store[views])??.tag == (isShorter ? nil : .win))
    }
    #expect(reason { _ = try store.rewrite() } == Self.changed)
    #expect(reason { _ = try store.export(to: scratch["a.txt"]) } == Self.changed)
    #expect(try FileSystem.contents(of: scratch["a.db"]) == bytes)
    #expect(!FileSystem.exists(scratch["a.txt"]))
    _ = try store.check()
    #expect(store.count == (isShorter ? 0 : 4))
  }

  @Test func aFileThatIsCutWhileItIsReadIsAnError() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    for moves in ["h8", "h8i9"] {
      try store.set(PositionRecord("w"), for: SymmetricPosition(moves))
    }
    let bytes = Array(try FileSystem.contents(of: scratch["a.db"]).dropLast(30))
    store.isStopped = {
      try? FileSystem.write(bytes, to: scratch["a.db"])
      return false
    }
    let cut = "it has been cut off while it was read"
    #expect(reason { _ = try store.export(to: scratch["a.txt"]) } == cut)
    #expect(!FileSystem.exists(scratch["a.txt"]))
  }

  @Test func anUndoneChangeCutsNothingOff() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let views = try SymmetricPosition("h8")
    let error = reason {
      try store.atomically { () throws(StoreError) -> Void in
        try store.set(PositionRecord("w"), for: views)
        if let bytes = try? FileSystem.contents(of: scratch["a.db"]) {
          try? FileSystem.write(bytes + Self.tail, to: scratch["a.db"])
        }
        throw .stopped
      }
    }
    #expect(error == Self.changed)
    #expect(try store[views] == nil)
    let bytes = try FileSystem.contents(of: scratch["a.db"])
    #expect(Array(bytes.suffix(Self.tail.count)) == Self.tail)
  }

  @Test func aFileThatWasCutTakesNoRecordBehindAHole() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    try store.set(PositionRecord("w"), for: SymmetricPosition("h8"))
    let bytes = Array(try FileSystem.contents(of: scratch["a.db"]).dropLast(3))
    try overwrite(scratch["a.db"], bytes)
    let views = try SymmetricPosition("h8i9")
    #expect(reason { try store.set(PositionRecord("l"), for: views) } == Self.changed)
    #expect(try FileSystem.contents(of: scratch["a.db"]) == bytes)
  }

  @Test func anEmptyFileThatAnotherProgramFillsIsNotOverwritten() throws {
    let scratch = try Scratch()
    try FileSystem.write([], to: scratch["a.db"])
    let store = try scratch.store()
    try overwrite(scratch["a.db"], Self.tail)
    let views = try SymmetricPosition("h8")
    #expect(reason { try store.set(PositionRecord("w"), for: views) } == Self.changed)
    #expect(throws: StoreError.self) { try store.check() }
    #expect(reason { try store.set(PositionRecord("w"), for: views) } == Self.changed)
    #expect(try FileSystem.contents(of: scratch["a.db"]) == Self.tail)
  }

  @Test(arguments: [false, true])
  func aRemovedOrReplacedFileTakesNoMoreChanges(isReplaced: Bool) throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let (old, new) = (try SymmetricPosition("h8"), try SymmetricPosition("h8i9"))
    try store.set(PositionRecord("w"), for: old)
    FileSystem.removeFile(scratch["a.db"])
    if isReplaced { try FileSystem.write(Self.tail, to: scratch["a.db"]) }
    #expect(reason { try store.set(PositionRecord("l"), for: new) } == Self.gone)
    #expect(reason { _ = try store.remove(old) } == Self.gone)
    #expect(reason { _ = try store.delete(old) } == Self.gone)
    #expect(reason { try store.save() } == Self.gone)
    #expect(reason { _ = try store.rewrite() } == Self.gone)
    #expect(store.count == 1)
    let names = try FileSystem.names(inFolder: scratch.folder)
    #expect(names == (isReplaced ? ["a.db"] : []))
    if isReplaced { #expect(try FileSystem.contents(of: scratch["a.db"]) == Self.tail) }
  }
}
