import Basics
import Platform
import SearchKit

/// A program that is a set of commands, each with options of its own.
public struct LabProgram: Sendable {
  public struct Command: Sendable {
    let name: String
    /// What a word that names no option is.
    let operand: Substring?
    let options: [Substring: Options.Kind]
    let usage: String
    let run: @Sendable (Options) throws -> Void

    /// What the command does: the lines of its help that are indented as descriptions are, up to the
    /// first end of a clause.
    var summary: String {
      let lines = usage.split(separator: "\n").filter { $0.prefix { $0 == " " }.count == 4 }
      let text = lines.map { $0.dropFirst(4) }.joined(separator: " ")
      return String(text.prefix { !",;:".contains($0) })
    }

    /// - Parameters:
    ///   - operand: the option whose value may stand without its name.
    ///   - numbers: the options that are numbers, and their ranges.
    ///   - usage: the lines of help that follow the name.
    public init(
      _ name: String, operand: Substring? = nil, numbers: [Substring: ClosedRange<Int>] = [:],
      texts: [Substring] = [],
      usage: String,
      run: @escaping @Sendable (Options) throws -> Void
    ) {
      (self.name, self.operand, self.usage, self.run) = (name, operand, usage, run)
      options = numbers.mapValues { .number($0) }
        .merging((texts + [operand].compactMap { $0 }).map { ($0, .text) }) { _, text in text }
    }
  }

  private let name: String
  /// What the program is for, in one line.
  private let summary: String
  private let commands: [Command]

  public init(_ name: String, summary: String, _ commands: [Command]) {
    (self.name, self.summary, self.commands) = (name, summary, commands)
  }

  /// What `--help` prints.
  public var help: String {
    (["\(name): \(summary)\n"] + commands.map { "\($0.name) \($0.usage)" }).joined(separator: "\n")
  }

  /// The help, for the manual and for shells.
  public var pages: HelpPages {
    HelpPages(
      name, overview: "\(name): \(summary)",
      commands: commands.map { command in
        HelpPages.Command(
          command.name, summary: command.summary, page: "\(command.name) \(command.usage)",
          options: command.options.keys.sorted().map { "\($0)=" })
      })
  }

  /// Obeys a command line: the command's name and its options, or a wish for help or the version.
  ///
  /// - Throws: `Options.Failure` for a wrong line, or what the command throws.
  public func obey(_ arguments: some Collection<String>) throws {
    if arguments.first == "--version" { return print("\(name) \(Wuliu.version)") }
    if let request = HelpPages.request(arguments) {
      guard let answer = pages.answer(request) else {
        throw Options.Failure(HelpPages.unknownShell)
      }
      return print(answer)
    }
    let asksForHelp = arguments.contains { ["help", "--help", "-h"].contains($0) }
    guard let word = arguments.first, !asksForHelp else { return print(help) }
    guard let command = commands.first(where: { $0.name == word }) else {
      throw Options.Failure("no command '\(word)'; --help lists them")
    }
    try command.run(
      Options(
        Options.plain(arguments.dropFirst(), operand: command.operand), of: command.options))
  }

  /// Obeys the program's own arguments.
  ///
  /// What goes wrong is one line on standard error and status 1.
  public func run() {
    do {
      try obey(CurrentProcess.arguments)
      guard CurrentProcess.hasWrittenAll() else {
        throw Options.Failure("standard output cannot be written to")
      }
    } catch {
      LabProgram.note("\(name): \("\(error)".shown)")
      CurrentProcess.exit(1)
    }
  }

  /// Writes a line of a long command's results, to be seen before the rest is there.
  public static func show(_ line: String) {
    print(line)
    CurrentProcess.flush()
  }

  /// Writes bytes on standard output.
  public static func emit(_ bytes: [UInt8]) throws(Options.Failure) {
    do throws(SystemError) { try FileDescriptor.standardOutput.writeAll(bytes) } catch {
      throw Options.Failure("standard output cannot be written to")
    }
  }

  /// Writes a line on standard error, such as how far a long command has come.
  public static func note(_ line: String) { CurrentProcess.note(line) }
}
