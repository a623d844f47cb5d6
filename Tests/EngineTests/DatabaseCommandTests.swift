import GomokuRules
import Testing

@testable import Engine
@testable import Gomocup

/// The database's commands and replies as text.
struct DatabaseCommandTests {
  private static let moves = [Point(x: 7, y: 7), Point(x: 3, y: 14)]

  private static let everyCommand: [DatabaseCommand] =
    [
      .use(path: "My Book.db"), .save, .check, .fix, .delete(moves), .delete([]),
      .edit(.fields(tag: .character(119), value: nil, depth: nil), moves),
      .edit(.fields(tag: .removed, value: -29_990, depth: 12), []),
      .edit(.fields(tag: nil, value: 5, depth: nil), moves),
      .edit(.fields(tag: nil, value: nil, depth: -1), moves),
      .edit(.text("a \"quoted\" \\ text\n\n  of three lines"), moves), .edit(.text(""), []),
      .edit(.boardText(moves[0], "A1"), moves), .edit(.boardText(moves[0], ""), moves),
      .edit(.boardText(nil, "end"), moves), .edit(.best, moves), .edit(.notBest, moves),
    ] + DatabaseQuery.allCases.flatMap { [.query($0, moves), .query($0, [])] }
    + DatabaseTransfer.allCases.map { .transfer($0, path: "/a b/c,d.db") }
    + [
      DatabasePruning.Kind.all, .wins, .losses, .results, .allButResults,
      .resultsWithoutDistance, .resultsWithin(30),
    ].flatMap { kind in
      [false, true].filter { !$0 || kind != .all }
        .map { .prune(DatabasePruning(kind, isRecursive: $0), moves) }
    }

  @Test(arguments: CoordinateOrder.allCases)
  func whatIsRenderedIsParsedBack(order: CoordinateOrder) throws {
    for command in DatabaseCommandTests.everyCommand {
      // A comment may have empty lines.
      var reader = CommandReader(Notation(order: order))
      let text = command.text(order)
      let outcomes = text.split(separator: "\n", omittingEmptySubsequences: false).flatMap {
        reader.read(.text(String($0)))
      }
      #expect(outcomes == [.success(.gomoku(.database(command)))], "\(text)")
    }
  }

  @Test(arguments: [
    ("a path on the line", "yxsetdatabase  my book.db ", "YXSETDATABASE\nmy book.db"),
    ("a path like a command", "YXDBMERGE\nSTART 15", "YXDBMERGE\nSTART 15"),
    ("a list on one line", "yxquerydatabaseall 7,7 8,8 done", "YXQUERYDATABASEALL\n7,7\n8,8\nDONE"),
    (
      "a tag in capitals", "yxedittvddatabase 1 87 0 0\n7,7\ndone",
      "YXEDITTVDDATABASE 1 87 0 0\n7,7\nDONE"
    ),
    (
      "a label with blanks", "yxeditlabeldatabase 5 ,9  a  b \n7,7\ndone",
      "YXEDITLABELDATABASE 5,9 a  b\n7,7\nDONE"
    ),
    (
      "a label with blanks and no point", "yxeditlabeldatabase  two words\n7,7\ndone",
      "YXEDITLABELDATABASE two words\n7,7\nDONE"
    ),
    (
      "a label that is taken off", "yxeditlabeldatabase 5,9 \n7,7\ndone",
      "YXEDITLABELDATABASE 5,9 \n7,7\nDONE"
    ),
    (
      "a label like a word", "yxeditlabeldatabase 5,9 done\n7,7\ndone",
      "YXEDITLABELDATABASE 5,9 done\n7,7\nDONE"
    ),
    (
      "a text right before its list", "yxedittextdatabase \"say \\\"done\\\" \\\\\"7,7\ndone",
      "YXEDITTEXTDATABASE \"say \\\"done\\\" \\\\\"7,7\nDONE"
    ),
    (
      "words of the protocol in a text", "yxedittextdatabase \"START 20\ndone\nEND\n\"done",
      "YXEDITTEXTDATABASE \"START 20\ndone\nEND\n\"DONE"
    ),
    (
      "wlinstep", "YXDELETEDATABASEALL WLINSTEPRECURSIVE 5\ndone",
      "YXDELETEDATABASEALL wlinsteprecursive 5\nDONE"
    ),
  ])
  func whatYixinBoardSendsIsUnderstood(what: String, sent: String, text: String) throws {
    let command = try GomocupCommand(parsing: sent)
    #expect(command.text() == text, "\(what)")
  }

