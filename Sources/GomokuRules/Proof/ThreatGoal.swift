/// The kinds of forced wins by threats.
public enum ThreatGoal: String, Sendable {
  /// Victory by continuous fours: each move makes a four.
  case vcf
  /// Victory by continuous threats: each move makes a four or threatens to win by fours.
  case vct
}
