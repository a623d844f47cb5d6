import Basics
import GomokuRules
import Platform

/// A walk through the protocol with one engine: what every manager in use relies on, and what they
/// have been seen to trip over.
public struct ConformanceCheck: Sendable {
  /// How much hangs on a step.
  public enum Level: String, Sendable {
    /// Some manager in use makes the engine lose over it.
    case must
    /// Good to have: an extension, or a courtesy.
    case should
  }

  /// One claim about an engine.
  public struct Step: Sendable {
    public let name: String
    public let level: Level
    let run: @Sendable (EngineConfig) throws(Probe.Failure) -> Void

    init(
      _ name: String, _ level: Level = .must,
      _ run: @escaping @Sendable (EngineConfig) throws(Probe.Failure) -> Void
    ) {
      (self.name, self.level, self.run) = (name, level, run)
    }
  }

  /// How a step went.
  public struct Outcome: Sendable {
    public let step: Step
    /// What was not met; `nil` if the step passed or was skipped.
    public let failure: String?
    /// Why the claim says nothing about this engine.
    public let skip: String?
    public let milliseconds: Int
  }

  public static let steps: [Step] =
    starting + framing + moving + positions + settings + clock + conversation + otherGame
    + ending + robustness + shortage + jobs + manners

  private let engine: EngineConfig

  public init(_ engine: EngineConfig) { self.engine = engine }

  /// Runs one step with a new process.
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

extension Position {
  /// The position after `text`, a list of points alternating from Black.
  init(_ text: String, side: Int = 15, variant: Variant = .freestyle) {
    self.init(size: BoardSize(side: side) ?? .standard, variant: variant)
    for point in Point.list(text) ?? [] { try? play(point) }
  }

  /// The `BOARD` block that shows this position to the side to move.
  var boardBlock: [String] {
    ["BOARD"]
      + stones.map { "\($0.point.x),\($0.point.y),\($0.color == sideToMove ? 1 : 2)" } + ["DONE"]
  }
}
