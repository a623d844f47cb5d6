import Basics

/// The abilities of the terminal that affect the drawing of the board.
struct TerminalCapabilities: Equatable, Sendable {
  /// True if the terminal shows Unicode's stones and lines; else the board has letters and dots.
  var isUnicode: Bool
  var hasColors: Bool
  /// True if text can be bold or reversed, which a terminal without colours may support too.
  var hasStyles: Bool
  /// True if the terminal shows a stone two columns wide, as fonts for East Asian text may do.
  var hasWideStones = false

  static let plain = TerminalCapabilities(
    isUnicode: false, hasColors: false, hasStyles: false)

  /// Returns whether the terminal supports escape sequences, such as cursor movement.
  static func isSmart(_ environment: [String: String], isTerminal: Bool) -> Bool {
    let kind = environment["TERM"] ?? ""
    return isTerminal && !kind.isEmpty && kind != "dumb"
  }
}

extension TerminalCapabilities {
  /// Derives the abilities from the variables `TERM`, `NO_COLOR` and those of the locale.
  init(environment: [String: String], isTerminal: Bool) {
    let locale =
      ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let isUTF8 = locale.lowercased().filter { $0 != "-" }.contains("utf8")
    let isSmart = TerminalCapabilities.isSmart(environment, isTerminal: isTerminal)
    self.init(
      isUnicode: isSmart && isUTF8,
      hasColors: isSmart && (environment["NO_COLOR"] ?? "").isEmpty, hasStyles: isSmart)
  }

  /// Returns the character of a stone: a letter without Unicode, otherwise a disc.
  ///
  /// White's disc is hollow only if there are no colours.
  func stone(_ color: Color) -> String {
    guard isUnicode else { return color == .black ? "X" : "O" }
    return color == .black || hasColors ? "●" : "○"
  }
}
