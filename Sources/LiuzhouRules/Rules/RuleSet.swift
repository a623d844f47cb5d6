import Basics

/// The customs a game is played by: every switch of the rules. The default is `fengyang`.
public struct RuleSet: Hashable, Sendable {
  /// What two formations completed at once earn.
  public enum Count: String, CaseIterable, Sendable {
    case sum, best
  }
  /// Whether stones in a formation may be captured; `lastResort`: once no others are left.
  public enum Protection: String, CaseIterable, Sendable {
    case strict
    case lastResort = "last-resort"
    case never
  }
  /// What happens to a player without a slide; `exchange`: takes a stone, then loses one to the
  /// opponent, and is to move again.
  public enum Blocked: String, CaseIterable, Sendable {
    case pass, loss, draw, exchange
  }
  /// One of the players, by order of play.
  public enum Player: String, CaseIterable, Sendable {
    case first, second

    public var color: Color { self == .first ? .black : .white }
  }

  public var count = Count.sum
  public var protection = Protection.strict
  public var blocked = Blocked.pass
  /// Who removes a stone first when the board filled up without a capture.
  public var forceFirst = Player.first
  /// Who has the first turn of the moving phase.
  public var mover = Player.second
  /// A player with so many live stones or fewer has lost.
  public var loseAt = 3
  /// A player with so many live stones or fewer may slide to any empty point.
  public var flyAt = 0
  /// So many turns in a row without a capture are a draw.
  public var quiet = 100

  // Captures earned by each shape; a shape worth nothing is no formation.
  public var square = 1
  public var diagonal3 = 1
  public var diagonal4 = 1
  public var diagonal5 = 2
  public var diagonal6 = 3
  public var six = 3
  public var edgeSix = 0

  public init() {}

  /// The formations that earn something, which are all that there are.
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
  /// The rule text this project follows.
  public static let fengyang = RuleSet()

  /// The customs of the app published with that text.
  public static let fengyangApp: RuleSet = {
    var rules = RuleSet()
    rules.count = .best
    rules.protection = .lastResort
    rules.loseAt = 2
    return rules
  }()

  public static let huainan: RuleSet = {
    var rules = RuleSet()
    rules.protection = .lastResort
    rules.six = 2
    rules.diagonal6 = 2
    rules.edgeSix = 1
    return rules
  }()

  /// The customs of central Shandong, as the rules of github.com/kuailehaha/liuzhou tell them.
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

  /// The named rule sets, the default first.
  public static let presets: [(name: String, rules: RuleSet)] = [
    ("fengyang", fengyang), ("fengyang-app", fengyangApp), ("huainan", huainan),
    ("shandong", shandong),
  ]
}
