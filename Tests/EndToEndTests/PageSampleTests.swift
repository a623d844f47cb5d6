import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// The samples of the pages, which print the same everywhere but for times.
  @Suite(.serialized) struct PageSampleTests {
    struct Sample: CustomTestStringConvertible {
      let commands: [String]
      /// The lines that the page shows of the answers, some of them left out.
      let shown: [String]
      var testDescription: String { commands.joined(separator: ", ") }
    }

    /// The fenced blocks of a page of the repository.
    private static func blocks(of page: String) -> [[String]] {
      let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
      let text = (try? String(contentsOf: root.appending(path: page), encoding: .utf8)) ?? ""
      let parts = text.components(separatedBy: "\n```")
      return stride(from: 1, to: parts.count, by: 2).map {
        Array(parts[$0].components(separatedBy: "\n").dropFirst())
      }
    }

    /// The command line behind `$`, its words in quotes.
    static let readme: [Sample] = blocks(of: "README.md").compactMap { block in
      let start = "$ swift run -c release pbrain-wuliu "
      guard let first = block.first, first.hasPrefix(start) else { return nil }
      let words = first.dropFirst(start.count).split(separator: "\"").map(String.init)
        .filter { $0 != " " }
      return Sample(commands: words, shown: Array(block.dropFirst()))
    }

    /// The blocks of the pages that show games.
    private static let gameBlocks: [[String]] =
      blocks(of: "protocol.md") + blocks(of: "tournaments/liuzhou/rules.md")

    /// Games from their START on; a database would need a file.
    static let games: [Sample] = gameBlocks.compactMap { block in
      let commands = block.filter { $0.hasPrefix("> ") }.map { String($0.dropFirst(2)) }
      guard commands.first?.hasPrefix("START") == true,
        !commands.contains(where: { $0.hasPrefix("YXSETDATABASE") })
      else { return nil }
      return Sample(
        commands: commands.filter { $0 != "END" }, shown: block.filter { !$0.hasPrefix("> ") })
    }

    private static func withoutTimes(_ line: String) -> String {
      line.replacing(#/ n/ms \d+ tm \d+/#, with: "")
    }

    @Test(arguments: readme + games) func samplesPrintWhatThePagesShow(sample: Sample) throws {
      // Limits of nodes alone end the searches, however slow the machine is.
      #expect(!sample.commands.contains { $0.hasPrefix("INFO timeout_turn") })
      let engine = try BuiltEngine(["INFO timeout_turn 100000000"] + sample.commands)
      let lines = try engine.rest().map(PageSampleTests.withoutTimes)
      var rest = lines[...]
      for line in sample.shown.map(PageSampleTests.withoutTimes) where !line.isEmpty {
        let place = rest.firstIndex(of: line)
        #expect(place != nil, "\(line) is not in\n\(rest.joined(separator: "\n"))")
        rest = rest[(place.map { $0 + 1 } ?? rest.startIndex)...]
      }
      #expect(sample.shown.last.map(PageSampleTests.withoutTimes) == lines.last)
    }

    @Test func thePagesHaveSamples() {
      #expect(PageSampleTests.readme.count == 2 && PageSampleTests.games.count >= 5)
    }
  }
}
