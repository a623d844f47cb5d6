import Basics
import LiuzhouRules

/// A move of the search: the action of a turn, or one captured stone.
struct SearchMove: Equatable {
  /// The kind from bit 12 on, then six bits each for origin and target; zero for no move.
  let bits: UInt16

  static let none = SearchMove(bits: 0)
  static let pass = SearchMove(bits: 0x4000)
  static let remove = SearchMove(bits: 0x5000)

  @inline(__always) init(bits: UInt16) { self.bits = bits }

  @inline(__always) init(place point: Point) {
    bits = 0x1000 | UInt16(truncatingIfNeeded: point.index)
  }
  @inline(__always) init(slide from: Point, to: Point) {
    assert(from != to)
    bits = 0x2000 | UInt16(truncatingIfNeeded: from.index &<< 6 | to.index)
  }
  @inline(__always) init(capture point: Point) {
    bits = 0x3000 | UInt16(truncatingIfNeeded: point.index)
  }

  /// The point to which a stone moves, or the point of the captured stone.
  @inline(__always) var target: Point { Point(index: Int(bits & 63)) }
  @inline(__always) var origin: Point { Point(index: Int(bits &>> 6 & 63)) }
  @inline(__always) var isCapture: Bool { bits &>> 12 == 3 }

  /// The action of the move; `nil` for a captured stone and for `none`.
  @inline(__always) var action: Turn.Action? {
    switch bits &>> 12 {
    case 1: .place(target)
    case 2: .slide(from: origin, to: target)
    case 4: .pass
    case 5: .remove
    default: nil
    }
  }

  /// The index in history tables, below `historySize`.
  ///
  /// Captured stones and placements have an index by point, slides one by target and direction. A
  /// pass and a removal have index 0.
  @inline(__always) var historyIndex: Int {
    switch bits &>> 12 {
    case 2:
      let step = Int(bits & 63) &- Int(bits &>> 6 & 63)
      let direction = step == 1 ? 0 : step == -1 ? 1 : step > 0 ? 2 : 3
      return 36 &* (1 &+ direction) &+ Int(bits & 63)
    case 3: return 180 &+ Int(bits & 63)
    case 1: return Int(bits & 63)
    default: return 0
    }
  }
  static let historySize = 216
}

/// A move with its move-ordering score.
struct RankedMove {
  var move: SearchMove
  /// The captures that the action earns; 0 for captured stones.
  var earned: Int16
  var orderingScore: Int32
}
