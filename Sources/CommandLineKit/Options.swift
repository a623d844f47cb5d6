/// The valid ranges of numeric options: wider than any sensible use, yet safe to add and multiply.
public enum OptionRanges {
  public static let flag = 0...1
  /// A number of games, pairs, rounds or samples.
  public static let count = 0...1_000_000_000
  public static let nodes = 1...1_000_000_000_000
  public static let milliseconds = 1...2_147_483_647

  /// Returns the range of an option that has the same meaning in every command.
  ///
  /// The range is `count` for a name that is not listed here.
  public static func usual(_ name: Substring) -> ClosedRange<Int> {
    switch name {
    case "seed": 0...Int.max
    case "threads", "workers": 1...1024
    case "nodes", "decisive", "clock": nodes
    case "share", "foresight": 0...100
    case "scale", "rate", "gain": 1...1_000_000
    case "depth": 0...64
    case "opening", "plies": 0...1000
    case "turn": milliseconds
    default: count
    }
  }
}

/// The options of a command line, each written `name=value`.
public struct Options {
  /// The type of an option's value.
  public enum Kind: Sendable {
    /// A whole number in a range.
    case number(ClosedRange<Int>)
    case text
  }

  private var values: [Substring: Substring] = [:]

  /// Parses `arguments`; throws for an unknown or repeated option and for an invalid value.
  ///
  /// - Parameter known: the names and types of the valid options.
  public init(_ arguments: some Sequence<String>, of known: [Substring: Kind]) throws(CommandError)
  {
    for argument in arguments {
      let name = argument.prefix { $0 != "=" }
      guard let kind = known[name] else { throw CommandError("no option '\(name)'") }
      let value = argument.dropFirst(name.count + 1)
      switch kind {
      case .number(let range) where Int(value).map(range.contains) != true:
        throw CommandError("\(name)=N, a whole number in \(range), not '\(argument)'")
      case .text where value.isEmpty: throw CommandError("\(name)=VALUE, not '\(argument)'")
      default:
        guard values.updateValue(value, forKey: name) == nil else {
          throw CommandError("\(name) is given twice")
        }
      }
    }
  }

  /// Returns `arguments` in the form `name=value`.
  ///
  /// `--name value` and `--name=value` become `name=value`. Another word without `=` becomes the
  /// value of the option `operand`; without an operand it stays.
  ///
  /// - Throws: an error if the last option has no value.
  public static func normalised(
    _ arguments: some Sequence<String>, operand: Substring?
  ) throws(CommandError) -> [String] {
    var normalised: [String] = []
    var name: Substring?
    for argument in arguments {
      if let option = name {
        normalised.append("\(option)=\(argument)")
        name = nil
      } else if argument.hasPrefix("--"), !argument.contains("=") {
        name = argument.dropFirst(2)
      } else if argument.hasPrefix("--") {
        normalised.append(String(argument.dropFirst(2)))
      } else if let operand, !argument.contains("=") {
        normalised.append("\(operand)=\(argument)")
      } else {
        normalised.append(argument)
      }
    }
    if let name { throw CommandError("--\(name) VALUE") }
    return normalised
  }

  public func number(_ name: Substring) -> Int? { values[name].flatMap { Int($0) } }
  public func text(_ name: Substring) -> String? { values[name].map(String.init) }

  /// Returns the number of an option; `usual` if the option is not given.
  public func number<Number: BinaryInteger>(_ name: Substring, or usual: Number) -> Number {
    number(name).map { Number($0) } ?? usual
  }

  /// Returns the number of an option divided by `unit`; `usual` if the option is not given.
  public func float(_ name: Substring, per unit: Float = 1, or usual: Float) -> Float {
    number(name).map { Float($0) / unit } ?? usual
  }

  public var seed: UInt64 { number("seed", or: 1) }
  public var threads: Int { number("threads", or: 1) }
}
