import Basics
import GomokuRules
import Match
import Platform

/// All games of a tournament, determined by its file, its openings and its engines.
///
/// The unit is the pair: one opening played twice with the sides exchanged. A round has one pair
/// for each two engines that meet. Pairs are numbered round by round, so that the first rounds
/// alone are a fair smaller tournament.
public struct Schedule: Sendable {
  /// An opening that two engines play twice.
  public struct Pair: Equatable, Sendable {
    public let index: Int
    /// The index in `TournamentConfig.engines` of the engine with the first move in the first game.
    public let first: Int
    /// The index of the other engine.
    public let second: Int
    public let opening: Opening
    public let symmetry: Symmetry

    /// The two games' indices in the schedule.
    public var games: [Int] { [2 * index, 2 * index + 1] }
  }

  /// One game of a pair.
  public struct ScheduledGame: Equatable, Sendable {
    public let id: Int
    public let pair: Pair
    /// The index of the engine that has the first move, or acts first in an opening rule.
    public var opener: Int { id.isMultiple(of: 2) ? pair.first : pair.second }
    public var replier: Int { id.isMultiple(of: 2) ? pair.second : pair.first }
  }

  /// The size in bytes from which on a file of openings is too large.
  private static let largest = 1 << 26

  public let config: TournamentConfig
  /// The hash of everything that determines the games. Only logs with the same hash may be merged.
  public let hash: String
  /// The lines of the opening file that do not fit the game and were left out.
  public let skipped: [OpeningBook.Problem]
  private let book: [Opening]
  /// The indices in `book`, in the order in which the openings are played.
  private let order: [Int]
  private let pairings: [(first: Int, second: Int)]

  /// Plans the tournament; reads the opening file and the engines' binaries.
  ///
  /// - Throws: an error if the opening file or an engine's executable cannot be used.
  public init(_ config: TournamentConfig) throws {
    var hash = SHA256()
    hash.update(Array("wuliu schedule 1\n\(config.essence)\n".utf8))
    var random = SplitMix64(seed: config.seed)
    switch config.openings {
    case .file(let path, let shuffles, _):
      let contents: [UInt8]?
      do { contents = try FileSystem.plainContents(of: path, limit: Schedule.largest) } catch {
        throw JSONFieldReader.Problem(
          path: "openings.file", message: "\(path) cannot be read: \(error)")
      }
      guard let bytes = contents else {
        throw JSONFieldReader.Problem(path: "openings.file", message: "\(path): not a plain file")
      }
      guard bytes.count < Schedule.largest else {
        throw JSONFieldReader.Problem(
          path: "openings.file", message: "\(path): too large for openings")
      }
      do {
        let text = String(decoding: OutsideText.utf8(bytes), as: UTF8.self)
        let openings = try OpeningBook(
          parsing: text, game: config.game, skipsUnfit: config.skipsUnfit)
        (book, skipped) = (openings.openings, openings.skipped)
      } catch {
        throw JSONFieldReader.Problem(path: "openings.file", message: "\(path): \(error)")
      }
      hash.update(bytes)
      order = shuffles ? random.permutation(of: book.count) : Array(book.indices)
    default:
      (book, skipped) = ([], [])
      order = []
    }
    var binaries = BinaryHashes()
    for (index, engine) in config.engines.enumerated() {
      hash.update(Array((try binaries.text(of: engine, path: "engines[\(index)]")).utf8))
    }
    self.hash = hash.hexDigest()
    self.config = config
    let players = config.engines.indices
    switch config.format {
    case .match, .gauntlet: pairings = players.dropFirst().map { (0, $0) }
    case .roundRobin:
      pairings = players.flatMap { a in players.filter { $0 > a }.map { (a, $0) } }
    }
  }

  public var pairCount: Int { pairings.count * config.pairs }
  public var gameCount: Int { 2 * pairCount }

  public func pair(_ index: Int) -> Pair {
    let (round, pairing) = index.quotientAndRemainder(dividingBy: pairings.count)
    let (first, second) = pairings[pairing]
    let (opening, symmetry) = opening(number: config.sharesOpenings ? round : index)
    return Pair(
      index: index, first: first, second: second, opening: opening, symmetry: symmetry)
  }

  public func game(_ id: Int) -> ScheduledGame { ScheduledGame(id: id, pair: pair(id / 2)) }

  /// Returns the indices of the pairs that shard `shard`, counted from 0, of `count` plays.
  ///
  /// A shard takes every `count`-th pair, so the first games of the schedule are divided evenly.
  public func pairs(ofShard shard: Int, of count: Int) -> [Int] {
    Array(stride(from: shard, to: pairCount, by: count))
  }

  /// Returns the opening of round or pair `number`, and the symmetry that has been applied to it.
  private func opening(number: Int) -> (Opening, Symmetry) {
    switch config.openings {
    case .none: return (.none, .identity)
    case .rule(let rule): return (Opening(name: rule.description, moves: []), .identity)
    case .random(let plies):
      var source = SplitMix64(seed: config.seed, index: number)
      return (.random(plies: plies, game: config.game, source: &source), .identity)
    case .file(_, _, let symmetries):
      let (pass, place) = number.quotientAndRemainder(dividingBy: order.count)
      let opening = book[order[place]]
      guard symmetries else { return (opening, .identity) }
      // An opening's first symmetry is random. Each further pass through the book takes the next
      // one, so all are used in turn.
      var source = SplitMix64(seed: config.seed, index: order[place])
      let count = config.game.symmetries
      let symmetry = Symmetry(code: (source.number(below: count) + pass) % count)
      let moves = config.game.image(of: opening.moves, under: symmetry)
      return (Opening(name: opening.name, moves: moves), symmetry)
    }
  }
}

/// The hashes of the engines' files, each of which is read once.
private struct BinaryHashes {
  private var known: [String: String?] = [:]

  /// Returns the hashes of the executable and of every argument that names a file, one a line.
  ///
  /// - Throws: an error if there is no executable.
  mutating func text(of engine: EngineConfig, path: String) throws(JSONFieldReader.Problem)
    -> String
  {
    guard let executable = FileSystem.executable(engine.command) else {
      throw JSONFieldReader.Problem(
        path: "\(path).command", message: "\(engine.command): no executable")
    }
    var text = "\(engine.name) \(hash(ofFile: executable) ?? "-")\n"
    for argument in engine.arguments {
      let file = EngineConfig.resolve(argument, from: engine.folder ?? "")
      if let hash = hash(ofFile: file) { text += "\(argument) \(hash)\n" }
    }
    return text
  }

  private mutating func hash(ofFile path: String) -> String? {
    if let hash = known[path] { return hash }
    let hash = SHA256.digest(ofFile: path)
    known[path] = hash
    return hash
  }
}
