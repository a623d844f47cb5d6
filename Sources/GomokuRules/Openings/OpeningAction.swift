/// An action of a player in an opening.
///
/// *Fifth moves* are points that Black offers for the fifth stone; White chooses one of them.
public enum OpeningAction: Hashable, Sendable {
  /// Places the next stone, whose colour follows from the number of stones.
  case place(Point)
  /// Exchanges the players' colours.
  case swap
  /// Keeps the players' colours.
  case stay
  /// Announces the number of fifth moves.
  case announce(Int)
  /// Offers fifth moves.
  case offer([Point])
  /// Chooses one of the offered moves, which places the stone.
  case take(Point)
}

/// An action that an opening allows now, with its legal values.
public enum OpeningOption: Hashable, Sendable {
  /// A stone on one of these points, which are listed row by row.
  case place([Point])
  case swapOrStay
  case announce(ClosedRange<Int>)
  /// An offer of `count` of the points, of which no two may be symmetric.
  case offer(count: Int, from: [Point])
  /// One of the offered moves, in the order of the offer.
  case take([Point])
}

/// The reason why an action cannot be played in an opening.
public enum OpeningError: Error, Hashable, Sendable {
  case isOver
  /// The action is none of those that the opening allows now.
  case unexpected(OpeningAction)
  case offBoard(Point)
  case occupied(Point)
  /// The point is forbidden to Black. No opening rule so far places enough black stones for this.
  case forbidden(Point, ForbiddenReason)
  /// The point lies outside the `OpeningZone` of the current step.
  case outsideZone(Point)
  case number(Int, allowed: ClosedRange<Int>)
  case offerCount(Int, needed: Int)
  /// The two offered moves are the same, or a symmetry of the stones maps one to the other.
  case symmetric(Point, Point)
  case notOffered(Point)
}

extension OpeningError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .isOver: "the opening is over"
    case .unexpected(let action): "\"\(action)\" is not possible now"
    case .offBoard(let point): "\(point) is not on the board"
    case .occupied(let point): "\(point) is occupied"
    case .forbidden(let point, _): "\(point) is forbidden to Black"
    case .outsideZone(let point): "the rule does not allow a stone on \(point) now"
    case .number(_, let allowed):
      "the number must be from \(allowed.lowerBound) to \(allowed.upperBound)"
    case .offerCount(let count, let needed): "\(needed) moves have to be offered, not \(count)"
    case .symmetric(let one, let other):
      one == other ? "\(one) is offered twice" : "\(one) and \(other) are symmetric"
    case .notOffered(let point): "\(point) was not offered"
    }
  }
}
