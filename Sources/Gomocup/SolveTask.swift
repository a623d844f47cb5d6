import Basics
import GomokuRules
import SearchTypes

/// The task of a SOLVE command.
public enum SolveTask: Equatable, Sendable {
  /// The search for a win by threats in the present position; `proof` is the file for its proof.
  case threats(ThreatGoal, isShortest: Bool, proof: String?)
  /// The search for the result under best play; with a side, only whether that side can win.
  case game(for: Color?, proof: String?)
  /// The search for a win in each position of a puzzle file; the limits apply to each position.
  case puzzles(ThreatGoal, path: String, SearchLimits)
  /// The check of a proof file.
  case check(path: String)
}

extension SolveTask {
  static let forms =
    "vcf or vct or game, then perhaps shortest, for black or for white, nodes n, time ms and"
    + " proof FILE or file FILE;"
    + " or check FILE"

  /// Reads the words after SOLVE.
  ///
  /// - Parameter line: the whole line, since a path may contain blanks.
  /// - Returns: the task and its limits; `nil` if the words are invalid. For a puzzle file the
  ///   limits are in the task instead.
  static func parse(_ words: [String], line: String) -> (task: SolveTask, limits: SearchLimits)? {
    var rest = words[...]
    guard let aim = rest.popFirst()?.lowercased() else { return nil }
    if aim == "check" {
      return path(in: line, after: 2).map { (.check(path: $0), SearchLimits()) }
    }
    var limits = SearchLimits()
    var isShortest = false
    var winner: Color?
    var proof: String?
    var puzzles: String?
    while let word = rest.popFirst()?.lowercased() {
      if word == "shortest", aim == "vcf" {
        isShortest = true
      } else if word == "for", aim == "game" {
        let name = rest.popFirst()?.lowercased()
        guard let color = Color.allCases.first(where: { $0.description == name }) else {
          return nil
        }
        winner = color
      } else if word == "proof" || word == "file" {
        guard let path = path(in: line, after: words.count - rest.count + 1) else { return nil }
        if word == "proof" { proof = path } else { puzzles = path }
        rest = []
      } else {
        guard let value = rest.popFirst().flatMap(integer), value > 0 else { return nil }
        switch word {
        case "nodes": limits.nodes = UInt64(value)
        case "time" where value <= InfoKey.longestTime: limits.time = .exactly(.milliseconds(value))
        default: return nil
        }
      }
    }
    if aim == "game" { return puzzles == nil ? (.game(for: winner, proof: proof), limits) : nil }
    guard let goal = ThreatGoal(rawValue: aim) else { return nil }
    if let puzzles {
      return isShortest ? nil : (.puzzles(goal, path: puzzles, limits), SearchLimits())
    }
    return (.threats(goal, isShortest: isShortest, proof: proof), limits)
  }

  /// Returns the path after the first `count` words of a line; `nil` if it is empty or has a zero
  /// byte.
  private static func path(in line: String, after count: Int) -> String? {
    var rest = line[...].drop(while: { $0.isBlank })
    for number in 1...count {
      rest = rest.drop { !$0.isBlank }
      if number < count { rest = rest.drop(while: { $0.isBlank }) }
    }
    let path = rest.path
    return path.isEmpty || path.utf8.contains(0) ? nil : path
  }

  /// Returns the task as the arguments of SOLVE.
  func text(_ limits: SearchLimits) -> String {
    let budget = limits.text
    func file(_ word: String, _ path: String?) -> String { path.map { " \(word) \($0)" } ?? "" }
    return switch self {
    case .threats(let goal, let isShortest, let proof):
      goal.rawValue + (isShortest ? " shortest" : "") + budget + file("proof", proof)
    case .game(let winner, let proof):
      "game" + (winner.map { " for \($0)" } ?? "") + budget + file("proof", proof)
    case .puzzles(let goal, let path, let limits):
      goal.rawValue + limits.text + file("file", path)
    case .check(let path): "check \(path)"
    }
  }
}

