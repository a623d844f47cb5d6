import Basics
import GomokuRules

/// The names of rules, as this engine and gomoku engines derived from KataGo write them.
enum GTPRules {
  private static let key = "basicrule"
  /// The optional rules of KataGo's descendants that this engine does not play, each with the value
  /// that switches the rule off.
  private static let others: [(key: String, none: JSON)] = [
    ("maxmoves", .int(0)), ("vcnrule", .string("NOVC")), ("firstpasswin", .bool(false)),
  ]

  /// Reads a rule's name in upper or lower case, or a JSON object with the name.
  ///
  /// Throws if the name is missing or unknown, or if a rule of `others` is switched on.
  static func variant(_ text: String) throws(GTPError) -> Variant {
    var name = text
    if text.hasPrefix("{"), let rules = try? JSON(parsing: text) {
      for other in others where rules[other.key].map({ $0 != other.none }) ?? false {
        throw GTPError("the rule \(other.key) is not played here")
      }
      name = rules[key]?.string ?? ""
    }
    guard let variant = Variant(rawValue: name.lowercased()) else {
      let known = Variant.allCases.map { $0.description }.joined(separator: ", ")
      throw GTPError("unknown rules, known are \(known)")
    }
    return variant
  }

  static func json(_ variant: Variant) -> String {
    JSON.object([JSON.Member(key, .string(variant.rawValue.uppercased()))]).description
  }
}
