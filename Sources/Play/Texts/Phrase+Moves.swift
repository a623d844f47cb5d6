import Gomocup
import Records

extension Phrase.Format.StringInterpolation {
  /// Appends a move; a point is later shown in the user's numbering of rows.
  mutating func appendInterpolation(_ move: Move) {
    if case .point(let point) = move {
      appendInterpolation(point)
    } else {
      appendInterpolation(move.description)
    }
  }
}
