import GomokuRules
import LiuzhouRules

extension Variant {
  /// Creates the variant from its name in a game record, in the words of this or another program.
  ///
  /// A code of the Gomocup protocol is accepted too. The result is `nil` for an unknown name.
  public init?(recordName text: some StringProtocol) {
    let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }
    guard !words.isEmpty else { return nil }
    if words.count == 1, let code = Int(words[0]) {
      // Programs disagree on the meaning of code 2.
      guard code != 2, let variant = Variant(gomocupCode: code) else { return nil }
      self = variant
      return
    }
    let name = words.filter { !Variant.fillers.contains(String($0)) }.joined()
    if let variant = Variant.names[name] {
      self = variant
    } else if words.contains("renju") || words.contains("rif") {
      // All words after `renju` are the name of an opening: `Renju (Taraguchi-10)`.
      self = .renju
    } else {
      return nil
    }
  }

  /// The words that are in the names of several variants, and are therefore ignored.
  private static let fillers: Set<String> = [
    "gomoku", "gobang", "rule", "rules", "game", "in", "a", "row", "only", "win", "wins", "stones",
    "swap", "swap2", "pro", "the",
  ]

  private static let names: [String: Variant] = [
    "": .freestyle, "freestyle": .freestyle, "free": .freestyle, "fiveormore": .freestyle,
    "五子棋": .freestyle, "无禁手": .freestyle, "無禁手": .freestyle,
    "standard": .standard, "exactfive": .standard, "exact5": .standard, "exactlyfive": .standard,
    "exactly5": .standard, "exact": .standard, "国标": .standard,
    "renju": .renju, "连珠": .renju, "連珠": .renju, "有禁手": .renju,
    "caro": .caro, "vietnamese": .caro, "exactcaro": .exactCaro, "caroexact": .exactCaro,
  ]
}

extension RuleSet {
  /// Creates the rules from their name in a game record, which may begin with `liuzhou`.
  public init(recordName text: String) throws(RuleSetError) {
    let words = text.split(whereSeparator: \.isWhitespace)
    let named = words.first?.lowercased() == "liuzhou" ? words.dropFirst() : words[...]
    try self.init(named.joined(separator: " "))
  }
}
