/// A key of a terminal.
public enum Key: Equatable, Sendable {
  case character(Character)
  case up, down, left, right
  case home, end, enter, escape, backspace, delete, tab
  /// Control and a letter, such as `c`.
  case control(Character)
  /// Where the cursor is, as asked for: column and row from 1.
  case cursor(column: Int, row: Int)
}

/// Makes keys of the bytes that a terminal sends, however they are cut into pieces.
public struct KeyDecoder {
  private var bytes: [UInt8] = []

  /// The longest sequence that is waited for; a longer one is thrown away.
  private static let longest = 32

  public init() {}

  /// Whether bytes wait for more of their kind: a lone escape among them means the key.
  public var isWaiting: Bool { !bytes.isEmpty }

  /// Takes bytes and returns the keys that they complete.
  public mutating func take(_ new: some Sequence<UInt8>) -> [Key] {
    bytes += new
    return keys(isOver: false)
  }

  /// Nothing has followed for a while: what waits is all there is.
  public mutating func flush() -> [Key] { keys(isOver: true) }

  private mutating func keys(isOver: Bool) -> [Key] {
    var keys: [Key] = []
    while let first = bytes.first {
      guard let (length, key) = next(first, isOver: isOver) else { break }
      bytes.removeFirst(min(length, bytes.count))
      if let key { keys.append(key) }
    }
    return keys
  }

  /// How many bytes the next key takes, and the key if it means anything; `nil` if more must come.
  private func next(_ first: UInt8, isOver: Bool) -> (length: Int, key: Key?)? {
    switch first {
    case 0x1B: return escape(isOver: isOver)
    case 0x0D, 0x0A: return (1, .enter)
    case 0x09: return (1, .tab)
    case 0x7F, 0x08: return (1, .backspace)
    case 0x01...0x1A: return (1, .control(Character(Unicode.Scalar(first + 0x60))))
    case 0x00...0x1F: return (1, nil)
    case 0x20...0x7E: return (1, .character(Character(Unicode.Scalar(first))))
    default: return character(first, isOver: isOver)
    }
  }

  /// A character of several bytes; what is none is skipped byte by byte.
  private func character(_ first: UInt8, isOver: Bool) -> (length: Int, key: Key?)? {
    let length =
      switch first {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    let tail = bytes.dropFirst().prefix(length - 1)
    guard length > 1, tail.allSatisfy({ 0x80...0xBF ~= $0 }) else { return (1, nil) }
    guard bytes.count >= length else { return isOver ? (bytes.count, nil) : nil }
    let text = String(decoding: bytes[..<length], as: UTF8.self)
    guard let character = text.first, text.count == 1, character != "\u{FFFD}" else {
      return (length, nil)
    }
    return (length, .character(character))
  }

  // MARK: Sequences

  private func escape(isOver: Bool) -> (length: Int, key: Key?)? {
    guard bytes.count > 1 else { return isOver ? (1, .escape) : nil }
    switch bytes[1] {
    case UInt8(ascii: "["): return sequence(isOver: isOver)
    case UInt8(ascii: "O"):
      guard bytes.count > 2 else { return isOver ? (2, nil) : nil }
      return (3, KeyDecoder.arrow(bytes[2]))
    case 0x1B: return (1, .escape)
    // Alt and a key: the key is not meant.
    default: return (2, nil)
    }
  }

  /// `ESC [`, numbers, and a letter that says what it is.
  private func sequence(isOver: Bool) -> (length: Int, key: Key?)? {
    let body = bytes.dropFirst(2)
    guard let end = body.firstIndex(where: { 0x40...0x7E ~= $0 }) else {
      let isTooLong = bytes.count > KeyDecoder.longest
      return isOver || isTooLong ? (bytes.count, nil) : nil
    }
    let numbers = body[..<end].split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { Int(String(decoding: $0, as: UTF8.self)) }
    let length = end + 1
    switch bytes[end] {
    case UInt8(ascii: "R"):
      guard numbers.count == 2, let row = numbers[0], let column = numbers[1] else {
        return (length, nil)
      }
      return (length, .cursor(column: column, row: row))
    case UInt8(ascii: "~"):
      let keys: [Int: Key] = [1: .home, 7: .home, 4: .end, 8: .end, 3: .delete]
      return (length, numbers.first.flatMap { $0 }.flatMap { keys[$0] })
    case let letter: return (length, KeyDecoder.arrow(letter))
    }
  }

  private static func arrow(_ letter: UInt8) -> Key? {
    switch letter {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    // The keypad's enter.
    case UInt8(ascii: "M"): .enter
    default: nil
    }
  }
}
