/// The help of a program: the source of its manual and of what shells complete.
public struct HelpPages: Sendable {
  /// One command of a program.
  public struct Command: Sendable {
    public let name: String
    /// One line.
    public let summary: String
    /// What its `--help` prints.
    public let page: String
    /// The words that may follow it; those that a value follows at once end in `=`.
    public let options: [String]

    public init(_ name: String, summary: String, page: String, options: [String]? = nil) {
      (self.name, self.summary, self.page) = (name, summary, page)
      self.options = options ?? HelpPages.options(in: page)
    }
  }

  /// A shell whose completions can be told.
  public enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish
  }

  /// What a command line asks of a program about itself.
  public enum Request: Equatable, Sendable {
    case manual
    case completions(Shell)
    /// `--completions` with no shell that is known behind it.
    case unknownShell
  }

  private let program: String
  /// What `--help` prints.
  private let overview: String
  private let commands: [Command]

  /// - Parameter overview: begins with `PROGRAM: WHAT IT IS`.
  public init(_ program: String, overview: String, commands: [Command] = []) {
    (self.program, self.overview, self.commands) = (program, overview, commands)
  }

  /// The options that every program has.
  public static let sharedOptions = ["--help", "--version", "--manual", "--completions"]

  /// The options that a page speaks of, in order.
  public static func options(in page: String) -> [String] {
    var options: [String] = []
    for match in page.matches(of: /(?:^|[\s\[(|])(--[a-z][a-z0-9-]*)/)
    where !options.contains(String(match.1)) {
      options.append(String(match.1))
    }
    return options
  }

  // MARK: Asking

  /// What the words behind the program's name ask about it, if they do.
  public static func request(_ words: some Collection<String>) -> Request? {
    switch words.first {
    case "--manual": .manual
    case "--completions":
      words.dropFirst().first.flatMap(Shell.init).map(Request.completions) ?? .unknownShell
    default: nil
    }
  }

  /// The answer; `nil` if the shell is unknown.
  public func answer(_ request: Request) -> String? {
    switch request {
    case .manual: manual
    case .completions(let shell): completions(shell)
    case .unknownShell: nil
    }
  }

  /// What to say of an unknown shell.
  public static let unknownShell =
    "--completions needs a shell: " + Shell.allCases.map(\.rawValue).joined(separator: ", ")

  // MARK: The manual

  /// The pages of help as one page of the manual, in the language of man(7).
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

  private static func verbatim(_ text: String) -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return [".nf"] + lines.map { roff(String($0)) } + [".fi"]
  }

  /// A line that man(7) shows as it is.
  private static func roff(_ line: String) -> String {
    let text = line.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
  }

  // MARK: Completions

  /// What the first word may be.
  private var firstWords: String {
    (commands.map(\.name) + ownOptions + HelpPages.sharedOptions).joined(separator: " ")
  }

  /// The options of a program without commands that not every program has.
  private var ownOptions: [String] {
    commands.isEmpty
      ? HelpPages.options(in: overview).filter { !HelpPages.sharedOptions.contains($0) } : []
  }

  private func completions(_ shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  /// The name of the shells' function.
  private var function: String { "_" + program.replacing("-", with: "_") }

  /// A line for each command with its options, and for a program without commands its own.
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
        words='\(Shell.allCases.map(\.rawValue).joined(separator: " "))'
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

  /// The text without what would end a quotation or a field.
  private static func quoted(_ text: String) -> String {
    text.replacing("'", with: "’").replacing(":", with: ",")
  }
}
