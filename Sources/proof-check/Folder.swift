import Basics
import GomokuRules
import Platform

/// A folder of strategies that lead to each other: together they may prove what none does alone.
struct Folder {
  /// A strategy that holds, and what it leads to.
  private struct Checked: Sendable {
    let claim: Claim
    let firstMove: Point?
    let report: StrategyChecker.Report
    let digest: String
  }

  private struct Claim: Sendable {
    let position: Position
    let winner: Color
  }

  private enum Outcome: Sendable {
    case holds(Checked)
    case refused(String)
    case unreadable
  }

  private let path: String
  /// The names of the files without `.proof`, in order.
  private let names: [String]
  /// The names of the defences, in order.
  private let defences: [String]

  init(_ path: String) throws(SystemError) {
    let files = try FileSystem.names(inFolder: path)
    self.path = path
    names = files.filter { $0.hasSuffix(".proof") }.map { String($0.dropLast(6)) }.sorted()
    defences = files.filter { $0.hasSuffix(".defence") }.sorted()
  }

  /// The lines about the folder, and the exit status that they call for.
  ///
  /// - Parameter workers: how many files to check at a time.
  func judge(workers: Int) -> (lines: [String], status: CInt) {
    if names.isEmpty, defences.isEmpty {
      return (["\(path.shown): no proofs: no file ends in .proof or .defence"], 2)
    }
    let files = defences.map { ProofFile("\(path)/\($0)") }
    let verdicts = concurrently(files, workers: workers) { $0.judge() }
    var (lines, status) = names.isEmpty ? ([], 0) : judgeStrategies(workers: workers)
    lines += verdicts.map(\.line)
    return (lines, verdicts.map(\.status).reduce(status, max))
  }

  /// The lines about the strategies, and the exit status that they call for.
  private func judgeStrategies(workers: Int) -> (lines: [String], status: CInt) {
    let shown = path.shown
    var claims: [String: Claim] = [:]
    for name in names {
      guard let claim = claim(of: name) else { return (["\(file(name)): refused: no proof"], 1) }
      claims[name] = claim
    }
    let progress = Progress("strategies", of: names.count)
    let outcomes = concurrently(names, workers: workers) { [self, claims] name in
      defer { progress.step() }
      return outcome(name, claims)
    }
    var checked: [String: Checked] = [:]
    for (name, outcome) in zip(names, outcomes) {
      switch outcome {
      case .holds(let result): checked[name] = result
      case .refused(let reason): return (["\(file(name)): refused \(reason)"], 1)
      case .unreadable: return (["\(file(name)): cannot be read"], 2)
      }
    }
    let linked = Set(checked.values.flatMap(\.report.links.keys))
    var longest: [String: Int] = [:]
    let lines = names.filter { !linked.contains($0) }.compactMap { name in
      checked[name].map { line(name, $0, plies: Folder.plies(name, checked, &longest)) }
    }
    let visits = checked.values.map(\.report.visits).reduce(0, +)
    var hash = SHA256()
    for name in names { hash.update(Array("\(name) \(checked[name]?.digest ?? "")\n".utf8)) }
    return (
      lines + ["\(shown): files \(names.count) positions \(visits) sha256 \(hash.hexDigest())"], 0
    )
  }

  private func file(_ name: String) -> String { "\(path)/\(name).proof".shown }

  /// What is proved, in a line.
  private func line(_ name: String, _ checked: Checked, plies: Int) -> String {
    let position = checked.claim.position
    let stones = position.stones.isEmpty ? "the empty board" : "\(position.stones.count) stones"
    let move = checked.firstMove.map { ", first move \($0)" } ?? ""
    return "\(file(name)): valid: \(checked.claim.winner) wins \(position.variant)"
      + " \(position.size.width)x\(position.size.height) from \(stones)\(move),"
      + " longest line \(plies) plies"
  }

  /// The plies of the longest line from a strategy on, through those that it leads to.
  ///
  /// They cannot lead back: each begins with more stones.
  private static func plies(
    _ name: String, _ checked: [String: Checked], _ known: inout [String: Int]
  ) -> Int {
    if let plies = known[name] { return plies }
    guard let report = checked[name]?.report else { return 0 }
    var plies = report.longest
    for (other, ply) in report.links {
      plies = max(plies, ply + Folder.plies(other, checked, &known))
    }
    known[name] = plies
    return plies
  }

  // MARK: Files

  private func claim(of name: String) -> Claim? {
    var reader = ProofReader()
    guard var lines = try? FileLines("\(path)/\(name).proof", longest: ProofReader.longestLine)
    else { return nil }
    while reader.claim == nil {
      guard let line = try? lines.next(isStopped: { false }), (try? reader.take(line)) != nil
      else { return nil }
    }
    return reader.claim.map { Claim(position: $0.position, winner: $0.winner) }
  }

  private func outcome(_ name: String, _ claims: [String: Claim]) -> Outcome {
    var reader = ProofReader()
    var hash = SHA256()
    do {
      var lines = try FileLines("\(path)/\(name).proof", longest: ProofReader.longestLine)
      while let line = try lines.next(isStopped: { false }) {
        hash.update(Array(line.utf8) + [UInt8(ascii: "\n")])
        do { try reader.take(line) } catch { return .refused(error.description) }
      }
    } catch { return .unreadable }
    do throws(Proof.SyntaxError) {
      switch try reader.finish() {
      case .nodes: return .refused("a proof of the first version, which leads to no other")
      case .strategy(let proof):
        let others = claims.filter { $0.value.winner == proof.winner }.mapValues(\.position)
        do throws(StrategyChecker.Failure) {
          let report = try StrategyChecker.check(proof, others: others)
          return .holds(
            Checked(
              claim: Claim(position: proof.position, winner: proof.winner),
              firstMove: proof.strategy.nodes[proof.root].move, report: report,
              digest: hash.hexDigest()))
        } catch {
          return .refused(error.description)
        }
      }
    } catch {
      return .refused(error.description)
    }
  }
}
