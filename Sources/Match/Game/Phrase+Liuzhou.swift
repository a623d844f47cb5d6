import LiuzhouRules
import Records

/// The texts of errors in the setting of a game of Liuzhou chess (六洲棋), which its rules have only
/// in English.
extension Phrase {
  init(_ error: PositionError) {
    self =
      switch error {
      case .missingField: Phrase("a position is RANKS SIDE PHASE QUIET")
      case .badRanks: Phrase("ranks are six rows of six points, joined by /")
      case .badSide(let text): Phrase("side to move is b or w, not \(text)")
      case .badPhase(let text): Phrase("phase is p, f, m or x, not \(text)")
      case .badQuiet(let text): Phrase("quiet counter cannot be \(text)")
      case .irregular(let reason): Phrase("this cannot occur: \(reason)")
      }
  }

  public init(_ error: RuleSetError) {
    self =
      switch error {
      case .unknownPreset(let name):
        Phrase(
          """
          unknown rules \(name), known are \
          \(RuleSet.presets.map(\.name).joined(separator: ", "))
          """)
      case .unknownSwitch(let name): Phrase("unknown switch \(name)")
      case .badValue(let name, let value, let allowed):
        Phrase("\(name) cannot be \(value), only \(allowed)")
      case .repeated(let name): Phrase("\(name) is given twice")
      }
  }
}
