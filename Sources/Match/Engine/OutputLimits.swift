/// The limits of an engine's output, in bytes. An engine that exceeds one loses its tournament
/// game.
///
/// `EnginePlayer.floodRate` also limits the output of an engine that gives no answer in time.
enum OutputLimits {
  /// The largest output between two commands, both streams together.
  static let betweenCommands = 1 << 20
  /// The longest line; Gomocup's managers read 2,000 bytes.
  static let line = 64 * 1024
}
