import Basics
import CommandLineKit
import Platform

/// A command-line program with several commands, each with its own options.
public struct LabProgram: Sendable {
  /// One command: its name, its options, its help text and its action.
  public struct Command: Sendable {
    let name: String
    /// The option whose value may be given without a name.
    let operand: Substring?
    let options: [Substring: Options.Kind]
    let usage: String
    let run: @Sendable (Options) throws -> Void

    /// The short description: the indented lines of `usage` up to a comma, semicolon or colon.
    var summary: String {
      let lines = usage.split(separator: "\n").filter { $0.prefix { $0 == " " }.count == 4 }
      let text = lines.map { $0.dropFirst(4) }.joined(separator: " ")
      return String(text.prefix { !",;:".contains($0) })
    }

    /// - Parameters:
    ///   - operand: the option whose value may be given without a name.
    ///   - usual: the numeric options that have their range in `OptionRanges.usual`.
    ///   - numbers: the other numeric options and their valid ranges.
    ///   - texts: the options that take any text.
    ///   - usage: the help text after the command's name.
    public init(
      _ name: String, operand: Substring? = nil, usual: [Substring] = [],
      numbers: [Substring: ClosedRange<Int>] = [:], texts: [Substring] = [], usage: String,
      run: @escaping @Sendable (Options) throws -> Void
    ) {
      (self.name, self.operand, self.usage, self.run) = (name, operand, usage, run)
      options = numbers.mapValues { .number($0) }
        .merging(usual.map { ($0, .number(OptionRanges.usual($0))) }) { number, _ in number }
        .merging((texts + [operand].compactMap { $0 }).map { ($0, .text) }) { _, text in text }
    }
  }

  private let name: String
  /// The program's purpose, in one line.
  private let summary: String
  private let commands: [Command]

  public init(_ name: String, summary: String, _ commands: [Command]) {
    (self.name, self.summary, self.commands) = (name, summary, commands)
  }

  /// The help with the usage of every command, the version, the manual and the shell completions.
  public var pages: HelpPages {
    HelpPages(
      name, overview: "\(name): \(summary)",
      commands: commands.map { command in
        HelpPages.Command(
          command.name, summary: command.summary, page: "\(command.name) \(command.usage)",
          options: command.options.keys.sorted().map { "\($0)=" })
      }, helpHasCommands: true)
  }

  /// Runs the command that `arguments` name, or prints the help, manual, completions or version.
  ///
  /// - Throws: `CommandError` for a wrong command line, or the error of the command.
  public func run(arguments: some Collection<String>) throws {
    if let request = HelpPages.request(arguments) { return print(try pages.answer(request)) }
    let asksForHelp = arguments.contains("help") || HelpPages.asksForHelp(arguments)
    guard let word = arguments.first, !asksForHelp else { return print(pages.help) }
    guard let command = commands.first(where: { $0.name == word }) else {
      throw CommandError("no command '\(word)'; --help lists them")
    }
    try command.run(
      Options(
        Options.normalised(arguments.dropFirst(), operand: command.operand), of: command.options))
  }

  /// Runs the program with the arguments of the process.
  ///
  /// An error is printed as one line on standard error; the exit status is then 1.
  public func run() {
    do {
      try run(arguments: CurrentProcess.arguments)
      guard CurrentProcess.hasWrittenAll() else {
        throw CommandError("standard output cannot be written to")
      }
    } catch {
      CurrentProcess.note("\(name): \("\(error)".shown)")
      CurrentProcess.exit(1)
    }
  }

  /// Calls `take` with each line of standard input, and returns the number of lines.
  ///
  /// - Throws: `CommandError` for the first line for which `take` returns false. The message says
  ///   that the line is no `name`.
  @discardableResult
  public static func readLines(_ name: String, _ take: (String) throws -> Bool) throws -> Int {
    var count = 0
    while let line = readLine() {
      count += 1
      guard try take(line) else {
        throw CommandError("no \(name) in line \(count) of standard input")
      }
    }
    return count
  }

  /// Writes `bytes` to standard output.
  public static func writeBytes(_ bytes: [UInt8]) throws(CommandError) {
    do throws(SystemError) { try FileDescriptor.standardOutput.writeAll(bytes) } catch {
      throw CommandError("standard output cannot be written to")
    }
  }
}
