import Basics
import Gomocup
import Match

/// A message between the two ends of a link, sent as one line.
enum LinkMessage: Equatable {
  /// The state of one end: the number of its actions, and their hash.
  struct Standing: Equatable {
    var count: Int
    var hash: UInt64
  }

  /// An action with its number in the list of actions, from 1, and the hash of the game after it.
  struct NumberedAction: Equatable {
    var number: Int
    var action: String
    var hash: UInt64
  }

  /// The guest's first message, with a new random word, its nonce.
  case knock(LinkSecret)
  /// The host's answer, with its nonce and the name of the seat; no name while the seat is free.
  case table(LinkSecret, seat: LinkSecret?)
  /// The guest's name. A guest who may hold the seat adds a proof (`LinkGreeting.proof`).
  case hello(name: String, proof: String?)
  /// The refusal of a guest, because another guest holds the seat.
  case taken
  /// The host's game: an offer while the seat is free, and for the guest who has the seat the game
  /// that is played now.
  case game(JSON)
  /// The guest's request for the seat, with the secret that will authenticate him later.
  case sit(secret: LinkSecret, name: String)
  /// The heartbeat of an end. The host adds the time that the turn has taken, in milliseconds.
  case have(Standing, elapsed: Int?)
  /// An action of the host's list, which the guest adds to his own.
  case deed(NumberedAction)
  /// The guest's request to do an action, with the number that the action would get.
  case want(number: Int, action: String)
  /// The refusal of the request with this number, and the reason.
  case deny(number: Int, reason: String)
  /// The notice that the lists of actions of the two ends differ.
  case differ
  /// The notice that the sender leaves; the game may continue later.
  case bye

  /// The version of the protocol.
  static let version = "wuliu-table-3"
  /// The longest line that is accepted, in bytes.
  static let longest = 4096
}

/// A line between the two ends of a link: a message authentication code (MAC), a blank and a text.
///
/// The MAC is called *seal* in Sources/link.md. The text is the line's number and the message, and
/// the MAC covers both. So a forged line is rejected like a damaged one, and a repeated one is
/// recognised. The guest's first line, `knock`, has no number, and a CRC-32 instead of the MAC.
struct LinkLine {
  /// A message and its line's number, which the sender increments with each line of a connection.
  typealias Numbered = (number: Int, message: LinkMessage)

  let seal: Substring
  let text: Substring

  private static let crc = CRC32()

  init?(_ line: some StringProtocol) {
    let parts = Substring(line).split(separator: " ", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    (seal, text) = (parts[0], parts[1])
  }

  /// The nonce of a valid `knock`, the only message without a key; `nil` for any other line.
  var knock: LinkSecret? {
    guard seal == LinkLine.crc.text(of: text.utf8), case .knock(let nonce)? = LinkMessage(text)
    else { return nil }
    return nonce
  }

  /// The number and the message, not yet authenticated; `nil` if the text is anything else.
  var numbered: Numbered? {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let number = Int(parts[0]), number > 0,
      let message = LinkMessage(parts[1])
    else { return nil }
    return (number, message)
  }

  /// Returns the number and the message if `speaker` has authenticated them with `key`.
  ///
  /// Returns `nil` for any other line, and if the text is no message.
  func message(_ key: LinkKey, by speaker: LinkRole) -> Numbered? {
    key.opens(seal, of: text, by: speaker) ? numbered : nil
  }

  /// Returns the line of a message, with its number and authentication code.
  static func text(
    _ message: LinkMessage, number: Int, key: LinkKey, by speaker: LinkRole
  ) -> String {
    let text = "\(number) \(message.text)"
    return "\(key.seal(of: text, by: speaker)) \(text)"
  }

  /// Returns the line of a message without a key, with a checksum.
  static func text(_ message: LinkMessage) -> String {
    let text = message.text
    return "\(crc.text(of: text.utf8)) \(text)"
  }
}

extension LinkMessage {
  /// The message as text, without the number and the code that precede it on its line.
  var text: String {
    switch self {
    case .knock(let nonce): "knock \(LinkMessage.version) \(nonce)"
    case .table(let nonce, let seat): "table \(nonce) \(seat?.description ?? "-")"
    case .hello(let name, let proof): "hello \(proof ?? "-") \(name)"
    case .taken: "taken"
    case .game(let json): "game \(json)"
    case .sit(let secret, let name): "sit \(secret) \(name)"
    case .have(let standing, let elapsed):
      "have \(standing.text)" + (elapsed.map { " \($0)" } ?? "")
    case .deed(let action): "deed \(action.number) \(LinkMessage.hex(action.hash)) \(action.action)"
    case .want(let number, let action): "want \(number) \(action)"
    case .deny(let number, let reason): "deny \(number) \(reason)"
    case .differ: "differ"
    case .bye: "bye"
    }
  }

