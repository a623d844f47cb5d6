import Basics

/// One of the 26 openings of renju: the pattern of the first three stones.
///
/// The first stone is in the centre, the second beside it, the third at most two lines away. In a
/// direct opening the first two are neighbours on a row or column, in an indirect one diagonally.
/// Source: Wikipedia, Renju opening pattern; the names are the Japanese ones.
public struct RenjuOpening: Hashable, Sendable {
  public let isDirect: Bool
  /// The number from 1 to 13.
  public let number: Int
  /// The Japanese name in Latin letters, such as `Kagetsu`.
  public let name: String
  /// The name in Japanese characters, such as 花月.
  public let characters: String
  /// The number of columns from the first stone to the third; negative if the third is to the left.
  let x: Int
  /// The number of rows from the first stone to the third; negative if the third is above.
  let y: Int

  /// The short name: `D4` for the fourth direct opening, `I7` for the seventh indirect one.
  public var code: String { (isDirect ? "D" : "I") + String(number) }

  /// All openings: D1 to D13, then I1 to I13.
  public static let all: [RenjuOpening] =
    openings(
      isDirect: true,
      [
        ("Kansei", "寒星", 0, -2), ("Keigetsu", "渓月", 1, -2), ("Sosei", "疎星", 2, -2),
        ("Kagetsu", "花月", 1, -1), ("Zangetsu", "残月", 2, -1), ("Ugetsu", "雨月", 1, 0),
        ("Kinsei", "金星", 2, 0), ("Shogetsu", "松月", 0, 1), ("Kyugetsu", "丘月", 1, 1),
        ("Shingetsu", "新月", 2, 1), ("Zuisei", "瑞星", 0, 2), ("Sangetsu", "山月", 1, 2),
        ("Yusei", "遊星", 2, 2),
      ])
    + openings(
      isDirect: false,
      [
        ("Chosei", "長星", 2, -2), ("Kyogetsu", "峡月", 2, -1), ("Kosei", "恒星", 2, 0),
        ("Suigetsu", "水月", 2, 1), ("Ryusei", "流星", 2, 2), ("Ungetsu", "雲月", 1, 0),
        ("Hogetsu", "浦月", 1, 1), ("Rangetsu", "嵐月", 1, 2), ("Gingetsu", "銀月", 0, 1),
        ("Myojo", "明星", 0, 2), ("Shagetsu", "斜月", -1, 1), ("Meigetsu", "名月", -1, 2),
        ("Suisei", "彗星", -2, 2),
      ])

  /// Returns the openings of a table with the offsets of the third stone.
  ///
  /// The second stone lies above the first, or diagonally above to its right.
  private static func openings(
    isDirect: Bool, _ rows: [(name: String, characters: String, x: Int, y: Int)]
  ) -> [RenjuOpening] {
    rows.enumerated().map { index, row in
      RenjuOpening(
        isDirect: isDirect, number: index + 1, name: row.name, characters: row.characters,
        x: row.x, y: row.y)
    }
  }

  /// Returns the opening whose stones, under a symmetry about the centre, are the first three
  /// `points`.
  ///
  /// The result is `nil` if there are fewer points, if the first is not in the centre, or if
  /// another is too far away.
  public static func opening(of points: [Point], on size: BoardSize) -> RenjuOpening? {
    guard points.count >= 3, points[0] == size.center else { return nil }
    for symmetry in Symmetry.ofSquare {
      let second = offset(of: points[1], on: size, symmetry)
      let third = offset(of: points[2], on: size, symmetry)
      guard second.y == -1, 0...1 ~= second.x else { continue }
      if let opening = all.first(where: {
        $0.isDirect == (second.x == 0) && $0.x == third.x && $0.y == third.y
      }) {
        return opening
      }
    }
    return nil
  }

  /// Returns the columns and rows from the centre to `point`, turned by a symmetry about the
  /// centre.
  private static func offset(
    of point: Point, on size: BoardSize, _ symmetry: Symmetry
  ) -> (x: Int, y: Int) {
    symmetry.turned(x: point.x - size.center.x, y: point.y - size.center.y)
  }
}
