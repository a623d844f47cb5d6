import GomokuRules

/// The known level openings, in which both colours have about equal chances: the first three stones
/// before a swap. The table for renju also tells how many fifth moves make an opening level.
enum LevelOpenings {
  /// The centistones by which a renju opening may be further from level than the most level one.
  private static let margin = 20

  /// Returns the next stones of the known openings that go on from `game`; empty if there are none.
  static func stones(in game: OpeningGame) -> [Point] {
    let placed = game.position.stones.map({ $0.point })
    guard placed.count + game.stonesInARow.count == 3 else { return [] }
    if game.rule.isRenju { return renjuStones(in: game, after: placed) }
    guard game.precedesSwap else { return [] }
    let (variant, size) = (game.position.variant, game.position.size)
    return Swap2.proposals(for: variant).indices
      .map { Swap2.proposal(for: variant, on: size, choice: $0) }
      .filter { $0.starts(with: placed) }.map { $0[placed.count] }
  }

  /// Returns the next stones of the openings of renju that are nearest to level.
  ///
  /// If a player will announce the number of fifth moves, any number may make an opening level.
  private static func renjuStones(in game: OpeningGame, after placed: [Point]) -> [Point] {
    let counts = game.fifthCounts ?? 1...1
    func distance(of opening: RenjuOpening) -> Int {
      counts.map { abs(value(of: opening, fifths: $0)) }.min() ?? 0
    }
    let ways = game.stonesInARow.reduce([[]] as [[Point]]) { ways, points in
      ways.flatMap { way in points.map { way + [$0] } }
    }
    let rated = ways.compactMap { way -> (stone: Point, distance: Int)? in
      RenjuOpening.opening(of: placed + way, on: game.position.size)
        .map { (way[0], distance(of: $0)) }
    }
    let most = RenjuOpening.all.map(distance).min() ?? 0
    // The stones of the other player may have led away from the most level openings.
    let limit = max(most + margin, rated.map({ $0.distance }).min() ?? 0)
    return rated.filter { $0.distance <= limit }.map({ $0.stone })
  }

  /// Returns the value of an opening for Black with this number of fifth moves, in centistones.
  static func value(of opening: RenjuOpening, fifths: Int) -> Int {
    let row = (opening.isDirect ? 0 : 13) + opening.number - 1
    return values[row][fifths - 1] - OpeningChoice.costOfChoice * (fifths - 1)
  }

  /// The values for Black of his twelve best fifth moves, in centistones. A row is an opening: the
  /// direct ones D1 to D13, then the indirect ones I1 to I13.
  ///
  /// The source is `tournaments/knowledge/openings.md`.
  static let values: [[Int]] = [
    [87, 49, 37, 36, 36, 23, 2, -3, -13, -26, -26, -44],
    [137, 100, 85, 78, 49, 44, 33, 29, 19, 3, -16, -22],
    [35, 25, 17, -5, -21, -21, -38, -81, -92, -98, -108, -140],
    [147, 97, 94, 61, 59, 55, 8, 0, -30, -34, -53, -104],
    [97, 88, 50, 47, 46, 35, 19, 8, 1, -21, -22, -33],
    [69, 48, 29, 24, -2, -10, -12, -17, -32, -51, -57, -90],
    [71, 66, 56, 29, -2, -26, -36, -44, -45, -56, -118, -121],
    [54, 46, 42, 25, -2, -20, -39, -46, -79, -104, -127, -127],
    [49, 46, 19, 1, -39, -68, -109, -120, -121, -130, -130, -206],
    [43, 42, 11, -20, -54, -71, -95, -103, -105, -109, -152, -157],
    [103, 75, -2, -63, -68, -77, -79, -85, -98, -131, -161, -161],
    [89, 29, 12, 5, -46, -57, -72, -101, -103, -105, -140, -157],
    [-19, -78, -85, -90, -128, -162, -183, -198, -200, -259, -270, -309],
    [19, -4, -52, -56, -64, -75, -81, -103, -117, -178, -182, -184],
    [113, 93, 88, 71, 65, 49, 31, -1, -4, -10, -18, -29],
    [77, 60, 37, 35, 27, 9, 6, -18, -18, -29, -30, -50],
    [95, 87, 79, 77, 40, 19, 17, 12, 1, -23, -43, -46],
    [53, 7, -4, -44, -57, -57, -57, -65, -65, -94, -101, -129],
    [54, 32, 29, 24, 16, -17, -24, -33, -48, -67, -69, -80],
    [113, 67, 65, 47, 43, 32, 7, -10, -12, -23, -32, -58],
    [93, 36, 15, 11, -2, -6, -13, -30, -43, -57, -61, -75],
    [91, 65, 35, 29, 3, -1, -4, -14, -36, -76, -99, -99],
    [74, 64, 5, 2, -2, -52, -74, -77, -82, -83, -85, -111],
    [49, 47, 18, -3, -30, -82, -95, -97, -114, -154, -157, -166],
    [85, 40, 32, 30, 7, -40, -102, -106, -119, -137, -158, -230],
    [-71, -76, -99, -121, -136, -156, -164, -189, -197, -227, -256, -292],
  ]
}
