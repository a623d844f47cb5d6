import Basics
import CommandLineKit
import Gomoku
import GomokuRules
import LabKit
import SearchTypes

/// A game for training: an opening, then moves with the search's score of each position.
///
/// As text it is one line: variant, width, height, result, the opening's points, then a word a ply.
/// The result is for Black: `+`, `-`, `=`, or `?` if it must not be learned. A ply is the move and
/// the mover's score (`h8:35`), or a random move without a score (`h8`).
public struct TrainingGame: Equatable, Sendable {
  public let variant: Variant
  public let size: BoardSize
  public let opening: [Point]
  public var plies: [Ply] = []
  /// The result; `nil` during the game, and if it must not be learned.
  public var outcome: Position.Outcome?

  /// A move, with the score of the position before it.
  public struct Ply: Equatable, Sendable {
    public let move: Point?
    /// The value of the position before the move, for the mover; `nil` for a random move.
    public let score: Score?
  }

  /// The position after the opening.
  public var start: Position {
    var position = Position(size: size, variant: variant)
    for point in opening { try? position.play(point) }
    return position
  }

  /// The ply of the last random move, if any.
  ///
  /// The move may have decided the game, so the result says little about the positions before it.
  public var lastRandomPly: Int? { plies.lastIndex { $0.score == nil } }

  /// Returns the points (1, 0.5 or 0) of the player who moves at `ply`; `nil` without a result.
  public func result(forPly ply: Int) -> Float? {
    guard let outcome else { return nil }
    guard case .win(let winner) = outcome else { return 0.5 }
    let isBlack = (opening.count + ply).isMultiple(of: 2)
    return (winner == .black) == isBlack ? 1 : 0
  }

  /// Returns the training target of the position before a ply: a mean of the result and the
  /// search's score.
  ///
  /// The last random move may have decided the game. Up to this move, the result has only a quarter
  /// of its weight.
  ///
  /// - Parameters:
  ///   - searchValue: the score of the search as an expected share of the point.
  ///   - resultShare: the weight of the result.
  func target(forPly ply: Int, searchValue: Float, resultShare: Float) -> Float {
    let share = ply > (lastRandomPly ?? -1) ? resultShare : resultShare / 4
    return share * (result(forPly: ply) ?? searchValue) + (1 - share) * searchValue
  }

  public init(variant: Variant, size: BoardSize, opening: [Point]) {
    (self.variant, self.size, self.opening) = (variant, size, opening)
  }

  /// The game as one line of text.
  public var text: String {
    let result =
      switch outcome {
      case .win(.black): "+"
      case .win(.white): "-"
      case .draw: "="
      case nil: "?"
      }
    let words = plies.map { ply in
      (ply.move.map(\.description) ?? "") + (ply.score.map { ":\($0)" } ?? "")
    }
    let head = "\(variant) \(size.width) \(size.height) \(result)"
    return ([head, opening.map(\.description).joined()] + words).joined(separator: " ")
  }

  /// Parses the format of `text`; `nil` for another format, or for two stones on one point.
  public init?(_ text: String) {
    let words = text.split(separator: " ")
    guard words.count >= 5, let variant = Variant(rawValue: String(words[0])),
      let width = Int(words[1]),
      let height = Int(words[2]), let size = BoardSize(width: width, height: height),
      let opening = Point.list(words[4])
    else { return nil }
    self.init(variant: variant, size: size, opening: opening)
    switch words[3] {
    case "+": outcome = .win(.black)
    case "-": outcome = .win(.white)
    case "=": outcome = .draw
    case "?": outcome = nil
    default: return nil
    }
    for word in words[5...] {
      let parts = word.split(separator: ":", omittingEmptySubsequences: false)
      let score = parts.count == 2 ? Score(parts[1]) : nil
      guard parts.count == 1 || parts.count == 2 && score != nil, let move = Point(parts[0])
      else { return nil }
      plies.append(Ply(move: move, score: score))
    }
    var stones = PointSet()
    for point in opening + plies.compactMap(\.move) {
      guard size.contains(point), !stones.contains(point) else { return nil }
      stones.insert(point)
    }
  }
}

extension Calibration {
  /// Compares the search scores of games with their results.
  ///
  /// Games without a result or with a random move are refused. Positions after a random move are
  /// mostly decided already. They would make scores look more certain than they are.
  init(_ games: [TrainingGame]) throws(CommandError) {
    self.init()
    for (number, game) in games.enumerated() {
      if game.lastRandomPly != nil {
        throw CommandError("a stray move in game \(number + 1): generate games with strays=0")
      }
      for (index, ply) in game.plies.enumerated() {
        guard let score = ply.score else { continue }
        guard let result = game.result(forPly: index) else {
          throw CommandError("no result in game \(number + 1)")
        }
        add(score, result: Double(result))
      }
    }
  }
}
