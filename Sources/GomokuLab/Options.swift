/// Options of a command line, `name=value` each.
struct Options {
  private var values: [Substring: Substring] = [:]

  init(_ arguments: some Sequence<String>) {
    for argument in arguments {
      let parts = argument.split(separator: "=", maxSplits: 1)
      values[parts[0]] = parts.count == 2 ? parts[1] : ""
    }
  }

  func number(_ name: Substring) -> Int? { values[name].flatMap { Int($0) } }
  func text(_ name: Substring) -> String? { values[name].map(String.init) }
}
