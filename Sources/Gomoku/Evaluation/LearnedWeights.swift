import GomokuRules

extension Weights {
  private static let freestyle = read(freestyleText)
  private static let standard = read(standardText)
  private static let renju = read(renjuText)
  private static let caro = read(caroText)
  private static let exactCaro = read(exactCaroText)

  /// The weights of `variant` that are part of the program.
  public static func of(_ variant: Variant) -> Weights {
    switch variant {
    case .freestyle: freestyle
    case .standard: standard
    case .renju: renju
    case .caro: caro
    case .exactCaro: exactCaro
    }
  }

  /// Reads weights that are compiled in: damage there is a broken build.
  private static func read(_ text: StaticString) -> Weights {
    do {
      return try Weights(
        reading: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    } catch {
      fatalError("\(error)")
    }
  }
}
