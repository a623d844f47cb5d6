import Basics
import GomokuRules
import Match
import Platform

/// A test of one engine against the Gomocup protocol, as a list of steps.
///
/// The steps test the behaviour on which managers rely, and the mistakes of engines at which
/// managers have failed.
public struct ConformanceCheck: Sendable {
  /// The importance of a step.
  public enum Level: String, Sendable {
    /// An engine that fails the step loses games with some manager in use.
    case must
    /// The step tests an extension of the protocol, or a courtesy to the manager.
    case should
  }

  /// One claim about an engine's behaviour, with the test for it.
  public struct Step: Sendable {
    public let name: String
    public let level: Level
    /// Tests the claim with new processes of the engine.
    ///
    /// Throws if the claim is false, or if the step does not apply to the engine.
    let run: @Sendable (EngineConfig) throws(Probe.Failure) -> Void

    init(
      _ name: String, _ level: Level = .must,
      _ run: @escaping @Sendable (EngineConfig) throws(Probe.Failure) -> Void
    ) {
      (self.name, self.level, self.run) = (name, level, run)
    }
  }

  /// The result of one step.
  public struct Outcome: Sendable {
    public let step: Step
    /// The reason why the step failed; `nil` if it passed or was skipped.
    public let failure: String?
    /// The reason why the step does not apply to this engine; `nil` if it was run.
    public let skip: String?
    /// The duration of the step.
    public let milliseconds: Int
  }

  public static let steps: [Step] =
    starting + framing + moving + positions + settings + clock + conversation + otherGame
    + ending + robustness + shortage + jobs + manners

  private let engine: EngineConfig

  public init(_ engine: EngineConfig) { self.engine = engine }

  /// Runs one step with new processes of the engine.
  public func run(_ step: Step) -> Outcome {
    let begin = MonotonicTime.now
    var failure: Probe.Failure?
    do { try step.run(engine) } catch { failure = error }
    let isSkipped = failure?.isSkip ?? false
    return Outcome(
      step: step, failure: isSkipped ? nil : failure?.message,
      skip: isSkipped ? failure?.message : nil,
      milliseconds: MonotonicTime.now.microseconds(since: begin) / 1000)
  }
}

extension ConformanceCheck {
  /// A test of the engine that a `Probe` talks to; throws if the engine fails it.
  typealias Demands = @Sendable (Probe) throws(Probe.Failure) -> Void

  /// Makes a step that talks to a new process of the engine.
  static func session(
    _ name: String, _ level: Level = .must, _ demands: @escaping Demands
  ) -> Step {
    Step(name, level) { engine throws(Probe.Failure) in try demands(Probe(engine)) }
  }

  /// Makes a step in a game that has just begun, with a limit of `milliseconds` a move.
  static func game(
    _ name: String, _ level: Level = .must, side: Int = 15, rule: Int = 0,
    turn milliseconds: Int = 200, _ demands: @escaping Demands
  ) -> Step {
    session(name, level) { probe throws(Probe.Failure) in
      try probe.startGame(side: side, rule: rule, turn: milliseconds)
      try demands(probe)
    }
  }
}

extension Position {
  /// Creates the position after the moves in `text`, a list of points that begins with Black's.
  init(_ text: String, side: Int = 15, variant: Variant = .freestyle) {
    self.init(size: BoardSize(side: side) ?? .standard, variant: variant)
    for point in Point.list(text) ?? [] { try? play(point) }
  }

  /// The lines of the `BOARD` command for this position: 1 marks a stone of the side to move, 2 one
  /// of the opponent.
  var boardBlock: [String] {
    ["BOARD"]
      + stones.map { "\($0.point.x),\($0.point.y),\($0.color == sideToMove ? 1 : 2)" } + ["DONE"]
  }
}
