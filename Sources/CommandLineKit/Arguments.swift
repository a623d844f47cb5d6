/// The words of a command line, removed one by one; `finish` throws if a word is left.
public struct Arguments {
  /// An invalid command line.
  public struct UsageError: Error {
    /// The message in English, with `{}` for each of `values`.
    public let format: String
    public let values: [String]

    public init(message: String) { self.init("{}", message) }

    init(_ format: String, _ values: String...) { (self.format, self.values) = (format, values) }

    public var message: String {
      var (text, rest) = ("", values[...])
      for sign in format where sign != "}" {
        if sign == "{" { text += rest.popFirst() ?? "" } else { text.append(sign) }
      }
      return text
    }
  }

  private var words: [String]

  public init(_ words: [String]) { self.words = words }

  /// Removes and returns the next word that is not an option.
  ///
  /// All known options must have been removed before. An option that is left is unknown, and the
  /// word after it may be its value.
  ///
  /// - Parameter what: the name of the word in an error.
  /// - Throws: an error if there is no such word, or if the first word left is an option.
  public mutating func word(_ what: String) throws(UsageError) -> String {
    if let first = words.first, first.hasPrefix("--") { try finish() }
    guard let word = optionalWord() else { throw UsageError("{} is missing", what) }
    return word
  }

  public mutating func optionalWord() -> String? {
    guard let index = words.firstIndex(where: { !$0.hasPrefix("--") }) else { return nil }
    return words.remove(at: index)
  }

  /// Returns whether the option `name` is present, without removing it.
  public func has(_ name: String) -> Bool { words.contains(name) }

  /// Removes the option `name`; returns whether it was present.
  public mutating func flag(_ name: String) -> Bool {
    guard let index = words.firstIndex(of: name) else { return false }
    words.remove(at: index)
    return true
  }

  /// Removes the option `name` and the word after it, and returns this word, the option's value.
  ///
  /// Returns `nil` if the option is absent; throws if it is the last word.
  public mutating func value(_ name: String) throws(UsageError) -> String? {
    guard let index = words.firstIndex(of: name) else { return nil }
    guard index + 1 < words.count else { throw UsageError("{} needs a value", name) }
    defer { words.removeSubrange(index...index + 1) }
    return words[index + 1]
  }

  /// Removes the next word that is not an option, and parses it as an integer in `range`.
  ///
  /// Throws if `word` throws, and if the word is no such integer.
  public mutating func number(_ what: String, in range: ClosedRange<Int>) throws(UsageError) -> Int
  {
    try Arguments.number(try word(what), what, in: range)
  }

  private static func number(
    _ text: String, _ what: String, in range: ClosedRange<Int>
  ) throws(UsageError) -> Int {
    guard let number = Int(text), range.contains(number) else {
      throw UsageError("{} needs a whole number in {}, not \"{}\"", what, "\(range)", text)
    }
    return number
  }

  /// Removes the option `name` and its integer in `range`; returns `nil` if the option is absent.
  ///
  /// Throws if the value is missing or no such integer.
  public mutating func int(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = try value(name) else { return nil }
    return try Arguments.number(text, name, in: range)
  }

  /// Removes the option `name` and its number in `range`; returns `nil` if the option is absent.
  ///
  /// Throws if the value is missing or no such number.
  public mutating func double(_ name: String, in range: ClosedRange<Double>) throws(UsageError)
    -> Double?
  {
    guard let text = try value(name) else { return nil }
    guard let number = Double(text), range.contains(number) else {
      throw UsageError("{} needs a number in {}, not \"{}\"", name, "\(range)", text)
    }
    return number
  }

  /// Removes and returns all remaining words.
  public mutating func rest() -> [String] {
    defer { words = [] }
    return words
  }

  /// Throws if a word is left.
  public func finish() throws(UsageError) {
    if let word = words.first { throw UsageError("unexpected \"{}\"", word) }
  }
}
