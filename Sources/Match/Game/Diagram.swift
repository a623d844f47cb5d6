import Basics
import GomokuRules
import LiuzhouRules

extension GameState {
  /// The board as text: X for Black, O for White, a period for an empty point.
  ///
  /// Dead stones of Liuzhou chess (六洲棋) are in lower case.
  package var diagram: String {
    switch self {
    case .gomoku(let position):
      let rows = (0..<position.size.height).map { y in
        let cells = (0..<position.size.width).map { x -> Character? in
          position.color(at: GomokuRules.Point(x: x, y: y)).map { $0 == .black ? "X" : "O" }
        }
        return GameState.row("\(y + 1)".padded(to: 2, left: true), cells)
      }
      return ([GameState.files(position.size.width, indent: 3)] + rows).joined(separator: "\n")
    case .liuzhou(let game):
      let rows = (0..<6).reversed().map { rank in
        let cells = (0..<6).map { file in
          LiuzhouRules.Point(file: file, rank: rank).flatMap(game.position.letter(at:))
        }
        return GameState.row("\(rank + 1)", cells)
      }
      return (rows + [GameState.files(6, indent: 2)]).joined(separator: "\n")
    }
  }

  private static func row(_ label: String, _ cells: [Character?]) -> String {
    ([label] + cells.map { String($0 ?? ".") }).joined(separator: " ")
  }

  /// Returns the row of file letters.
  private static func files(_ count: Int, indent: Int) -> String {
    let letters = "abcdefghijklmnopqrstuvwxyz".prefix(count).map(String.init)
    return String(repeating: " ", count: indent) + letters.joined(separator: " ")
  }
}
