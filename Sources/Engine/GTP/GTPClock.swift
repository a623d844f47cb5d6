import Basics
import Gomocup
import SearchTypes

/// The clocks of both players, as GTP's commands set them.
///
/// From them follow the settings of the engine's own clock for each search.
struct GTPClock: Equatable, Sendable {
  /// The time after the main time.
  enum Overtime: Equatable, Sendable {
    case none
    /// A period in which a number of stones have to be played; then another such period begins.
    case canadian(Duration, stones: Int)
    /// A period for each stone. The number of periods does not matter: the engine plans to lose
    /// none.
    case byoyomi(Duration)
  }

  /// One player's clock.
  private struct Side: Equatable, Sendable {
    var main: Duration
    var overtime: Overtime
    /// The rest of the present period, and the stones to be played in it: one in byoyomi.
    var period: Duration
    var stones: Int

    init(main: Duration, _ overtime: Overtime) {
      self.main = main
      self.overtime = overtime
      (period, stones) = (.zero, 0)
      startPeriod()
    }

    mutating func startPeriod() {
      switch overtime {
      case .none: break
      case .canadian(let duration, let count): (period, stones) = (duration, count)
      case .byoyomi(let duration): (period, stones) = (duration, 1)
      }
    }

    mutating func spend(_ duration: Duration) {
      let isOvertime = main <= .zero
      main -= duration
      guard main < .zero else { return }
      let excess = isOvertime ? duration : .zero - main
      main = .zero
      period -= excess
      stones -= 1
      if stones <= 0 { startPeriod() }
    }
  }

  /// The clocks of Black and White; `nil` without a limit.
  private var sides: [Side?] = [nil, nil]
  /// The main time with which a new game starts, followed by `overtime`; `nil` for no limit.
  private var main: Duration?
  private var overtime = Overtime.none
  /// The milliseconds for a move if no time is set.
  var untimedTurn = 5_000

  /// A number of milliseconds that no game lasts.
  private static let endless = Int(clamping: 1 << 44 as Int64)

  /// Sets the time for each player and starts the clocks anew; `nil` for no limit.
  mutating func set(main: Duration?, _ overtime: Overtime = .none) {
    self.main = main
    self.overtime = overtime
    restart()
  }

  mutating func restart() {
    let side = main.map { Side(main: $0, overtime) }
    sides = [side, side]
  }

  /// Sets the time that a player has left.
  ///
  /// - Parameter stones: 0 if `time` is main time, else the number of stones to be played in this
  ///   time. In byoyomi any number above 0 means that `time` is the rest of the present period.
  mutating func setLeft(_ color: Color, _ time: Duration, stones: Int) {
    var side = sides[color.index] ?? Side(main: time, .none)
    if stones == 0 {
      side.main = time
      if time <= .zero { side.startPeriod() }
    } else {
      side.main = .zero
      if side.overtime == .none { side.overtime = .canadian(time, stones: stones) }
      (side.period, side.stones) = (time, stones)
      if case .byoyomi = side.overtime { side.stones = 1 }
    }
    sides[color.index] = side
  }

  /// Subtracts the duration of a move of `color` from that player's clock.
  mutating func spend(_ duration: Duration, of color: Color) {
    sides[color.index]?.spend(duration)
  }

  /// Returns the settings of the engine's clock for a move of `color`.
  ///
  /// While main time is left, one stone's share of the overtime is added to that time. This share
  /// also serves as the increment after each move, since the overtime is never used up. After the
  /// main time, the share is the limit of the move.
  func settings(for color: Color) -> [InfoSetting] {
    guard let side = sides[color.index] else {
      return GTPClock.settings(turn: untimedTurn)
    }
    let share: Duration =
      switch side.overtime {
      case .none: .zero
      case .canadian(let period, let stones):
        side.main > .zero ? period / stones : side.period / max(side.stones, 1)
      case .byoyomi(let period): side.main > .zero ? period : side.period
      }
    let milliseconds = GTPClock.milliseconds(share)
    if side.main <= .zero, side.overtime != .none { return GTPClock.settings(turn: milliseconds) }
    return GTPClock.settings(
      left: GTPClock.milliseconds(side.main + share), increment: milliseconds)
  }

  /// The settings of the engine's clock for an analysis, which has no limit.
  static let unlimited = settings()

  private static func settings(
    turn: Int = endless, left: Int = endless, increment: Int = 0
  ) -> [InfoSetting] {
    [
      .number(.timeoutTurn, turn), .number(.timeLeft, left), .number(.timeIncrement, increment),
    ]
  }

  private static func milliseconds(_ duration: Duration) -> Int {
    Int(clamping: min(max(duration.milliseconds, 0), Int64(endless)))
  }
}

extension Duration {
  /// Reads seconds, which may have decimals; returns `nil` for other texts and above 10^9.
  init?(gtp text: String) {
    guard text.utf8.allSatisfy({ $0 == UInt8(ascii: ".") || 48...57 ~= $0 }),
      let seconds = Double(text), 0...1e9 ~= seconds
    else { return nil }
    self = .milliseconds(Int64(seconds * 1000))
  }
}
