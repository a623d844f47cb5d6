import Basics
import Gomocup
import GomokuRules
import Match

/// A text for people as data: an English format with gaps, and the contents of the gaps.
///
/// The format is also the key of the text in the tables of other languages. A `Speech` renders the
/// text in the user's language. Format literals are written only as arguments of a call, such as
/// `Phrase("the game goes on")`. So a test finds all literals, and can report those that a table
/// lacks.
public struct Phrase: Sendable {
  /// The content of a gap.
  enum Gap: Sendable {
    /// A number, or text that is not translated, such as a name.
    case text(String)
    case move(Move)
    case action(OpeningAction)
    case color(Color)
    case phrase(Phrase)
    case list([Phrase])
  }

  /// The English text with `{}` for each gap.
  let format: String
  let gaps: [Gap]

  public init(_ format: Format) { (self.format, gaps) = (format.text, format.gaps) }

  /// Creates a text that is the same in all languages.
  public init(verbatim text: String) { (format, gaps) = ("{}", [.text(text)]) }

  /// Joins texts without a separator.
  init(_ parts: [Phrase]) { (format, gaps) = ("{}", [.list(parts)]) }

  /// Joins texts, with a separator between each two.
  public init(_ parts: [Phrase], separator: Phrase) {
    self.init(Array(parts.map { [$0] }.joined(separator: [separator])))
  }
}

extension Phrase: Equatable, CustomStringConvertible {
  public static func == (a: Phrase, b: Phrase) -> Bool { a.description == b.description }

  /// The text in English.
  public var description: String { Speech.english.text(self) }
}

// MARK: Literals

extension Phrase {
  /// A format written as a literal whose interpolations are the gaps: `"\(name) has to answer"`.
  public struct Format: ExpressibleByStringInterpolation, Sendable {
    let text: String
    let gaps: [Gap]

    public init(stringLiteral value: String) { (text, gaps) = (value, []) }

    public init(stringInterpolation: StringInterpolation) {
      (text, gaps) = (stringInterpolation.text, stringInterpolation.gaps)
    }

    public struct StringInterpolation: StringInterpolationProtocol {
      var text = ""
      var gaps: [Gap] = []

      public init(literalCapacity: Int, interpolationCount: Int) {}

      public mutating func appendLiteral(_ literal: String) { text += literal }

      private mutating func append(_ gap: Gap) {
        text += "{}"
        gaps.append(gap)
      }

      public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
        append(.text(value.description))
      }

      public mutating func appendInterpolation(_ point: GomokuRules.Point) {
        append(.move(.point(point)))
      }

      public mutating func appendInterpolation(_ move: Move) { append(.move(move)) }
      public mutating func appendInterpolation(_ action: OpeningAction) { append(.action(action)) }
      public mutating func appendInterpolation(_ color: Color) { append(.color(color)) }
      public mutating func appendInterpolation(_ phrase: Phrase) { append(.phrase(phrase)) }
      public mutating func appendInterpolation(_ error: UserError) { append(.phrase(error.phrase)) }
    }
  }

  /// Creates the text of an error. Only our own errors, of type `PhrasedError`, can be translated.
  init(_ error: any Error) {
    self =
      switch error {
      case let error as any PhrasedError: error.phrase
      default: Phrase(verbatim: "\(error)")
      }
  }
}
