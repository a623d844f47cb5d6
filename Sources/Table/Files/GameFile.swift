import Basics
import Gomocup
import GomokuRules
import LiuzhouRules
import Platform
import Tournament

/// A game read from a file: where it is to begin.
public struct LoadedGame: Equatable, Sendable {
  public var game: GameKind
  /// Legal from the start of the game.
  public var moves: [Move]
  public var black: String?
  public var white: String?
}

/// The formats in which games come from elsewhere.
public enum GameFile {
  /// The largest file that is read.
  private static let largest = 1 << 20

  /// Reads SGF, psq, this program's text or one of its saved games, whichever it is.
  ///
  /// - Parameter variant: the rule where the file names none, or another one is wanted.
  public static func read(_ path: String, variant: Variant?) throws(Refusal) -> LoadedGame {
    let bytes: [UInt8]
    do { bytes = try FileSystem.contents(of: path, limit: largest) } catch {
      throw Refusal("\(path): cannot be read: \(error)")
    }
    guard bytes.count <= largest else { throw Refusal("\(path): too large for a game") }
    do throws(Refusal) { return try parse(bytes, variant: variant) } catch {
      throw Refusal("\(path): \(error.description)")
    }
  }

  static func parse(_ bytes: [UInt8], variant: Variant?) throws(Refusal) -> LoadedGame {
    var text = String(decoding: bytes, as: UTF8.self)
    if text.first == "\u{FEFF}" { text.removeFirst() }
    let start = text.drop(while: \.isWhitespace)
    let loaded: LoadedGame
    if start.first == "(" {
      var reader = SGFReader(start)
      loaded = try reader.game(variant: variant)
    } else if start.lowercased().hasPrefix("piskvork") {
      loaded = try psq(start, variant: variant)
    } else if start.hasPrefix("game ") {
      loaded = try plain(start)
    } else if let contents = try? SavedGame.contents(of: bytes, path: "") {
      let game = contents.game
      loaded = LoadedGame(game: game.kind, moves: game.state.moves)
    } else {
      throw Refusal("neither SGF, psq, a text of arena play nor one of its saved games")
    }
    do { _ = try GameState(loaded.game, after: loaded.moves) } catch {
      throw Refusal("not a game by its rules: \(error.description)")
    }
    return loaded
  }

  // MARK: Our text

  /// The game as this program writes it, to be read by people and by `parse`.
  public static func text(of record: GameRecord, game: GameKind, result: String?) -> String {
    var lines = ["game \(game.name)", "black \(record.black)", "white \(record.white)"]
    lines.append("moves \(record.moves.text)")
    if let result { lines.append("result \(result)") }
    return lines.map { "\($0)\n" }.joined()
  }

  private static func plain(_ text: Substring) throws(Refusal) -> LoadedGame {
    var (kind, moves): (GameKind?, [Move]) = (nil, [])
    var names: [Substring: String] = [:]
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.split(separator: " ", maxSplits: 1)
      let rest = words.count > 1 ? words[1] : ""
      switch words.first {
      case "game": kind = try GameKind(named: rest)
      case "black", "white": if let word = words.first { names[word] = PlayerName(rest)?.text }
      case "moves":
        guard let kind else { throw Refusal("the line \"game\" has to come first") }
        do { moves += try kind.moves(named: rest) } catch { throw Refusal(error.description) }
      case "result", nil: continue
      case let word?: throw Refusal("unknown word \"\(word.prefix(20))\"")
      }
    }
    guard let kind else { throw Refusal("there is no line \"game\"") }
    return LoadedGame(game: kind, moves: moves, black: names["black"], white: names["white"])
  }

  // MARK: psq

  /// Reads what Piskvork writes: its size, and moves `x,y,milliseconds` counted from 1.
  private static func psq(_ text: Substring, variant: Variant?) throws(Refusal) -> LoadedGame {
    let lines = text.split(whereSeparator: \.isNewline)
    let sides = (lines[0].split(separator: " ").dropFirst().first ?? "").split { "x,".contains($0) }
      .map { Int($0) ?? 0 }
    guard sides.count == 2, let size = BoardSize(width: sides[0], height: sides[1]) else {
      throw Refusal("psq: no size of the board in \"\(lines[0].prefix(40))\"")
    }
    var moves: [Move] = []
    for line in lines.dropFirst() {
      let numbers = line.split(separator: ",", omittingEmptySubsequences: false).map {
        Int($0.filter { !$0.isWhitespace })
      }
      // The names of the players come after the moves.
      guard numbers.count == 3, let x = numbers[0], let y = numbers[1] else { break }
      guard 1...size.width ~= x, 1...size.height ~= y else {
        throw Refusal("psq: \(x),\(y) is off the board")
      }
      moves.append(.point(GomokuRules.Point(x: x - 1, y: y - 1)))
    }
    return LoadedGame(game: .gomoku(variant ?? .freestyle, size), moves: moves)
  }
}

extension GameKind {
  /// Reads a game's name, and what is shorter: `renju 15x15`, `renju 19`, `renju`,
  /// `liuzhou huainan quiet=80`.
  public init(named text: some StringProtocol) throws(Refusal) {
    let words = text.lowercased().split(whereSeparator: \.isWhitespace)
    if words.first == "liuzhou" {
      do { self = .liuzhou(try RuleSet(words.dropFirst().joined(separator: " "))) } catch {
        throw Refusal(error.description)
      }
      return
    }
    let name = words.first.map(String.init) ?? "freestyle"
    guard let variant = Variant(rawValue: name == "gomoku" ? "freestyle" : name) else {
      let known = Variant.allCases.map(\.rawValue).joined(separator: ", ")
      throw Refusal("unknown game \"\(name)\"; known: \(known), liuzhou")
    }
    var size = BoardSize.standard
    if words.count > 1 {
      let sides = words[1].split(separator: "x", omittingEmptySubsequences: false).map {
        Int($0) ?? 0
      }
      guard words.count == 2, 1...2 ~= sides.count,
        let given = BoardSize(width: sides[0], height: sides[sides.count - 1])
      else {
        let wrong = words.dropFirst().joined(separator: " ")
        throw Refusal(
          "a board of \(name) is 15 or 15x17, each side \(BoardSize.sidesText), not \"\(wrong)\"")
      }
      size = given
    }
    self = .gomoku(variant, size)
  }
}