  @Test(arguments: [
    ("YXSETDATABASE\n  ", "ERROR YXSETDATABASE needs a file"),
    (
      "YXQUERYDATABASEALL\nh8\nDONE", "ERROR YXQUERYDATABASEALL needs lines x,y, not \"h8\""
    ),
    ("YXQUERYDATABASEALL\n7,99\nDONE", "ERROR \"7,99\" is off the board"),
    (
      "YXEDITTVDDATABASE 9 87 0 0\nDONE",
      "ERROR YXEDITTVDDATABASE needs bits 1 to 7, the code of a tag or -1, a value and a depth, not \"9 87 0 0\""
    ),
    (
      "YXEDITTVDDATABASE 1 300 0 0\nDONE",
      "ERROR YXEDITTVDDATABASE needs bits 1 to 7, the code of a tag or -1, a value and a depth, not \"1 300 0 0\""
    ),
    (
      "YXEDITTVDDATABASE 2 0 40000 0\nDONE",
      "ERROR YXEDITTVDDATABASE needs bits 1 to 7, the code of a tag or -1, a value and a depth, not \"2 0 40000 0\""
    ),
    (
      "YXEDITTEXTDATABASE plain\nDONE",
      "ERROR YXEDITTEXTDATABASE needs a text in quotes, not \"plain\""
    ),
    ("YXEDITLABELDATABASE a\nDONE", "ERROR YXEDITLABELDATABASE needs a move"),
    ("YXSETBESTMOVEDATABASE\nDONE", "ERROR YXSETBESTMOVEDATABASE needs a move"),
    ("YXSAVEDATABASE now", "ERROR YXSAVEDATABASE needs no argument, not \"now\""),
    (
      "YXDELETEDATABASEALL some\nDONE",
      "ERROR YXDELETEDATABASEALL needs w, l, wl, nonwl, wlnostep or wlinstep n, with recursive joined to the word, or nothing, not \"some\""
    ),
  ])
  func wrongArgumentsAreOneError(sent: String, answer: String) {
    var dialogue = Dialogue()
    dialogue.say("START 15\nINFO usedatabase 1")
    #expect(dialogue.say(sent) == [answer])
    #expect(dialogue.jobs.isEmpty && dialogue.say("ABOUT").count == 1)
  }

