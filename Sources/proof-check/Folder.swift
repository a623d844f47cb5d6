import Basics
import GomokuRules
import Platform

/// A folder of strategies that link to each other and so prove a win together, and of defences.
struct Folder {
  /// A valid strategy and the report of its checker.
  private struct Checked: Sendable {
    let claim: Claim
    let firstMove: Point?
    let nodes: Int
    let report: StrategyChecker.Report
    let digest: String
  }

  /// The first position of a strategy and its claimed winner.
  private struct Claim: Sendable {
    let position: Position
    let winner: Color
  }

  private enum Outcome: Sendable {
    case holds(Checked)
    case fails(Judgement)
  }

  private let path: String
  private let bounds: CheckBounds
  /// The names of the strategies, without `.proof`, sorted.
  private let names: [String]
  /// The names of the defences, with `.defence`, sorted.
  private let defences: [String]
  /// True if the folder has a `theorem.plane`.
  private let hasPlaneTheorem: Bool

  /// Lists the files of the folder.
  ///
  /// - Parameter bounds: the limits for each file.
  init(_ path: String, _ bounds: CheckBounds) throws(SystemError) {
    let files = try FileSystem.names(inFolder: path)
    (self.path, self.bounds) = (path, bounds)
    names = files.filter { $0.hasSuffix(".proof") }.map { String($0.dropLast(6)) }.sorted()
    defences = files.filter { $0.hasSuffix(".defence") }.sorted()
    hasPlaneTheorem = files.contains(PlaneTheorem.fileName)
  }

  /// Checks all strategies and defences of the folder.
  ///
  /// If strategies are invalid, the judgement on the first invalid one stands for all strategies.
  ///
  /// - Parameter workers: the number of files to check at the same time.
  func judge(workers: Int) -> [Judgement] {
    if names.isEmpty, defences.isEmpty {
      return [
        Judgement("\(path.shown): no proofs: no file ends in .proof or .defence", .unreadable)
      ]
    }
    let files = defences.map { ProofFile(source($0), bounds) }
    let judgements = concurrently(files, workers: workers) { $0.judge() }
    let strategies =
      !names.isEmpty
      ? judgeStrategies(workers: workers)
      : hasPlaneTheorem ? [planeTheorem([], [:], workers: workers)] : []
    return strategies + judgements
  }