  /// Parses the format of `text`; returns `nil` for anything else.
  init?(_ text: some StringProtocol) {
    let words = Substring(text).split(separator: " ", maxSplits: 1)
    guard let verb = words.first else { return nil }
    let rest = words.count > 1 ? words[1] : ""
    let message =
      switch verb {
      case "knock", "table", "hello", "sit": LinkMessage(greeting: verb, rest)
      case "have", "deed", "want", "deny": LinkMessage(talk: verb, rest)
      case "game": (try? JSON(parsing: Array(rest.utf8))).map(LinkMessage.game)
      case "taken" where rest.isEmpty: LinkMessage.taken
      case "differ" where rest.isEmpty: LinkMessage.differ
      case "bye" where rest.isEmpty: LinkMessage.bye
      default: LinkMessage?.none
      }
    guard let message else { return nil }
    self = message
  }

  /// Parses the two fields of `knock`, `table`, `hello` or `sit`; `nil` for anything else.
  private init?(greeting verb: Substring, _ rest: Substring) {
    let fields = rest.split(separator: " ", maxSplits: 1)
    guard fields.count == 2 else { return nil }
    switch verb {
    case "knock":
      guard fields[0] == LinkMessage.version, let nonce = LinkSecret(fields[1]) else { return nil }
      self = .knock(nonce)
    case "table":
      let seat = LinkSecret(fields[1])
      guard let nonce = LinkSecret(fields[0]), seat != nil || fields[1] == "-" else { return nil }
      self = .table(nonce, seat: seat)
    case "hello":
      guard let name = PlayerName(fields[1]) else { return nil }
      self = .hello(name: name.text, proof: fields[0] == "-" ? nil : String(fields[0]))
    default:
      guard let secret = LinkSecret(fields[0]), let name = PlayerName(fields[1]) else { return nil }
      self = .sit(secret: secret, name: name.text)
    }
  }

  /// Parses the fields of `have`, `deed`, `want` or `deny`; `nil` for anything else.
  private init?(talk verb: Substring, _ rest: Substring) {
    let fields = rest.split(separator: " ", maxSplits: 2)
    guard fields.count >= 2 else { return nil }
    switch verb {
    case "have":
      let elapsed = fields.count == 3 ? Int(fields[2]) : nil
      guard let standing = Standing(fields[0...1]), fields.count == 2 || elapsed != nil,
        elapsed.map({ Bounds.time ~= $0 }) ?? true
      else { return nil }
      self = .have(standing, elapsed: elapsed)
    case "deed":
      guard fields.count == 3, let standing = Standing(fields[0...1]), standing.count > 0 else {
        return nil
      }
      self = .deed(
        NumberedAction(number: standing.count, action: String(fields[2]), hash: standing.hash))
    default:
      guard let number = Int(fields[0]), number > 0 else { return nil }
      let text = String(rest[fields[1].startIndex...])
      self =
        verb == "want" ? .want(number: number, action: text) : .deny(number: number, reason: text)
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

  init(_ game: PlayedGame) {
    self.init(count: game.actions.count, hash: game.hashes[game.actions.count])
  }
}
