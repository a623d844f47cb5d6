import Basics
import Match

/// A recorded game of a tournament, to step through or to compare with an engine's moves.
public struct Replay {
  private let record: GameRecord
  private let game: GameKind

  public init(_ record: GameRecord, game: GameKind) { (self.record, self.game) = (record, game) }

  /// The players, result and opening with its actions, in one line.
  public var title: String {
    let result = record.winner.map { "\($0) wins" } ?? "drawn"
    let detail = record.detail.isEmpty ? "" : " (\(record.detail))"
    return "game \(record.id): \(record.black) - \(record.white), \(result): "
      + "\(record.reason.rawValue)\(detail), opening "
      + (record.openingText ?? record.opening)
      + (game.renjuOpening(of: record.moves).map { ", \($0.title)" } ?? "")
  }

  /// Returns the board as text after `ply` moves, with the last move and its search data above it.
  ///
  /// If one of the moves is illegal, the text only names that move.
  public func page(after ply: Int) -> String {
    var state = GameState(game)
    for move in record.moves.prefix(ply) {
      do { try state.play(move) } catch { return "\(move) is not legal here" }
    }
    var lines: [String] = []
    if ply > 0, record.moves.indices.contains(ply - 1) {
      var line = "\(ply). \(record.moves[ply - 1])"
      if let search = record.search(forPly: ply - 1) {
        line += "  \(search.microseconds / 1000) ms"
        if search.depth > 0 { line += "  depth \(search.depth)" }
        if search.nodes > 0 { line += "  nodes \(search.nodes)" }
        if let score = search.score { line += "  score \(score)" }
      }
      lines.append(line)
    }
    return (lines + [state.diagram]).joined(separator: "\n")
  }

  public var plies: Int { record.moves.count }

  /// The last lines exchanged with the faulty engine.
  public var evidence: [String] { record.evidence }

  /// Asks `engine` for its move wherever the recorded engine of that name moved after the opening.
  ///
  /// - Parameter say: called for each of these positions with a line that compares the two moves.
  /// - Returns: false if the engine failed or gave no move, or the record has an illegal move.
  public func feed(to engine: EngineConfig, say: (String) -> Void) -> Bool {
    let seat = EnginePlayer(engine, game: game, suspends: false)
    defer { seat.quit() }
    var state = GameState(game)
    do {
      try seat.beginGame()
      for (ply, move) in record.moves.enumerated() {
        let mover = state.sideToMove == .black ? record.black : record.white
        if ply >= record.openingPlies, mover == engine.name {
          let answer = try seat.ask(EngineDialogue.request(state, isInformed: false))
          guard case .move(let now) = answer.reply else {
            say("\(ply + 1). \(move): no move but \(answer.reply)")
            return false
          }
          let mark = now == move ? "=" : "now \(now)"
          say("\(ply + 1). \(move) \(mark)  \(answer.microseconds / 1000) ms")
        }
        guard (try? state.play(move)) != nil else { return false }
      }
      return true
    } catch {
      say("\(error.reason.rawValue): \(error.detail)")
      return false
    }
  }
}
