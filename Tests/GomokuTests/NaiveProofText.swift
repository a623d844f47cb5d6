import Basics

/// A proof's text, read by the grammar of `tournaments/theorem/format.md` and by code of
/// its own.
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
    var lines = NaiveProofLines(text)
    guard let header = NaiveProofHeader(&lines, version: "1"),
      let count = lines.numbers(after: "nodes", 1, in: 1...100_000_000)?[0],
      count <= lines.rest.count
    else { return nil }
    (board, turn, winner) = (header.board, header.turn, header.winner)
    for index in 0..<count {
      guard let words = lines.words(after: "\(index)"),
        let node = NaiveProofText.node(words, links: index + 1..<count, isFirst: index == 0)
      else { return nil }
      nodes.append(node)
    }
    guard lines.words(after: "end") == [], lines.rest.isEmpty else { return nil }
  }

  /// A node's line without its number.
  private static func node(_ words: [String], links: Range<Int>, isFirst: Bool) -> Node? {
    guard let first = words.first else { return nil }
    var node = Node(move: NaiveProofLines.place(first))
    guard node.move != nil || isFirst && first == "-" else { return nil }
    for word in words.dropFirst() {
      let parts = word.utf8.split(separator: UInt8(ascii: ">"), omittingEmptySubsequences: false)
        .map { String(decoding: Array($0), as: UTF8.self) }
      // Nothing follows `else`.
      guard parts.count == 2, node.otherwise == nil, let link = NaiveProofLines.number(parts[1]),
        links ~= link
      else { return nil }
      if parts[0] == "else" {
        node.otherwise = link
      } else if let place = NaiveProofLines.place(parts[0]),
        !node.replies.contains(where: { $0.place == place })
      {
        node.replies.append((place, link))
      } else {
        return nil
      }
    }
    return node
  }
}
