import Basics

/// The texts in which a program describes itself: help and version, and the manual page and shell
/// completions, which are made from the help.
public struct HelpPages: Sendable {
  /// One command of a program.
  public struct Command: Sendable {
    public let name: String
    /// The description that shells show beside the command's name, in one line.
    public let summary: String
    public let page: String
    /// The words that completion offers after the command. One that ends in `=` is an option whose
    /// value follows without a blank.
    public let options: [String]

    /// - Parameter options: by default all options that `page` mentions.
    public init(_ name: String, summary: String, page: String, options: [String]? = nil) {
      (self.name, self.summary, self.page) = (name, summary, page)
      self.options = options ?? HelpPages.options(in: page)
    }
  }

  /// The shells for which a completion script can be printed.
  public enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish
  }

  /// The requests about the program itself that a command line can make.
  public enum Request: Equatable, Sendable {
    case help
    case version
    case manual
    case completions(Shell)
    /// `--completions` without the name of a supported shell.
    case unknownShell
  }

  private let program: String
  /// The name that `--version` prints.
  private let title: String
  /// The first part of the manual, which begins with `PROGRAM: SUMMARY`.
  private let overview: String
  private let commands: [Command]
  /// The text that `--help` prints.
  public let help: String

  /// - Parameters:
  ///   - title: the name beside the version; by default `program`.
  ///   - overview: the help text, which begins with `PROGRAM: SUMMARY`.
  ///   - helpHasCommands: true if `--help` prints the help texts of all commands too.
  public init(
    _ program: String, title: String? = nil, overview: String, commands: [Command] = [],
    helpHasCommands: Bool = false
  ) {
    (self.program, self.title) = (program, title ?? program)
    (self.overview, self.commands) = (overview, commands)
    help =
      helpHasCommands
      ? (["\(overview)\n"] + commands.map { $0.page }).joined(separator: "\n") : overview
  }

  /// The options that every program has.
  public static let sharedOptions = ["--help", "--version", "--manual", "--completions"]

  /// Returns the options in `page`, each once, in the order of first mention.
  public static func options(in page: String) -> [String] {
    var options: [String] = []
    let words = page.utf8.split { byte in
      byte <= UInt8(ascii: " ")
        || [UInt8(ascii: "["), UInt8(ascii: "("), UInt8(ascii: "|")].contains(byte)
    }
    for word in words where word.starts(with: "--".utf8) {
      let name = word.prefix { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-") }
      let option = String(decoding: name, as: UTF8.self)
      if name.dropFirst(2).first.map(isLetter) == true, !options.contains(option) {
        options.append(option)
      }
    }
    return options
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  // MARK: Asking

  /// Returns the request that the first of the words after the program's name makes, or `nil` if it
  /// makes none.
  public static func request(_ words: some Collection<String>) -> Request? {
    switch words.first {
    case "--help", "-h": .help
    case "--version": .version
    case "--manual": .manual
    case "--completions":
      words.dropFirst().first.flatMap(Shell.init).map(Request.completions) ?? .unknownShell
    default: nil
    }
  }

  /// Returns whether `--help` or `-h` is among `words`.
  public static func asksForHelp(_ words: some Collection<String>) -> Bool {
    words.contains("--help") || words.contains("-h")
  }

  /// Returns the text that answers `request`.
  ///
  /// - Throws: an error if the shell is unknown.
  public func answer(_ request: Request) throws(CommandError) -> String {
    switch request {
    case .help: return help
    case .version: return "\(title) \(Wuliu.build)"
    case .manual: return manual
    case .completions(let shell): return completions(shell)
    case .unknownShell:
      throw CommandError(
        "--completions needs a shell: " + Shell.allCases.map { $0.rawValue }.joined(separator: ", ")
      )
    }
  }

  // MARK: The manual

  /// The help as one manual page, in the troff language of man(7).
  public var manual: String {
    let what = overview.split(separator: "\n").first.map(String.init) ?? program
    let summary = what.hasPrefix("\(program): ") ? String(what.dropFirst(program.count + 2)) : what
    var lines = [
      ".TH \(program.uppercased()) 1 \"\" \"wuliu \(Wuliu.version)\"", ".SH NAME",
      "\(program) \\- \(HelpPages.roff(summary))", ".SH DESCRIPTION",
    ]
    lines += HelpPages.verbatim(overview)
    if !commands.isEmpty { lines.append(".SH COMMANDS") }
    for command in commands { lines += [".SS \(command.name)"] + HelpPages.verbatim(command.page) }
    return lines.joined(separator: "\n")
  }

  /// Returns the lines of `text` as troff source that keeps the line breaks.
  private static func verbatim(_ text: String) -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return [".nf"] + lines.map { roff(String($0)) } + [".fi"]
  }

  /// Returns `line` with the characters escaped that troff would interpret: `\` and `-` anywhere,
  /// `.` or `'` at the start.
  private static func roff(_ line: String) -> String {
    let text = line.replacingScalars(["\\": "\\e", "-": "\\-"])
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
  }

  // MARK: Completions

  /// The words that may be the first argument.
  private var firstWords: String {
    (commands.map { $0.name } + ownOptions + HelpPages.sharedOptions).joined(separator: " ")
  }

  /// The options in the overview of a program without commands, except for the shared ones.
  private var ownOptions: [String] {
    commands.isEmpty
      ? HelpPages.options(in: overview).filter { !HelpPages.sharedOptions.contains($0) } : []
  }

  /// Returns the completion script for `shell`.
  private func completions(_ shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  /// The name of the completion function in the bash and zsh scripts.
  private var function: String { "_" + program.replacingScalars(["-": "_"]) }

  /// Returns the branches of a shell `case` statement over the first argument.
  ///
  /// `line` makes one branch from a command's name and options. For a program without commands, one
  /// branch matches any word and lists the program's options.
  private func cases(_ line: (_ command: String, _ words: String) -> String) -> String {
    let rest = commands.isEmpty ? [line("*", ownOptions.joined(separator: " "))] : []
    return (commands.map { line($0.name, $0.options.joined(separator: " ")) } + rest)
      .joined(separator: "\n")
  }

  private var bash: String {
    """
    # What bash completes for \(program): source this file.
    \(function)() {
      local word=${COMP_WORDS[COMP_CWORD]} words=
      if ((COMP_CWORD == 1)); then
        words='\(firstWords)'
      elif [[ ${COMP_WORDS[1]} == --completions ]]; then
        words='\(Shell.allCases.map { $0.rawValue }.joined(separator: " "))'
      else
        case ${COMP_WORDS[1]} in
    \(cases { "      \($0)) words='\($1)' ;;" })
        esac
      fi
      COMPREPLY=($(compgen -W "$words" -- "$word"))
      if [[ ${COMPREPLY[*]} == *= ]]; then compopt -o nospace; fi
    }
    complete -o default -o bashdefault -F \(function) \(program)
    """
  }

  private var zsh: String {
    """
    #compdef \(program)
    # What zsh completes for \(program): put this file into a folder of $fpath as \(function).
    \(function)() {
      local -a words_here
      if ((CURRENT == 2)); then
        words_here=(
    \(commands.map { "      '\($0.name):\(HelpPages.quoted($0.summary))'" }.joined(separator: "\n"))
          \((ownOptions + HelpPages.sharedOptions).joined(separator: " "))
        )
        _describe command words_here
        \(commands.isEmpty ? "_files" : "return")
      fi
      case $words[2] in
    \(cases { "    \($0)) words_here=(\($1)) ;;" })
      esac
      compadd -S '' -- ${(M)words_here:#*=}
      compadd -- ${words_here:#*=}
      _files
    }
    \(function) "$@"
    """
  }

  private var fish: String {
    let shared = (ownOptions + HelpPages.sharedOptions).joined(separator: " ")
    let begin = commands.isEmpty ? "" : " -n __fish_use_subcommand"
    var lines = [
      "# What fish completes for \(program): put this file into ~/.config/fish/completions.",
      "complete -c \(program)\(begin) -a '\(shared)'",
    ]
    for command in commands {
      lines.append(
        "complete -c \(program) -n __fish_use_subcommand -a \(command.name)"
          + " -d '\(HelpPages.quoted(command.summary))'")
      lines.append(
        "complete -c \(program) -n '__fish_seen_subcommand_from \(command.name)'"
          + " -a '\(command.options.joined(separator: " "))'")
    }
    return lines.joined(separator: "\n")
  }

  /// Returns `text` with apostrophes and colons replaced.
  ///
  /// An apostrophe would end a shell string, and a colon a field of the completion.
  private static func quoted(_ text: String) -> String {
    text.replacingScalars(["'": "’", ":": ","])
  }
}
