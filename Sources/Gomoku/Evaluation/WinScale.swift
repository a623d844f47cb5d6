import GomokuRules

extension Variant {
  /// The number of centistones of a search score by which the odds of winning grow e-fold.
  ///
  /// It is fitted to the engine's games against itself at 4,000 nodes a move, without random moves
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
