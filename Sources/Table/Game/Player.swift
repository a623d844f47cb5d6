/// One of the two at the table, whatever colour he has.
public enum Player: Int, CaseIterable, Sendable {
  /// Who has Black, or begins the opening.
  case first = 1
  case second

  public var other: Player { self == .first ? .second : .first }
  /// 0 or 1.
  var index: Int { rawValue - 1 }

  init?(_ text: Substring) {
    guard let number = Int(text), let player = Player(rawValue: number) else { return nil }
    self = player
  }
}

/// Why something cannot be done, in a sentence for the person who wants it.
public struct Refusal: Error, Equatable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}
