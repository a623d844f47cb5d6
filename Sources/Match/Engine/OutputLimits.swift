/// The limits of what an engine writes, in bytes; exceeding one loses a tournament game.
///
/// A further limit, `EnginePlayer.floodRate`, holds while an engine gives no answer in
/// time.
enum OutputLimits {
  /// The largest output between two commands, both streams together.
  static let betweenCommands = 1 << 20
  /// The longest line; Gomocup's managers read 2,000 bytes.
  static let line = 64 * 1024
}
