import Basics

/// The rules of a game: the value of every switch. The default is `fengyang`.
public struct RuleSet: Hashable, Sendable {
  /// The captures earned by several formations completed at once: the sum, or the best one.
  public enum Count: String, CaseIterable, Sendable {
    case sum, best
  }
  /// The protection of stones in formations from capture.
  ///
  /// - `strict`: they are never captured.
  /// - `lastResort`: they may be captured once no other stones are left.
  /// - `never`: they are not protected.
  public enum Protection: String, CaseIterable, Sendable {
    case strict
    case lastResort = "last-resort"
    case never
  }
  /// The consequence for a player who has no slide.
  ///
  /// With `exchange` he takes a stone, the opponent takes one in return, and he is to move again.
  public enum Blocked: String, CaseIterable, Sendable {
    case pass, loss, draw, exchange
  }
  /// The consequence of the third occurrence of a position: a draw, or none.
  public enum Repetition: String, CaseIterable, Sendable {
    case draw, none
  }
  /// A player, by order of play.
  public enum Player: String, CaseIterable, Sendable {
    case first, second

    public var color: Color { self == .first ? .black : .white }
  }

  public var count = Count.sum
  public var protection = Protection.strict
  public var blocked = Blocked.pass
  /// The player who removes a stone first in the forcing phase.
  public var forceFirst = Player.first
  /// The player who has the first turn of the moving phase.
  public var mover = Player.second
  /// The number of live stones at or below which a player has lost.
  public var loseAt = 3
  /// The number of live stones at or below which a player may slide to any empty point.
  public var flyAt = 0
  /// The number of turns in a row without a capture after which the game is a draw.
  public var quiet = 100
  public var repetition = Repetition.draw
  /// The number of steps (`Position.steps`) after which the game is a draw; 0 for no such limit.
  public var length = 0

  // The captures that each shape earns; a shape with value 0 is no formation.
  public var square = 1
  public var diagonal3 = 1
  public var diagonal4 = 1
  public var diagonal5 = 2
  public var diagonal6 = 3
  public var six = 3
  public var edgeSix = 0

  public init() {}

  /// The formations that earn captures under these rules.
  public var formations: [Formation] { Formation.all.filter { value(of: $0.shape) > 0 } }

  public func value(of shape: Shape) -> Int {
    switch shape {
    case .square: square
    case .diagonal3: diagonal3
    case .diagonal4: diagonal4
    case .diagonal5: diagonal5
    case .diagonal6: diagonal6
    case .six: six
    case .edgeSix: edgeSix
    }
  }
}

extension RuleSet {
  /// The default rules, described in `tournaments/liuzhou/rules.md`.
  public static let fengyang = RuleSet()

  /// The rules of the app that was published together with the text of the `fengyang` rules.
  public static let fengyangApp: RuleSet = {
    var rules = RuleSet()
    rules.count = .best
    rules.protection = .lastResort
    rules.loseAt = 2
    return rules
  }()

  /// The rules as played in the city of Huainan.
  public static let huainan: RuleSet = {
    var rules = RuleSet()
    rules.protection = .lastResort
    rules.six = 2
    rules.diagonal6 = 2
    rules.edgeSix = 1
    return rules
  }()

  /// The rules as played in central Shandong, after the description at
  /// github.com/kuailehaha/liuzhou.
  public static let shandong: RuleSet = {
    var rules = RuleSet()
    rules.diagonal3 = 0
    rules.diagonal4 = 0
    rules.diagonal5 = 0
    rules.diagonal6 = 0
    rules.six = 2
    rules.edgeSix = 2
    rules.count = .best
    rules.protection = .lastResort
    rules.forceFirst = .second
    rules.blocked = .exchange
    return rules
  }()

  /// The rules of the program in the same repository, github.com/kuailehaha/liuzhou.
  ///
  /// Repeated positions mean nothing to the program. It draws a game after 36 steps without a
  /// capture, and after 144 steps in all. It judges these limits before a slide captures, so no
  /// slide can avert the draw once one step is left. It counts the lifting of the dead stones as
  /// one more step. Therefore `quiet` is 35 here, and `length` is 142.
  public static let shandongApp: RuleSet = {
    var rules = shandong
    rules.quiet = 35
    rules.repetition = .none
    rules.length = 142
    return rules
  }()

  /// The named rule sets, the default first.
  public static let presets: [(name: String, rules: RuleSet)] = [
    ("fengyang", fengyang), ("fengyang-app", fengyangApp), ("huainan", huainan),
    ("shandong", shandong), ("shandong-app", shandongApp),
  ]
}
