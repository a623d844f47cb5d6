import Basics
import Gomoku
import GomokuRules
import Liuzhou
import LiuzhouRules
import SearchKit
import Testing

@testable import Engine
@testable import Gomocup

struct ReplyTests {
  private static let h8 = Move.point(Stones.h8)
  private static let i9 = Move.point(Stones.i9)
  private static let t1 = Move.point(Stones.t1)

  private enum Stones {
    static let h8 = GomokuRules.Point(x: 7, y: 7)
    static let i9 = GomokuRules.Point(x: 8, y: 8)
    static let t1 = GomokuRules.Point(x: 19, y: 0)
  }

  private static let everyReply: [GomocupReply] = [
    .ok, .move(t1), .stones([Stones.h8, Stones.t1]), .stones([Stones.h8, Stones.i9, Stones.t1]),
    .swap, .suggest(h8), .opening(nil), .opening(.place(Stones.t1)), .opening(.swap),
    .opening(.stay), .opening(.announce(3)), .opening(.offer([Stones.h8, Stones.t1])),
    .opening(.take(Stones.i9)),
    .script(
      .openingState(
        OpeningState(
          actor: .first, blackPlayer: .second, stoneCount: 4,
          options: [
            .swapOrStay, .place([Stones.h8]), .announce(1...8),
            .offer(count: 2, from: [Stones.i9, Stones.t1]), .take([Stones.t1]),
          ]))),
    .about([.init("name", "Wuliu"), .init("version", "0.1")]),
    .progress(
      .init(
        depth: 5, selectiveDepth: 8, score: .centistones(-123), nodes: 1_500_000,
        milliseconds: 1234, line: [h8, i9])),
    .progress(
      .init(
        depth: 12, selectiveDepth: 20, rank: 2, score: .win(inPlies: 7), nodes: 3,
        milliseconds: 0, line: [t1])),
    .realtime(.refresh), .realtime(.searching(h8)), .realtime(.done(t1)), .realtime(.best(i9)),
    .message("hello, world"), .info(key: "PV", value: "0"), .info(key: "WINRATE", value: "0.5312"),
    .bestLine([h8, t1]), .forbidden([]), .forbidden([Stones.h8, Stones.t1]),
    .error("h8 is occupied"),
    .unknown("command \"FOO\""), .debug("x"),
    .script(.show(side: .black, phase: .playing, result: .none)),
    .script(.show(side: .white, phase: .over, result: .black)),
    .script(.show(side: .white, phase: .over, result: .draw)),
    .script(.move(h8, leaves: nil)), .script(.move(t1, leaves: 221)), .script(.moves(225)),
    .script(.perft(depth: 3, leaves: 11_239_200, milliseconds: 55)),
    .script(
      .search(
        .init(
          move: h8, score: .loss(inPlies: 4), depth: 9, nodes: 100, milliseconds: 5,
          line: [h8, i9]))),
    .script(.solve(.win([Stones.h8, Stones.i9, Stones.t1]))),
    .script(.solve(.loss([Stones.h8, Stones.t1]))), .script(.solve(.draw)),
    .script(.solve(.none)), .script(.solve(.unknown)),
    .script(.solve(.valid(.white, nodes: 7, positions: 9))),
    .script(.solve(.held(nodes: 13, positions: 20))), .script(.solve(.stopped(positions: 5))),
    .script(.solve(.refused("node 3: the reply h8 is missing"))),
    .script(.solve(.puzzles(rows: 9, solved: 7, false: 0, unknown: 2))),
    .script(.eval(.centistones(-35))), .script(.bench(nodes: 12, milliseconds: 3)),
    .other("Hello"), .other("7;7"),
  ]

  @Test(arguments: CoordinateOrder.allCases)
  func whatIsRenderedIsParsedBack(order: CoordinateOrder) {
    let notation = Notation(order: order)
    for reply in ReplyTests.everyReply {
      let text = reply.text(notation)
      #expect(GomocupReply(parsing: text, in: notation) == reply, "\(text)")
    }
  }

  @Test func repliesAboutLiuzhouAreParsedBack() throws {
    let turns = try ["c3c4xa1f6", "pass", "xb2", "c3"].map { Move.turn(try Turn($0)) }
    let liuzhou = Notation(.liuzhou)
    let replies: [GomocupReply] =
      turns.map(GomocupReply.move) + [
        .progress(
          .init(
            depth: 5, selectiveDepth: 8, rank: 2, score: .loss(inPlies: 4), nodes: 12,
            milliseconds: 3, line: turns)),
        .realtime(.best(turns[0])), .bestLine(turns),
        .script(.show(side: .white, phase: .forcing, result: .none)),
        .script(.show(side: .black, phase: .over, result: .draw)),
        .script(.capture(.init(.slide(from: .init(index: 0), to: .init(index: 1)), count: 0))),
        .script(
          .capture(
            .init(
              .remove, count: 3, all: .init(Point(index: 4)),
              others: .init([Point(index: 7), Point(index: 35)])))),
        .script(.captures(36)), .script(.protected(.white, .none)),
        .script(.protected(.black, .init([Point(index: 7), Point(index: 8)]))),
        .script(.move(turns[0], leaves: 7)), .script(.move(turns[1], leaves: nil)),
        .script(
          .search(
            .init(
              move: turns[0], score: .win(inPlies: 7), depth: 9, nodes: 1, milliseconds: 2,
              line: turns))),
        .ok, .error("c3 is occupied"), .message("position 6/6/6/6/6/6 b p 0"),
      ]
    for reply in replies {
      #expect(GomocupReply(parsing: reply.text(liuzhou), in: liuzhou) == reply, "\(reply.text)")
    }
    #expect(GomocupReply(parsing: " C3 ", in: liuzhou) == .move(turns[3]))
    #expect(GomocupReply(parsing: "7,7", in: liuzhou) == .other("7,7"))
    #expect(GomocupReply(parsing: "c3 d4", in: liuzhou) == .other("c3 d4"))
  }

