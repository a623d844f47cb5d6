import GomokuRules

extension Variant {
  /// The centistones of a search's score that multiply the odds of winning by e.
  ///
  /// Fitted to the engine's games against itself at 4,000 nodes a move, without random moves
  /// (`gomoku-lab generate … strays=0`, `calibrate`).
  public var winScale: Double {
    switch self {
    case .freestyle: 150
    case .standard: 155
    case .renju: 125
    case .caro: 190
    case .exactCaro: 190
    }
  }
}
