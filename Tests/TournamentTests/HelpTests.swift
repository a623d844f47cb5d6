import CommandLineKit
import Foundation
import Platform
import TestSupport
import Testing

@testable import Tournament

/// What the programs tell of themselves.
@Suite("Help") struct HelpTests {
  private static let programs = [
    "arena", "pbrain-wuliu", "proof-check", "gomoku-lab", "liuzhou-lab",
  ]

  /// What a program prints, which must end well.
  private static func ask(_ program: String, _ words: String...) throws -> String {
    let child = try Child(TestFiles.program(program), words)
    #expect(child.wait() == 0, "\(program) \(words)")
    return child.text
  }

  @Test func optionsAreFoundInAPage() {
    let page = """
      usage: tool [--out FILE] [--fast|--slow] --help
        --deep-dive   goes down (see --out); not-an-option, 5--3, ---
      """
    #expect(HelpPages.options(in: page) == ["--out", "--fast", "--slow", "--help", "--deep-dive"])
  }

  @Test func aManualShowsLinesAsTheyAre() {
    let pages = HelpPages(
      "tool", overview: "tool: does it\n\n.dots and 'quotes' and \\n",
      commands: [.init("run", summary: "runs", page: "tool run: runs\n  --now")])
    let lines = pages.manual.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0].hasPrefix(".TH TOOL 1 "))
    #expect(lines.contains("tool \\- does it"))
    #expect(lines.contains("\\&.dots and 'quotes' and \\en"))
    #expect(lines.contains(".SS run") && lines.contains("  \\-\\-now"))
  }

  /// The manual is the help, page by page, as `man` shows it.
  @Test(arguments: programs) func theManualIsTheHelp(program: String) throws {
    let manual = try HelpTests.ask(program, "--manual")
    let shown = manual.split(separator: "\n").filter { !$0.hasPrefix(".") }
      .map { String($0).replacing("\\-", with: "-").replacing("\\&", with: "") }
      .map { $0.replacing("\\e", with: "\\") }
    let help = try HelpTests.ask(program, "--help").split(separator: "\n").map(String.init)
    for line in help { #expect(shown.contains(line), "\(line)") }
    if let groff = FileSystem.executable("groff") {
      try TestFiles.withFolder { folder in
        try TestFiles.write(manual, to: "\(folder)/page.1")
        let child = try Child(groff, ["-man", "-Kutf8", "-Tutf8", "-ww", "\(folder)/page.1"])
        #expect(child.wait() == 0 && child.complaint.isEmpty, "\(child.complaint)")
      }
    }
  }

  /// What bash offers for the last of `words`.
  private static func completed(_ words: [String]) throws -> [String] {
    let script = try ask(words[0], "--completions", "bash")
    let list = words.map { "'\($0)'" }.joined(separator: " ")
    let function = "_" + words[0].replacing("-", with: "_")
    let child = try Child(
      "/bin/bash",
      [
        "-c",
        """
        \(script)
        compopt() { :; }
        COMP_WORDS=(\(list)); COMP_CWORD=\(words.count - 1); \(function); printf '%s\\n' "${COMPREPLY[@]}"
        """,
      ])
    #expect(child.wait() == 0 && child.complaint.isEmpty, "\(child.complaint)")
    return child.text.split(separator: "\n").map(String.init)
  }

  @Test(
    .enabled(if: FileSystem.isExecutable("/bin/bash"), "no bash"),
    arguments: [
      (["arena", "pl"], ["play", "plan"]), (["arena", "report", "--h"], ["--html"]),
      (["arena", "play", "--le"], ["--level"]), (["arena", "--completions", "z"], ["zsh"]),
      (["pbrain-wuliu", "--w"], ["--weights"]), (["proof-check", "--ver"], ["--version"]),
      (["gomoku-lab", "prov"], ["prove", "proved"]),
      (["gomoku-lab", "match", "first"], ["first=", "first-margins="]),
      (["liuzhou-lab", "perft", "d"], ["depth=", "divide="]), (["arena", "report", "x"], []),
    ])
  func bashCompletes(words: [String], expected: [String]) throws {
    #expect(try HelpTests.completed(words).sorted() == expected.sorted())
  }

  @Test(arguments: programs, HelpPages.Shell.allCases)
  func shellsUnderstandTheirCompletions(program: String, shell: HelpPages.Shell) throws {
    let script = try HelpTests.ask(program, "--completions", shell.rawValue)
    #expect(script.contains(program))
    guard let path = FileSystem.executable(shell.rawValue) else { return }
    try TestFiles.withFolder { folder in
      try TestFiles.write(script, to: "\(folder)/script")
      let child = try Child(path, ["-n", "\(folder)/script"])
      #expect(child.wait() == 0 && child.complaint.isEmpty, "\(child.complaint)")
    }
  }

  @Test(arguments: programs) func anUnknownShellIsAnError(program: String) throws {
    for words in [["--completions"], ["--completions", "csh"]] {
      let child = try Child(TestFiles.program(program), words)
      #expect(child.wait() != 0 && child.text.isEmpty)
      #expect(child.complaint.hasSuffix("--completions needs a shell: bash, zsh, fish\n"))
    }
  }

  /// No option of `arena` is unknown to its help, and so to manual and shells.
  @Test func everyOptionIsInTheHelp() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/arena").path(percentEncoded: false)
    let manual = try HelpTests.ask("arena", "--manual").replacing("\\-", with: "-")
    var count = 0
    for name in try FileSystem.names(inFolder: folder) {
      let source = String(
        decoding: try FileSystem.contents(of: "\(folder)/\(name)"), as: UTF8.self)
      for match in source.matches(of: /(?:flag|value|int|double|has)\("(--[a-z-]+)"/) {
        #expect(manual.contains("\(match.1)"), "\(match.1) of \(name)")
        count += 1
      }
    }
    #expect(count > 40)
  }
}