  @Test(arguments: [
    ("OK", GomocupReply.ok),
    ("19,0", .move(t1)),
    ("7,7 8,8 19,0", .stones([Stones.h8, Stones.i9, Stones.t1])),
    ("FORBID 07071900.", .forbidden([Stones.h8, Stones.t1])),
    ("FORBID .", .forbidden([])),
    (
      "MESSAGE depth 5-8 multipv 2 ev +M7 n 15 n/ms 15 tm 1 pv h8 i9",
      .progress(
        .init(
          depth: 5, selectiveDepth: 8, rank: 2, score: .win(inPlies: 7), nodes: 15,
          milliseconds: 1, line: [h8, i9]))
    ),
    ("MESSAGE REALTIME BEST 7,7", .realtime(.best(h8))),
    ("INFO BESTLINE 7,7 8,8", .bestLine([h8, i9])),
    ("OPENING h8", .opening(.place(Stones.h8))), ("OPENING over", .opening(nil)),
    ("OPENING offer h8,t1", .opening(.offer([Stones.h8, Stones.t1]))),
    (
      "OPENINGSTATE over second 5",
      .script(
        .openingState(OpeningState(actor: nil, blackPlayer: .second, stoneCount: 5, options: [])))
    ),
    (
      "OPENINGSTATE first second 4 fifths 1-8 offer 2 h8,i9 take t1",
      .script(
        .openingState(
          OpeningState(
            actor: .first, blackPlayer: .second, stoneCount: 4,
            options: [
              .announce(1...8), .offer(count: 2, from: [Stones.h8, Stones.i9]), .take([Stones.t1]),
            ])))
    ),
    (
      "OPENINGSTATE second first 3 swap stay h8,i9",
      .script(
        .openingState(
          OpeningState(
            actor: .second, blackPlayer: .first, stoneCount: 3,
            options: [.swapOrStay, .place([Stones.h8, Stones.i9])])))
    ),
    ("SHOW black playing none", .script(.show(side: .black, phase: .playing, result: .none))),
  ])
  func repliesAreSpeltAsClientsReadThem(text: String, reply: GomocupReply) {
    #expect(reply.text == text)
    #expect(GomocupReply(parsing: text) == reply)
  }

  @Test(arguments: [
    ("a move with blanks", " 7, 8 ", GomocupReply.move(.point(Point(x: 7, y: 8)))),
    ("small letters", "ok", .ok),
    ("an action in capitals", "opening  TAKE  H8 ", .opening(.take(Stones.h8))),
    ("two actions", "OPENING h8 swap", .other("OPENING h8 swap")),
    ("a number that is none", "OPENING fifths 03", .other("OPENING fifths 03")),
    ("no action", "OPENING", .other("OPENING")),
    (
      "thousands of nodes", "MESSAGE depth 5-8 ev 1 n 15K n/ms 1 tm 1 pv h8",
      .progress(
        .init(
          depth: 5, selectiveDepth: 8, score: .centistones(1), nodes: 15_000, milliseconds: 1,
          line: [h8]))
    ),
    ("a damaged report", "MESSAGE depth 5-8 ev x n 1 pv h8", .message("depth 5-8 ev x n 1 pv h8")),
    ("a report without moves", "MESSAGE pv", .message("pv")),
    ("an empty message", "MESSAGE", .message("")),
    ("OK with more", "OK go", .other("OK go")),
    ("a point off every board", "22,3", .other("22,3")),
    ("four points", "1,1 2,2 3,3 4,4", .other("1,1 2,2 3,3 4,4")),
    ("odd digits", "FORBID 070.", .other("FORBID 070.")),
    ("a bare INFO", "INFO", .other("INFO")),
    ("BENCH without numbers", "BENCH", .other("BENCH")),
    ("nothing", "", .other("")),
  ])
  func foreignLinesAreNeverAnError(name: String, text: String, reply: GomocupReply) {
    #expect(GomocupReply(parsing: text) == reply, "\(name)")
  }

