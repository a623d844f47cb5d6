import Basics
import Gomocup
import Gomoku
import GomokuRules
import Platform
import PositionStore
import SearchTypes
import TextCodes

/// The execution of one command on an open database.
///
/// No message for people begins with the word `database`, because Yixin-Board would parse such a
/// message as a position.
struct DatabaseCommandRunner {
  let store: PositionStore
  let task: DatabaseTask
  let use: DatabaseUse

  private var position: Position { task.position }
  private var views: SymmetricPosition { SymmetricPosition(position) }

  /// Executes the command and returns its replies.
  func replies() throws(StoreError) -> [GomocupReply] {
    switch task.command {
    case .use: return []
    case .save:
      try store.save(mayRewrite: !use.isReadOnly)
      return [.database(.saveStart(path: store.path)), .database(.saveDone)]
    case .check: return [.message(try account(damaged: store.check()))]
    case .fix:
      let damaged = store.damagedBytes
      let copy = try store.rewrite()
      let rest = copy.map { "; the \(damaged) damaged bytes are in \($0)" } ?? ""
      return [.message(account(damaged: 0) + rest)]
    case .query(let query, _): return try replies(to: query)
    case .edit(let edit, _):
      return try store.atomically { () throws(StoreError) in try replies(to: edit) }
    case .delete:
      let isGone = try store.delete(views)
      return [.message("\(isGone ? "1 position" : "nothing") deleted")]
    case .prune(let pruning, _):
      let count = try store.prune(below: views, Pruning(pruning))
      return try [.message("\(count.counted("position")) deleted")] + moves()
    case .transfer(let transfer, let path): return [.message(try transferred(transfer, path))]
    }
  }

  private func account(damaged: Int) -> String {
    "\(store.count.counted("position")) in \(store.fileSize) bytes, \(damaged) damaged"
  }

  // MARK: Queries

  private func replies(to query: DatabaseQuery) throws(StoreError) -> [GomocupReply] {
    switch query {
    case .moves: try visited(moves())
    case .movesAndText: try visited(moves() + [text()])
    case .one: [try one()]
    case .text: [try text()]
    }
  }

  /// Adds an empty record for the queried position if it has none, and returns `replies`.
  ///
  /// A position without stones is not added, nor is any in a read-only database.
  private func visited(_ replies: [GomocupReply]) throws(StoreError) -> [GomocupReply] {
    if !use.isReadOnly, store.isWritable, !position.stones.isEmpty, try store[views] == nil {
      try store.set(PositionRecord(), for: views)
    }
    return replies
  }

  private func moves() throws(StoreError) -> [GomocupReply] {
    let views = views
    let texts = try store[views]?.boardTexts ?? [:]
    let toCanonical = views.canonicalPoint
    let known = try store.children(of: views)
    var records: [Point: PositionRecord] = [:]
    for (point, record) in known.map({ ($0.point, $0.record) }) where records[point] == nil {
      records[point] = record
    }
    let replies = position.emptyPoints.compactMap { point -> GomocupReply? in
      let text = texts[toCanonical(point)] ?? ""
      guard records[point] != nil || !text.isEmpty else { return nil }
      let record = records[point] ?? PositionRecord()
      return .database(
        .move(point, summary(record), hasText: !record.text.isEmpty, boardText: text))
    }
    return [.database(.refresh)] + replies + [.database(.done)]
  }

  private func one() throws(StoreError) -> GomocupReply {
    let record = try store[views]
    let tag = record == nil ? 0 : record?.tag.map { Int($0.rawValue) } ?? -1
    return .database(.one(tag: tag, summary(record ?? PositionRecord())))
  }

  private func text() throws(StoreError) -> GomocupReply {
    .database(.text(try store[views]?.text ?? ""))
  }

  private func summary(_ record: PositionRecord) -> DatabaseReply.Summary {
    DatabaseReply.Summary(
      label: record.label(winScale: position.variant.winScale), value: Int(record.value),
      depth: Int(record.depth), bound: record.bound.rawValue)
  }

  // MARK: Changes

