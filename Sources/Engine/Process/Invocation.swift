import Basics
import CommandLineKit
import Gomocup
import GomokuRules

/// The action requested by the program's command line.
public enum Invocation: Equatable, Sendable {
  /// Serves a manager over standard input and output, with the weights in the given files.
  case serve(weights: [String] = [], speaking: ManagerProtocol = .gomocup)
  /// Executes the given lines as commands and exits.
  case obey([String], weights: [String] = [])
  /// Prints the help, the version, the manual or the shell completions.
  case about(HelpPages.Request)
  /// Reports why the arguments cannot be used.
  case refused(String)

  /// Parses the arguments.
  ///
  /// `--manual` and `--completions` take precedence over everything else, and a wrong option over
  /// the rest. Next come `--version` and `--help`, then lines.
  public init(arguments: some Collection<String>) {
    switch HelpPages.request(arguments) {
    case nil, .help?, .version?: break
    case let request?:
      self = .about(request)
      return
    }
    var lines: [String] = []
    var weights: [String] = []
    var speaksGTP = false
    var rule: Variant?
    var information: HelpPages.Request?
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      switch argument {
      case "--version": information = .version
      case "--help", "-h": information = information ?? .help
      case "--gtp": speaksGTP = true
      case "--rule":
        let name = rest.next() ?? ""
        guard let variant = Variant(rawValue: name) else {
          let known = Variant.allCases.map { $0.rawValue }.joined(separator: ", ")
          let wrong = name.isEmpty ? "" : ", not \(name.shown)"
          self = .refused("--rule needs one of \(known)\(wrong)")
          return
        }
        rule = variant
      case "--weights":
        guard let file = rest.next() else {
          self = .refused("--weights needs a file")
          return
        }
        weights.append(file)
      case let option where option.hasPrefix("-"):
        self = .refused("no option \(option.shown); see pbrain-wuliu --help")
        return
      case let line: lines.append(line)
      }
    }
    if let information {
      self = .about(information)
    } else if rule != nil, !speaksGTP {
      self = .refused("--rule needs --gtp; the protocol of Gomocup has INFO rule")
    } else if let line = lines.first {
      self =
        speaksGTP
        ? .refused("--gtp reads standard input, so \(line.shown) has no place beside it")
        : .obey(lines, weights: weights)
    } else {
      self = .serve(weights: weights, speaking: speaksGTP ? .gtp(rule ?? .freestyle) : .gomocup)
    }
  }

  private static let helpText = """
    pbrain-wuliu: an engine for gomoku, renju and caro, and for Liuzhou chess, that speaks the
                  Gomocup protocol or GTP, the Go Text Protocol

    usage: pbrain-wuliu            read commands from standard input
           pbrain-wuliu LINE ...   obey each LINE as one command, then leave
           pbrain-wuliu --gtp [--rule RULE]
                                   read commands of GTP from standard input, for programs
                                   such as QLizzie, Lizzie and GoGui; by the rules freestyle
                                   unless RULE or a command names others
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
