import Basics
import GomokuRules
import Platform

/// A text for people as data: an English format with gaps, and the contents of the gaps.
///
/// The format is also the key of the text in the tables of other languages. `Speech`, in the module
/// `Play`, renders the text in the user's language; `description` is English. Format literals are
/// written only as arguments of a call, such as `Phrase("the game goes on")`. So a test finds all
/// literals, and can report those that a table lacks.
public struct Phrase: Sendable {
  /// The content of a gap.
  package enum Gap: Sendable {
    /// A number, or text that is not translated, such as a name.
    case text(String)
    case point(GomokuRules.Point)
    case action(OpeningAction)
    case color(Color)
    case system(SystemError)
    case phrase(Phrase)
    case list([Phrase])
  }

  /// The English text with `{}` for each gap.
  package let format: String
  package let gaps: [Gap]

  public init(_ format: Format) { (self.format, gaps) = (format.text, format.gaps) }

  /// Creates a text from a format that is no literal, and from the contents of the gaps, which are
  /// not translated.
  package init(_ format: String, _ values: [String]) {
    (self.format, gaps) = (format, values.map(Gap.text))
  }

  /// Creates a text that is the same in all languages.
  public init(verbatim text: String) { (format, gaps) = ("{}", [.text(text)]) }

  /// Joins texts without a separator.
  package init(_ parts: [Phrase]) { (format, gaps) = ("{}", [.list(parts)]) }

  /// Joins texts, with a separator between each two.
  public init(_ parts: [Phrase], separator: Phrase) {
    self.init(Array(parts.map { [$0] }.joined(separator: [separator])))
  }
}

extension Phrase: Equatable, CustomStringConvertible {
  public static func == (a: Phrase, b: Phrase) -> Bool { a.description == b.description }

  /// The text in English.
  public var description: String {
    filled(format) { gap in
      switch gap {
      case .text(let text): text
      case .point(let point): point.description
      case .action(let action): action.description
      case .color(let color): color.description
      case .system(let error): error.description
      case .phrase(let phrase): phrase.description
      case .list(let phrases): phrases.map(\.description).joined()
      }
    }
  }

  /// Returns `template`, which is the format in some language, with the gaps filled by `text`.
  ///
  /// `{2}` is the second gap. `{}` is the gap after the last one used.
  package func filled(_ template: String, by text: (Gap) -> String) -> String {
    var (result, rest, next) = ("", template[...], 0)
    while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
      result += rest[..<start]
      let index = Int(rest[start..<end].dropFirst()).map { $0 - 1 } ?? next
      next = index + 1
      if gaps.indices.contains(index) { result += text(gaps[index]) }
      rest = rest[end...].dropFirst()
    }
    return result + rest
  }
}

// MARK: Literals

extension Phrase {
  /// A format written as a literal whose interpolations are the gaps: `"\(name) has to answer"`.
  public struct Format: ExpressibleByStringInterpolation, Equatable, Sendable {
    let text: String
    let gaps: [Gap]

    public static func == (a: Format, b: Format) -> Bool { Phrase(a) == Phrase(b) }

    public init(stringLiteral value: String) { (text, gaps) = (value, []) }

    public init(stringInterpolation: StringInterpolation) {
      (text, gaps) = (stringInterpolation.text, stringInterpolation.gaps)
    }

    public struct StringInterpolation: StringInterpolationProtocol {
      var text = ""
      var gaps: [Gap] = []

      public init(literalCapacity: Int, interpolationCount: Int) {}

      public mutating func appendLiteral(_ literal: String) { text += literal }

      package mutating func append(_ gap: Gap) {
        text += "{}"
        gaps.append(gap)
      }

      public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
        append(.text(value.description))
      }

      public mutating func appendInterpolation(_ point: GomokuRules.Point) {
        append(.point(point))
      }

      public mutating func appendInterpolation(_ action: OpeningAction) { append(.action(action)) }
      public mutating func appendInterpolation(_ color: Color) { append(.color(color)) }
      public mutating func appendInterpolation(_ error: SystemError) { append(.system(error)) }
      public mutating func appendInterpolation(_ phrase: Phrase) { append(.phrase(phrase)) }
      public mutating func appendInterpolation(_ error: some PhrasedError) {
        append(.phrase(error.phrase))
      }
    }
  }
}
