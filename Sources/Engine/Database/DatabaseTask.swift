import Gomocup
import GomokuRules

/// Where a job finds the database.
public struct DatabaseUse: Equatable, Sendable {
  public var path: String
  /// Whether what a search finds is kept.
  public var isRecording: Bool
  public var isReadOnly: Bool
}

extension EngineSettings {
  func databaseUse(isRecording: Bool) -> DatabaseUse? {
    guard usesDatabase else { return nil }
    return DatabaseUse(
      path: databasePath, isRecording: isRecording && !isDatabaseReadOnly,
      isReadOnly: isDatabaseReadOnly)
  }
}

/// A command for the database, with the position that it is about.
public struct DatabaseTask: Equatable, Sendable {
  public var command: DatabaseCommand
  /// The position after the command's moves, or the game's.
  public var position: Position
  /// How points are written into files.
  public var notation: Notation
}

/// What the database answers.
public struct DatabaseResult: Sendable {
  public var replies: [GomocupReply]
  /// The file that is used from now on, if it is another one.
  public var path: String?
}

extension DatabaseQuery {
  /// The answer where nothing is known.
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
  /// Whether the command changes the database in use.
  var isChange: Bool {
    switch self {
    case .edit, .delete, .prune, .fix, .transfer(.readText, _), .transfer(.readLibrary, _),
      .transfer(.merge, _):
      true
    case .use, .save, .check, .query, .transfer: false
    }
  }
}
