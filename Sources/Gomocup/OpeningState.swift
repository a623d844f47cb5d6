import GomokuRules

/// The state of an opening, which lets a program conduct the opening without knowing its rule.
public struct OpeningState: Equatable, Sendable {
  /// The player who has to act; `nil` once the opening is over.
  public var actor: OpeningPlayer?
  /// The player who has Black now.
  public var blackPlayer: OpeningPlayer
  /// The number of stones on the board.
  public var stoneCount: Int
  /// The actions that are allowed now.
  public var options: [OpeningOption]

  public init(
    actor: OpeningPlayer?, blackPlayer: OpeningPlayer, stoneCount: Int, options: [OpeningOption]
  ) {
    self.actor = actor
    self.blackPlayer = blackPlayer
    self.stoneCount = stoneCount
    self.options = options
  }

  package init(_ game: OpeningGame) {
    self.init(
      actor: game.actor, blackPlayer: game.blackPlayer, stoneCount: game.position.stones.count,
      options: game.options)
  }
}

extension OpeningState {
  /// The state as words, such as `second first 3 swap stay`.
  ///
  /// The words are the player to act (or `over`), the player who has Black, the number of stones,
  /// and the options.
  var text: String {
    let head = [
      actor.map(OpeningState.name) ?? GomocupReply.overWord, OpeningState.name(blackPlayer),
      "\(stoneCount)",
    ]
    return (head + options.flatMap(OpeningState.words)).joined(separator: " ")
  }

  private static func name(_ player: OpeningPlayer) -> String {
    player == .first ? "first" : "second"
  }

  private static func words(_ option: OpeningOption) -> [String] {
    switch option {
    case .place(let points): [list(points)]
    case .swapOrStay: ["swap", "stay"]
    case .announce(let numbers): ["fifths", "\(numbers.lowerBound)-\(numbers.upperBound)"]
    case .offer(let count, let points): ["offer", "\(count)", list(points)]
    case .take(let points): ["take", list(points)]
    }
  }

  private static func list(_ points: [Point]) -> String {
    points.map({ $0.description }).joined(separator: ",")
  }

  /// Reads the words that `text` writes; `nil` for anything else.
  init?(_ words: ArraySlice<Substring>) {
    var rest = words
    guard let actor = rest.popFirst().flatMap(OpeningState.turn),
      case let blackPlayer?? = rest.popFirst().flatMap(OpeningState.turn),
      let stoneCount = rest.popFirst().flatMap({ Int($0) })
    else { return nil }
    var options: [OpeningOption] = []
    while let word = rest.popFirst() {
      guard let option = OpeningState.option(word, &rest) else { return nil }
      options.append(option)
    }
    self.init(actor: actor, blackPlayer: blackPlayer, stoneCount: stoneCount, options: options)
  }

  /// Reads the player who has to act: `.some(nil)` if the opening is over, `nil` for other words.
  private static func turn(_ word: Substring) -> OpeningPlayer?? {
    if word == GomocupReply.overWord { return .some(nil) }
    return OpeningPlayer.allCases.first { name($0) == word }.map { .some($0) }
  }

  private static func option(
    _ word: Substring, _ rest: inout ArraySlice<Substring>
  ) -> OpeningOption? {
    switch word {
    case "swap": return rest.popFirst() == "stay" ? .swapOrStay : nil
    case "fifths":
      let ends = rest.popFirst()?.split(separator: "-").compactMap { Int($0) } ?? []
      return ends.count == 2 && ends[0] <= ends[1] ? .announce(ends[0]...ends[1]) : nil
    case "offer":
      guard let count = rest.popFirst().flatMap({ Int($0) }) else { return nil }
      return rest.popFirst().flatMap(points).map { .offer(count: count, from: $0) }
    case "take": return rest.popFirst().flatMap(points).map(OpeningOption.take)
    default: return points(word).map(OpeningOption.place)
    }
  }

  private static func points(_ word: Substring) -> [Point]? {
    let points = word.split(separator: ",", omittingEmptySubsequences: false).map { Point($0) }
    return points.contains(nil) ? nil : points.compactMap { $0 }
  }
}