  /// Search lines of the engines in use, and lines that only look like them.
  private static let searchLines: [(name: String, text: String, note: SearchNote)] = [
    (
      "our own", "MESSAGE depth 5-8 ev 123 n 1500 n/ms 150 tm 1234 pv h8 i9",
      SearchNote(depth: 5, nodes: 1500, score: .estimate(123))
    ),
    (
      "thousands, and a proven win", "MESSAGE depth 12-20 ev +M7 n 1500K n/ms 15 tm 1 pv h8",
      SearchNote(depth: 12, nodes: 1_500_000, score: .win(inPlies: 7))
    ),
    (
      "no line of moves", "MESSAGE depth 9-0 ev -M4 n 0 n/ms 0 tm 0 pv (NONE)",
      SearchNote(depth: 9, nodes: 0, score: .loss(inPlies: 4))
    ),
    (
      "bars", "MESSAGE Depth 7-9 | Eval -45 | Time 1.5s | H8 I9",
      SearchNote(depth: 7, score: .estimate(-45))
    ),
    (
      "bars, at the end of a search",
      "MESSAGE Speed 120K | Depth 14-22 | Eval M5 | Node 1.2M | Time 3.1s",
      SearchNote(depth: 14, nodes: 1_200_000, score: .win(inPlies: 5))
    ),
    (
      "equals signs", "MESSAGE dep=6, sc=+12, nd=2.5g",
      SearchNote(depth: 6, nodes: 2_500_000_000, score: .estimate(12))
    ),
    (
      "colons and capitals", "MESSAGE DEPTH: 11 VALUE: 30000 NODES: 12m",
      SearchNote(depth: 11, nodes: 12_000_000, score: .estimate(30_000))
    ),
    ("a slash", "MESSAGE depth 5/8", SearchNote(depth: 5)),
    ("a note to oneself", "DEBUG depth 3 score 4", SearchNote(depth: 3, score: .estimate(4))),
    ("a line of a block", "INFO EVAL -M6", SearchNote(score: .loss(inPlies: 6))),
    ("the second best move", "MESSAGE depth 5-8 multipv 2 ev 1 n 15 tm 1 pv h8", SearchNote()),
    ("a chance to win in percent", "MESSAGE ev 53.2% n 10", SearchNote(nodes: 10)),
    ("a chance to win", "MESSAGE value 0.53", SearchNote()),
    ("no numbers", "MESSAGE depth x-8 ev +-5 n K", SearchNote()),
    ("half a depth", "MESSAGE depth 5- ev 1", SearchNote(score: .estimate(1))),
    ("half a node", "MESSAGE n 1.5", SearchNote()),
    ("two points", "MESSAGE n 1.2.3M depth 4", SearchNote(depth: 4)),
    ("other digits", "MESSAGE depth ٣ ev ٤ n ٥K", SearchNote()),
    ("a power", "MESSAGE n 9e18G n 0x10K", SearchNote()),
    (
      "numbers that nobody reaches",
      "MESSAGE depth 9223372036854775807 n 9999999G ev 4611686018427387904", SearchNote()
    ),
    ("the key alone", "MESSAGE depth", SearchNote()),
    ("a move", "7,7", SearchNote()),
    ("an error", "ERROR depth 5", SearchNote()),
  ]

  @Test(arguments: searchLines)
  func searchLinesAreReadInEveryDialect(name: String, text: String, note: SearchNote) {
    #expect(GomocupReply(parsing: text).searchNote == note, "\(name)")
  }

  @Test func notesKeepWhatLaterLinesDoNotTell() {
    var note = SearchNote(depth: 5, nodes: 10)
    note.update(with: SearchNote(depth: 6, score: .estimate(1)))
    #expect(note == SearchNote(depth: 6, nodes: 10, score: .estimate(1)))
  }

  @Test(arguments: ["0", "-35", "+M7", "-M4", "99999999"])
  func scoresAreWrittenAsTheyWereRead(text: String) {
    #expect(ReportedScore(text)?.description == text)
  }

  @Test(arguments: ["", "+", "-", "M", "+M", "--5", "M-5", "5M", "100000000", "1.5", " 1", "m5"])
  func otherTextsAreNoScores(text: String) { #expect(ReportedScore(text) == nil) }

  @Test func lettersCountRowsFromBelowForYixinBoard() {
    let notation = Notation(order: .rowColumn, heightFromBelow: 15)
    let progress = GomocupReply.progress(
      .init(
        depth: 1, selectiveDepth: 1, score: .draw, nodes: 0, milliseconds: 0,
        line: [.point(Point(x: 2, y: 0))]))
    #expect(progress.text(notation).hasSuffix("pv c15"))
    #expect(GomocupReply.move(.point(Point(x: 2, y: 0))).text(notation) == "0,2")
  }

  @Test(arguments: [(0, "0.5000"), (200, "0.7311"), (-200, "0.2689"), (20_000, "1.0000")])
  func winRatesHaveFourDecimals(centistones: Int, text: String) {
    #expect(ReplyTests.display.winRate(.centistones(centistones)) == text)
  }

  private static let display = SearchDisplay(detail: .info, isRanked: false, winScale: 200)

  @Test func winRatesOfProvenResultsAreWhole() {
    #expect(ReplyTests.display.winRate(.win(inPlies: 3)) == "1.0000")
    #expect(ReplyTests.display.winRate(.loss(inPlies: 4)) == "0.0000")
  }
}
