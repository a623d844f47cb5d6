/// One turn of a player: an action and all the stones it captures.
public struct Turn: Hashable, Sendable {
  /// The part of a turn that comes before its captures.
  public enum Action: Hashable, Sendable {
    case place(Point)
    case slide(from: Point, to: Point)
    /// The removal of an enemy stone that no formation has earned.
    ///
    /// It is forced (逼子) on a board that filled up without a capture. By some rules a blocked
    /// player also removes a stone, and then the opponent does too: an exchange.
    case remove
    case pass
  }

  public var action: Action
  /// The enemy stones taken.
  public var captured: PointSet

  public init(_ action: Action, capturing captured: PointSet = .none) {
    self.action = action
    self.captured = captured
  }

  public static let pass = Turn(.pass)

  /// The point to which a placed or sliding stone comes; `nil` for a removal or a pass.
  public var target: Point? {
    switch action {
    case .place(let point), .slide(_, let point): point
    case .remove, .pass: nil
    }
  }
}

extension Turn: CustomStringConvertible {
  /// The turn as text: a placement `c3`, a slide `c3c4`, a removal `xb2`, or `pass`.
  ///
  /// Captures of a placement or a slide follow one `x`, as in `c3xa1f6`.
  public var description: String {
    (action == .remove ? "" : action.description) + (captured.isEmpty ? "" : "x\(captured)")
  }
}

extension Turn.Action: CustomStringConvertible {
  /// The action as text: a placement `c3`, a slide `c3c4`, `remove` or `pass`.
  public var description: String {
    switch self {
    case .place(let point): "\(point)"
    case .slide(let from, let to): "\(from)\(to)"
    case .remove: "remove"
    case .pass: "pass"
    }
  }

  /// Parses the format of `description`, points in either case; `nil` for any other text.
  public init?(_ text: some StringProtocol) {
    if text == Turn.Action.remove.description {
      self = .remove
    } else if let turn = try? Turn(text), turn.captured.isEmpty {
      self = turn.action
    } else {
      return nil
    }
  }
}

extension PointSet {
  /// Parses the format of `description`, in either case and in any order; `nil` for any other text,
  /// an empty one included.
  public init?(parsing text: some StringProtocol) {
    guard let turn = try? Turn("x\(text)") else { return nil }
    self = turn.captured
  }
}

extension Turn {
  /// Parses the format of `description`, in either case and with the captured points in any order.
  public init(_ text: some StringProtocol) throws(IllegalTurn) {
    let text = text.lowercased()
    guard text != "pass" else {
      self = .pass
      return
    }
    let parts = text.split(separator: "x", maxSplits: 1, omittingEmptySubsequences: false)
    let points = try Turn.points(parts[0])
    let captured = parts.count == 2 ? try Turn.points(parts[1]) : []
    let set = PointSet(captured)
    guard set.count == captured.count, parts.count == 1 || !captured.isEmpty else {
      throw .unreadable
    }
    switch points.count {
    case 0 where !captured.isEmpty: self.init(.remove, capturing: set)
    case 1: self.init(.place(points[0]), capturing: set)
    case 2: self.init(.slide(from: points[0], to: points[1]), capturing: set)
    default: throw .unreadable
    }
  }

  /// Parses point names written without separators.
  private static func points(_ text: Substring) throws(IllegalTurn) -> [Point] {
    var points: [Point] = []
    var rest = text
    while !rest.isEmpty {
      let name = rest.prefix(2)
      guard let letter = name.utf8.first, let digit = name.utf8.dropFirst().first,
        name.utf8.count == 2, UInt8(ascii: "a")...UInt8(ascii: "z") ~= letter,
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit
      else { throw .unreadable }
      guard let point = Point(name) else { throw .noSuchPoint(String(name)) }
      points.append(point)
      rest = rest.dropFirst(2)
    }
    return points
  }
}
