import Basics
import GomokuRules

/// The writer of games as SGF, FF[4], in UTF-8. SGF holds all that a tree holds.
public struct SGFWriter {
  private var bytes: [UInt8] = []

  /// Returns a game with its variations as SGF.
  public static func bytes(of tree: GameTree) -> [UInt8] {
    var writer = SGFWriter()
    writer.write(tree)
    return writer.bytes
  }

  private mutating func write(_ tree: GameTree) {
    for step in tree.steps {
      switch step {
      case .enter(let node):
        let opens = tree.parent(node).map(tree.isFork) ?? true
        bytes += (opens ? "(;" : ";").utf8
        if node == GameTree.root { writeHeader(tree) }
        write(tree, node)
      case .leave(let node):
        if tree.parent(node).map(tree.isFork) ?? true { bytes.append(UInt8(ascii: ")")) }
      }
    }
    bytes.append(0x0A)
  }

  private mutating func writeHeader(_ tree: GameTree) {
    bytes += "FF[4]".utf8
    switch tree.game {
    case .gomoku(let size):
      bytes += "GM[4]CA[UTF-8]".utf8
      if let size {
        let isSquare = size.width == size.height
        bytes += "SZ[\(isSquare ? "\(size.width)" : "\(size.width):\(size.height)")]".utf8
      }
    case .liuzhou: bytes += "GM[\(SGFNodeReader.liuzhouNumber)]CA[UTF-8]SZ[6]".utf8
    }
    for info in GameInfo.allCases {
      if let text = tree.info[info] { write(info.rawValue, [SGFText.escaped(text)]) }
    }
  }

  private mutating func write(_ tree: GameTree, _ node: Int) {
    let texts = tree.hasTexts(node) ? tree[node] : nil
    if let setUp = texts?.setUp, !setUp.isEmpty {
      for (name, color) in zip(["AB", "AW", "AE"], [Color.black, .white, nil]) {
        let stones = setUp.stones.filter { $0.color == color }
        write(name, stones.map { SGFText.letters($0.point) })
      }
      if let side = setUp.sideToMove { write("PL", [side == .black ? "B" : "W"]) }
    }
    if let move = tree.move(node) {
      let value =
        switch move.action {
        case .stone(let point): SGFText.letters(point)
        case .pass: ""
        case .turn(let turn): turn.description
        }
      write(move.color == .black ? "B" : "W", [value])
    }
    for property in texts.map(SGFWriter.properties) ?? [] {
      write(property.name, property.values)
    }
  }

  private mutating func write(_ name: String, _ values: [String]) {
    guard !values.isEmpty else { return }
    bytes += name.utf8
    for value in values {
      bytes.append(UInt8(ascii: "["))
      bytes += value.utf8
      bytes.append(UInt8(ascii: "]"))
    }
  }

  /// Returns the properties of a node, except for those of its move and its set-up.
  public static func properties(of texts: NodeTexts) -> [KeptProperty] {
    var all: [KeptProperty] = []
    if !texts.name.isEmpty { all.append(KeptProperty("N", [SGFText.escaped(texts.name)])) }
    if !texts.comment.isEmpty { all.append(KeptProperty("C", [SGFText.escaped(texts.comment)])) }
    if !texts.labels.isEmpty {
      let labels = texts.labels.sorted { $0.key < $1.key }.map { point, text in
        "\(SGFText.letters(point)):\(SGFText.escaped(text).replacingScalars([":": "\\:"]))"
      }
      all.append(KeptProperty("LB", labels))
    }
    for kind in Mark.Kind.allCases {
      let points = texts.marks.filter { $0.kind == kind }.map(\.point).sorted()
      if !points.isEmpty { all.append(KeptProperty(kind.rawValue, points.map(SGFText.letters))) }
    }
    if texts.isMarked { all.append(KeptProperty("HO", ["1"])) }
    if let time = texts.milliseconds { all.append(KeptProperty("MS", ["\(time)"])) }
    return all + texts.kept
  }
}
