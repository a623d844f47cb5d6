/// The hand-made features of one player, which are inputs of the network.
///
/// While placing, dead stones count as the gaps that they are going to leave. The same features
/// therefore look ahead to the first slides.
enum Feature: Int, CaseIterable, CustomStringConvertible {
  /// The number of live stones.
  case stones
  /// The number of live stones short of 8, because the last stones are worth more.
  case shortage
  /// The number of slides.
  case slides
  /// 1 if there is at most one slide (zugzwang, or a welcome pass), else 0.
  case cramped
  /// The number of slides of stones outside formations, at most 8. Such slides open no formation.
  case freeSlides
  /// The number of stones in formations, which are protected from capture.
  case formed
  /// The most captures that one slide earns, at most 4.
  case bestSlide
  /// The number of slides that earn captures, at most 4.
  case earningSlides
  /// The captures earned by the best runner, at most 4.
  ///
  /// A runner is a formation from which a stone slides out and back, and so captures every second
  /// turn. No enemy stone stands beside the vacated point to plug it.
  case runner
  /// The captures earned by the best runner that an enemy stone can plug, at most 4.
  case pluggedRunner
  /// The captures a turn of the best shuttle, at most 4.
  ///
  /// A shuttle is a stone that slides between two formations and captures on every turn.
  case shuttle
  /// The number of slides out of unplugged runners beyond the first, at most 4.
  case doors
  /// The number of squares (成方) with three stones and no enemy stone.
  case openSquares
  /// The number of squares with three stones and an enemy stone.
  case stoppedSquares
  /// The number of squares with two stones and no enemy stone.
  case halfSquares
  /// The number of complete squares.
  case squares
  /// The sum of the values of complete lines.
  case lines
  /// The number of lines one stone short, without an enemy stone.
  case openLines
  /// The number of lines two stones short, without an enemy stone.
  case halfLines
  /// The most captures that one placement earns, at most 4; 0 in other phases.
  case bestPlacement
  /// The number of points where a placement earns captures, at most 4; 0 in other phases.
  case earningPlacements

  static let count = 21

  /// The names as EVAL writes them, in the order of the cases. Embedded Swift does not keep them.
  private static let names = [
    "stones", "shortage", "slides", "cramped", "freeSlides", "formed", "bestSlide",
    "earningSlides", "runner", "pluggedRunner", "shuttle", "doors", "openSquares",
    "stoppedSquares", "halfSquares", "squares", "lines", "openLines", "halfLines",
    "bestPlacement", "earningPlacements",
  ]

  var description: String { Feature.names[rawValue] }
}
