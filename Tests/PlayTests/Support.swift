import Basics
import Foundation
import Gomocup
import GomokuRules
import LiuzhouRules
import Platform
import Records
import TestSupport
import Testing

@testable import Match
@testable import Play

/// Tables, games and files for tests.
enum Sample {
  static let gomoku = GameKind.gomoku(.freestyle, .standard)
  static let renju = GameKind.gomoku(.renju, .standard)
  static let liuzhou = GameKind.liuzhou(.fengyang)

  static let person = PlaySettings.Seat(name: "Anna", kind: .person)
  static let other = PlaySettings.Seat(name: "Ben", kind: .person)
  static let engine = PlaySettings.Seat(
    name: "engine",
    kind: .engine(PlaySettings.EngineChoice(command: ["/bin/false"], level: 7, turn: 100)))
  static let remote = PlaySettings.Seat(name: "the other", kind: .remote)

  static func settings(
    _ game: GameKind, seats: [PlaySettings.Seat] = [person, other], opening: OpeningRule? = nil
  ) -> PlaySettings {
    var settings = PlaySettings(id: "0123456789abcdef", game: game, seats: seats, began: 1_000_000)
    settings.opening = opening
    return settings
  }

  static func state(
    _ game: GameKind, seats: [PlaySettings.Seat] = [person, other], opening: OpeningRule? = nil
  ) throws -> PlayState {
    try PlayState(
      settings(game, seats: seats, opening: opening), now: MonotonicTime(nanoseconds: 0))
  }

  /// The cell of a point of Liuzhou chess that there is.
  static func cell(_ name: String) -> BoardPoint {
    LiuzhouRules.Point(name).map { BoardPoint($0) } ?? BoardPoint(x: -1, y: -1)
  }

  /// Calls `body` with the path of a new folder, which is removed afterwards.
  static func withFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "table-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder.path(percentEncoded: false))
  }

  /// The path of a program built with these tests.
  static func program(_ name: String) throws -> String {
    let arguments = ProcessInfo.processInfo.arguments
    let beside = Bundle.allBundles.map(\.bundleURL) + [URL(filePath: arguments[0])]
    let folders = beside.map { $0.deletingLastPathComponent() }
    let paths = folders.map { $0.appending(path: name).path(percentEncoded: false) }
    return try #require(
      paths.first(where: FileManager.default.isExecutableFile), "\(name) is not built")
  }
}

extension PlayState {
  /// Obeys a line as a session at one terminal does, and performs what follows.
  @discardableResult
  mutating func type(_ line: String, at milliseconds: Int = 0) -> [GameAction] {
    let now = MonotonicTime(nanoseconds: 0).advanced(milliseconds: milliseconds)
    notice = nil
    do throws(UserError) {
      let actions = try obey(UserCommand(line, in: settings.game), now: now)
      for action in actions { try perform(action, now: now) }
      return actions
    } catch {
      complain(error.description)
      return []
    }
  }

  mutating func perform(_ action: GameAction, now: MonotonicTime) throws(UserError) {
    advance(to: try game.after(action), by: action, now: now)
  }

  func save(to path: String, overwrites: Bool) throws(UserError) {
    try PlayState.write(content(forFile: path), to: path, overwrites: overwrites)
  }

  mutating func complain(_ text: String) {
    notice = Notice(phrase: Phrase(verbatim: text), isError: true)
  }

  /// The error that the last line gave, if it did.
  var complaint: String? { notice.flatMap { $0.isError ? $0.text : nil } }
}

extension LinkLine {
  /// The message, whatever its seal.
  var content: LinkMessage? { LinkMessage(text) ?? numbered?.message }
}

extension LoadedGame {
  var black: String? { texts.text("PB") }
  var white: String? { texts.text("PW") }
}

extension PlayedGame {
  mutating func play(_ moves: String) throws {
    for move in try kind.moves(named: moves) { try perform(.move(move, milliseconds: 10)) }
  }
}

extension String {
  /// True if the text has Chinese characters, and nowhere three English words in a row.
  var isChinese: Bool {
    contains { !$0.isASCII } && firstMatch(of: /[A-Za-z]+(?: [a-z]+){2}/) == nil
  }
}
