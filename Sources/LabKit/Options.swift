/// Options of a command line, `name=value` each.
public struct Options {
  /// What an option's value is.
  public enum Kind: Sendable {
    /// A whole number from zero on.
    case number
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
      guard !value.isEmpty, kind != .number || Int(value).map({ $0 >= 0 }) ?? false else {
        throw Failure(
          "\(name)=\(kind == .number ? "N, a whole number" : "VALUE"), not '\(argument)'")
      }
      values[name] = value
    }
  }

  public func number(_ name: Substring) -> Int? { values[name].flatMap { Int($0) } }
  public func text(_ name: Substring) -> String? { values[name].map(String.init) }
}
