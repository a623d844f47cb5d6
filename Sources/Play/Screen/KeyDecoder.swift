import Basics

/// A key of a terminal.
enum Key: Equatable, Sendable {
  case character(Character)
  case up, down, left, right
  case home, end, pageUp, pageDown, enter, escape, backspace, delete, tab
  /// The Control key with a letter, such as `c`.
  case control(Character)
  /// The terminal's report of the cursor position: column and row from 1.
  case cursor(column: Int, row: Int)
}

/// A decoder of the bytes that a terminal sends. A key's bytes may arrive in several pieces.
struct KeyDecoder {
  private var bytes: [UInt8] = []

  /// The longest incomplete escape sequence that is kept, in bytes; longer ones are discarded.
  private static let longest = 32

  /// True if bytes of an incomplete key are left. A single escape byte may also be the Escape key.
  var isWaiting: Bool { !bytes.isEmpty }

  /// Adds bytes and returns the keys that they complete.
  mutating func take(_ new: some Sequence<UInt8>) -> [Key] {
    bytes += new
    return keys(isOver: false)
  }

  /// Decodes the bytes that are left; called when no more bytes have come for a while.
  mutating func flush() -> [Key] { keys(isOver: true) }

  /// Decodes the keys at the front of `bytes` and removes their bytes.
  ///
  /// Stops at an incomplete key. If `isOver` is true, no more bytes will come: a single escape byte
  /// is the Escape key, and an incomplete sequence is dropped.
  private mutating func keys(isOver: Bool) -> [Key] {
    var keys: [Key] = []
    while let first = bytes.first {
      guard let (length, key) = next(first, isOver: isOver) else { break }
      bytes.removeFirst(min(length, bytes.count))
      if let key { keys.append(key) }
    }
    return keys
  }

  /// Returns the number of bytes of the next key, and the key.
  ///
  /// The key is `nil` if it has no meaning here; the result is `nil` if the key is incomplete.
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

  /// Decodes a multibyte UTF-8 character. Invalid bytes are skipped, and so are the characters that
  /// stand for such bytes (`ByteText`).
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
    let text = ByteText.string(bytes[..<length])
    guard let character = text.first, text.count == 1, character != "\u{FFFD}" else {
      return (length, nil)
    }
    return (length, .character(character))
  }

  // MARK: Sequences

  /// Decodes a key that begins with the escape byte.
  private func escape(isOver: Bool) -> (length: Int, key: Key?)? {
    guard bytes.count > 1 else { return isOver ? (1, .escape) : nil }
    switch bytes[1] {
    case UInt8(ascii: "["): return sequence(isOver: isOver)
    case UInt8(ascii: "O"):
      guard bytes.count > 2 else { return isOver ? (2, nil) : nil }
      return (3, KeyDecoder.arrow(bytes[2]))
    case 0x1B: return (1, .escape)
    // A key together with Alt is ignored.
    default: return (2, nil)
    }
  }

  /// Decodes a control sequence: `ESC [`, numbers, and a final character that is its meaning.
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
      let keys: [Int: Key] = [
        1: .home, 7: .home, 4: .end, 8: .end, 3: .delete, 5: .pageUp, 6: .pageDown,
      ]
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
    // The Enter key of the keypad.
    case UInt8(ascii: "M"): .enter
    default: nil
    }
  }
}
