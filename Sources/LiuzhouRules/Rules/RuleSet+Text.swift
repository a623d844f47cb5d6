/// The reason why a text is not a rule set. The description names the preset or switch at fault.
public enum RuleSetError: Error, Equatable, Sendable {
  case unknownPreset(String)
  case unknownSwitch(String)
  case badValue(switch: String, value: String, allowed: String)
  case repeated(String)
}

extension RuleSetError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownPreset(let name):
      "unknown rules \(name), known are \(RuleSet.presets.map({ $0.name }).joined(separator: ", "))"
    case .unknownSwitch(let name): "unknown switch \(name)"
    case .badValue(let name, let value, let allowed): "\(name) cannot be \(value), only \(allowed)"
    case .repeated(let name): "\(name) is given twice"
    }
  }
}

extension RuleSet {
  /// Parses `[PRESET] [SWITCH=VALUE …]` in either case. An empty text is `fengyang`.
  public init(_ text: some StringProtocol) throws(RuleSetError) {
    var words = text.lowercased().split(whereSeparator: { $0.isWhitespace })[...]
    self = .fengyang
    if let name = words.first, !name.contains("=") {
      guard let preset = RuleSet.presets.first(where: { $0.name == name }) else {
        throw .unknownPreset(String(name))
      }
      self = preset.rules
      words = words.dropFirst()
    }
    var seen: Set<Substring> = []
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let option = Switch.all.first(where: { $0.name == parts[0] }) else {
        throw .unknownSwitch(String(parts[0]))
      }
      guard seen.insert(parts[0]).inserted else { throw .repeated(option.name) }
      guard option.write(&self, parts[1]) else {
        throw .badValue(switch: option.name, value: String(parts[1]), allowed: option.allowed)
      }
    }
  }
}

extension RuleSet: CustomStringConvertible {
  /// The name of the preset; for other rules `fengyang` and the switches that differ from it.
  public var description: String {
    if let preset = RuleSet.presets.first(where: { $0.rules == self }) { return preset.name }
    let differing = Switch.all.filter { $0.read(self) != $0.read(.fengyang) }
    return (["fengyang"] + differing.map { "\($0.name)=\($0.read(self))" }).joined(separator: " ")
  }
}

/// The text form of one switch of the rules.
private struct Switch {
  let name: String
  /// The valid values, for the error message.
  let allowed: String
  let read: (RuleSet) -> String
  /// Sets the value and returns true; returns false if the text is no valid value.
  let write: (inout RuleSet, Substring) -> Bool

  /// All switches, in the order in which rule texts are written.
  static var all: [Switch] {
    [
      choice("count") { $1(&$0.count) },
      choice("protect") { $1(&$0.protection) },
      choice("blocked") { $1(&$0.blocked) },
      choice("force-first") { $1(&$0.forceFirst) },
      choice("mover") { $1(&$0.mover) },
      number("lose-at", 0...17) { $1(&$0.loseAt) },
      number("fly-at", 0...18) { $1(&$0.flyAt) },
      number("quiet", 1...1000) { $1(&$0.quiet) },
      choice("repetition") { $1(&$0.repetition) },
      number("length", 0...1000) { $1(&$0.length) },
      number("square", 0...9) { $1(&$0.square) },
      number("diag3", 0...9) { $1(&$0.diagonal3) },
      number("diag4", 0...9) { $1(&$0.diagonal4) },
      number("diag5", 0...9) { $1(&$0.diagonal5) },
      number("diag6", 0...9) { $1(&$0.diagonal6) },
      number("six", 0...9) { $1(&$0.six) },
      number("edge-six", 0...9) { $1(&$0.edgeSix) },
    ]
  }

  /// A function that passes the value of a switch to a closure, which reads or changes the value.
  private typealias Access<Value> = (inout RuleSet, (inout Value) -> Void) -> Void

  private static func choice<Value: RawRepresentable<String> & CaseIterable>(
    _ name: String, _ access: @escaping Access<Value>
  ) -> Switch {
    make(
      name, allowed: Value.allCases.map({ $0.rawValue }).joined(separator: "|"), access,
      text: { $0.rawValue }, value: { Value(rawValue: String($0)) })
  }

  private static func number(
    _ name: String, _ range: ClosedRange<Int>, _ access: @escaping Access<Int>
  ) -> Switch {
    make(
      name, allowed: "\(range.lowerBound) to \(range.upperBound)", access, text: { String($0) },
      value: { text in
        guard text.first?.isNumber == true, let value = Int(text), range ~= value else {
          return nil
        }
        return value
      })
  }

  private static func make<Value>(
    _ name: String, allowed: String, _ access: @escaping Access<Value>,
    text: @escaping (Value) -> String, value: @escaping (Substring) -> Value?
  ) -> Switch {
    Switch(
      name: name, allowed: allowed,
      read: { rules in
        var (copy, found) = (rules, "")
        access(&copy) { found = text($0) }
        return found
      },
      write: { rules, word in
        guard let new = value(word) else { return false }
        access(&rules) { $0 = new }
        return true
      })
  }
}
