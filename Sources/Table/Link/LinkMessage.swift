import Basics
import Gomocup
import Tournament

/// What two tables say to each other, one line each.
///
/// Every line carries a checksum: one that was torn or glued to another is no message.
enum LinkMessage: Equatable {
  /// Where a table stands: how many deeds it has, and their hash.
  struct Standing: Equatable {
    var count: Int
    var hash: UInt64
  }

  /// A deed at its place, from 1, and the hash after it.
  struct NumberedDeed: Equatable {
    var number: Int
    var deed: String
    var hash: UInt64
  }

  /// The guest wants to play, or to go on with the game of this name.
  case hello(game: String?, standing: Standing, name: String)
  /// The host's game.
  case game(JSON)
  case have(Standing)
  case deed(NumberedDeed)
  /// The guest wants to do this as the deed of this number.
  case want(number: Int, deed: String)
  case deny(number: Int, reason: String)
  /// The sender leaves the table; the game may go on later.
  case bye

  /// The version of this language.
  static let version = "wuliu-table-1"
  /// The longest line that is read.
  static let longest = 4096
  private static let crc = CRC32()
}

extension LinkMessage {
  /// The line without its end.
  var line: String {
    let body = text
    return "\(LinkMessage.crc.text(of: body.utf8)) \(body)"
  }

  private var text: String {
    switch self {
    case .hello(let game, let standing, let name):
      "hello \(LinkMessage.version) \(game ?? "-") \(standing.text) \(name)"
    case .game(let json): "game \(json)"
    case .have(let standing): "have \(standing.text)"
    case .deed(let deed): "deed \(deed.number) \(LinkMessage.hex(deed.hash)) \(deed.deed)"
    case .want(let number, let deed): "want \(number) \(deed)"
    case .deny(let number, let reason): "deny \(number) \(reason)"
    case .bye: "bye"
    }
  }

  /// Reads a line; `nil` for one that is damaged or means nothing.
  init?(_ line: some StringProtocol) {
    let parts = Substring(line).split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0] == LinkMessage.crc.text(of: parts[1].utf8) else { return nil }
    let words = parts[1].split(separator: " ", maxSplits: 1)
    let rest = words.count > 1 ? words[1] : ""
    switch words[0] {
    case "hello":
      let fields = rest.split(separator: " ", maxSplits: 4)
      guard fields.count == 5, fields[0] == LinkMessage.version,
        let standing = Standing(fields[2...3]), let name = PlayerName(fields[4])
      else { return nil }
      self = .hello(
        game: fields[1] == "-" ? nil : String(fields[1]), standing: standing, name: name.text)
    case "game":
      guard let json = try? JSON(parsing: Array(rest.utf8)) else { return nil }
      self = .game(json)
    case "have":
      let fields = rest.split(separator: " ")
      guard let standing = Standing(fields[...]) else { return nil }
      self = .have(standing)
    case "deed":
      let fields = rest.split(separator: " ", maxSplits: 2)
      guard fields.count == 3, let standing = Standing(fields[0...1]), standing.count > 0 else {
        return nil
      }
      self = .deed(
        NumberedDeed(number: standing.count, deed: String(fields[2]), hash: standing.hash))
    case "want", "deny":
      let fields = rest.split(separator: " ", maxSplits: 1)
      guard fields.count == 2, let number = Int(fields[0]), number > 0 else { return nil }
      let text = String(fields[1])
      self =
        words[0] == "want" ? .want(number: number, deed: text) : .deny(number: number, reason: text)
    case "bye": self = .bye
    default: return nil
    }
  }

  fileprivate static func hex(_ hash: UInt64) -> String { String(hash, radix: 16) }
}

extension LinkMessage.Standing {
  fileprivate var text: String { "\(count) \(LinkMessage.hex(hash))" }

  fileprivate init?(_ fields: ArraySlice<Substring>) {
    guard fields.count == 2, let count = Int(fields[fields.startIndex]), count >= 0,
      let hash = UInt64(fields[fields.startIndex + 1], radix: 16)
    else { return nil }
    self.init(count: count, hash: hash)
  }

  init(_ game: TableGame) {
    self.init(count: game.deeds.count, hash: game.hashes[game.deeds.count])
  }
}
