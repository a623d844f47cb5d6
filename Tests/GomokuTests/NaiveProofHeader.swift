/// The lines of a proof's text of either version, and the words in them.
struct NaiveProofLines {
  var rest: ArraySlice<ArraySlice<UInt8>>

  init(_ text: String) {
    let bytes = Array(text.utf8)
    // The last line feed ends the last line.
    let body = bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...]
    rest = body.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
  }

  /// The words of the next line, if it begins with `keyword`.
  mutating func words(after keyword: String) -> [String]? {
    guard let line = rest.popFirst() else { return nil }
    let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    return words.first.map { Array($0.utf8) } == Array(keyword.utf8)
      ? Array(words.dropFirst()) : nil
  }

  mutating func numbers(
    after keyword: String, _ count: Int, in range: ClosedRange<Int>
  ) -> [Int]? {
    guard let words = words(after: keyword), words.count == count else { return nil }
    let numbers = words.compactMap(NaiveProofLines.number).filter(range.contains)
    return numbers.count == count ? numbers : nil
  }

  mutating func side(after keyword: String) -> NaiveBoard.Side? {
    guard let words = words(after: keyword), words.count == 1 else { return nil }
    return NaiveBoard.Side(rawValue: words[0])
  }

  /// Decimal digits without sign and leading zero.
  static func number(_ word: String) -> Int? {
    let digits = Array(word.utf8)
    guard 1...9 ~= digits.count, digits.allSatisfy({ 48...57 ~= $0 }),
      digits.count == 1 || digits[0] != 48
    else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1) - 48 }
  }

  /// A letter, a to v, and a number, 1 to 22; on a small board the point may lie outside.
  static func place(_ word: String) -> NaiveBoard.Place? {
    guard let letter = word.utf8.first, 97...118 ~= letter,
      let number = number(String(decoding: Array(word.utf8.dropFirst()), as: UTF8.self)),
      1...22 ~= number
    else { return nil }
    return NaiveBoard.Place(x: Int(letter) - 97, y: number - 1)
  }
}

/// What the first lines of a proof tell: the position, who moves first and who wins.
struct NaiveProofHeader {
  let board: NaiveBoard
  let turn: NaiveBoard.Side
  let winner: NaiveBoard.Side

  /// Takes the lines that tell it; `nil` if they are none of a proof of `version`.
  init?(_ lines: inout NaiveProofLines, version: String) {
    guard lines.words(after: "wuliu-proof") == [version],
      let code = lines.numbers(after: "rule", 1, in: 0...99)?[0],
      let rule = NaiveBoard.Rule(rawValue: code),
      let sides = lines.numbers(after: "size", 2, in: 5...22)
    else { return nil }
    var board = NaiveBoard(rule: rule, width: sides[0], height: sides[1])
    let lists: [(String, NaiveBoard.Cell)] = [
      ("black", .black), ("white", .white), ("neutral", .neutral),
    ]
    for (name, cell) in lists {
      guard let words = lines.words(after: name) else { return nil }
      for word in words {
        guard let place = NaiveProofLines.place(word), board[place] == .empty else { return nil }
        board[place] = cell
      }
    }
    var next = lines
    if version == "2", [.freestyle, .exactFive].contains(rule),
      let words = next.words(after: "square")
    {
      guard words.count == 2, let center = NaiveProofLines.place(words[0]),
        board[center] != .outside, let reach = NaiveProofLines.number(words[1]), 1...22 ~= reach
      else { return nil }
      board.square = NaiveBoard.Square(center: center, reach: reach)
      lines = next
    }
    guard let turn = lines.side(after: "turn"), let winner = lines.side(after: "winner") else {
      return nil
    }
    if board.square != nil, winner == .white { return nil }
    (self.board, self.turn, self.winner) = (board, turn, winner)
  }
}
