import GomokuRules
import Platform
import TestSupport
import Testing
import TextCodes

@testable import PositionStore

/// Long texts of RenLib files.
struct LibraryTextTests {
  /// A library with these comments, all of them at one position.
  private func library(_ comments: [[UInt8]]) -> [UInt8] {
    var bytes: [UInt8] = [0xFF] + Array("RenLib".utf8) + [0xFF, 3, 4]
    bytes += Array(repeating: 0xFF, count: 10) + [0, 0]
    for comment in comments {
      bytes += [0x78, 0xC8] + comment + [0]
      if comment.count.isMultiple(of: 2) { bytes.append(0) }
    }
    return bytes + [0x78, 0x40]
  }

  private func learn(
    _ comments: [[UInt8]], into store: PositionStore, _ scratch: Scratch
  ) throws -> PositionStore.ImportCount {
    try FileSystem.write(library(comments), to: scratch["a.lib"])
    return try store.learn(
      fromLibrary: scratch["a.lib"], variant: .freestyle, limit: 64 << 20, code: .utf8)
  }

  /// Flags, joined emojis, and a letter with accents: 300 KB without a boundary to cut at that a
  /// look back could find quickly.
  @Test(arguments: [
    ("", "\u{1F1E9}", 75_000), ("", "\u{1F469}\u{200D}", 43_000), ("a", "\u{301}", 150_000),
    ("", "\u{FEFF}", 100_000),
  ])
  func aLongTextIsCutBetweenTwoScalarsInOnePass(
    begin: String, part: String, count: Int
  ) throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let unit = Array(part.utf8)
    var comment = Array(begin.utf8)
    for _ in 0..<count { comment += unit }
    let result = try learn([comment], into: store, scratch)
    #expect(result.cutTexts == 1)
    let text = Array((try store[SymmetricPosition("h8")]?.text ?? "").utf8)
    #expect(PositionRecord.longestText - 3...PositionRecord.longestText ~= text.count)
    #expect(comment.starts(with: text))
    #expect(String(validating: text, as: UTF8.self) != nil)
  }

  @Test func whiteSpaceAtBothEndsIsDroppedAndMayBeLong() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let space = [UInt8](repeating: 0x0A, count: 200_000)
    let result = try learn(
      [space + Array(" one\r\n\rtwo\u{8}\r\u{8}three \n".utf8) + space], into: store, scratch)
    #expect(result.cutTexts == 0)
    #expect(try store[SymmetricPosition("h8")]?.text == " one\n\ntwo\n\nthree")
  }

  /// Every stop ends the import, and there is a look for one after each 64 KiB of work: in reading
  /// the texts twice, in comparing, decoding and appending them.
  @Test func anImportOfLongTextsCanBeStoppedAtAnyMoment() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let comments = (0..<4).map { [UInt8](repeating: 0x61 + UInt8($0), count: 120_000) }
    let before = try FileSystem.contents(of: scratch["a.db"])
    var moments = 0
    for moment in 1...1_000 {
      var looks = 0
      store.isStopped = {
        looks += 1
        return looks >= moment
      }
      do {
        let result = try learn(comments, into: store, scratch)
        #expect(result.cutTexts == 3 && looks < moment)
        break
      } catch StoreError.stopped {
        moments = moment
        #expect(looks <= moment + 1 && store.count == 0)
        #expect(try FileSystem.contents(of: scratch["a.db"]) == before)
      }
    }
    #expect(40...200 ~= moments)
    #expect(try store[SymmetricPosition("h8")]?.text.utf8.count == 120_000)
  }

  @Test func equalCommentsCountOnceAndThoseWithoutRoomAreNotDecoded() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let long = (0..<12).map { [UInt8](repeating: 0x61 + UInt8($0), count: 120_000) }
    #expect(try learn(Array(repeating: long[0], count: 9), into: store, scratch).cutTexts == 0)
    let size = store.fileSize
    let result = try learn(long + long, into: store, scratch)
    #expect(result.cutTexts == 11)
    #expect(store.fileSize == size)
  }

  @Test func theDetectionOfACodeSkipsLongRunsOfASCIIAndCanBeStopped() {
    let plain = [UInt8](repeating: 0x61, count: 300_000)
    let words: [[UInt8]] = [[0xBA, 0xDA, 0xD3, 0xC5], [0xB0, 0xD7, 0xC6, 0xE5]]
    var text = plain
    for word in words {
      text += word
      text += plain
    }
    #expect(TextCode.detect([text]) == .gbk)
    #expect(TextCode.detect([text], isStopped: { true }) == nil)
    #expect(TextCode.detect([plain]) == nil)
    // It can also be stopped within a text.
    var polls = 0
    let code = TextCode.detect([text]) {
      polls += 1
      return polls == 3
    }
    #expect(code == nil && polls == 3)
  }
}