/// The result of SOLVE, the last line of its reply.
public enum SolveAnswer: Equatable, Sendable {
  /// The side to move wins, with the line up to the five.
  case win([Point])
  /// The side to move loses, with the line up to the five.
  case loss([Point])
  case draw
  /// There is no win by threats; after `SOLVE game for`, that side cannot win.
  case none
  /// The search ended, at a limit or by a stop, before a result was proved.
  case unknown
  /// The proof is valid, with the winner, the number of nodes in the text, and the number of
  /// positions that the lines of play reach.
  case valid(Color, nodes: Int, positions: Int)
  /// The defence, a proof that Black does not win, is valid, with the numbers of its nodes and of
  /// the positions checked.
  case held(nodes: Int, positions: Int)
  /// The proof or the defence is not valid; the string says where it fails, and why.
  case refused(String)
  /// The check ended after this number of positions, by a stop or at the limit of positions.
  case stopped(positions: Int)
  /// The counts for a puzzle file, or for its rows before the run was stopped.
  case puzzles(rows: Int, solved: Int, false: Int, unknown: Int, isStopped: Bool = false)

  var text: String {
    func result(_ word: String, _ line: [Point]) -> String {
      (["SOLVE \(word) \(line.count) pv"] + line.map({ $0.description })).joined(separator: " ")
    }
    return switch self {
    case .win(let line): result("win", line)
    case .loss(let line): result("loss", line)
    case .draw: "SOLVE draw"
    case .none: "SOLVE none"
    case .unknown: "SOLVE unknown"
    case .valid(let winner, let nodes, let positions):
      "SOLVE valid \(winner) nodes \(nodes) positions \(positions)"
    case .held(let nodes, let positions):
      "SOLVE valid defence nodes \(nodes) positions \(positions)"
    case .refused(let reason): "SOLVE refused \(reason)"
    case .stopped(let positions): "SOLVE stopped positions \(positions)"
    case .puzzles(let rows, let solved, let wrong, let unknown, let isStopped):
      "SOLVE file rows \(rows) solved \(solved) false \(wrong) unknown \(unknown)"
        + ScriptReply.mark(isStopped)
    }
  }

  /// Reads the words of a line that `text` writes.
  init?(_ words: [Substring]) {
    switch words.dropFirst().first {
    case "win" where words.count > 3, "loss" where words.count > 3:
      let line = words[4...].compactMap { Point($0) }
      guard words[3] == "pv", words[2] == "\(line.count)", line.count == words.count - 4 else {
        return nil
      }
      self = words[1] == "win" ? .win(line) : .loss(line)
    case "draw" where words.count == 2: self = .draw
    case "none" where words.count == 2: self = .none
    case "unknown" where words.count == 2: self = .unknown
    case "valid" where words.count == 7:
      guard words[3] == "nodes", let nodes = Int(words[4]), words[5] == "positions",
        let positions = Int(words[6])
      else { return nil }
      if words[2] == "defence" {
        self = .held(nodes: nodes, positions: positions)
      } else if let winner = Color.allCases.first(where: { $0.description == words[2] }) {
        self = .valid(winner, nodes: nodes, positions: positions)
      } else {
        return nil
      }
    case "refused" where words.count > 2:
      self = .refused(words[2...].joined(separator: " "))
    case "stopped" where words.count == 4 && words[2] == "positions":
      guard let positions = Int(words[3]) else { return nil }
      self = .stopped(positions: positions)
    case "file" where words.count == 10 || words.count == 11 && words[10] == "stopped":
      let numbers = stride(from: 3, to: 10, by: 2).compactMap { Int(words[$0]) }
      let labels = stride(from: 2, to: 10, by: 2).map { words[$0] }
      guard numbers.count == 4, labels == ["rows", "solved", "false", "unknown"] else { return nil }
      self = .puzzles(
        rows: numbers[0], solved: numbers[1], false: numbers[2], unknown: numbers[3],
        isStopped: words.count == 11)
    default: return nil
    }
  }
}
