import Basics
import Gomocup
import GomokuRules
import Match
import Platform
import Records

/// The manner in which texts are shown: the language, and the end of the board from which rows are
/// counted.
public struct Speech: Equatable, Sendable {
  /// A language; the raw value is its code.
  public enum Language: String, CaseIterable, Sendable {
    case english = "en"
    case chinese = "zh"
  }

  public var language = Language.english
  /// The board's height if the user numbers gomoku's rows from below; `nil` if from the top.
  public var heightFromBelow: Int?

  public init(_ language: Language = .english, heightFromBelow: Int? = nil) {
    (self.language, self.heightFromBelow) = (language, heightFromBelow)
  }

  /// The texts of the language, found by their English formats; empty for English.
  private var table: [String: String] {
    switch language {
    case .english: [:]
    case .chinese: ChineseTexts.table
    }
  }

  /// Returns the text in the language, or in English if the language's table lacks the text.
  public func text(_ phrase: Phrase) -> String {
    phrase.filled(table[phrase.format] ?? phrase.format) { gap in
      switch gap {
      case .text(let text): text
      case .point(let point): name(of: point)
      case .action(let action): name(of: action)
      case .color(let color): name(of: color)
      case .system(let error): text(of: error)
      case .phrase(let phrase): text(phrase)
      case .list(let phrases): phrases.map(text).joined()
      }
    }
  }

  private func text(of error: SystemError) -> String {
    switch language {
    case .english: error.description
    case .chinese:
      ChineseTexts.system[error.description] ?? "系统错误 \(error.code)：\(error)"
    }
  }

  // MARK: Names

  /// Returns a move as the user writes it.
  func name(of move: Move) -> String {
    if case .point(let point) = move { name(of: point) } else { move.description }
  }

  func name(of point: GomokuRules.Point) -> String { turned(point).description }

  /// Converts a point from the user's numbering of rows to the program's, or back.
  ///
  /// The program numbers rows from the top. If the user numbers them from below, the point is
  /// mirrored; otherwise it stays the same. A point off the board also stays the same.
  func turned(_ point: GomokuRules.Point) -> GomokuRules.Point {
    guard let height = heightFromBelow, 0..<height ~= point.y else { return point }
    return GomokuRules.Point(x: point.x, y: height - 1 - point.y)
  }

  private func name(of action: OpeningAction) -> String {
    switch action {
    case .place(let point): return name(of: point)
    case .take(let point): return OpeningAction.take(turned(point)).description
    case .offer(let points): return OpeningAction.offer(points.map(turned)).description
    case .swap, .stay, .announce: return action.description
    }
  }

  func name(of color: Color) -> String {
    switch (language, color) {
    case (.english, _): color.description
    case (.chinese, .black): "黑方"
    case (.chinese, .white): "白方"
    }
  }
}

extension Speech.Language {
  /// Chooses Chinese if the locale is Chinese, and English otherwise.
  ///
  /// A Chinese locale with an encoding other than UTF-8 also gives English.
  public init(environment: [String: String]) {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }
    let parts = (names.first { !$0.isEmpty } ?? "").lowercased().split(separator: ".")
    let isChinese = parts.first?.hasPrefix("zh") ?? false
    let code = parts.dropFirst().first?.prefix { $0 != "@" }.filter { $0 != "-" }
    self = isChinese && (code ?? "utf8") == "utf8" ? .chinese : .english
  }
}
