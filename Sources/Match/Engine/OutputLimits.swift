/// The limits of what an engine writes, in bytes; exceeding one loses a tournament game.
///
/// For an engine without an answer in time there is another: `EnginePlayer.talkPerMillisecond`.
enum OutputLimits {
  /// The largest output between two commands, both streams together.
  static let betweenCommands = 1 << 20
  /// The longest line; Gomocup's managers read 2,000 bytes.
  static let line = 64 * 1024
}
