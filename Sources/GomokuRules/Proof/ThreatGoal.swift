/// The wins by threats that are looked for.
public enum ThreatGoal: String, Sendable {
  /// Victory by continuous fours: every move makes a four.
  case vcf
  /// Victory by continuous threats: every move makes a four or threatens to win by fours.
  case vct
}
