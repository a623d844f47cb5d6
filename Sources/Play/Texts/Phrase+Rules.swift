import Basics
import GomokuRules
import LiuzhouRules
import Records

/// The texts of the rules' errors and results, which the modules below have only in English.
extension Phrase {
  init(_ error: OpeningError) {
    self =
      switch error {
      case .isOver: Phrase("the opening is over")
      case .unexpected(let action): Phrase("\"\(action)\" is not possible now")
      case .offBoard(let point): Phrase("\(point) is not on the board")
      case .occupied(let point): Phrase("\(point) is occupied")
      case .forbidden(let point, _): Phrase("\(point) is forbidden to Black")
      case .outsideZone(let point): Phrase("the rule does not allow a stone on \(point) now")
      case .number(_, let allowed):
        Phrase("the number must be from \(allowed.lowerBound) to \(allowed.upperBound)")
      case .offerCount(let count, let needed):
        Phrase("\(needed) moves have to be offered, not \(count)")
      case .symmetric(let one, let other) where one == other: Phrase("\(one) is offered twice")
      case .symmetric(let one, let other): Phrase("\(one) and \(other) are symmetric")
      case .notOffered(let point): Phrase("\(point) was not offered")
      }
  }

  init(_ error: IllegalTurn) {
    self =
      switch error {
      case .unreadable: Phrase("not a turn")
      case .noSuchPoint(let text): Phrase("no such point \(text)")
      case .occupied(let point): Phrase("\(point) is occupied")
      case .notYours(let point): Phrase("\(point) is not yours")
      case .notAdjacent(let from, let to): Phrase("\(to) is not adjacent to \(from)")
      case .mustCapture(let count): Phrase("must capture \(count)")
      case .mayNotCapture(let point): Phrase("may not capture \(point)")
      case .wrongPhase(let phase): Phrase("wrong phase, this is the \(Phrase(phase)) phase")
      case .mayNotPass: Phrase("may not pass")
      case .mustPass: Phrase("must pass")
      case .gameOver(let outcome):
        Phrase("game over: \(Phrase(result: outcome.winner)), \(Phrase(outcome))")
      }
  }

  private init(_ phase: LiuzhouRules.Phase) {
    self =
      switch phase {
      case .placing: Phrase("placing")
      case .forcing: Phrase("forcing")
      case .moving: Phrase("moving")
      case .exchanging: Phrase("exchanging")
      }
  }

  /// Creates the result of a game: the winner, or a draw.
  init(result winner: Color?) {
    self = winner.map { Phrase("\($0) wins") } ?? Phrase("draw")
  }

  /// Creates the reason for the end of a game of Liuzhou chess (六洲棋).
  init(_ outcome: LiuzhouRules.Outcome) {
    switch (outcome.reason, outcome.winner?.opponent) {
    case (.fewStones(let count), let loser?):
      self = Phrase("\(loser) has \(count) stones or fewer")
    case (.fewStones(let count), nil): self = Phrase("both players have \(count) stones or fewer")
    case (.blocked, let loser?): self = Phrase("\(loser) has no slide")
    case (.blocked, nil): self = Phrase("no slide is left")
    case (.quiet(let turns), _): self = Phrase("\(turns) turns without a capture")
    case (.length(let steps), _): self = Phrase("\(steps) steps have been played")
    case (.repetition, _): self = Phrase("the position occurred for the third time")
    }
  }

  init(_ reason: ForbiddenReason) {
    self =
      switch reason {
      case .doubleThree: Phrase("double three 三三")
      case .doubleFour: Phrase("double four 四四")
      case .overline: Phrase("overline 长连")
      }
  }

  init(_ shape: Shape) {
    self =
      switch shape {
      case .square: Phrase("square 成方")
      case .diagonal3: Phrase("diagonal 斜三")
      case .diagonal4: Phrase("diagonal 斜四")
      case .diagonal5: Phrase("diagonal 斜五")
      case .diagonal6: Phrase("diagonal 成六")
      case .six, .edgeSix: Phrase("six 成六")
      }
  }

  /// Creates a formation's name and points, as in `square 成方 c3 d3 c4 d4`.
  init(_ formation: Formation) {
    let points = formation.points.map(\.description).joined(separator: " ")
    self = Phrase("\(Phrase(formation.shape)) \(points)")
  }
}
