import Basics

/// A proof's text, read by the grammar of `protocol.md` and by code of its own.
struct NaiveProofText {
  struct Node {
    /// `nil` for the `-` of node 0.
    var move: NaiveBoard.Place?
    var replies: [(place: NaiveBoard.Place, node: Int)] = []
    /// The link of `else`.
    var otherwise: Int?
  }

  let board: NaiveBoard
  let turn: NaiveBoard.Side
  let winner: NaiveBoard.Side
  private(set) var nodes: [Node] = []

  /// Returns `nil` for a text that is no proof.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    // The last line feed ends the last line.
    let body = bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...]
    var lines = body.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
    func words(after keyword: String) -> [String]? {
      guard let line = lines.popFirst() else { return nil }
      let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      return words.first.map { Array($0.utf8) } == Array(keyword.utf8)
        ? Array(words.dropFirst()) : nil
    }
    func numbers(after keyword: String, _ count: Int, in range: ClosedRange<Int>) -> [Int]? {
      guard let words = words(after: keyword), words.count == count else { return nil }
      let numbers = words.compactMap(NaiveProofText.number).filter(range.contains)
      return numbers.count == count ? numbers : nil
    }
    func side(after keyword: String) -> NaiveBoard.Side? {
      guard let words = words(after: keyword), words.count == 1 else { return nil }
      return NaiveBoard.Side(rawValue: words[0])
    }
    guard words(after: "wuliu-proof") == ["1"],
      let code = numbers(after: "rule", 1, in: 0...99)?[0],
      // As in INFO, 2 means renju.
      let rule = NaiveBoard.Rule(rawValue: code == 2 ? 4 : code),
      let sides = numbers(after: "size", 2, in: 5...22)
    else { return nil }
    var board = NaiveBoard(rule: rule, width: sides[0], height: sides[1])
    let lists: [(String, NaiveBoard.Cell)] = [
      ("black", .black), ("white", .white), ("neutral", .neutral),
    ]
    for (name, cell) in lists {
      guard let words = words(after: name) else { return nil }
      for word in words {
        guard let place = NaiveProofText.place(word), board[place] == .empty else { return nil }
        board[place] = cell
      }
    }
    self.board = board
    guard let turn = side(after: "turn"), let winner = side(after: "winner"),
      let count = numbers(after: "nodes", 1, in: 1...100_000_000)?[0], count <= lines.count
    else { return nil }
    self.turn = turn
    self.winner = winner
    for index in 0..<count {
      guard let words = words(after: "\(index)"),
        let node = NaiveProofText.node(words, links: index + 1..<count, isFirst: index == 0)
      else { return nil }
      nodes.append(node)
    }
    guard words(after: "end") == [], lines.isEmpty else { return nil }
  }

  /// A node's line without its number.
  private static func node(_ words: [String], links: Range<Int>, isFirst: Bool) -> Node? {
    guard let first = words.first else { return nil }
    var node = Node(move: place(first))
    guard node.move != nil || isFirst && first == "-" else { return nil }
    for word in words.dropFirst() {
      let parts = word.utf8.split(separator: UInt8(ascii: ">"), omittingEmptySubsequences: false)
        .map { String(decoding: Array($0), as: UTF8.self) }
      // Nothing follows `else`.
      guard parts.count == 2, node.otherwise == nil, let link = number(parts[1]), links ~= link
      else { return nil }
      if parts[0] == "else" {
        node.otherwise = link
      } else if let place = place(parts[0]), !node.replies.contains(where: { $0.place == place }) {
        node.replies.append((place, link))
      } else {
        return nil
      }
    }
    return node
  }

  /// Decimal digits without sign and leading zero.
  private static func number(_ word: String) -> Int? {
    let digits = Array(word.utf8)
    guard 1...9 ~= digits.count, digits.allSatisfy({ 48...57 ~= $0 }),
      digits.count == 1 || digits[0] != 48
    else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1) - 48 }
  }

  /// A letter, a to v, and a number, 1 to 22; on a small board the point may lie outside.
  private static func place(_ word: String) -> NaiveBoard.Place? {
    guard let letter = word.utf8.first, 97...118 ~= letter,
      let number = number(String(decoding: Array(word.utf8.dropFirst()), as: UTF8.self)),
      1...22 ~= number
    else { return nil }
    return NaiveBoard.Place(x: Int(letter) - 97, y: number - 1)
  }
}
