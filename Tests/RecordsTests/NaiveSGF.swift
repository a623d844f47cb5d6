/// A second reader of SGF, as plain as can be: characters in, nested nodes out, one rule after
/// another. It shares nothing with the first.
struct NaiveSGF {
  final class Node {
    var properties: [(String, [String])] = []
    var children: [Node] = []
  }

  private let text: [Character]
  private var place = 0
  private(set) var games: [Node] = []

  init(_ string: String) {
    text = string.unicodeScalars.map(Character.init)
    let start = text.firstIndex { !NaiveSGF.isBlank($0) }
    while place < text.count {
      if text[place] == "(", beginsGame(place == start) {
        games.append(game())
      } else {
        place += 1
      }
    }
  }

  private static func isBlank(_ sign: Character) -> Bool {
    sign.unicodeScalars.allSatisfy { $0.value <= 32 }
  }
  private static func isName(_ sign: Character) -> Bool {
    let value = sign.unicodeScalars.first?.value ?? 0
    return value >= 128
      || "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_"
        .contains(sign)
  }

  private func beginsGame(_ isStart: Bool) -> Bool {
    guard let next = text[(place + 1)...].first(where: { !NaiveSGF.isBlank($0) }) else {
      return false
    }
    return next == ";" || isStart && NaiveSGF.isName(next)
  }

  /// Reads a game; its first node is a child of the returned one.
  private mutating func game() -> Node {
    let top = Node()
    variation(top)
    return top
  }

  private mutating func variation(_ parent: Node) {
    place += 1
    var (last, isNew, isAfterEnd) = (parent, true, false)
    while place < text.count, text[place] != ")" {
      let sign = text[place]
      if sign == "(" {
        variation(last)
        (isNew, isAfterEnd) = (true, true)
      } else if sign == ";" {
        last = add(to: last)
        (isNew, isAfterEnd) = (false, false)
        place += 1
      } else if let property = property() {
        if isAfterEnd { continue }
        if isNew { last = add(to: last) }
        isNew = false
        last.properties.append(property)
      }
    }
    place += 1
  }

  private func add(to parent: Node) -> Node {
    let node = Node()
    parent.children.append(node)
    return node
  }

  private mutating func skip() {
    while place < text.count, NaiveSGF.isBlank(text[place]) { place += 1 }
  }

  private mutating func property() -> (String, [String])? {
    let start = place
    skip()
    var name = ""
    while place < text.count, NaiveSGF.isName(text[place]) {
      name.append(text[place])
      place += 1
    }
    skip()
    var values: [String] = []
    while place < text.count, text[place] == "[" {
      var (value, isClosed) = ("", false)
      place += 1
      while place < text.count {
        if text[place] == "]" {
          isClosed = true
          place += 1
          break
        }
        value.append(text[place])
        if text[place] == "\\" {
          place += 1
          if place < text.count { value.append(text[place]) }
        }
        place += 1
      }
      place = min(place, text.count)
      if isClosed { values.append(value) }
      skip()
    }
    if place == start { place += 1 }
    let isWord = name.allSatisfy { $0.isASCII && $0.isLetter }
    let capitals = name.filter(\.isUppercase)
    return values.isEmpty ? nil : (isWord && !capitals.isEmpty ? capitals : name, values)
  }

  // MARK: Meaning

  /// The games that can be read, as `GameTree.outline` writes them.
  var outlines: [[String]] { games.compactMap { NaiveOutline($0).lines } }
}

/// The outline of one game that the naive reader has found.
private struct NaiveOutline {
  private var size: (Int, Int)?
  private var hasMoved = false
  private(set) var lines: [String]?

  init(_ top: NaiveSGF.Node) {
    guard let root = top.children.first else { return }
    var all = ["0 - \"\""]
    guard let comment = take(root, depth: 0, &all, isRoot: true) else { return }
    if !comment.isEmpty { all[0] = "0 - \(comment.debugDescription)" }
    // Further first nodes of a game are variations beside the first one.
    lines = all
  }

  /// Adds a node and its descendants; returns the root's comment, or `nil` if it is left out.
  private mutating func take(
    _ node: NaiveSGF.Node, depth: Int, _ all: inout [String], isRoot: Bool
  ) -> String? {
    func values(_ name: String) -> [String] { node.properties.filter { $0.0 == name }.flatMap(\.1) }
    if size == nil, !hasMoved, all.count == 1, let text = values("SZ").first.map(plain) {
      let parts = text.lowercased().split { ":x".contains($0) }.map { part in
        Int(String(part.filter { !isBlank($0) })) ?? 0
      }
      guard (1...2).contains(parts.count), parts.allSatisfy((5...22).contains) else { return nil }
      size = (parts[0], parts[parts.count - 1])
    }
    for name in ["AB", "AW", "AE"] {
      for value in values(name) {
        let ends = value.split(separator: ":").map { point(String($0)) }
        guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1],
          first.0 <= last.0, first.1 <= last.1
        else { return nil }
      }
    }
    var moves: [String] = []
    for (name, list) in node.properties where name == "B" || name == "W" {
      for value in list {
        let plain = value.filter { !isBlank($0) }
        if plain.isEmpty || plain == "tt" && (size?.0 ?? 15) <= 19 {
          moves.append("\(name)pass")
        } else if let point = point(plain) {
          let letter = "abcdefghijklmnopqrstuv".dropFirst(point.0).prefix(1)
          moves.append("\(name)\(letter)\(point.1 + 1)")
        } else {
          return nil
        }
      }
    }
    if !moves.isEmpty { hasMoved = true }
    let comment = values("C").map(plain).filter { !$0.isEmpty }.joined(separator: "\n")
    var below = depth
    let nodes = moves.isEmpty ? (isRoot ? [] : ["-"]) : moves
    for (index, move) in nodes.enumerated() {
      below = isRoot ? depth + 1 + index : depth + index
      let text = index == nodes.count - 1 ? comment : ""
      all.append("\(below) \(move) \(text.debugDescription)")
    }
    for child in node.children { _ = take(child, depth: below + 1, &all, isRoot: false) }
    return nodes.isEmpty ? comment : ""
  }

  private func isBlank(_ sign: Character) -> Bool {
    sign.unicodeScalars.allSatisfy { $0.value <= 32 }
  }

  private func point(_ value: String) -> (Int, Int)? {
    let signs = Array(value.filter { !isBlank($0) }.lowercased())
    let letters = Array("abcdefghijklmnopqrstuv")
    guard (2...3).contains(signs.count), let x = letters.firstIndex(of: signs[0]) else {
      return nil
    }
    var y: Int?
    if signs.count == 2, let row = letters.firstIndex(of: signs[1]) { y = row }
    let digits = String(signs[1...])
    if digits.allSatisfy({ "0123456789".contains($0) }), let row = Int(digits),
      (1...22).contains(row)
    {
      y = row - 1
    }
    guard let y else { return nil }
    if let size, x >= size.0 || y >= size.1 { return nil }
    return (x, y)
  }

  private func plain(_ value: String) -> String {
    var text = ""
    var rest = value.replacing("\r\n", with: "\n").replacing("\r", with: "\n")[...]
    while let sign = rest.popFirst() {
      if sign == "\\" {
        if let next = rest.popFirst(), next != "\n" { text.append(next) }
      } else {
        text.append(sign)
      }
    }
    return text
  }
}