  /// Changes the record of the position.
  private func replies(to edit: DatabaseEdit) throws(StoreError) -> [GomocupReply] {
    switch edit {
    case .fields(let tag, let value, let depth):
      try store.update(views) { record in
        switch tag {
        case nil: break
        case .removed: record.tag = nil
        case .character(let code): record.tag = PositionRecord.Tag(rawValue: code)
        }
        record.value = value ?? record.value
        if let depth { (record.depth, record.bound) = (depth, .exact) }
      }
      return [try one()]
    case .text(let text):
      let text = text.withLineFeeds
      try store.update(views) { $0.text = String(text.trimmed) }
      return []
    case .boardText(let point, let text):
      try setBoardText(text, at: point)
      return []
    case .best, .notBest:
      try mark(isBest: edit == .best)
      return [try one()]
    }
  }

  private func setBoardText(_ text: String, at point: Point?) throws(StoreError) {
    guard let place = point ?? position.stones.last?.point else { return }
    let parent = point == nil ? position.withoutLast : position
    let views = SymmetricPosition(parent)
    try store.update(views) {
      $0.boardTexts[views.canonicalPoint(place)] = text.isEmpty ? nil : text
    }
    guard !text.isEmpty else { return }
    // A move with a text is part of the tree, so its position needs a record.
    let child = SymmetricPosition(parent.adding(place))
    if try store[child] == nil { try store.set(PositionRecord(), for: child) }
  }

  /// Sets or clears the mark "best" of the position's last move.
  ///
  /// Setting it clears the marks of all other moves from the position before that move.
  private func mark(isBest: Bool) throws(StoreError) {
    let parent = position.withoutLast
    let hash = views.key
    for (point, record) in try store.children(of: SymmetricPosition(parent))
    where record.tag == .best {
      let sibling = SymmetricPosition(parent.adding(point))
      if (sibling.key == hash) != isBest { try store.update(sibling) { $0.tag = nil } }
    }
    if isBest { try store.update(views) { $0.tag = .best } }
  }

  // MARK: Import and export

  /// Exports to a file or imports from one, and returns the report for people.
  private func transferred(
    _ transfer: DatabaseTransfer, _ path: String
  ) throws(StoreError) -> String {
    let game = PositionStore.Game(size: position.size, variant: position.variant)
    switch transfer {
    case .writeMoves:
      let notation = task.notation
      let count = try store.exportMoves(to: path, of: game) { notation.name(of: $0) }
      return count.counted("position") + " written"
    case .writeText:
      return try store.export(to: path, only: game).counted("position") + " written"
    case .writeAllText: return try store.export(to: path).counted("position") + " written"
    case .readText: return try store.learn(fromText: path).counted("position") + " added"
    case .readLibrary: return try added(fromLibrary: path)
    case .writeLibrary: return try written(toLibrary: path)
    case .split: return try split(into: path).counted("position") + " written"
    case .merge:
      let other = try PositionStore(
        path: path, memoryLimit: store.memoryLimit, isSource: true, isStopped: store.isStopped)
      let damaged = other.damagedBytes
      return try store.merge(other).counted("position") + " added"
        + (damaged == 0 ? "" : ", \(damaged) damaged bytes left out")
    }
  }

  private func split(into path: String) throws(StoreError) -> Int {
    let isNew = !FileSystem.exists(path)
    let other = try PositionStore(
      path: path, memoryLimit: store.memoryLimit, isStopped: store.isStopped)
    do throws(StoreError) {
      let count = try store.split(views, into: other)
      try other.save(mayRewrite: false)
      return count
    } catch {
      if isNew, other.count == 0, other.isStored(at: path) { FileSystem.removeFile(path) }
      throw error
    }
  }

  /// Exports to a RenLib library, with the labels that Yixin-Board shows as texts on the board.
  private func written(toLibrary path: String) throws(StoreError) -> String {
    guard position.size == RenLibrary.size else {
      throw .unusable(path: path, reason: "RenLib has boards of 15x15 only")
    }
    let winScale = position.variant.winScale
    let count = try store.export(toLibrary: path, of: position.variant) {
      $0.label(winScale: winScale)
    }
    let text =
      "\(count.positions.counted("position")) of \(position.variant) written"
      + " in \(count.moves.counted("move"))"
    return count.leftOut == 0
      ? text : text + ", \(count.leftOut) with neutral stones left out"
  }

