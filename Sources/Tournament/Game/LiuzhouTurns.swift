import Liuzhou

/// Liuzhou chess in the words of the referee: turns as text.
enum LiuzhouTurns {
  /// The turn as the protocol writes it, or `nil` if `text` is none.
  static func normalized(_ text: String) -> String? {
    (try? Turn(text)).map(\.description)
  }

  /// The image of a turn under a symmetry of the board.
  static func image(of text: String, under symmetry: Symmetry) -> String {
    guard let turn = try? Turn(text) else { return text }
    func image(_ point: Point) -> Point {
      let x = symmetry.code & 1 == 0 ? point.file : 5 - point.file
      let y = symmetry.code & 2 == 0 ? point.rank : 5 - point.rank
      return Point(file: symmetry.code & 4 == 0 ? x : y, rank: symmetry.code & 4 == 0 ? y : x)
        ?? point
    }
    let action: Turn.Action =
      switch turn.action {
      case .place(let point): .place(image(point))
      case .slide(let from, let to): .slide(from: image(from), to: image(to))
      default: turn.action
      }
    return Turn(action, capturing: PointSet(turn.captured.map(image))).description
  }
}

extension Game {
  /// Plays the turn written as `text`.
  mutating func play(text: String) throws(GameState.IllegalMove) {
    do {
      try play(Turn(text))
    } catch {
      throw GameState.IllegalMove(description: "\(error)")
    }
  }

  /// A random legal turn, or `nil` once the game is over.
  func randomTurn(from source: inout RandomSource) -> String? {
    let turns = legalTurns
    return turns.isEmpty ? nil : turns[source.number(below: turns.count)].description
  }

  var result: GameState.Result? {
    outcome.map { outcome in
      outcome.winner.map { .win($0 == .black ? .black : .white) } ?? .draw
    }
  }

  var endReason: EndReason {
    switch outcome?.reason {
    case .fewStones?: .fewStones
    case .blocked?: .blocked
    case .quiet?: .quiet
    case .repetition?, nil: .repetition
    }
  }

  /// The board in characters: X and O live, x and o dead.
  var diagram: String {
    let rows = (0..<6).reversed().map { rank in
      let cells = (0..<6).map { file in
        Point(file: file, rank: rank).flatMap(position.letter(at:)).map { String($0) } ?? "."
      }
      return "\(rank + 1) " + cells.joined(separator: " ")
    }
    return (rows + ["  a b c d e f"]).joined(separator: "\n")
  }
}