  /// Checks all strategies, after reading the claims of all files, against which links are checked.
  private func judgeStrategies(workers: Int) -> [Judgement] {
    var claims: [String: Claim] = [:]
    for name in names {
      switch claim(of: name) {
      case .success(let claim): claims[name] = claim
      case .failure(let failure): return [failure.judgement]
      }
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
      case .fails(let judgement): return [judgement]
      }
    }
    return summary(checked, claims, workers: workers)
  }

  /// Returns a line for each strategy to which no other one leads, then a line with the folder's
  /// totals and digest.
  private func summary(
    _ checked: [String: Checked], _ claims: [String: Claim], workers: Int
  ) -> [Judgement] {
    let linked = Set(checked.values.flatMap(\.report.links.keys))
    var longest: [String: Int] = [:]
    let roots = names.filter { !linked.contains($0) }
    let ranges = concurrently(roots, workers: workers) { [self] name in
      onEveryBoard(name, checked, claims, roots.count < workers ? workers : 1)
    }
    let lines = zip(roots, ranges).compactMap { name, range in
      checked[name].map { line(name, $0, plies: Folder.plies(name, checked, &longest)) }
        .map { $0 + range }
    }
    func total(_ count: (Checked) -> Int) -> Int {
      checked.values.map(count).reduce(0) { sum, next in
        let (total, isTooLarge) = sum.addingReportingOverflow(next)
        return isTooLarge ? .max : total
      }
    }
    var hash = SHA256()
    for name in names { hash.update(Array("\(name) \(checked[name]?.digest ?? "")\n".utf8)) }
    let last =
      "\(path.shown): files \(names.count) nodes \(total(\.nodes))"
      + " positions \(total(\.report.positions)) sha256 \(hash.hexDigest())"
    let judgements = (lines + [last]).map { Judgement($0, .valid) }
    guard hasPlaneTheorem else { return judgements }
    let everywhere = zip(roots, ranges).filter { name, range in
      range == ProofFile.onEveryBoard && checked[name]?.report.links.isEmpty == true
    }.map(\.0)
    return judgements + [planeTheorem(everywhere, checked, workers: workers)]
  }

  // MARK: The unbounded board

  /// Judges the folder's `theorem.plane`.
  ///
  /// - Parameter everywhere: the names of the strategies without links that hold on every board.
  private func planeTheorem(
    _ everywhere: [String], _ checked: [String: Checked], workers: Int
  ) -> Judgement {
    let name = "\(path)/\(PlaneTheorem.fileName)".shown
    do {
      let theorem = try planeText()
      let judge = PlaneJudge(
        theorem: theorem,
        strategies: Dictionary(
          everywhere.compactMap { name in
            checked[name].map { (name, ($0.claim.position, $0.claim.winner, $0.report.fives)) }
          }, uniquingKeysWith: { first, _ in first }), bounds: bounds
      ) { name -> StrategyProof? in
        guard let (proof, digest) = try? proof(name), digest == checked[name]?.digest else {
          return nil
        }
        return proof
      }
      return Judgement("\(name): \(try judge.verdict(workers: workers))", .valid)
    } catch let problem as ProofSource.Problem {
      return Judgement(name, problem)
    } catch let failure as StrategyChecker.Failure {
      if case .tooManyPositions(let bound) = failure.reason.limit {
        return .tooManyPositions(name, bound)
      }
      return Judgement("\(name): refused \(failure)", .refused)
    } catch {
      return Judgement("\(name): refused \(error)", .refused)
    }
  }

  private func planeText() throws -> PlaneTheorem {
    var hash = SHA256()
    var lines = try source(PlaneTheorem.fileName).open()
    var text: [String] = []
    while let line = try lines.next(addingTo: &hash) {
      text.append(line)
      if text.count > PlaneTheorem.mostLines {
        throw ProofSyntaxError(line: text.count, expected: "no more than \(text.count - 1) lines")
      }
    }
    return try PlaneTheorem(parsing: text)
  }

  private func source(_ file: String) -> ProofSource {
    ProofSource(path: "\(path)/\(file)", followsLinks: false)
  }

  private func file(_ name: String) -> String { "\(path)/\(name).proof".shown }

  /// Returns the report of a valid strategy: winner, rules, board, first move and longest line.
  private func line(_ name: String, _ checked: Checked, plies: Int) -> String {
    let position = checked.claim.position
    let stones = position.stones.isEmpty ? "the empty board" : "\(position.stones.count) stones"
    let move = checked.firstMove.map { ", first move \($0)" } ?? ""
    return "\(file(name)): valid: \(checked.claim.winner) wins \(position.variant)"
      + " \(position.size.width)x\(position.size.height) from \(stones)\(move),"
      + " longest line \(plies) plies"
  }

  /// Returns the length in plies of the longest line of play through a strategy and those it links
  /// to.
  ///
  /// Links cannot form a cycle, since each linked strategy begins with more stones.
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

  /// Returns the end of a strategy's report line, which tells if it holds on all boards that
  /// contain its own.
  ///
  /// A strategy holds there only if all those hold to which it leads, so these are read again and
  /// checked first.
  private func onEveryBoard(
    _ name: String, _ checked: [String: Checked], _ claims: [String: Claim], _ workers: Int
  ) -> String {
    func hold(_ names: [String]) -> Bool {
      stride(from: 0, to: names.count, by: max(workers, 1)).allSatisfy { start in
        let next = Array(names[start..<min(start + max(workers, 1), names.count)])
        return concurrently(next, workers: workers) { name in
          guard let (proof, digest) = try? proof(name), digest == checked[name]?.digest else {
            return false
          }
          return StrategyChecker.holdsOnEveryBoard(
            proof, others: positions(claims, proof.winner), bounds: bounds)
        }.allSatisfy(\.self)
      }
    }
    var linked: Set<String> = []
    var open = [name]
    while let next = open.popLast() {
      let links = checked[next].map { Array($0.report.links.keys) } ?? []
      open += links.filter { linked.insert($0).inserted }
    }
    guard hold(linked.sorted()) else { return "" }
    if hold([name]) { return ProofFile.onEveryBoard }
    return linked.isEmpty ? "" : Folder.linkedOnEveryBoard
  }

  private static let linkedOnEveryBoard =
    "; the strategies to which it leads hold on every board that contains this one"

  // MARK: Files

  private struct Failed: Error {
    let judgement: Judgement
  }

  /// Reads the claim of a strategy from the head of its file.
  private func claim(of name: String) -> Result<Claim, Failed> {
    var reader = ProofReader()
    var hash = SHA256()
    do {
      var lines = try source("\(name).proof").open()
      while reader.claim == nil {
        guard let line = try lines.next(addingTo: &hash) else {
          return .failure(
            Failed(judgement: Judgement("\(file(name)): refused: no proof", .refused)))
        }
        try reader.take(line)
      }
    } catch let problem as ProofSource.Problem {
      return .failure(Failed(judgement: Judgement(file(name), problem)))
    } catch {
      return .failure(
        Failed(judgement: Judgement("\(file(name)): refused \(error)", .refused)))
    }
    guard let claim = reader.claim else { preconditionFailure("the header has been read") }
    return .success(Claim(position: claim.position, winner: claim.winner))
  }

  /// Reads a strategy and the digest of its text.
  private func proof(_ name: String) throws -> (proof: StrategyProof, digest: String) {
    var reader = ProofReader()
    var hash = SHA256()
    var lines = try source("\(name).proof").open()
    while let line = try lines.next(addingTo: &hash) {
      try reader.take(line)
      if reader.byteCount > bounds.memory {
        throw Failed(judgement: .outOfMemory(file(name), bounds.memory))
      }
    }
    guard case .strategy(let proof) = try reader.finish() else {
      throw Failed(
        judgement: refused(name, "a proof of the first version, which leads to no other"))
    }
    return (proof, hash.hexDigest())
  }

  private func refused(_ name: String, _ reason: String) -> Judgement {
    Judgement("\(file(name)): refused \(reason)", .refused)
  }

  /// Returns the first positions of all strategies of `winner`, to which his strategies may link.
  private func positions(_ claims: [String: Claim], _ winner: Color) -> [String: Position] {
    claims.filter { $0.value.winner == winner }.mapValues(\.position)
  }

  /// Reads and checks a strategy; `claims` has the strategies to which it may link.
  private func outcome(_ name: String, _ claims: [String: Claim]) -> Outcome {
    do {
      let (proof, digest) = try proof(name)
      let report = try StrategyChecker.check(
        proof, others: positions(claims, proof.winner), bounds: bounds)
      return .holds(
        Checked(
          claim: Claim(position: proof.position, winner: proof.winner),
          firstMove: proof.strategy.nodes[proof.root].move, nodes: proof.strategy.nodes.count,
          report: report, digest: digest))
    } catch let failed as Failed {
      return .fails(failed.judgement)
    } catch let problem as ProofSource.Problem {
      return .fails(Judgement(file(name), problem))
    } catch let failure as StrategyChecker.Failure {
      if case .tooManyPositions(let bound) = failure.reason.limit {
        return .fails(.tooManyPositions(file(name), bound))
      }
      return .fails(refused(name, "\(failure)"))
    } catch {
      return .fails(refused(name, "\(error)"))
    }
  }
}