  /// Imports a RenLib library.
  ///
  /// - Parameter argument: the path, optionally followed by a blank and the name of the texts'
  ///   character encoding.
  private func added(fromLibrary argument: String) throws(StoreError) -> String {
    var (path, code): (String, TextCode?) = (argument, nil)
    if !FileSystem.exists(argument), let blank = argument.lastIndex(of: " ") {
      let word = argument[argument.index(after: blank)...]
      var file = argument[..<blank]
      while file.last == " " { file.removeLast() }
      code = TextCode(name: word)
      if code != nil || FileSystem.exists(String(file)) {
        path = String(file)
        guard code != nil else {
          let known = TextCode.allCases.map { $0.rawValue }.joined(separator: ", ")
          throw .unusable(path: path, reason: "no such code of text, known are \(known)")
        }
      }
    }
    let count = try store.learn(
      fromLibrary: path, variant: position.variant, limit: store.memoryLimit, code: code)
    var text = "\(count.positions.counted("position")) added under \(position.variant)"
    text += " from \(count.moves.counted("move"))"
    if let code = count.code { text += ", texts in \(code.rawValue)" }
    if count.impossible > 0 { text += ", \(count.impossible.counted("impossible move")) left out" }
    if count.cutTexts > 0 { text += ", \(count.cutTexts.counted("text")) too long and cut" }
    if count.rest > 0 { text += ", \(count.rest.counted("byte")) behind the last move left out" }
    return text
  }
}

extension PositionRecord {
  /// Returns the label that Yixin-Board shows for the move to this position; empty if there is
  /// neither a tag nor an exact value.
  ///
  /// A win or loss is `w12` or `l12`, with its distance in plies, or `w*` without one. Another tag
  /// is its own label. Without a tag, the label is the share of points that the side that has just
  /// moved expects, as in `57%`.
  func label(winScale: Double) -> String {
    switch tag {
    case .win, .loss:
      return (tag == .win ? "w" : "l") + (distance.map { "\($0)" } ?? "*")
    case let tag?: return String(Unicode.Scalar(tag.rawValue))
    case nil:
      guard bound == .exact else { return "" }
      let score = -Score(rawValue: Int32(value))
      return "\(min(99, Int(100 * score.winRate(winScale))))%"
    }
  }
}

extension Pruning {
  init(_ pruning: DatabasePruning) {
    let kind: Kind =
      switch pruning.kind {
      case .all: .all
      case .wins: .wins
      case .losses: .losses
      case .results: .results
      case .allButResults: .allButResults
      case .resultsWithoutDistance: .resultsWithoutDistance
      case .resultsWithin(let plies): .resultsWithin(plies)
      }
    self.init(kind, isRecursive: pruning.isRecursive)
  }
}

extension Position {
  /// The position before the last stone.
  fileprivate var withoutLast: Position {
    var position = self
    if let last = stones.last { position.remove(last.point) }
    return position
  }

  /// The position after a stone of the side to move on an empty point.
  fileprivate func adding(_ point: Point) -> Position {
    var position = self
    try? position.place(sideToMove, on: point)
    position.sideToMove = sideToMove.opponent
    return position
  }
}

extension String {
  /// The text with each pair of carriage return and line feed replaced by a line feed.
  fileprivate var withLineFeeds: String {
    let bytes = Array(utf8)
    let kept = bytes.indices.filter { index in
      bytes[index] != UInt8(ascii: "\r") || index + 1 == bytes.count
        || bytes[index + 1] != UInt8(ascii: "\n")
    }
    return String(decoding: kept.map { bytes[$0] }, as: UTF8.self)
  }

  /// The text without leading and trailing white space.
  fileprivate var trimmed: Substring {
    var text = self[...]
    while text.last?.isWhitespace ?? false { text.removeLast() }
    while text.first?.isWhitespace ?? false { text.removeFirst() }
    return text
  }
}
