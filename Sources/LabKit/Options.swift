/// Options of a command line, `name=value` each.
public struct Options {
  private var values: [Substring: Substring] = [:]

  public init(_ arguments: some Sequence<String>) {
    for argument in arguments {
      let parts = argument.split(separator: "=", maxSplits: 1)
      values[parts[0]] = parts.count == 2 ? parts[1] : ""
    }
  }

  public func number(_ name: Substring) -> Int? { values[name].flatMap { Int($0) } }
  public func text(_ name: Substring) -> String? { values[name].map(String.init) }
}
