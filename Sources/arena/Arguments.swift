import Basics

/// The words of a command line, taken one by one: what nobody takes is an error.
struct Arguments {
  /// A command line that cannot be obeyed.
  struct UsageError: Error {
    let message: String
  }

  private var words: [String]

  init(_ words: [String]) { self.words = words }

  /// Takes the next word that is no option.
  mutating func word(_ what: String) throws(UsageError) -> String {
    guard let word = optionalWord() else { throw UsageError(message: "\(what) is missing") }
    return word
  }

  mutating func optionalWord() -> String? {
    guard let index = words.firstIndex(where: { !$0.hasPrefix("--") }) else { return nil }
    return words.remove(at: index)
  }

  /// Whether the option `name` is there; it is not taken.
  func has(_ name: String) -> Bool { words.contains(name) }

  /// Takes the option `name` if it is there.
  mutating func flag(_ name: String) -> Bool {
    guard let index = words.firstIndex(of: name) else { return false }
    words.remove(at: index)
    return true
  }

  /// Takes the option `name` and the word after it.
  mutating func value(_ name: String) throws(UsageError) -> String? {
    guard let index = words.firstIndex(of: name) else { return nil }
    guard index + 1 < words.count else { throw UsageError(message: "\(name) needs a value") }
    defer { words.removeSubrange(index...index + 1) }
    return words[index + 1]
  }

  /// Takes the next word that is no option, a whole number.
  mutating func number(_ what: String, in range: ClosedRange<Int>) throws(UsageError) -> Int {
    try Arguments.number(try word(what), what, in: range)
  }

  private static func number(
    _ text: String, _ what: String, in range: ClosedRange<Int>
  ) throws(UsageError) -> Int {
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(message: "\(what) needs a whole number in \(range), not \"\(text)\"")
    }
    return number
  }

  /// Takes the option `name` and the whole number after it.
  mutating func int(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = try value(name) else { return nil }
    return try Arguments.number(text, name, in: range)
  }

  /// Takes the option `name` and the number after it.
  mutating func double(_ name: String, in range: ClosedRange<Double>) throws(UsageError) -> Double?
  {
    guard let text = try value(name) else { return nil }
    guard let number = Double(text), range.contains(number) else {
      throw UsageError(message: "\(name) needs a number in \(range), not \"\(text)\"")
    }
    return number
  }

  /// Takes everything that is left.
  mutating func rest() -> [String] {
    defer { words = [] }
    return words
  }

  func finish() throws(UsageError) {
    if let word = words.first { throw UsageError(message: "unexpected \"\(word)\"") }
  }
}
