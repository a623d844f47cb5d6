import Basics
import GomokuRules
import TestSupport
import Testing

@testable import Records

/// RenjuNet's collection, bdt and pos files.
struct CollectionTests {
  private static let collection = """
    <?xml version="1.0" encoding="UTF-8"?>
    <database version="1.0" date="2026-01-02">
    <!-- terms <game id="0"> &copy; -->
    <countries><country id="1" name="Estonia" abbr="EST" /></countries>
    <cities><city id="7" name="Tallinn" country="1" /></cities>
    <rules><rule id="2" name="Taraguchi-10" category="1">text</rule></rules>
    <openings><opening id="21" abbr="D1" name="Kansei" /></openings>
    <players>
    <player id="1" name="Anna" surname="A &amp; B" country="1" />
    <player id="2" name='Ben' surname="&#x4E94;" />
    </players>
    <tournaments>
    <tournament id="3" name="Cup" country="1" city="7" year="2005" start="2005-08-01" />
    </tournaments>
    <games>
    <game id="11" publisher="2" tournament="3" round="F2" rule="2" black="1" white="2"
      bresult="0.5" btime="8" wtime="9" opening="21" alt="i8" swap="R--">
    <move>h8 h9 a1</move>
    <info>a note</info>
    </game>
    <game id="12" black="9" white="1" bresult="1"><move>h8 zz9 h7</move></game>
    <game id="13" bresult="0"></game>
    </games>
    </database>
    """

  @Test func theGamesOfACollectionAreReadWithTheirTables() throws {
    let file = try RecordFile(Array(CollectionTests.collection.utf8))
    #expect(file.format == .rif && file.count == 3 && file.games.count == 3)
    let game = file.games[0]
    #expect(game.outline == ["0 - \"a note\"", "1 Bh8 \"\"", "2 Wh7 \"\"", "3 Ba15 \"\""])
    #expect(
      game.info == [
        .black: "Anna A & B", .white: "Ben 五", .rule: "Renju (Taraguchi-10)", .result: "0",
        .gameName: "RenjuNet 11", .event: "Cup", .round: "F2", .date: "2005-08-01",
        .place: "Tallinn, Estonia", .opening: "Kansei (D1)", .user: "Ben 五",
        .gameComment: "alternatives i8; swaps R--; Black's minutes 8; White's minutes 9",
      ])
    #expect(file.games[1].info == [.white: "Anna A & B", .result: "B+", .gameName: "RenjuNet 12"])
    #expect(file.games[1].count == 2 && file.games[2].count == 1)
    #expect(
      file.notes.count == 2
        && file.notes[0].hasSuffix("black: an id that is in no table is left out"))
    #expect(file.notes[1].contains(", zz9: a word that is no point"))
    var options = RecordFile.Options()
    options.number = 2
    #expect(
      try RecordFile(Array(CollectionTests.collection.utf8), options).games == [file.games[1]])
  }

  @Test func textsAreReadUpToTheirEndTags() throws {
    let text = """
      <database><games>
      <game id="1" bresult="0,5"><move>h8 <b>h9</b> <!-- x -->i10</move>
      <info>one<br/>two<!-- c --> three</info><info><![CDATA[a < b &amp; c]]></info></game>
      <game id="2"><move><![CDATA[h8]]></move><move>h9</move></game>
      <game id="3"><move>h8<game id="4"><move>h9</move></game>
      </games></database>
      """
    let file = try RecordFile(Array(text.utf8))
    #expect(file.numbers == [1, 2, 4] && file.count == 4)
    #expect(
      file.games[0].outline == [
        "0 - \"one\\ntwo three\\na < b &amp; c\"", "1 Bh8 \"\"", "2 Wh7 \"\"", "3 Bi6 \"\"",
      ])
    #expect(file.games[0].info[.result] == "0,5" && file.games[1].count == 2)
    #expect(
      file.notes.map { $0.description.drop { $0 != ":" } } == [
        ": a second list of moves is left out", ": a game that does not end is left out",
      ])
  }

  @Test func anyXMLIsReadOrRefused() {
    var mutation = Mutation(seed: 9, signs: Array("<>/\"'=&;!-? agmovei".utf8))
    let whole = Array(CollectionTests.collection.utf8)
    for _ in 0..<Effort.count(5_000, sanitized: 500) {
      _ = try? RecordFile(mutation.mutated(whole))
    }
    for text in ["<", "<database", "<database a", "<database a=", "<game <", "<!-- <games"] {
      _ = try? RecordFile(Array(text.utf8))
    }
  }

  @Test func posFilesAreRead() throws {
    let file = try RecordFile([3, 112, 97, 224])
    #expect(file.format == .pos)
    #expect(file.games[0].outline == ["0 - \"\"", "1 Bh8 \"\"", "2 Wh7 \"\"", "3 Bo15 \"\""])
    var options = RecordFile.Options()
    options.name = "a/B.POS"
    let torn = try RecordFile([5, 112, 97], options)
    #expect(torn.games[0].count == 3 && torn.notes == ["byte 3: no move: the rest is left out"])
    #expect(throws: RecordError.self) { try RecordFile([0], options) }
    let long = try RecordFile([1, 112, 97], options)
    #expect(long.notes == ["1 bytes after the moves are left out"])
    let passed = try RecordFile([5, 112, 240, 97, 240, 98])
    #expect(
      passed.games[0].outline == [
        "0 - \"\"", "1 Bh8 \"\"", "2 Wpass \"\"", "3 Bh7 \"\"", "4 Wpass \"\"", "5 Bi7 \"\"",
      ])
  }

  @Test func linesOfGamesAreRead() throws {
    let text = """
      Cup 2005=[Ann,Bo,+,887900A8,E9,R,fine, and long]\r
      ,=[,,,8887,,,]\r
      ,=[,,,8887]\r
      no game\r
      =[,,-,08,,,]\r
      =[,,½,FF11,,,]\r

      """
    let file = try RecordFile(Array(text.utf8))
    #expect(file.format == .bdt && file.games.count == 3)
    #expect(
      file.games[0].outline == [
        "0 - \"fine, and long\"", "1 Bh8 \"\"", "2 Wg7 \"\"", "3 Bpass \"\"", "4 Wj8 \"\"",
      ])
    #expect(
      file.games[0].info == [
        .event: "Cup 2005", .black: "Ann", .white: "Bo", .result: "B+", .rule: "Renju",
        .gameComment: "fifth moves E9; swap R",
      ])
    #expect(file.games[2].outline.last == "2 Wa15 \"\"" && file.games[2].info[.result] == "½")
    #expect(file.notes == ["line 3 and 2 more: a line that is no game is left out"])
    var options = RecordFile.Options()
    options.number = 3
    #expect(try RecordFile(Array(text.utf8), options).games == [file.games[2]])
    var mutation = Mutation(seed: 19, signs: Array("=[],+-0F8\n".utf8))
    for _ in 0..<Effort.count(2_000, sanitized: 200) {
      _ = try? RecordFile(mutation.mutated(Array(text.utf8)))
    }
  }
}
