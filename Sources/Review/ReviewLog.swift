import Basics
import Match
import Platform

/// The file of finished reviews in a folder. An interrupted review of a collection continues from
/// it.
///
/// After a header, each game is one line `crc32 SP json`. Other lines have the names of the files
/// that the reviews have made in the folder. A damaged line is skipped. An incomplete last line is
/// cut off when the log is opened again.
public final class ReviewLog {
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  public static let fileName = "reviews.log"
  private static let format = "wuliu reviews 1"
  /// The largest log that is read, in bytes.
  private static let largest = 1 << 30

  private let folder: String
  private let path: String
  private let file: FileDescriptor
  private var length = 0
  /// The positions of the games that the log had when it was opened, by game and number of nodes.
  private var known: [String: JSON] = [:]
  /// The names of the files in the folder that reviews have made.
  private var files: Set<String> = []

  /// Opens the log in `folder`. Creates it only in an empty folder, so that no other file is mixed
  /// in.
  public init(folder: String) throws(Failure) {
    self.folder = folder
    path = "\(folder)/\(ReviewLog.fileName)"
    let kind = FileSystem.kind(of: path, followsLinks: false)
    let isNew = kind == nil
    guard isNew || kind == .plainFile else { throw Failure(description: "\(path): not a file") }
    let names: [String]
    do throws(SystemError) { names = try FileSystem.names(inFolder: folder) } catch {
      throw Failure(description: "\(folder): \(error)")
    }
    if isNew, let other = names.min() {
      throw Failure(description: "\(folder): there are other files in it, such as \(other)")
    }
    do throws(SystemError) { file = try .open(path, for: .updating) } catch {
      throw Failure(description: "\(path): cannot be opened: \(error)")
    }
    do throws(Failure) { try begin() } catch {
      file.closeUnlocked()
      throw error
    }
  }

  deinit { file.closeUnlocked() }

  private func begin() throws(Failure) {
    guard file.isPlainFile, file.isFile(at: path, followsLinks: false) else {
      throw Failure(description: "\(path): not a file")
    }
    guard file.lock() else { throw Failure(description: "\(path): another program is writing it") }
    let size = (try? file.size) ?? .max
    guard size <= ReviewLog.largest else {
      throw Failure(description: "\(path): too large for a log of reviews")
    }
    let header = CheckedLine.bytes(
      of: Array(JSON.object([JSON.Member("log", .string(ReviewLog.format))]).description.utf8))
    do throws(SystemError) {
      let bytes = try file.read(size, at: 0)
      if bytes.starts(with: header) {
        read(bytes)
      } else if !header.starts(with: bytes) {
        // Only the beginning of a header is a log whose first write was interrupted.
        throw .notFound
      }
      try file.truncate(to: length)
      if length == 0 { try file.append(header, at: &length) }
    } catch .notFound {
      throw Failure(description: "\(path): not a log of reviews; it is left as it is")
    } catch {
      throw Failure(description: "\(path): \(error)")
    }
  }

  private func read(_ bytes: [UInt8]) {
    var start = 0
    while let end = bytes[start...].firstIndex(of: CheckedLine.end) {
      if let body = try? CheckedLine.body(of: bytes[start..<end]),
        let json = try? JSON(parsing: Array(body))
      {
        if let key = json["game"]?.string { known[key] = json["positions"] }
        files.formUnion(json["files"]?.array?.compactMap(\.string) ?? [])
      }
      start = end + 1
    }
    length = start
  }

  private static func key(_ game: ReviewGame, _ nodes: Int) -> String { "\(nodes) \(game.key)" }

  /// Returns the review of a game with this number of nodes that the log had when it was opened.
  ///
  /// Returns `nil` if there is none, or if it cannot be read.
  public func review(of game: ReviewGame, nodes: Int) -> GameReview? {
    guard let list = known[ReviewLog.key(game, nodes)]?.array else { return nil }
    let positions = list.compactMap { PositionReview($0, of: game.kind) }
    guard positions.count == list.count, positions.count == game.positionCount else { return nil }
    return GameReview(game, positions: positions)
  }

  /// Notes files that are about to be made in the folder.
  ///
  /// - Throws: an error, with nothing noted, if a file of such a name exists that is not noted yet.
  public func claim(_ names: [String]) throws(Failure) {
    let new = names.filter { !files.contains($0) }
    if let taken = new.first(where: {
      FileSystem.kind(of: "\(folder)/\($0)", followsLinks: false) != nil
    }) {
      throw Failure(description: "\(folder)/\(taken): there already, and not made by a review")
    }
    guard !new.isEmpty else { return }
    try append(.object([JSON.Member("files", .array(new.map(JSON.string)))]))
    files.formUnion(new)
  }

  public func append(_ review: GameReview, nodes: Int) throws(Failure) {
    try append(
      .object([
        JSON.Member("game", .string(ReviewLog.key(review.game, nodes))),
        JSON.Member("positions", .array(review.positions.map(\.json))),
      ]))
  }

  private func append(_ json: JSON) throws(Failure) {
    do throws(SystemError) {
      try file.append(CheckedLine.bytes(of: Array(json.description.utf8)), at: &length)
    } catch {
      throw Failure(description: "\(path): cannot be written: \(error)")
    }
  }
}
