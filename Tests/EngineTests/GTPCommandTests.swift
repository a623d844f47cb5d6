import Basics
import GomokuRules
import Testing

@testable import Engine
@testable import Gomocup

/// The dialogues of GTP's commands, good and bad.
struct GTPCommandTests {
  /// Says the lines; returns the answer to the last one without the empty line behind it.
  private func answer(_ lines: String) -> String {
    var dialogue = GTPDialogue()
    let said = lines.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    said.dropLast().forEach { dialogue.say($0) }
    let answer = dialogue.say(said.last ?? "")
    return answer.hasSuffix("\n\n") ? String(answer.dropLast(2)) : "unfinished: \(answer)"
  }

  @Test(
    arguments: [
      ("7 name", "=7 Wuliu"), ("name", "= Wuliu"), ("\tname\t# a comment", "= Wuliu"),
      ("  007   name  extra", "=007 Wuliu"), ("na\u{7}m\u{7F}e", "= Wuliu"),
      ("2147483647 name", "=2147483647 Wuliu"), ("2147483648 name", "? id above 2147483647"),
      ("00000000001 name", "? id above 2147483647"), ("-1 name", "? unknown command"),
      ("99999999999999999999999 name", "? id above 2147483647"), ("5", "?5 unknown command"),
      ("NAME", "? unknown command"), ("n\u{E9}", "? unknown command"),
      ("3 \u{10FEE5}\u{202E}", "?3 unknown command"), ("name#x", "= Wuliu"),
    ])
  func idsCommentsAndControlCharactersAreRead(line: String, reply: String) {
    #expect(answer(line) == reply)
  }

  @Test(arguments: ["", "   ", "\t", "# name", "  # 7 name", "\u{7}"])
  func linesWithoutACommandHaveNoAnswer(line: String) {
    var dialogue = GTPDialogue()
    #expect(dialogue.say(line).isEmpty)
    #expect(dialogue.say("protocol_version") == "= 2\n\n")
  }

