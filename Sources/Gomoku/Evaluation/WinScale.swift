extension Variant {
  /// The centistones of a search's score by which the odds of winning grow e-fold.
  ///
  /// From the engine's games against itself at 4,000 nodes a move (`gomoku-lab calibrate`).
  public var winScale: Double {
    switch self {
    case .freestyle: 95
    case .standard, .renju: 90
    case .caro: 100
    case .exactCaro: 110
    }
  }
}
