import Basics
import GomokuRules

/// The names of rules, as this engine and gomoku engines derived from KataGo write them.
enum GTPRules {
  private static let key = "basicrule"

  /// Reads a name in either case, or a JSON object with the name; returns `nil` for other texts.
  static func variant(_ text: String) -> Variant? {
    var name = text
    if text.hasPrefix("{") {
      guard let rule = (try? JSON(parsing: text))?[key]?.string else { return nil }
      name = rule
    }
    return Variant(rawValue: name.lowercased())
  }

  static func json(_ variant: Variant) -> String {
    JSON.object([JSON.Member(key, .string(variant.rawValue.uppercased()))]).description
  }
}
