import Basics

/// The reader of SGF files with one game or several, FF[1] to FF[4].
struct SGFFile {
  private var scanner: SGFScanner

  private init(_ bytes: [UInt8]) { scanner = SGFScanner(bytes) }

  /// Returns whether a game of SGF begins somewhere in the bytes.
  static func isSGF(_ bytes: [UInt8]) -> Bool {
    var scanner = SGFScanner(bytes)
    return scanner.findGame()
  }

  /// Reads the games of a file in UTF-8.
  ///
  /// - Parameter number: the number of the only game that is wanted, from 1; `nil` for all.
  static func read(
    _ bytes: [UInt8], number: Int?, _ context: inout ReadingContext
  ) throws(RecordError) -> FoundGames {
    var file = SGFFile(bytes)
    var found = FoundGames()
    while file.scanner.findGame() {
      let start = file.scanner.place
      found.count += 1
      let isWanted = number ?? found.count == found.count
      try context.take(isWanted ? 256 : 0)
      if let game = try file.game(isWanted: isWanted, &context) {
        found.add(game, number: found.count)
      } else if isWanted {
        context.fault("a game that cannot be read is left out", at: "byte \(start)")
      }
    }
    return found
  }

  /// Reads a game up to its closing parenthesis or the end of the file.
  ///
  /// - Returns: the game; `nil` if it is not wanted, or if its first node cannot be read.
  private mutating func game(
    isWanted: Bool, _ context: inout ReadingContext
  ) throws(RecordError) -> GameTree? {
    var reader = SGFNodeReader(scanner.bytes)
    // The nodes at which open parentheses began, and the last node of the line that is read.
    var (open, last): ([Int32], Int) = ([], GameTree.root)
    // The number of open parentheses from which on nodes are skipped; it is set by a bad node,
    // whose descendants are thus left out too.
    var leftOut = isWanted ? Int.max : 0
    var node: SGFNode?
    var (isOpen, hasRoot) = (true, false)

    /// Adds the node that has ended to the tree.
    func finish(_ context: inout ReadingContext) throws(RecordError) {
      defer { node = nil }
      guard let ended = node, leftOut > open.count else { return }
      switch try reader.add(ended, after: last, &context) {
      case .success(let added): (last, hasRoot) = (added, true)
      case .failure(let bad):
        context.fault(bad.kind, at: "\(bad.place)")
        leftOut = hasRoot ? open.count : 0
      }
    }

    while let byte = scanner.next {
      let start = scanner.place
      switch byte {
      case UInt8(ascii: "("):
        try finish(&context)
        try context.take(4)
        open.append(Int32(last))
        scanner.place += 1
        isOpen = true
      case UInt8(ascii: ")"):
        try finish(&context)
        last = Int(open.removeLast())
        scanner.place += 1
        if open.count < leftOut, leftOut > 0 { leftOut = .max }
        isOpen = false
        if open.isEmpty {
          noteStrangers(reader, &context)
          return hasRoot ? reader.tree : nil
        }
      case UInt8(ascii: ";"):
        try finish(&context)
        node = SGFNode()
        scanner.place += 1
        isOpen = true
      default:
        guard let property = scanner.property(), leftOut > open.count else { break }
        if !isOpen {
          context.fault("a property behind a variation is left out", at: "byte \(start)")
        } else {
          if node == nil { node = SGFNode() }
          // A usual node has one move, and its memory is freed with the next node. Only longer
          // lists count.
          if property.values.count > 1 || node?.moves.count ?? 0 > 1 {
            try context.take(64 * property.values.count)
          }
          if node?.add(property) == false {
            context.fault("a property of a node with very many is left out", at: "byte \(start)")
          }
        }
      }
      try context.poll(scanner.place - start)
    }
    try finish(&context)
    noteStrangers(reader, &context)
    if hasRoot {
      context.fault("a game that does not end, as if cut off", at: "byte \(scanner.bytes.count)")
    }
    return hasRoot ? reader.tree : nil
  }

  private func noteStrangers(_ reader: SGFNodeReader, _ context: inout ReadingContext) {
    guard !reader.unknownProperties.isEmpty else { return }
    let names = reader.unknownProperties.map { $0.prefix(20).shown }.joined(separator: ", ")
    context.remark("properties with names that SGF does not allow are left out: \(names)")
  }
}
