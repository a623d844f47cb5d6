import Records

/// The reason why an action is refused, as a sentence for the user.
public struct UserError: PhrasedError {
  public let phrase: Phrase

  public init(_ format: Phrase.Format) { phrase = Phrase(format) }
  public init(phrase: Phrase) { self.phrase = phrase }
  /// Creates an error from a text that is not translated.
  public init(verbatim text: String) { phrase = Phrase(verbatim: text) }
}

extension UserError: Equatable {
  public static func == (a: UserError, b: UserError) -> Bool { a.phrase == b.phrase }
}
