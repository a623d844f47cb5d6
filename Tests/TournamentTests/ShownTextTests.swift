import Basics
import Foundation
import Gomocup
import SearchKit
import Testing

@testable import Match
@testable import Report
@testable import Tournament

@Suite("What steers a terminal") struct ShownTextTests {
  /// An escape sequence, a return, a C1 control, a turned direction, a line end.
  static let nasty = "a\u{1B}[2Jb\rc\u{9B}d\u{202E}e\u{2066}f\ng\u{7F}\u{0}"
  static let harmless =
    "a\\u{1B}[2Jb\\u{D}c\\u{9B}d\\u{202E}e\\u{2066}f\\u{A}g\\u{7F}\\u{0}"

  @Test func isWrittenOut() {
    #expect(ShownTextTests.nasty.shown == ShownTextTests.harmless)
    #expect("a\r\nb".shown == "a\\u{D}\\u{A}b")
    for text in ["", "plain\ttext", "六洲棋 ♔ é", "\u{1F600}"] { #expect(text.shown == text) }
    for code in [0x80, 0x9F, 0x202A, 0x2069, 0x200F, 0x2028] as [UInt32] {
      #expect(Unicode.Scalar(code).map { String($0).shown.utf8.allSatisfy { $0 < 128 } } == true)
    }
  }

  @Test func staysOutOfLogsAndPages() throws {
    var tournament = try TestTournament(["null", "garbage 1"], pairs: 1)
    // An argument of a program holds no zero byte.
    let nasty = ShownTextTests.nasty.filter { $0 != "\0" }
    tournament.config.engines[1].arguments = ["echo", "1", nasty]
    let (standings, records) = try tournament.play()
    let record = try #require(records[0])
    #expect(record.detail.contains("\\u{1B}[2J"))
    #expect(record.evidence.contains { $0.contains("\\u{1B}[2J") })
    let page = ReportPage(ReportData(standings, records: Array(records.values))).html
    #expect(!page.unicodeScalars.contains { $0 != "\n" && $0.steersOutput })
  }

  @Test func staysOutOfTextsFromForeignLogs() throws {
    let json = try JSON(
      parsing: """
        {"game": 0, "in": "x", "opener": "a\\u001b[2J", "replier": "b", "black": "b", "opening": "\\u009b",
         "start": 0, "moves": "h8", "winner": "a\\u001b[2J", "reason": "five", "host": "\\u202e",
         "detail": "\\r", "score": ["\\u001b"], "us": [1], "evidence": ["\\u001b"]}
        """)
    let record = try GameRecord(json, of: .gomoku(.freestyle, .standard))
    let texts = [record.opener, record.opening, record.host, record.detail] + record.evidence
    #expect(texts.allSatisfy { $0 == $0.shown && !$0.isEmpty })
    #expect(record.winner == record.opener)
    #expect(JSON.string("\u{9B}\u{202E}\u{1B}").description == #""\u009b\u202e\u001b""#)
  }

  @Test(arguments: [
    #"{"name": "a\u001b[2J", "game": {}, "pairs": 1}"#,
    #"{"name": "a", "game": {"rule": "\u001b[2J\u202e"}, "pairs": 1}"#,
    #"{"name": "a", "\u001b\r": 1, "game": {}, "pairs": 1}"#, "{\u{1B}[2J",
    "{\"\u{9B}\": 1, \"\u{9B}\": 2}",
  ]) func staysOutOfComplaints(file: String) throws {
    try TestFiles.withFolder { folder in
      try TestFiles.write(file, to: "\(folder)/tournament.json")
      let process = try Child(TestFiles.program("arena"), ["plan", folder])
      #expect(process.wait() == 2)
      #expect(process.complaint.split(separator: "\n").count == 1, "\(process.complaint.shown)")
      let scalars = process.complaint.unicodeScalars
      #expect(!scalars.contains { $0 != "\n" && $0.steersOutput })
    }
  }

  @Test func staysOutOfTheOutputOfEveryCommand() throws {
    for words in [["fly\u{1B}[2J"], ["run", "/none\u{1B}\r\nX"], ["check", "/none\u{9B}"]] {
      let process = try Child(TestFiles.program("arena"), words)
      #expect(process.wait() == 2)
      let scalars = (process.complaint + process.text).unicodeScalars
      #expect(!scalars.contains { $0 != "\n" && $0.steersOutput })
    }
    let check = try Child(
      TestFiles.program("arena"),
      [
        "check", "--only", "BEGIN gives", TestFiles.program("HostileEngine"), "echo", "1",
        "\u{1B}[2J",
      ])
    #expect(check.wait() == 1)
    #expect(check.text.contains("\\u{1B}[2J") && !check.text.contains("\u{1B}"))
  }
}

@Suite("Versions") struct VersionTests {
  @Test(arguments: ["arena", "gomoku-lab", "liuzhou-lab"])
  func everyProgramTellsTheOneVersion(program: String) throws {
    let process = try Child(TestFiles.program(program), ["--version"])
    #expect(process.wait() == 0)
    #expect(process.text == "\(program) \(Wuliu.version)\n")
    #expect(process.complaint.isEmpty)
  }

  @Test func theEngineHasItToo() throws {
    let engine = try Child(TestFiles.program("pbrain-wuliu"), ["--version"])
    #expect(engine.wait() == 0)
    #expect(engine.text.hasSuffix(" \(Wuliu.version)\n"))
  }
}
