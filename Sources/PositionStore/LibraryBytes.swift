import GomokuRules

/// The bytes of a RenLib library of version 3.4, to which nodes are added in the order of the file:
/// each node before its first child, and a child's whole subtree before the next child.
///
/// Texts are in UTF-8.
package struct LibraryBytes {
  /// The bytes since the last call of `take`.
  private var bytes = RenLibrary.title + [3, 4] + [UInt8](repeating: 0xFF, count: 10)

  /// A node to be written.
  package struct Node {
    /// The point of the move; `nil` for a pass, and for the root.
    package var point: Point?
    package var comment = ""
    /// The text at the point; `nil` if there is none.
    package var boardText: String?
    package var isMarked = false
    package var hasSibling = false
    /// True for a node without children, other than the root.
    package var endsLine = false

    package init(_ point: Point?) { self.point = point }
  }

  package init() {}

  package var count: Int { bytes.count }

  /// Removes and returns the bytes.
  package mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  package mutating func add(_ node: Node) {
    let comment = LibraryBytes.comment(node.comment)
    var flags: UInt8 = node.hasSibling ? RenLibrary.Flag.hasSibling : 0
    if node.endsLine { flags |= RenLibrary.Flag.endsLine }
    if !comment.isEmpty { flags |= RenLibrary.Flag.hasComment }
    if node.isMarked { flags |= RenLibrary.Flag.isMarked }
    if node.boardText != nil { flags |= RenLibrary.Flag.isExtended }
    bytes += [node.point.map(LibraryBytes.place) ?? 0, flags]
    if node.boardText != nil { bytes += [0, RenLibrary.Flag.hasBoardText] }
    if !comment.isEmpty { write(comment) }
    if let text = node.boardText { write(text) }
  }

  /// Adds texts at points that no child of the present node plays, as nodes without a move.
  ///
  /// They come after all children, so the last child has a sibling if there are such texts.
  package mutating func add(boardTexts: [Point: String]) {
    let texts = boardTexts.sorted { $0.key < $1.key }
    for (index, (point, text)) in texts.enumerated() {
      let flags =
        RenLibrary.Flag.isNoMove | RenLibrary.Flag.isExtended | RenLibrary.Flag.endsLine
        | (index < texts.count - 1 ? RenLibrary.Flag.hasSibling : 0)
      bytes += [LibraryBytes.place(point), flags, 0, RenLibrary.Flag.hasBoardText]
      write(text)
    }
  }

  private static func place(_ point: Point) -> UInt8 { UInt8(point.y << 4 | (point.x + 1)) }

  /// Returns a comment in RenLib's form: a backspace after the first line, CR LF after the others.
  private static func comment(_ text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let first = lines.first, first.isEmpty { lines.removeFirst() }
    guard let first = lines.popFirst() else { return "" }
    return lines.isEmpty ? String(first) : "\(first)\u{8}\(lines.joined(separator: "\r\n"))"
  }

  /// Writes a text up to a zero, and another zero if the length would be odd.
  private mutating func write(_ text: String) {
    let start = bytes.count
    bytes += text.utf8.lazy.filter { $0 != 0 }
    bytes.append(0)
    if !(bytes.count - start).isMultiple(of: 2) { bytes.append(0) }
  }
}
