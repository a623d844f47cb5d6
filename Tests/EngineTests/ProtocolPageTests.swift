import Basics
import Foundation
import Gomoku
import GomokuRules
import Liuzhou
import LiuzhouRules
import Testing

@testable import Engine
@testable import Gomocup

/// The protocol's page, and the page of Liuzhou chess's rules, show what happens.
struct ProtocolPageTests {
  /// The lines of a part of a page, from its heading to the next of the same rank.
  private static func part(_ heading: String, of page: String = "protocol.md") throws
    -> [Substring]
  {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../\(page)")
    let lines = try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    let rank = heading.prefix { $0 == "#" } + " "
    let start = try #require(lines.firstIndex { $0 == heading })
    return Array(lines[(start + 1)...].prefix { !$0.hasPrefix(rank) })
  }

  /// The part with a game from the first turn to the last.
  private static var completeGame: [Substring] {
    get throws { try part("## A complete game", of: "tournaments/liuzhou/rules.md") }
  }

  /// What stands between fences.
  private static func blocks(_ lines: [Substring]) -> [[Substring]] {
    lines.split(separator: "```", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map { Array($0.element) }
  }

  /// The cells of table rows.
  private static func rows(_ lines: [Substring]) -> [[String]] {
    lines.filter { $0.hasPrefix("|") }.map { line in
      line.replacing("\\|", with: "/").split(separator: "|").map { String($0.trimmingBlanks) }
    }
  }

  @Test func theDialoguesOfLiuzhouAreTrue() throws {
    let blocks = try Self.blocks(Self.part("## Liuzhou chess")) + Self.blocks(Self.completeGame)
    let dialogues = blocks.filter { block in
      block.first?.hasPrefix("> ") == true && !block.contains { $0.hasPrefix("MESSAGE depth") }
    }
    #expect(dialogues.count == 3)
    for lines in dialogues {
      var dialogue = Dialogue()
      for line in lines where line.hasPrefix("> ") { dialogue.say(String(line.dropFirst(2))) }
      #expect(dialogue.log == lines.filter { !$0.hasPrefix("> ") }.map(String.init))
    }
  }

  @Test func theCompleteGameIsLegalAndEndsAsItSays() throws {
    let lines = try Self.completeGame
    let block = try #require(Self.blocks(lines).first)
    var game = Game()
    for line in block {
      let halves = line.split(separator: "#", maxSplits: 1)
      for word in halves[0].split(separator: " ") {
        #expect(throws: Never.self) { try game.play(Turn(word)) }
      }
      // A comment that begins with a number is about the last turn of its line.
      if halves.count == 2, let number = Int(halves[1].trimmingBlanks.prefix { $0.isNumber }) {
        #expect(game.turns.count == number, "\(line)")
      }
    }
    #expect(game.turns.count == 45)
    #expect(game.outcome == Outcome(winner: .white, reason: .fewStones(3)))
  }

  @Test func thePresetsAndDefaultsAreThoseOfTheRules() throws {
    let rows = try Self.rows(Self.part("### Presets and switches"))
    let names = RuleSet.presets.map { "`\($0.name)`" }
    let presets = rows.filter { names.contains($0[0]) }
    #expect(presets.count == names.count)
    for row in presets {
      let switches = row[1].hasPrefix("`") ? row[1].replacing("`", with: "") : ""
      #expect(try RuleSet(row[0].replacing("`", with: "")) == RuleSet(switches))
    }
    var defaults: [String] = []
    for row in rows where row[0].hasPrefix("`") && !names.contains(row[0]) {
      let keys = row[0].split(separator: "`").filter { $0 != " " }
      let values = row[1].split { $0 == " " || $0 == "," || $0 == "`" }
      defaults += zip(keys, values).map { "\($0)=\($1)" }
    }
    #expect(defaults.count == 17)
    #expect(try RuleSet(defaults.joined(separator: " ")) == .fengyang)
  }

  @Test func theCommandsOfOtherEnginesBringWhatThePageSays() throws {
    let rows = try Self.rows(Self.part("### Commands of other engines")).dropFirst(2)
    #expect(rows.count == ForeignCommand.words.count)
    for (row, load) in zip(rows, ForeignCommand.words.map(\.load)) {
      let words = row[1].split(separator: "`").filter { $0.contains { $0.isUppercase } }
      for word in words {
        #expect(ForeignCommand(word)?.load == load && Keyword(word) == nil, "\(word)")
      }
    }
    #expect(rows.reduce(0) { $0 + $1[1].split(separator: "`").count } >= 60)
  }

  @Test func theDialogueAndTheCommandsOfGTPAreTrue() throws {
    let part = try Self.part("# GTP", of: "Sources/gtp.md")
    let block = try #require(Self.blocks(part).first)
    let commands = block.filter { $0.hasPrefix("> ") }.map { String($0.dropFirst(2)) }
    let answers = block.filter { !$0.hasPrefix("> ") && !$0.isEmpty }
    // The limit of nodes ends the searches, however slow the machine is.
    let lines = ["wuliu-info timeout_turn 1000000000"] + commands
    let output = GTPDialogue.searched(lines.joined(separator: "\n"))
    #expect(output.split(separator: "\n").dropFirst() == answers[...])
    let cells = Self.rows(part).dropFirst(2).map { $0[0] }
    let listed = cells.flatMap { $0.split(separator: "`") }.filter { $0.contains { $0.isLetter } }
      .map { String($0.prefix { $0 != " " }) }
    #expect(Set(listed) == Set(GTPCommand.allCases.map(\.rawValue)))
    #expect(listed.count == GTPCommand.allCases.count)
  }

  @Test func theWorthOfAScoreIsThatOfThePage() throws {
    let text = try Self.part("## For analysis programs").joined(separator: " ")
    func scale(_ variant: Variant) -> Int { Int(variant.winScale) }
    #expect(
      text.contains(
        "\(scale(.freestyle)) centistones in freestyle, \(scale(.standard)) in standard, "
          + "\(scale(.renju)) in renju, \(scale(.caro)) in caro, "
          + "\(scale(.exactCaro)) in exact caro;"))
    let usual = RuleSet.fengyang.winScale
    #expect(
      RuleSet.presets.filter { $0.rules.winScale != usual }.map(\.name) == [
        "shandong", "shandong-app",
      ])
    let scales = [usual, RuleSet.shandong.winScale].map { String(Int($0)) }
    #expect(
      text.contains(
        "in Liuzhou chess with \(scales[0]), in `shandong` and `shandong-app` with \(scales[1])."))
  }

  @Test func everyErrorOfLiuzhouIsListed() throws {
    let listed = try Self.rows(Self.part("### Errors of Liuzhou chess")).map { row in
      row[0].replacing("`", with: "").split(separator: "…")[0]
    }
    // Points, numbers and echoes differ: the words have to be the same.
    func words(_ text: some StringProtocol) -> [Substring] {
      text.split { !$0.isLetter }.filter { $0.count > 2 }.map { Substring($0) }
    }
    let known = listed.map(words)
    for row in LiuzhouBadInputTests.turns where row.answer.hasPrefix("ERROR ") {
      // PLAY is listed as TURN.
      let answer = words(row.answer.replacing("PLAY", with: "TURN").split(separator: ", not ")[0])
      let isListed = known.contains {
        !$0.isEmpty && (answer.starts(with: $0.prefix(4)) || $0.starts(with: answer.prefix(4)))
      }
      #expect(isListed, "\(row.answer)")
    }
  }
}
