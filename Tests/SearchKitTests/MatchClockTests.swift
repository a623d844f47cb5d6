import Basics
import Testing

@testable import SearchKit
@testable import SearchTypes

struct MatchClockTests {
  @Test func aTurnsTimeIsUsedUpWhenNoneCanBeSaved() {
    #expect(
      MatchClock(turn: .seconds(1)).budget(movesToGo: 60) == .exactly(.milliseconds(960)))
    let ample = MatchClock(turn: .seconds(5), match: .seconds(1000))
    #expect(ample.budget(movesToGo: 60) == .exactly(.milliseconds(4880)))
    #expect(MatchClock(turn: .zero, match: .seconds(9)).budget(movesToGo: 60) == .exactly(.zero))
    #expect(MatchClock().budget(movesToGo: 60) == nil)
  }

  @Test(arguments: [1, 8, 100], [20, 30])
  func theMatchTimeLasts(movesToGo: Int, greatestShare: Int) throws {
    var manager = MatchClock(turn: .seconds(30), match: .seconds(180))
    var policy = TimePolicy()
    policy.greatestShare = greatestShare
    policy.horizon = 400 / greatestShare
    for _ in 0..<120 {
      let budget = try #require(manager.budget(movesToGo: movesToGo, policy: policy))
      #expect(budget.soft <= budget.hard)
      manager.spend(budget.hard)
      #expect(manager.remaining.map { $0 > .zero } == true)
    }
  }

  /// How far a search goes whose iterations take a millisecond each, in milliseconds.
  private static func length(_ budget: TimeBudget?, score: (Int) -> Int, changes: Bool) -> Int {
    var clock = IterationTiming(budget: budget, policy: TimePolicy())
    return (1...1000).first { spent in
      !clock.allowsAnother(
        afterScore: .centistones(score(spent)), bestMoveChanged: changes,
        elapsed: .milliseconds(spent))
    } ?? .max
  }

  @Test func timeGoesWhereTheMoveIsUnclear() {
    let budget = TimeBudget(soft: .milliseconds(100), hard: .milliseconds(500))
    let settled = Self.length(budget, score: { _ in 0 }, changes: false)
    let open = Self.length(budget, score: { _ in 0 }, changes: true)
    let falling = Self.length(budget, score: { -100 * $0 }, changes: true)
    #expect((60..<100).contains(settled))
    #expect((100..<150).contains(open))
    #expect((150...500).contains(falling))
    let exact = TimeBudget.exactly(.milliseconds(100))
    #expect(Self.length(exact, score: { _ in 0 }, changes: false) == 100)
    #expect(Self.length(nil, score: { _ in 0 }, changes: false) == .max)
  }

  @Test func aMoveThatTookMostOfTheEffortIsSettledSooner() {
    var policy = TimePolicy()
    policy.effortWeight = 100
    func part(_ effort: Double?) -> Double {
      policy.part(confirmations: 3, fall: 0, effort: effort)
    }
    let usual = Double(policy.usualEffort) / 100
    #expect(part(0.9) < part(usual))
    #expect(part(usual) < part(0.1))
    #expect(part(usual) == part(nil))
    policy.effortWeight = 1000
    #expect(part(1) > 0)
  }

  @Test func aSearchMayBeTimedByItsNodes() {
    let clock = SearchClock(meter: .nodes)
    clock.setDeadline(after: .microseconds(5000))
    clock.report(nodes: 4999)
    clock.check()
    #expect(!clock.isStopped)
    #expect(clock.elapsed == .microseconds(4999))
    // A part of the search counts its own nodes.
    let part = SearchClock(partOf: clock)
    part.setDeadline(after: .microseconds(10))
    #expect(part.elapsed == .zero)
    part.report(nodes: 10)
    part.check()
    #expect(part.isStopped && !clock.isStopped)
    clock.report(nodes: 5000)
    clock.check()
    #expect(clock.isStopped)
  }
}