  @Test func anOverlongLineIsOneError() {
    var dialogue = GTPDialogue()
    #expect(
      dialogue.take(.line(.overlong, at: dialogue.now)) == "? line longer than 65536 bytes\n\n")
    let long = String(repeating: "play b ", count: 9_000)
    #expect(dialogue.say(long) == "? invalid vertex\n\n")
    #expect(dialogue.session.game == GTPGame())
  }

  @Test(
    arguments: [
      ("protocol_version", "= 2"), ("version", "= 0.17 (Wuliu \(Wuliu.version))"),
      ("known_command play", "= true"), ("known_command PLAY", "= false"),
      ("known_command set_free_handicap", "= false"), ("known_command", "= false"),
      ("fixed_handicap 3", "? handicap stones are not placed here"),
      ("place_free_handicap 3", "? handicap stones are not placed here"),
      ("set_free_handicap D4 K10", "? handicap stones are not placed here"),
      ("loadsgf a.sgf", "? unknown command"),
      ("komi 6.5", "="), ("komi x", "? syntax error: komi needs a number"),
      ("komi", "? syntax error: komi needs a number"), ("stop", "="), ("gogui-interrupt", "="),
    ])
  func commandsOfAdministrationAreAnswered(line: String, reply: String) {
    #expect(answer(line) == reply)
  }

  @Test func theListHasEveryCommandAndEachIsKnown() {
    let names = answer("list_commands").dropFirst(2).split(separator: "\n")
    #expect(names.count == GTPCommand.allCases.count && names.count > 30)
    for name in names {
      #expect(answer("known_command \(name)") == "= true")
      #expect(answer(String(name)) != "? unknown command")
    }
  }

  @Test(
    arguments: [
      ("boardsize 5", "= 5"), ("boardsize 22", "= 22"), ("boardsize 19", "= 19"),
      ("rectangular_boardsize 9 13", "= 9 13"), ("boardsize 9 13", "= 9 13"), ("", "= 15"),
    ])
  func theBoardHasTheSizeAskedFor(line: String, size: String) {
    #expect(answer(line + "\ngogui-rules_board_size") == size)
    #expect(answer("play b H8\n" + line + "\ngogui-rules_board_size") == size)
  }

  @Test(
    arguments: [
      "4", "23", "0", "-5", "x", "5.5", "15 4", "15 x", "99999999999999999999", "1e1",
    ])
  func otherSizesAreUnacceptable(size: String) {
    #expect(answer("play b H8\nboardsize \(size)") == "? unacceptable size")
    #expect(answer("play b H8\nboardsize \(size)\ngogui-rules_board_size") == "= 15")
    #expect(answer("boardsize") == "? syntax error: boardsize needs a size")
  }

  @Test(
    arguments: [
      ("play b H8", "="), ("play WHITE h8", "="), ("play Black a1\nplay B A2\nplay b a3", "="),
      ("boardsize 22\nplay b W22", "="), ("boardsize 22\nplay b w1", "="),
      ("play b I9", "? invalid vertex"), ("play b R1", "? invalid vertex"),
      ("play b A0", "? invalid vertex"), ("play b A16", "? invalid vertex"),
      ("play b A", "? invalid vertex"), ("play b 7,7", "? invalid vertex"),
      ("play b A+1", "? invalid vertex"), ("play b A001", "? invalid vertex"),
      ("play b \u{E9}1", "? invalid vertex"), ("play b \u{DF}1", "? invalid vertex"),
      ("play x H8", "? invalid color"),
      ("play b", "? syntax error: play needs a color and a vertex"),
      ("play b H8\nplay w h8", "? illegal move: H8 is occupied"),
      ("play b resign", "? illegal move: a resignation is not played"),
      ("play b pass", "="), ("play b PASS\nplay b pass", "="), ("undo", "? cannot undo"),
      ("play b H8\nundo", "="), ("play b H8\nundo\nundo", "? cannot undo"),
      ("play w H8\nundo\nplay w H8", "="), ("play w pass\nundo\nundo", "? cannot undo"),
    ])
  func stonesAndPassesAreHeld(lines: String, reply: String) {
    #expect(answer(lines) == reply)
  }

  @Test func theSideToMoveIsTheOpponentOfTheLastTurn() {
    #expect(answer("gogui-rules_side_to_move") == "= black")
    #expect(answer("play b H8\ngogui-rules_side_to_move") == "= white")
    #expect(answer("play w H8\ngogui-rules_side_to_move") == "= black")
    #expect(answer("play w H8\nundo\ngogui-rules_side_to_move") == "= white")
    #expect(answer("play b pass\ngogui-rules_side_to_move") == "= white")
    #expect(answer("play w H8\nclear_board\ngogui-rules_side_to_move") == "= black")
  }

  @Test func passesAreBounded() {
    var dialogue = GTPDialogue()
    for _ in 0..<GTPGame.mostTurns { #expect(dialogue.say("play b pass") == "=\n\n") }
    #expect(dialogue.say("play b pass") == "? illegal move: too many passes\n\n")
    #expect(dialogue.say("play b A1") == "=\n\n")
  }

  @Test func theBoardIsShown() {
    let lines = "boardsize 5\nplay b A1\nplay w E4\n"
    #expect(
      answer(lines + "showboard") == """
        =
           A B C D E
         5 . . . . . 5
         4 . . . . O 4
         3 . . . . . 3
         2 . . . . . 2
         1 X . . . . 1
           A B C D E
        freestyle, black to move, X black, O white
        """)
    #expect(
      answer(lines + "gogui-rules_board") == """
        = . . . . .
        . . . . O
        . . . . .
        . . . . .
        X . . . .
        """)
    #expect(
      answer(lines + "gogui-rules_legal_moves").split(separator: " ").dropFirst().count == 23)
    #expect(answer(lines + "gogui-rules_legal_moves").hasPrefix("= A5 B5 C5 D5 E5 A4 "))
    #expect(answer("gogui-rules_game_id") == "= Gomoku")
  }

  private static let black = (1...5).map { "play b A\($0)\n" }.joined()
  private static let white = (1...5).map { "play w B\($0)\n" }.joined()

  @Test func theEndIsSeen() {
    for line in ["play b H8\n", "", "play w H8\n"] {
      #expect(answer(line + "final_score") == "? the game is not over")
      #expect(answer(line + "gogui-rules_final_result") == "= the game is not over")
    }
    #expect(answer(Self.black + "final_score") == "= B+1")
    #expect(answer(Self.white + "final_score") == "= W+1")
    #expect(answer(Self.black + "gogui-rules_final_result") == "= black has won")
    #expect(answer(Self.white + "gogui-rules_final_result") == "= white has won")
    #expect(answer(Self.black + "gogui-rules_legal_moves") == "=")
    #expect(answer(Self.black + "play w pass\nfinal_score") == "= B+1")
    #expect(answer(Self.black + "undo\nfinal_score") == "? the game is not over")
  }

  @Test func afterTheEndTheLoserResignsAndTheWinnerPasses() {
    for command in ["genmove", "reg_genmove"] {
      #expect(answer(Self.black + "\(command) w") == "= resign")
      #expect(answer(Self.black + "\(command) b") == "= pass")
    }
    #expect(answer(Self.white + "3 lz-genmove_analyze b") == "=3\nplay resign")
    #expect(answer(Self.white + "kata-genmove_analyze w") == "=\nplay pass")
    #expect(answer(Self.white + "lz-analyze b 10") == "? game over: white has won")
    // A pass is a turn, a resignation and advice are none.
    #expect(answer(Self.black + "genmove w\nundo\ngenmove w") == "= A15")
    #expect(answer(Self.black + "reg_genmove b\nundo\ngenmove w") == "= A15")
    #expect(answer(Self.black + "genmove b\nundo\ngenmove w") == "= resign")
  }

  @Test func aFullBoardIsADraw() {
    let stones = (0..<25).map { number in
      let (x, y) = (number % 5, number / 5)
      return "play \((x / 2 + y) % 2 == 0 ? "b" : "w") \(Array("ABCDE")[x])\(y + 1)\n"
    }.joined()
    #expect(answer("boardsize 5\n" + stones + "final_score") == "= 0")
    #expect(answer("boardsize 5\n" + stones + "gogui-rules_final_result") == "= the board is full")
    #expect(answer("boardsize 5\n" + stones + "genmove b") == "= pass")
  }

  @Test(
    arguments: [
      ("genmove b", "= A15"), ("12 genmove w", "=12 A15"), ("genmove b\ngenmove b", "= B15"),
      ("reg_genmove b\nreg_genmove w", "= A15"),
      ("genmove", "? syntax error: genmove needs a color"),
      ("genmove x", "? invalid color"),
      ("reg_genmove", "? syntax error: reg_genmove needs a color"),
      ("genmove w\nundo\ngenmove b", "= A15"), ("boardsize 22\ngenmove b", "= A22"),
    ])
  func movesAreGenerated(lines: String, reply: String) {
    #expect(answer(lines) == reply)
  }

  /// The search gets the stones of the game, in their order, with the right side to move.
  @Test(arguments: ["b", "w"]) func anyColourMayMoveInAnyPosition(color: String) throws {
    for stones in [[], ["b H8"], ["b H8", "b J9"], ["w H8", "b J9", "w A1", "w pass", "w A15"]] {
      var dialogue = GTPDialogue()
      dialogue.say("kata-set-rules renju")
      for stone in stones { dialogue.say("play \(stone)") }
      let game = dialogue.session.game
      dialogue.say("genmove \(color)")
      let position = try #require(dialogue.jobs.last?.position)
      #expect(position.stones == game.position.stones)
      #expect(position.sideToMove.letter == color.first)
      #expect(position.variant == .renju)
    }
  }

  @Test func quitAnswersAndLeaves() {
    var dialogue = GTPDialogue()
    dialogue.isSlow = true
    dialogue.say("1 genmove b")
    #expect(dialogue.say("2 quit\n3 name").isEmpty && !dialogue.hasQuit)
    #expect(dialogue.finish() == "=1 A15\n\n=2\n\n")
    #expect(dialogue.hasQuit)
    #expect(dialogue.say("name").isEmpty)
  }

  @Test func theEndOfInputLeavesWhenAllIsAnswered() {
    var dialogue = GTPDialogue()
    dialogue.isSlow = true
    dialogue.say("1 genmove b\n2 name")
    dialogue.take(.endOfInput)
    #expect(!dialogue.hasQuit && dialogue.stops == 0)
    #expect(dialogue.finish() == "=1 A15\n\n=2 Wuliu\n\n" && dialogue.hasQuit)
    dialogue = GTPDialogue()
    dialogue.take(.endOfInput)
    #expect(dialogue.hasQuit)
  }

  @Test func aCommentInterruptsASearch() {
    var dialogue = GTPDialogue()
    dialogue.isSlow = true
    dialogue.say("genmove b\n# other\n")
    #expect(dialogue.stops == 0)
    dialogue.say("# interrupt")
    #expect(dialogue.stops == 1)
    #expect(dialogue.finish() == "= A15\n\n")
    dialogue.say("# interrupt")
    #expect(dialogue.stops == 1)
  }

  // MARK: Rules and settings

  @Test(arguments: Variant.allCases) func rulesAreSetAndTold(variant: Variant) throws {
    let name = variant.description
    for text in [name, name.uppercased(), "{\"basicrule\": \"\(name.uppercased())\", \"vcn\": 1}"] {
      #expect(answer("play b H8\nkata-set-rules \(text)") == "=")
      #expect(
        answer("play b H8\nkata-set-rules \(text)\nkata-get-rules")
          == "= {\"basicrule\":\"\(name.uppercased())\"}")
    }
    var dialogue = GTPDialogue()
    for line in ["wuliu-info rule \(name)", "clear_board", "play b H8", "genmove w"] {
      #expect(dialogue.say(line).hasPrefix("="))
    }
    #expect(try #require(dialogue.jobs.last?.position).variant == variant)
    dialogue.say("wuliu-info rule 0\nwuliu-info rule \(variant.gomocupCode)")
    #expect(dialogue.session.game.position.variant == variant)
    #expect(dialogue.session.game.turns.count == 2)
  }

  /// Windows do not notice that a size or rules were refused, and would show another game's search.
  @Test(
    arguments: [
      ("boardsize 25", "unacceptable size", "boardsize 15"),
      ("rectangular_boardsize 15 4", "unacceptable size", "rectangular_boardsize 15 9"),
      (
        "kata-set-rules {\"basicrule\":\"RENJU\",\"maxmoves\":9}",
        "the rule maxmoves is not played here", "kata-set-rules caro"
      ),
      (
        "kata-set-rules", "unknown rules, known are freestyle, standard, renju, caro, exact-caro",
        "wuliu-info rule renju"
      ),
    ])
  func noSearchUnderRefusedSizesAndRules(refused: String, error: String, accepted: String) {
    let before = "\(refused)\nclear_board\nkomi 0\nplay b A1\n"
    for search in ["genmove w", "reg_genmove w", "kata-analyze 10", "lz-genmove_analyze w"] {
      #expect(answer(before + search) == "? \(error)")
      #expect(!answer("\(refused)\n\(accepted)\n\(search)").contains(error))
    }
  }

  /// QLizzie sends all rules that KataGo's relatives for gomoku know, those left out too.
  @Test(
    arguments: [
      ("\"maxmoves\":0,\"firstpasswin\":false,\"vcnrule\":\"NOVC\"", "="),
      ("\"maxmoves\":100", "? the rule maxmoves is not played here"),
      ("\"maxmoves\":0,\"firstpasswin\":true", "? the rule firstpasswin is not played here"),
      ("\"vcnrule\":\"VC2B\"", "? the rule vcnrule is not played here"),
      ("\"vcnrule\":4", "? the rule vcnrule is not played here"),
    ])
  func furtherRulesAreRefusedByName(members: String, reply: String) {
    let line = "kata-set-rules {\"basicrule\":\"RENJU\",\(members)}"
    #expect(answer(line) == reply)
    let rule = reply == "=" ? "RENJU" : "FREESTYLE"
    #expect(answer(line + "\nkata-get-rules") == "= {\"basicrule\":\"\(rule)\"}")
  }

  @Test(arguments: ["", "chinese", "{}", "{\"basicrule\":4}", "{\"basicrule\":\"RENJU\"", "4"])
  func otherRulesAreUnknown(text: String) {
    let error = "? unknown rules, known are freestyle, standard, renju, caro, exact-caro"
    #expect(answer("kata-set-rules \(text)") == error)
    #expect(answer("kata-set-rules \(text)\nkata-get-rules") == "= {\"basicrule\":\"FREESTYLE\"}")
  }

  /// Rows on the first line, and who wins by them; the opponent's stones follow a slash.
  @Test(
    arguments: [
      (Variant.freestyle, "ABCDEF", "= B+1"), (.standard, "ABCDFE", "? the game is not over"),
      (.standard, "ABCDE", "= B+1"), (.caro, "BCDEF/AG", "? the game is not over"),
      (.caro, "BCDEF/A", "= B+1"), (.caro, "BCDFGE/AH", "= B+1"),
      (.exactCaro, "BCDFGE", "? the game is not over"), (.exactCaro, "BCDEF", "= B+1"),
    ])
  func eachRuleEndsTheGameInItsWay(variant: Variant, stones: String, score: String) {
    let sides = stones.split(separator: "/")
    let white = sides.count > 1 ? sides[1].map { "play w \($0)1\n" }.joined() : ""
    let black = sides[0].map { "play b \($0)1\n" }.joined()
    #expect(answer("kata-set-rules \(variant)\n" + white + black + "final_score") == score)
  }

  @Test func renjuForbidsPointsToBlack() {
    let three = "kata-set-rules renju\nplay b H7\nplay b H9\nplay b G8\nplay b J8\n"
    #expect(answer(three + "wuliu-forbidden") == "= H8")
    #expect(answer(three + "play w pass\ngogui-rules_legal_moves").contains(" H8 ") == false)
    #expect(answer(three + "play b pass\ngogui-rules_legal_moves").contains(" H8 "))
    #expect(answer("wuliu-forbidden") == "=")
  }

  @Test(
    arguments: [
      (["H7", "H9", "G8", "J8"], "H8"), (["A1", "B1", "C1", "E1", "F1"], "D1"),
      (["A8", "B8", "C8", "E8", "F8", "G8"], "D8"),
    ])
  func blackLosesByAForbiddenStone(stones: [String], point: String) {
    let before = "kata-set-rules renju\n" + stones.map { "play b \($0)\n" }.joined()
    let lines = before + "play b \(point)\n"
    #expect(answer(lines + "final_score") == "= W+1")
    #expect(answer(lines + "gogui-rules_legal_moves") == "=")
    #expect(answer(lines + "genmove b") == "= resign")
    #expect(answer(lines + "genmove w") == "= pass")
    #expect(answer(lines + "kata-analyze w 10") == "? game over: white has won")
    #expect(answer(lines + "undo\nfinal_score") == "? the game is not over")
    #expect(answer(before + "play w \(point)\nfinal_score") == "? the game is not over")
    #expect(answer(before + "wuliu-forbidden").contains(point))
  }

  /// Windows go on playing after the end, and later take back each of these stones.
  @Test func stonesAfterTheEndAreTakenBackOneByOne() {
    #expect(answer(Self.black + "play w H8\nplay b J8\nfinal_score") == "= B+1")
    #expect(answer(Self.black + "play w H8\nundo\nfinal_score") == "= B+1")
    #expect(answer(Self.black + "play w H8\nundo\nundo\nfinal_score") == "? the game is not over")
    let three = "play b H7\nplay b H9\nplay b G8\nplay b J8\nplay b H8\n"
    #expect(answer(Self.black + three + "kata-set-rules renju\nfinal_score") == "= B+1")
    #expect(answer(three + Self.black + "kata-set-rules renju\nfinal_score") == "= W+1")
  }

  @Test(
    arguments: [
      ("max_node 1000", "="), ("MAX_DEPTH 5", "="), ("strength 50", "="), ("thread_num 2", "="),
      ("timeout_turn 100", "="), ("rule renju", "="), ("rule 4", "="),
      ("rule 5", "? rule \"5\" is not played here"), ("time_left 5", "? use time_settings"),
      ("timeout_match 5", "? use time_settings"),
      ("coordinates yx", "? coordinates is no setting here"),
      ("vcthread 1", "? vcthread is no setting here"),
      ("folder /tmp", "? folder is no setting here"),
      ("strength 101", "? INFO strength needs 0 to 100, not \"101\""),
      ("\u{202E}x 1", "? ?x is no setting here"),
      ("strength", "? syntax error: wuliu-info needs a key and a value of INFO"),
    ])
  func settingsOfTheEngineAreChanged(setting: String, reply: String) {
    #expect(answer("wuliu-info \(setting)") == reply)
  }

  @Test func settingsReachTheSearch() throws {
    var dialogue = GTPDialogue()
    dialogue.say("wuliu-info max_node 1234\nwuliu-info max_depth 7\nwuliu-info timeout_turn 900")
    dialogue.say("genmove b")
    let job = try #require(dialogue.jobs.last)
    #expect(job.limits.nodes == 1234 && job.limits.depth == 7)
    #expect(try #require(job.limits.time).hard < .milliseconds(900))
  }

  @Test func goguiLearnsItsCommands() {
    let lines = answer("gogui-analyze_commands").dropFirst(2).split(separator: "\n")
    #expect(lines.contains("plist/Forbidden Points/wuliu-forbidden"))
    for line in lines {
      let parts = line.split(separator: "/")
      #expect(parts.count == 3 && GTPCommand(rawValue: String(parts[2])) != nil)
    }
  }

  @Test(arguments: Variant.allCases)
  func aDialogueBeginsByTheRulesOfTheCommandLine(variant: Variant) {
    var dialogue = GTPDialogue(variant)
    let rules = "= {\"basicrule\":\"\(variant.rawValue.uppercased())\"}\n\n"
    #expect(dialogue.say("kata-get-rules") == rules)
    #expect(dialogue.say("boardsize 20\nclear_board\nkata-get-rules").hasSuffix(rules))
    dialogue.say("genmove b")
    #expect(dialogue.jobs.last?.position?.variant == variant)
  }
}
