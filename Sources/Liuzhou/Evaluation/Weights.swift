extension Evaluation {
  /// Weights in sixteenths of a centistone: a row a stage, the side to move's measures in the order
  /// of `Feature`, then the opponent's, then the turn.
  static let tunedWeights: [Int32] = guessedWeights

  /// A first guess, from which tuning starts.
  private static let guessedWeights: [Int32] = Stage.allCases.flatMap { stage in
    let own = Feature.allCases.map { guess($0, in: stage, isToMove: true) }
    let other = Feature.allCases.map { -guess($0, in: stage, isToMove: false) }
    return own + other + [80]
  }

  private static func guess(_ feature: Feature, in stage: Stage, isToMove: Bool) -> Int32 {
    let placing = stage == .earlyPlacing || stage == .latePlacing
    let centistones: Int32 =
      switch feature {
      case .stones: 100
      case .shortage: -30
      case .slides: 3
      case .cramped: placing ? 0 : -30
      case .freeSlides: 4
      case .formed: 8
      case .bestSlide: placing ? 20 : isToMove ? 60 : 40
      case .earningSlides: 10
      case .runner: 50
      case .pluggedRunner: 15
      case .shuttle: 80
      case .doors: 8
      case .openSquares: 12
      case .stoppedSquares: 3
      case .halfSquares: 4
      case .squares: 15
      case .lines: 15
      case .openLines: 8
      case .halfLines: 3
      case .bestPlacement: isToMove ? 70 : 30
      case .earningPlacements: 10
      }
    return centistones * 16
  }
}
