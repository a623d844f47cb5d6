/// The result of a position with best play, for the side to move.
enum EndgameValue: Equatable, CustomStringConvertible {
  case win(inPlies: Int)
  case loss(inPlies: Int)
  case draw

  /// The value in the notation of scores: `+M5`, `-M4` or `draw`.
  var description: String {
    switch self {
    case .win(let plies): "+M\(plies)"
    case .loss(let plies): "-M\(plies)"
    case .draw: "draw"
    }
  }

  /// Decodes a byte of `EndgameTable`: 0 for a draw, odd plies for a win, even ones for a loss.
  init(_ byte: UInt8) {
    self =
      byte == 0 ? .draw : byte % 2 == 1 ? .win(inPlies: Int(byte)) : .loss(inPlies: Int(byte))
  }
}
