import Gomocup
import GomokuRules

/// The database that a job uses.
public struct DatabaseUse: Equatable, Sendable {
  public var path: String
  /// True if search results are recorded.
  public var isRecording: Bool
  public var isReadOnly: Bool
}

extension EngineSettings {
  /// Returns the database settings of a job; `nil` if no database is in use.
  func databaseUse(isRecording: Bool) -> DatabaseUse? {
    guard usesDatabase else { return nil }
    return DatabaseUse(
      path: databasePath, isRecording: isRecording && !isDatabaseReadOnly,
      isReadOnly: isDatabaseReadOnly)
  }
}

/// A command for the database, with its position.
public struct DatabaseTask: Equatable, Sendable {
  public var command: DatabaseCommand
  /// The position after the command's moves; for a command without moves, the position of the game.
  ///
  /// It is an empty board if the command has no moves and there is no game.
  public var position: Position
  /// The notation of the points in exported files that list moves.
  public var notation: Notation
}

/// The result of a command for the database.
public struct DatabaseResult: Sendable {
  public var replies: [GomocupReply]
  /// The path of the database that YXSETDATABASE has opened; `nil` after an error and after other
  /// commands.
  public var path: String?
}

extension DatabaseQuery {
  /// The replies about an unknown position, for queries while no database is in use.
  var emptyReplies: [GomocupReply] {
    let replies: [DatabaseReply] =
      switch self {
      case .moves: [.refresh, .done]
      case .movesAndText: [.refresh, .done, .text("")]
      case .one: [.one(tag: 0, .init(label: "", value: 0, depth: 0, bound: 0))]
      case .text: [.text("")]
      }
    return replies.map(GomocupReply.database)
  }
}

extension DatabaseCommand {
  /// True if the command changes the database in use, so that a read-only database refuses it.
  var isChange: Bool {
    switch self {
    case .edit, .delete, .prune, .fix, .transfer(.readText, _), .transfer(.readLibrary, _),
      .transfer(.merge, _):
      true
    case .use, .save, .check, .query, .transfer: false
    }
  }
}
