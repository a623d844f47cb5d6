import GomokuRules
import LiuzhouRules

extension Variant {
  /// Creates the variant from its name in a game record, in the words of this or another program.
  ///
  /// A code of the Gomocup protocol is accepted too, except 2. The result is `nil` for an empty or
  /// unknown name.
  public init?(recordName text: some StringProtocol) {
    let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }
    guard !words.isEmpty else { return nil }
    if words.count == 1, let code = Int(words[0]) {
      // Programs disagree on the meaning of code 2.
      guard code != 2, let variant = Variant(gomocupCode: code) else { return nil }
      self = variant
      return
    }
    if let variant = Variant.named(words) ?? Variant.named(words.map(Variant.withoutNumber)) {
      self = variant
    } else if words.contains("renju") || words.contains("rif") {
      // The other words may be the name of an opening: `Renju (Taraguchi-10)`.
      self = .renju
    } else {
      return nil
    }
  }

  private static func named(_ words: [some StringProtocol]) -> Variant? {
    guard words.contains(where: { !$0.isEmpty }) else { return nil }
    return names[words.filter { !fillers.contains(String($0)) }.joined()]
  }

  /// Returns a word without the digits at its end; empty if it begins with a digit.
  ///
  /// A board's size or a number is thus removed, as in Gomocup's `Freestyle15_1` and in `15x15`.
  private static func withoutNumber(_ word: some StringProtocol) -> String {
    if word.first?.isNumber ?? false { return "" }
    return String(word.reversed().drop { $0.isNumber }.reversed())
  }

  /// The words that do not tell the variants apart, and are therefore ignored.
  private static let fillers: Set<String> = [
    "gomoku", "gobang", "rule", "rules", "game", "in", "a", "row", "only", "win", "wins", "stones",
    "swap", "swap2", "pro", "the",
  ]

  private static let names: [String: Variant] = [
    "": .freestyle, "freestyle": .freestyle, "free": .freestyle, "fastgame": .freestyle,
    "fiveormore": .freestyle,
    "五子棋": .freestyle, "无禁手": .freestyle, "無禁手": .freestyle, "自由": .freestyle,
    "standard": .standard, "exactfive": .standard, "exact5": .standard, "exactlyfive": .standard,
    "exactly5": .standard, "exact": .standard, "国标": .standard,
    "renju": .renju, "连珠": .renju, "連珠": .renju, "有禁手": .renju,
    "caro": .caro, "vietnamese": .caro, "exactcaro": .exactCaro, "caroexact": .exactCaro,
  ]
}

extension RuleSet {
  /// Creates the rules from their name in a game record: a rule text, which may follow the word
  /// `liuzhou`.
  public init(recordName text: String) throws(RuleSetError) {
    let words = text.split(whereSeparator: \.isWhitespace)
    let named = words.first?.lowercased() == "liuzhou" ? words.dropFirst() : words[...]
    try self.init(named.joined(separator: " "))
  }
}