  @Test func aTextWithoutAnEndIsGivenUp() {
    var dialogue = Dialogue()
    let lines = String(repeating: "text\n", count: QuotedText.mostLines)
    let log = dialogue.say("START 15\nYXEDITTEXTDATABASE \"\n\(lines)DONE\nABOUT")
    #expect(
      log.dropFirst().dropLast() == [
        "ERROR YXEDITTEXTDATABASE needs at most 4096 lines and 131072 bytes of text"
      ])
  }

  private static let everyReply: [DatabaseReply] = [
    .refresh, .done, .loadStart(path: "/a b/c.db"), .loadDone, .saveStart(path: "c.db"), .saveDone,
    .move(
      moves[1], .init(label: "w12", value: -29_988, depth: 3, bound: 3), hasText: true,
      boardText: "A1"),
    .move(moves[0], .init(label: "", value: 0, depth: 0, bound: 0), hasText: false, boardText: ""),
    .move(
      moves[0], .init(label: "53%", value: 7, depth: 9, bound: 3), hasText: false, boardText: ""),
    .one(tag: 119, .init(label: "w*", value: 0, depth: 0, bound: 0)),
    .one(tag: -1, .init(label: "", value: -5, depth: -1, bound: 2)),
    .text(""), .text("a \"b\" \\ c"),
  ]

  @Test(arguments: CoordinateOrder.allCases)
  func repliesAreParsedBack(order: CoordinateOrder) {
    let notation = Notation(order: order)
    for reply in DatabaseCommandTests.everyReply {
      let text = GomocupReply.database(reply).text(notation)
      #expect(GomocupReply(parsing: text, in: notation) == .database(reply), "\(text)")
    }
  }

  @Test func repliesAreWrittenAsYixinBoardReadsThem() {
    let texts = DatabaseCommandTests.everyReply.map {
      GomocupReply.database($0).text(Notation(order: .rowColumn))
    }
    // "w12" as bytes: 0x773132.
    #expect(texts[6] == "MESSAGE DATABASE 14 3 7811378 -29988 3 3 1 A1")
    #expect(texts[7] == "MESSAGE DATABASE 7 7 -1 0 0 0 0")
    #expect(texts[9] == "MESSAGE DATABASE ONE 119 0 0 0 w*")
    #expect(texts[10] == "MESSAGE DATABASE ONE -1 -5 -1 2")
    #expect(texts[12] == "MESSAGE DATABASE TEXT \"a \\\"b\\\" \\\\ c\"")
  }

  /// Sun's Yixin-Board asks for `show_detail` 1; it shows the last two bytes of a label's number.
  @Test(arguments: [
    ("w12", 1, "w"), ("l*", 1, "l*"), ("w9", 1, "w9"), ("53%", 1, "53"), ("7%", 1, "7"),
    ("d", 1, "d"), ("", 1, ""), ("w12", 3, "w12"), ("53%", 3, "53%"), ("w12", 0, "w12"),
  ])
  func theFirstYixinBoardGetsLabelsOfTwoCharacters(label: String, detail: Int, shown: String) {
    func move(_ label: String) -> GomocupReply {
      let summary = DatabaseReply.Summary(label: label, value: 1, depth: 2, bound: 3)
      return .database(.move(Point(x: 3, y: 3), summary, hasText: false, boardText: "abc"))
    }
    var dialogue = Dialogue()
    dialogue.player = { _ in .database(DatabaseResult(replies: [move(label)])) }
    dialogue.say("START 15\nINFO usedatabase 1\nINFO show_detail \(detail)")
    let answer = dialogue.say("YXQUERYDATABASEALL DONE")
    #expect(answer == [move(shown).text(Notation())])
  }

  @Test(arguments: [
    "MESSAGE DATABASE", "MESSAGE DATABASE 1 2", "MESSAGE DATABASE 99 2 -1 0 0 0 0",
    "MESSAGE DATABASE ONE 1 2", "MESSAGE DATABASE TEXT \"a", "MESSAGE DATABASE TEXT",
    "MESSAGE DATABASE LOAD", "MESSAGE DATABASE 1 2 -7 0 0 0 0", "MESSAGE database done",
  ])
  func otherLinesAreMessages(line: String) {
    #expect(GomocupReply(parsing: line) == .message(String(line.dropFirst(8))))
  }

  @Test func gamesOfLiuzhouRefuseThem() {
    var dialogue = Dialogue()
    dialogue.say("START liuzhou\nINFO usedatabase 1")
    let refusal = "is for gomoku, this is a game of Liuzhou chess"
    #expect(
      dialogue.say("yxquerydatabaseallt\n7,7\ndone") == ["ERROR YXQUERYDATABASEALLT \(refusal)"])
    #expect(dialogue.say("YXSETDATABASE\na.db") == ["ERROR YXSETDATABASE \(refusal)"])
    #expect(
      dialogue.say("yxedittextdatabase \"a\"done") == ["ERROR YXEDITTEXTDATABASE \(refusal)"])
  }
}
