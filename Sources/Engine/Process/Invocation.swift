import CommandLineKit
import Gomocup

/// The action requested by the program's command line.
public enum Invocation: Equatable, Sendable {
  /// Serves a manager over standard input and output, with the weights in the given files.
  case serve(weights: [String] = [], speaking: ManagerProtocol = .gomocup)
  /// Executes the given lines as commands and exits.
  case obey([String], weights: [String] = [])
  /// Prints the help, the version, the manual or the shell completions.
  case about(HelpPages.Request)
  /// Reports a line beside `--gtp`, which reads standard input alone.
  case lineBesideGTP(String)
  /// Reports an unknown option, or `--weights` without a file.
  case badOption(String)

  /// Parses the arguments.
  ///
  /// `--manual` and `--completions` take precedence over everything else, and a bad option over the
  /// rest. Next come `--version` and `--help`, then lines.
  public init(arguments: some Collection<String>) {
    switch HelpPages.request(arguments) {
    case nil, .help?, .version?: break
    case let request?:
      self = .about(request)
      return
    }
    var lines: [String] = []
    var weights: [String] = []
    var managerProtocol = ManagerProtocol.gomocup
    var information: HelpPages.Request?
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      switch argument {
      case "--version": information = .version
      case "--help", "-h": information = information ?? .help
      case "--gtp": managerProtocol = .gtp
      case "--weights":
        guard let file = rest.next() else {
          self = .badOption(argument)
          return
        }
        weights.append(file)
      case let option where option.hasPrefix("-"):
        self = .badOption(option)
        return
      case let line: lines.append(line)
      }
    }
    if let information {
      self = .about(information)
    } else if let line = lines.first {
      self = managerProtocol == .gtp ? .lineBesideGTP(line) : .obey(lines, weights: weights)
    } else {
      self = .serve(weights: weights, speaking: managerProtocol)
    }
  }

  private static let helpText = """
    pbrain-wuliu: an engine for gomoku, renju and caro, and for Liuzhou chess, that speaks the
                  Gomocup protocol or GTP, the Go Text Protocol

    usage: pbrain-wuliu            read commands from standard input
           pbrain-wuliu LINE ...   obey each LINE as one command, then leave
           pbrain-wuliu --gtp      read commands of GTP from standard input, for programs
                                   such as QLizzie, Lizzie and GoGui
           pbrain-wuliu --weights FILE ...
                                   plays a variant of gomoku with these weights of
                                   gomoku-lab train, alone: without the mix network
           pbrain-wuliu --help | --version | --manual | --completions SHELL

    Examples: pbrain-wuliu "START 15" "INFO timeout_turn 1000" "BEGIN" "SHOW"
              pbrain-wuliu "START liuzhou" "INFO timeout_turn 1000" "TURN c3" "SHOW"
    All commands are described in protocol.md.
    """

  /// The help, the version, the manual and the shell completions.
  public static let pages = HelpPages(
    "pbrain-wuliu", title: Identity.name, overview: helpText)
}
