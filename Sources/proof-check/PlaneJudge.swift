import Basics
import GomokuRules
import Platform

/// The judge of a `theorem.plane` whose strategies have been checked.
struct PlaneJudge: Sendable {
  let theorem: PlaneTheorem
  /// The strategies that hold on every board: the first position, the winner, and the points of his
  /// fives.
  let strategies: [String: (position: Position, winner: Color, fives: PointSet)]
  let bounds: CheckBounds
  /// Reads the strategy with a name; returns `nil` if it has changed or cannot be read.
  let proof: @Sendable (String) -> StrategyProof?

  struct Refusal: Error, CustomStringConvertible {
    let description: String
  }

  /// Returns what the theorem proves, in words; throws a `Refusal`, or the failure of a check that
  /// reached a limit.
  func verdict(workers: Int) throws -> String {
    guard let far = strategies[theorem.far], far.winner == .black else {
      throw Refusal(
        description: "no strategy \(theorem.far) of Black without links holds on every board")
    }
    let names = Set(theorem.moved.map(\.name) + [theorem.far])
    var openings: [String: OpeningStrategy] = [:]
    for name in names.sorted() {
      guard strategies[name]?.winner == .black, let proof = proof(name),
        let opening = OpeningStrategy(proof)
      else {
        throw Refusal(
          description: "\(name) is no strategy for a first reply in freestyle or exact five")
      }
      openings[name] = opening
    }
    let variant = far.position.variant
    var coverage = PlaneTheorem.Coverage(variant)
    for strategy in strategies.values where strategy.winner == .black {
      coverage.add(strategy.position, winner: .black, fives: strategy.fives)
    }
    guard let opening = openings[theorem.far], coverage.add(far: opening, fives: far.fives) else {
      throw Refusal(description: "\(theorem.far) does not answer all far replies")
    }
    let progress = Progress("moved strategies", of: theorem.moved.count)
    let moved = concurrently(theorem.moved, workers: workers) { [openings] moved in
      defer { progress.step() }
      return Result { () throws(StrategyChecker.Failure) in
        try openings[moved.name]?.checked(to: moved.reply, under: moved.symmetry, bounds)
      }
    }
    for (line, result) in zip(theorem.moved, moved) {
      if case .failure(let failure) = result, failure.reason.limit != nil { throw failure }
      let reply = "\(line.reply.x) \(line.reply.y)"
      if case .success(nil) = result {
        throw Refusal(
          description: "\(line.name), moved to \(reply), does not fit on"
            + " \(BoardSize.largestSide)x\(BoardSize.largestSide)")
      }
      guard let found = try? result.get() else {
        throw Refusal(description: "\(line.name) does not answer \(reply)")
      }
      coverage.add(found.proof.position, winner: .black, fives: found.fives)
    }
    guard let side = coverage.side else {
      let open = coverage.open.map { "\($0.x) \($0.y)" }.joined(separator: ", ")
      throw Refusal(description: "no strategy answers the replies \(open)")
    }
    return
      "valid: black wins \(variant == .standard ? "exact five" : "freestyle")"
      + " on the unbounded board, and on every board that contains"
      + " a square of \(side)x\(side) with the first stone in its middle;"
      + " strategies \(strategies.count), moved \(moved.count) times"
  }
}
