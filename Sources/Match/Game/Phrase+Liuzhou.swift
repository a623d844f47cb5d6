import LiuzhouRules
import Records

/// The texts of errors in the rules or the position of a new game of Liuzhou chess (六洲棋). The
/// module `LiuzhouRules` has these texts only in English.
extension Phrase {
  init(_ error: PositionError) {
    self =
      switch error {
      case .missingField: Phrase("a position is RANKS SIDE PHASE QUIET")
      case .badRanks: Phrase("ranks are six rows of six points, joined by /")
      case .badSide(let text): Phrase("side to move is b or w, not \(text)")
      case .badPhase(let text): Phrase("phase is p, f, m or x, not \(text)")
      case .badQuiet(let text): Phrase("quiet counter cannot be \(text)")
      case .irregular(let reason): Phrase("this cannot occur: \(Phrase(reason))")
      }
  }

  private init(_ reason: PositionError.Irregularity) {
    self =
      switch reason {
      case .placed(let black, let white, let side):
        Phrase("\(black) black and \(white) white stones placed with \(side) to move")
      case .placingOver: Phrase("the board is full, placing is over")
      case .removing(let black, let white, let side):
        Phrase("\(black) black and \(white) white stones with \(side) to remove one")
      case .tooManyStones: Phrase("more than 18 stones of a colour")
      case .noEmptyPoint: Phrase("no empty point to slide to")
      case .exchangeUnknown: Phrase("an exchange, which these rules do not know")
      case .exchangeTooFull: Phrase("more stones than an exchange leaves")
      case .deadStones: Phrase("dead stones outside placing")
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
        switch allowed.split(separator: " ").map(String.init) {
        case let words where words.count == 3 && words[1] == "to":
          Phrase("\(name) cannot be \(value), only \(words[0]) to \(words[2])")
        default: Phrase("\(name) cannot be \(value), only \(allowed)")
        }
      case .repeated(let name): Phrase("\(name) is given twice")
      }
  }
}
