import Basics
import Gomocup
import GomokuRules

/// The game of a GTP session: a position, and the turns that lead to it.
///
/// Either colour may have any turn, as GTP allows. A turn is a stone or a pass.
struct GTPGame: Equatable, Sendable {
  struct Turn: Equatable, Sendable {
    let color: Color
    /// The point of the stone; `nil` for a pass.
    let point: Point?
  }

  private(set) var position = Position()
  private(set) var turns: [Turn] = []

  var size: BoardSize { position.size }
  var vertices: GTPVertices { GTPVertices(size: size) }

  /// The number of turns from which on passes are refused, which bounds the memory.
  static let mostTurns = 1_000

  mutating func start(_ size: BoardSize) {
    self = GTPGame(position: Position(size: size, variant: position.variant))
  }

  /// Changes the rules; the stones stay.
  mutating func adopt(_ variant: Variant) { position = position.under(variant) }

  /// Puts a stone of `color` on an empty point, whoever played the last stone.
  ///
  /// Accepts forbidden points and moves after the end, because graphical programs let users play
  /// them. These programs ignore errors: they would later take back a turn that the game lacks.
  mutating func play(_ color: Color, _ point: Point) throws(GTPError) {
    do { try position.place(color, on: point) } catch {
      throw GTPError("illegal move: \(vertices.text(point)) is occupied")
    }
    position.sideToMove = color.opponent
    turns.append(Turn(color: color, point: point))
  }

  /// Passes, also after the end of the game, when programs for Go record passes.
  ///
  /// Throws once there are `mostTurns` turns.
  mutating func pass(_ color: Color) throws(GTPError) {
    guard turns.count < GTPGame.mostTurns else { throw GTPError("illegal move: too many passes") }
    position.sideToMove = color.opponent
    turns.append(Turn(color: color, point: nil))
  }

  mutating func undo() throws(GTPError) {
    guard let last = turns.popLast() else { throw GTPError("cannot undo") }
    if let point = last.point { position.remove(point) }
    position.sideToMove = last.color
  }

  /// The result; `nil` while the game goes on. Black loses by a stone that renju forbids him.
  var outcome: Position.Outcome? {
    var replay = Position(size: size, variant: position.variant)
    for turn in turns {
      guard let point = turn.point else { continue }
      replay.sideToMove = turn.color
      if replay.forbiddance(of: point) != nil, replay.outcome == nil { return .win(.white) }
      _ = try? replay.place(turn.color, on: point)
    }
    return position.outcome
  }

  // MARK: Descriptions

  /// Returns the position with `color` to move as the entries of YXBOARD.
  ///
  /// The number of entries decides who is to move, so a pass may follow the stones.
  func entries(toMove color: Color) -> [BoardEntry] {
    var entries = position.stones.map {
      BoardEntry(point: $0.point, owner: $0.color == color ? .own : .opponent)
    }
    if entries.count.isMultiple(of: 2) != (color == .black) {
      entries.append(BoardEntry(point: nil, owner: .own))
    }
    return entries
  }

  /// Returns the position with `color` to move.
  func position(toMove color: Color) -> Position {
    var position = position
    position.sideToMove = color
    return position
  }

  /// The rows from the top: X for black stones, O for white ones, and a dot for each empty point.
  var rows: [String] {
    (0..<size.height).map { y in
      (0..<size.width).map { x in
        switch position.color(at: Point(x: x, y: y)) {
        case .black: "X"
        case .white: "O"
        case nil: "."
        }
      }.joined(separator: " ")
    }
  }

  /// The board as text for people.
  var diagram: [String] {
    let letters = GTPVertices.letters.prefix(size.width).map { String($0) }
      .joined(separator: " ")
    let numbered = rows.enumerated().map { y, row in
      let number = String(size.height - y)
      return number.padded(to: 2, left: true) + " " + row + " " + number
    }
    let legend = "\(position.variant), \(position.sideToMove) to move, X black, O white"
    return [""] + ["   " + letters] + numbered + ["   " + letters, legend]
  }

  /// The result as GTP's `final_score` names it; `nil` before the end.
  var score: String? {
    switch outcome {
    case .win(.black): "B+1"
    case .win(.white): "W+1"
    case .draw: "0"
    case nil: nil
    }
  }
}
