/// The hand-made features of one player, which are inputs of the network.
///
/// While placing, dead stones count as the empty points that they are going to leave. The features
/// thus look ahead to the first slides.
enum Feature: Int, CaseIterable, CustomStringConvertible {
  case stones
  /// The number of live stones missing to 8, because the last stones have a higher value.
  case shortage
  case slides
  /// 1 if there is at most one slide, else 0: the player is in zugzwang, or may soon pass.
  case cramped
  /// The number of slides, at most 8, of stones that are in no formation. They break no formation.
  case freeSlides
  /// The number of stones in formations, which most rules protect from capture.
  case formed
  /// The largest number of captures that one slide earns, at most 4.
  case bestSlide
  /// The number of slides that earn captures, at most 4.
  case earningSlides
  /// The captures earned by the best unplugged runner, at most 4.
  ///
  /// A runner is a formation from which a stone slides out and back, and so captures every second
  /// turn. It is plugged if an enemy stone is next to the vacated point.
  case runner
  /// The captures earned by the best plugged runner, at most 4.
  case pluggedRunner
  /// The captures earned by the best shuttle on each turn, at most 4.
  ///
  /// A shuttle is a stone that slides between two formations and captures on every turn. The
  /// smaller number of captures at its two ends counts.
  case shuttle
  /// The number of slides out of unplugged runners, less one; at least 0 and at most 4.
  case doors
  /// The number of squares (成方) with three stones and no enemy stone.
  case openSquares
  /// The number of squares with three stones and an enemy stone.
  case stoppedSquares
  /// The number of squares with two stones and no enemy stone.
  case halfSquares
  /// The number of complete squares.
  case squares
  /// The sum of the values of complete lines. Lines are the formations that are no squares.
  case lines
  /// The number of lines one stone short, without an enemy stone.
  case openLines
  /// The number of lines two stones short, without an enemy stone.
  case halfLines
  /// The largest number of captures that one placement earns, at most 4; 0 in other phases.
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
