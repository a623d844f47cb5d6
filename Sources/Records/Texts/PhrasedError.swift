import Platform

/// An error whose text can be translated.
public protocol PhrasedError: Error, CustomStringConvertible {
  var phrase: Phrase { get }
}

extension PhrasedError {
  /// The text in English.
  public var description: String { phrase.description }
}

extension Phrase {
  /// Creates the text of an error.
  ///
  /// Only errors of the types `PhrasedError` and `SystemError` can be translated.
  public init(_ error: any Error) {
    self =
      switch error {
      case let error as any PhrasedError: error.phrase
      case let error as SystemError: Phrase("\(error)")
      default: Phrase(verbatim: "\(error)")
      }
  }
}
