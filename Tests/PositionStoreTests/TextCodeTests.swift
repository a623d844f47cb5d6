import Foundation
import Platform
import TestSupport
import Testing

@testable import PositionStore
@testable import TextCodes

struct TextCodeTests {
  /// What people write beside moves, and in which code their system has written it.
  private static let samples: [(code: TextCode, text: String, hex: String)] = [
    (.gbk, "甲", "BCD7"), (.gbk, "黑优", "BADAD3C5"),
    (.gbk, "白棋必胜，黑棋禁手", "B0D7C6E5B1D8CAA4A3ACBADAC6E5BDFBCAD6"),
    (.big5, "黑優", "B6C2C075"), (.big5, "白棋必勝，黑棋禁手", "A5D5B4D1A5B2B3D3A141B6C2B4D1B854A4E2"),
    (.shiftJIS, "黒有利", "8D95974C9798"), (.shiftJIS, "ここで白の勝ち", "82B182B182C5949282CC8F9F82BF"),
    (.eucKR, "흑이 좋다", "C8E6C0CC20C1C1B4D9"), (.eucKR, "백 필승", "B9E920C7CABDC2"),
    (.windows1251, "Чёрные выигрывают", "D7B8F0EDFBE520E2FBE8E3F0FBE2E0FEF2"),
    (.windows1251, "БЕЛЫЕ", "C1C5CBDBC5"),
    (.windows1252, "Weiß gewinnt früh", "576569DF20676577696E6E74206672FC68"),
    (.windows1252, "vit vinner, därför", "7669742076696E6E65722C2064E47266F672"),
    (.utf8, "黑优 ё é", "E9BB91E4BC9820D19120C3A9"),
  ]

  private func bytes(_ hex: String) -> [UInt8] {
    let digits = Array(hex)
    return stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(digits[$0..<$0 + 2]), radix: 16)
    }
  }

  @Test(arguments: samples) func aCodeIsFoundFromItsText(
    code: TextCode, text: String, hex: String
  ) {
    let bytes = bytes(hex)
    #expect(code.text(bytes) == text)
    #expect(TextCode.detect([bytes]) == code, "\(text)")
    // A text of one letter does not change the code of the others.
    #expect(TextCode.detect([bytes, Array("plain".utf8), bytes]) == code)
  }

  @Test func theFirstLevelOfJapaneseIsWhole() {
    let level = UsualCharacters.firstLevel(of: .shiftJIS)
    #expect(level.count == 2_965 && level.contains("亜") && level.contains("腕"))
    #expect(!level.contains("弌"))
  }

  @Test func plainTextHasNoCode() {
    #expect(TextCode.detect([Array("h8 wins".utf8), []]) == nil)
  }

  @Test func noByteIsLost() {
    #expect(TextCode.utf8.text([0x41, 0xE5, 0x42]) == "A\\xE5B")
    #expect(TextCode.gbk.text([0xBA, 0x20, 0xBA]) == "\\xBA \\xBA")
    #expect(TextCode.windows1252.text([0x81, 0x0D]) == "\\x81\r")
    // The text's own backslash is told from that of a byte.
    #expect(TextCode.utf8.text(Array("\\xE5 \\n \\xyz".utf8)) == "\\x5CxE5 \\n \\xyz")
    var seen = Set<[UInt8]>()
    for code in TextCode.allCases {
      seen = []
      for first in UInt8.min...UInt8.max {
        for second in [UInt8(0x41), 0x81, 0xB0, 0xFE] {
          seen.insert(Array(code.text([first, second]).utf8))
        }
      }
      if code != .gbk, code != .big5, code != .shiftJIS, code != .eucKR {
        #expect(seen.count == 1_024, "\(code)")
      }
    }
  }

  @Test func codesHaveTheirUsualNames() {
    for (name, code) in [
      ("GBK", TextCode.gbk), ("gb2312", .gbk), ("Big5", .big5), ("Shift_JIS", .shiftJIS),
      ("SJIS", .shiftJIS), ("EUC-KR", .eucKR), ("cp949", .eucKR), ("CP1251", .windows1251),
      ("windows-1252", .windows1252), ("latin-1", .latin1), ("ISO-8859-1", .latin1),
      ("UTF-8", .utf8), ("utf8", .utf8),
    ] {
      #expect(TextCode(name: name) == code)
    }
    #expect(TextCode(name: "klingon") == nil)
  }

  /// Every pair of bytes means what the system's iconv makes of it, where there is one.
  @Test(arguments: [
    (TextCode.gbk, "GBK"), (.big5, "CP950"), (.shiftJIS, "CP932"), (.eucKR, "CP949"),
    (.windows1251, "CP1251"), (.windows1252, "CP1252"),
  ])
  func everyPairMeansWhatTheSystemSays(code: TextCode, name: String) {
    let converter = iconv_open("UTF-8", name)
    guard let converter, Int(bitPattern: converter) != -1 else { return }
    defer { iconv_close(converter) }
    var (known, others) = (0, 0)
    for first in UInt8(0x80)...0xFE {
      for second in UInt8(0x40)...0xFE {
        let text = code.text([first, second])
        guard let expected = convert([first, second], converter) else { continue }
        // What the system takes from its private area is none here.
        if expected.unicodeScalars.contains(where: { 0xE000...0xF8FF ~= $0.value }) { continue }
        if text == expected { known += 1 } else { others += 1 }
      }
    }
    // Vendors differ in a few signs.
    #expect(known > 7_000 && others * 100 < known, "\(known) as the system has them, \(others) not")
  }

  private func convert(_ bytes: [UInt8], _ converter: iconv_t) -> String? {
    iconv(converter, nil, nil, nil, nil)
    var input = bytes.map { CChar(bitPattern: $0) }
    var output = [CChar](repeating: 0, count: 16)
    return input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        var (from, to) = (input.baseAddress, output.baseAddress)
        var (fromCount, toCount) = (input.count, output.count)
        guard iconv(converter, &from, &fromCount, &to, &toCount) != -1 else { return nil }
        return String(
          validating: output[..<(output.count - toCount)].map { UInt8(bitPattern: $0) },
          as: UTF8.self)
      }
    }
  }
}

