import Basics
import Testing

@testable import Engine
@testable import Gomocup

struct LineSplitterTests {
  private func split(_ bytes: [UInt8]) -> [Line] {
    var splitter = LineSplitter()
    return splitter.append(bytes) + (splitter.finish().map { [$0] } ?? [])
  }

  @Test(arguments: [
    ("LF", "a\nb\n", ["a", "b"]),
    ("CR LF", "a\r\nb\r\n", ["a", "b"]),
    ("CR", "a\rb\r", ["a", "b"]),
    ("mixed", "a\r\nb\nc\rd", ["a", "b", "c", "d"]),
    ("empty lines", "\n\r\n\na\n\n\r\rb", ["", "", "", "a", "", "", "", "b"]),
    ("no terminator at the end", "END", ["END"]),
    ("NUL and TAB stay what they are", "a\u{0}b\tc\n", ["a\u{0}b\tc"]),
    ("a byte order mark is skipped", "\u{FEFF}a\n\u{FEFF}b\n", ["a", "\u{FEFF}b"]),
    ("nothing but a byte order mark", "\u{FEFF}\n", [""]),
    ("other scripts", "五六\n", ["五六"]),
  ])
  func linesEndWithAnyTerminator(name: String, text: String, lines: [String]) {
    #expect(split(Array(text.utf8)) == lines.map(Line.text), "\(name)")
  }

  @Test func bytesThatAreNoUTF8AreKept() {
    let lines = split([0xFF, 0xC3, 0x0A, 0x41])
    guard lines.count == 2, case .text(let first) = lines[0] else {
      Issue.record("\(lines)")
      return
    }
    #expect(ByteText.bytes(first) == [0xFF, 0xC3] && first.shown == "\\xFF\\xC3")
    #expect(lines[1] == .text("A"))
  }

  @Test func theLongestLineIsKeptAndALongerOneIsSkipped() {
    let longest = [UInt8](repeating: 65, count: LineSplitter.longest)
    #expect(split(longest) == [.text(String(decoding: longest, as: UTF8.self))])
    #expect(split(longest + [65, 10, 66, 10]) == [.overlong, .text("B")])
    #expect(split(longest + longest + longest) == [.overlong])
  }

  @Test func chunksMayEndAnywhere() {
    let bytes = Array("START 15\r\nTURN 7,7\r\n五\n".utf8)
    for size in 1...bytes.count {
      var splitter = LineSplitter()
      var lines: [Line] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        lines += splitter.append(bytes[start..<min(start + size, bytes.count)])
      }
      #expect(lines == [.text("START 15"), .text("TURN 7,7"), .text("五")])
    }
  }
}
