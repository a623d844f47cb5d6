/// An opening rule of renju or gomoku: who places the first stones where, and who plays Black.
///
/// Each rule is a table of steps, which `OpeningGame` interprets. RenjuNet (renju.net) is the site
/// of the Renju International Federation (RIF).
public enum OpeningRule: Hashable, Sendable {
  /// One of the 26 renju openings, a swap, White's fourth stone, and two fifth moves of Black.
  ///
  /// White takes one of the two. Source: RIF, The International Rules of Renju (1996, 1998), and
  /// Wikipedia, RIF opening rule.
  case rif
  /// The RIF rule with `count` fifth moves, chosen before the game (五手N打, *N* for the count).
  ///
  /// Source: Chinese descriptions of renju, where 五手两打 has two. In some Chinese tournaments the
  /// first player announces the number together with the opening: that is `yamaguchi`.
  case fifthMoves(count: Int)
  /// As `rif`, but the first player announces the number of fifth moves before the swap.
  ///
  /// Source: RenjuNet, Yamaguchi rule. Its text sets no limit; the limit here is `fifthCounts`.
  case yamaguchi
  /// As `rif`, but White announces one to eight fifth moves with his stone; a second swap follows.
  ///
  /// Source: Wikipedia, Soosõrv opening rule, with 8 for *N*.
  case soosyrv8
  /// Five stones in growing squares, with a swap after each; or ten fifth moves of Black.
  ///
  /// The squares have sides of 1, 3, 5, 7 and 9 points. The ten moves replace the fourth swap and
  /// all that follows it. Source: Wikipedia, Taraguchi opening rule, with 10 for *N*. Some programs
  /// also let the new Black offer ten moves after that swap; the text does not.
  case taraguchi10
  /// Five stones in growing squares, with a swap after each.
  ///
  /// Source: Wikipedia, Taraguchi opening rule, without the choice of ten fifth moves. A page of
  /// RenjuNet (An introduction of Taraguchi rule, 2008) says that the two rules differ in this
  /// alone.
  case tarannikov
  /// The first player's opening, then a white and a black stone of the second, then a swap.
  ///
  /// The fourth stone belongs in the central square of 7 x 7 points, the fifth in that of 9 x 9.
  /// The first player has Black unless he swaps. Source: RenjuNet, Super Sakata rule, without its
  /// repetition. Another description is the RIF rule with one fifth move in the square of 7 x 7,
  /// without a source.
  case sakata
  /// Three stones of the first player anywhere, then the second player's choice of colour.
  ///
  /// Source: Wikipedia, Gomoku. The old rule of renju with this name is another.
  case swap
  /// As `swap`, or the second player adds a white and a black stone, and the first chooses the
  /// colours.
  ///
  /// Source: Wikipedia, Gomoku.
  case swap2
  /// Black's first stone in the centre and his second outside the central square of 5 x 5 points.
  ///
  /// White's stone may be anywhere. Source: Wikipedia, Gomoku. Some clubs want White's stone beside
  /// Black's.
  case pro
  /// As `pro`, with Black's second stone outside the central square of 7 x 7 points.
  ///
  /// Source: Wikipedia, Gomoku.
  case longPro

  /// The allowed numbers of fifth moves in `fifthMoves` and `yamaguchi`.
  public static let fifthCounts = 1...12

  /// All rules but `fifthMoves`, whose name contains the number of fifth moves.
  public static let fixed: [OpeningRule] = [
    .rif, .taraguchi10, .soosyrv8, .yamaguchi, .sakata, .tarannikov, .swap, .swap2, .pro, .longPro,
  ]

  /// The names of all rules, separated by commas, for messages.
  public static var names: String {
    "five-N, " + fixed.map({ $0.description }).joined(separator: ", ")
  }

  /// True for the rules of renju, in which Black has forbidden points.
  public var isRenju: Bool {
    switch self {
    case .swap, .swap2, .pro, .longPro: false
    default: true
    }
  }

  /// Returns whether the rule can be played on a board of `size` under `variant`.
  ///
  /// A rule of renju needs the variant renju, and `fifthMoves` a number in `fifthCounts`.
  ///
  /// The central squares of the rules need nine points on each side; `swap` and `swap2` have no
  /// squares. On a board with an even side the centre is `BoardSize.center`.
  public func allows(_ size: BoardSize, _ variant: Variant) -> Bool {
    if case .fifthMoves(let count) = self, !OpeningRule.fifthCounts.contains(count) { return false }
    return min(size.width, size.height) >= smallestSide && (variant == .renju || !isRenju)
  }

  /// The least width and height of the board.
  public var smallestSide: Int {
    self == .swap || self == .swap2 ? BoardSize.sides.lowerBound : 9
  }
}

extension OpeningRule: CustomStringConvertible {
  /// The name in commands and files, such as `taraguchi-10` or `five-3`.
  public var description: String {
    switch self {
    case .rif: "rif"
    case .fifthMoves(let count): "five-\(count)"
    case .yamaguchi: "yamaguchi"
    case .soosyrv8: "soosyrv-8"
    case .taraguchi10: "taraguchi-10"
    case .tarannikov: "tarannikov"
    case .sakata: "sakata"
    case .swap: "swap"
    case .swap2: "swap2"
    case .pro: "pro"
    case .longPro: "long-pro"
    }
  }

  /// Creates the rule with this name; `nil` for any other text.
  public init?(_ name: some StringProtocol) {
    let rules = OpeningRule.fixed + OpeningRule.fifthCounts.map { .fifthMoves(count: $0) }
    guard let rule = rules.first(where: { $0.description == name }) else { return nil }
    self = rule
  }
}