/// Texts of libraries in the codes of the world.
struct LibraryCodeTests {
  private func library(_ texts: [[UInt8]]) -> [UInt8] {
    var bytes: [UInt8] = [0xFF] + Array("RenLib".utf8) + [0xFF, 3, 4]
    bytes += Array(repeating: 0xFF, count: 10) + [0, 0]
    for (number, text) in texts.enumerated() {
      let isLast = number == texts.count - 1
      bytes += [UInt8(number << 4 | 1), isLast ? 0x48 : 0xC8] + text + [0]
      if text.count.isMultiple(of: 2) { bytes.append(0) }
    }
    return bytes
  }

  @Test func oneCodeIsThatOfAllTextsOfAFile() throws {
    let scratch = try Scratch()
    let texts: [[UInt8]] = [
      [0xBA, 0xDA, 0xD3, 0xC5], [0xE9], Array("plain".utf8), [0xB0, 0xD7, 0xC6, 0xE5],
    ]
    try FileSystem.write(library(texts), to: scratch["a.lib"])
    let store = try scratch.store()
    let count = try store.learn(fromLibrary: scratch["a.lib"], variant: .freestyle, limit: 1 << 20)
    #expect(count.code == .gbk && count.moves == 4 && count.rest == 0)
    func text(_ point: String) throws -> String? { try store[SymmetricPosition(point)]?.text }
    #expect(try text("a1") == "黑优")
    // Alone it would be an é; a part of a character in the code of the file it is.
    #expect(try text("a2") == "\\xE9")
    #expect(try text("a3") == "plain")
    #expect(try text("a4") == "白棋")
    let named = try scratch.store("b.db")
    let other = try named.learn(
      fromLibrary: scratch["a.lib"], variant: .freestyle, limit: 1 << 20, code: .latin1)
    #expect(other.code == .latin1)
    #expect(try named[SymmetricPosition("a2")]?.text == "é")
  }

  @Test(arguments: [[0], [0x0D], [0x0D, 0x0A], [0x1A], [0, 0, 0, 0], [0xFF, 0xFF, 0xFF]])
  func bytesBehindTheLastMoveAreLeft(rest: [UInt8]) throws {
    let scratch = try Scratch()
    try FileSystem.write(library([[0x41], [0x42]]) + rest, to: scratch["a.lib"])
    let store = try scratch.store()
    let count = try store.learn(fromLibrary: scratch["a.lib"], variant: .freestyle, limit: 1 << 20)
    #expect(count.moves == 2 && count.rest == rest.count && count.code == nil)
  }

  @Test func aStrayByteBehindALineThatDoesNotEndIsLeftToo() throws {
    let scratch = try Scratch()
    var bytes = library([[0x41], [0x42]])
    bytes[bytes.count - 3] &= ~0x40
    for rest: [UInt8] in [[], [0x55]] {
      try FileSystem.write(bytes + rest, to: scratch["a.lib"])
      let store = try scratch.store("\(rest.count).db")
      let count = try store.learn(
        fromLibrary: scratch["a.lib"], variant: .freestyle, limit: 1 << 20)
      #expect(count.moves == 2 && count.rest == rest.count)
    }
  }

  @Test func textsThatAreTooLongAreCounted() throws {
    let scratch = try Scratch()
    let long = [UInt8](repeating: 0x41, count: PositionRecord.longestText + 1)
    try FileSystem.write(library([long, [0x42]]), to: scratch["a.lib"])
    let store = try scratch.store()
    let count = try store.learn(fromLibrary: scratch["a.lib"], variant: .freestyle, limit: 1 << 20)
    #expect(count.cutTexts == 1)
    #expect(try store[SymmetricPosition("a1")]?.text.utf8.count == PositionRecord.longestText)
  }
}
