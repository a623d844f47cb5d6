/// The ranges of the laboratories' numbers: far beyond any use, and safe to add and multiply.
public enum LabBounds {
  public static let seed = 0...Int.max
  public static let flag = 0...1
  /// Games, pairs, rounds, samples.
  public static let count = 0...1_000_000_000
  public static let nodes = 1...1_000_000_000_000
  public static let milliseconds = 1...2_147_483_647
  public static let threads = 1...1024
  public static let depth = 0...64
  public static let plies = 0...1000
  public static let percent = 0...100
  public static let perMille = 1...1_000_000
  public static let perMillion = 1...1_000_000
  /// Centistones that odds grow e-fold in.
  public static let scale = 1...1_000_000
}

/// Options of a command line, `name=value` each.
public struct Options {
  /// What an option's value is.
  public enum Kind: Sendable {
    /// A whole number in a range.
    case number(ClosedRange<Int>)
    case text
  }

  /// What is wrong with a command line.
  public struct Failure: Error, Equatable, CustomStringConvertible {
    public let description: String
    public init(_ description: String) { self.description = description }
  }

  private var values: [Substring: Substring] = [:]

  /// - Parameter known: the options that there are.
  public init(_ arguments: some Sequence<String>, of known: [Substring: Kind]) throws(Failure) {
    for argument in arguments {
      let name = argument.prefix { $0 != "=" }
      guard let kind = known[name] else { throw Failure("no option '\(name)'") }
      let value = argument.dropFirst(name.count + 1)
      switch kind {
      case .number(let range) where Int(value).map(range.contains) != true:
        throw Failure("\(name)=N, a whole number in \(range), not '\(argument)'")
      case .text where value.isEmpty: throw Failure("\(name)=VALUE, not '\(argument)'")
      default:
        guard values.updateValue(value, forKey: name) == nil else {
          throw Failure("\(name) is given twice")
        }
      }
    }
  }

  /// The same arguments with `--name value` as `name=value`, and a word by itself as the operand's value.
  static func plain(
    _ arguments: some Sequence<String>, operand: Substring?
  ) throws(Failure) -> [String] {
    var plain: [String] = []
    var name: Substring?
    for argument in arguments {
      if let option = name {
        plain.append("\(option)=\(argument)")
        name = nil
      } else if argument.hasPrefix("--"), !argument.contains("=") {
        name = argument.dropFirst(2)
      } else if argument.hasPrefix("--") {
        plain.append(String(argument.dropFirst(2)))
      } else if let operand, !argument.contains("=") {
        plain.append("\(operand)=\(argument)")
      } else {
        plain.append(argument)
      }
    }
    if let name { throw Failure("--\(name) VALUE") }
    return plain
  }

  public func number(_ name: Substring) -> Int? { values[name].flatMap { Int($0) } }
  public func text(_ name: Substring) -> String? { values[name].map(String.init) }
}
