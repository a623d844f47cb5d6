/// What the words behind the program's name ask for.
public enum Invocation: Equatable, Sendable {
  /// Talk with a manager over standard input and output.
  case serve
  /// Obey these lines and leave.
  case obey([String])
  case help
  case version
  case badOption(String)

  public init(arguments: some Sequence<String>) {
    let arguments = Array(arguments)
    let options = arguments.filter { $0.hasPrefix("-") }
    self =
      if arguments.isEmpty {
        .serve
      } else if let bad = options.first(where: { !["--help", "-h", "--version"].contains($0) }) {
        .badOption(bad)
      } else if options.contains("--version") {
        .version
      } else if !options.isEmpty {
        .help
      } else {
        .obey(arguments)
      }
  }

  public static let versionText = "\(Identity.name) \(Identity.version)"

  public static let helpText = """
    pbrain-wuliu: an engine for gomoku, renju and caro, and for Liuzhou chess, that speaks the
                  Gomocup protocol

    usage: pbrain-wuliu            read commands from standard input
           pbrain-wuliu LINE ...   obey each LINE as one command, then leave
           pbrain-wuliu --help | --version

    Examples: pbrain-wuliu "START 15" "INFO timeout_turn 1000" "BEGIN" "SHOW"
              pbrain-wuliu "START liuzhou" "INFO timeout_turn 1000" "TURN c3" "SHOW"
    All commands are described in protocol.md.
    """
}
