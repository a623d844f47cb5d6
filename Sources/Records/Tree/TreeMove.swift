import Basics
import GomokuRules
import LiuzhouRules

/// A move of a record, with the colour of the player who made it.
public struct TreeMove: Hashable, Sendable {
  public enum Action: Hashable, Sendable {
    /// A stone of gomoku.
    case stone(GomokuRules.Point)
    /// A pass of gomoku.
    case pass
    /// A turn of Liuzhou chess (六洲棋).
    case turn(Turn)
  }

  public var color: Color
  public var action: Action

  public init(_ color: Color, _ action: Action) { (self.color, self.action) = (color, action) }

  /// The point of a stone of gomoku; `nil` for other moves.
  public var point: GomokuRules.Point? {
    if case .stone(let point) = action { point } else { nil }
  }
}

extension TreeMove: CustomStringConvertible {
  /// The move as text: `h8`, `pass` or a turn such as `c3c4xb2`.
  public var description: String {
    switch action {
    case .stone(let point): point.description
    case .pass: "pass"
    case .turn(let turn): turn.description
    }
  }
}
