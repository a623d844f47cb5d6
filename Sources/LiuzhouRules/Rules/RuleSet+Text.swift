/// The reason why a text is not a rule set. The description names the switch.
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
      "unknown rules \(name), known are \(RuleSet.presets.map(\.name).joined(separator: ", "))"
    case .unknownSwitch(let name): "unknown switch \(name)"
    case .badValue(let name, let value, let allowed): "\(name) cannot be \(value), only \(allowed)"
    case .repeated(let name): "\(name) is given twice"
    }
  }
}

extension RuleSet {
  /// Reads `[PRESET] [SWITCH=VALUE …]`, separated by spaces, in any case. An empty text is
  /// `fengyang`.
  public init(_ text: some StringProtocol) throws(RuleSetError) {
    var words = text.lowercased().split(whereSeparator: \.isWhitespace)[...]
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
  /// The name of the preset, or `fengyang` with the switches that differ from it.
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
  /// Sets the value and returns `true`, or returns `false` if the text is no valid value.
  let write: (inout RuleSet, Substring) -> Bool

  /// All switches, in the order in which rule texts are written.
  static var all: [Switch] {
    [
      choice("count", \.count), choice("protect", \.protection), choice("blocked", \.blocked),
      choice("force-first", \.forceFirst), choice("mover", \.mover),
      number("lose-at", \.loseAt, 0...17), number("fly-at", \.flyAt, 0...18),
      number("quiet", \.quiet, 1...1000), number("square", \.square, 0...9),
      number("diag3", \.diagonal3, 0...9), number("diag4", \.diagonal4, 0...9),
      number("diag5", \.diagonal5, 0...9), number("diag6", \.diagonal6, 0...9),
      number("six", \.six, 0...9), number("edge-six", \.edgeSix, 0...9),
    ]
  }

  private static func choice<Value: RawRepresentable<String> & CaseIterable>(
    _ name: String, _ path: WritableKeyPath<RuleSet, Value>
  ) -> Switch {
    Switch(
      name: name, allowed: Value.allCases.map(\.rawValue).joined(separator: "|"),
      read: { $0[keyPath: path].rawValue },
      write: { rules, text in
        guard let value = Value(rawValue: String(text)) else { return false }
        rules[keyPath: path] = value
        return true
      })
  }

  private static func number(
    _ name: String, _ path: WritableKeyPath<RuleSet, Int>, _ range: ClosedRange<Int>
  ) -> Switch {
    Switch(
      name: name, allowed: "\(range.lowerBound) to \(range.upperBound)",
      read: { String($0[keyPath: path]) },
      write: { rules, text in
        guard text.first?.isNumber == true, let value = Int(text), range ~= value else {
          return false
        }
        rules[keyPath: path] = value
        return true
      })
  }
}
