import Basics
import GomokuRules
import Platform

// Text files: a JSON object a line, with the fields of puzzle files where they say the same.
extension PositionStore {
  /// A board and its rules.
  public struct Game: Equatable, Sendable {
    public let size: BoardSize
    public let variant: Variant

    public init(size: BoardSize, variant: Variant) {
      (self.size, self.variant) = (size, variant)
    }

    func holds(_ key: PositionKey) -> Bool { key.size == size && key.variant == variant }
  }

  /// Writes the positions of one game, or all, to a text file.
  ///
  /// - Returns: how many.
  public func export(to path: String, only game: Game? = nil) throws(StoreError) -> Int {
    try write(to: path) { (key, record) in
      game?.holds(key) ?? true ? PositionLine(key, record).json.description : nil
    }
  }

  /// Writes the stones of each position that a game of alternating moves leads to, as `h8i9j10`.
  ///
  /// - Parameter name: how a point is written.
  public func exportMoves(
    to path: String, of game: Game, naming name: (Point) -> String
  ) throws(StoreError) -> Int {
    try write(to: path) { (key, _) in
      guard game.holds(key), key.neutral.isEmpty,
        key.black.count - key.white.count == (key.sideToMove == .white ? 1 : 0)
      else { return nil }
      return key.black.indices.map { index in
        name(key.black[index]) + (index < key.white.count ? name(key.white[index]) : "")
      }.joined()
    }
  }

  private func write(
    to path: String, _ line: (PositionKey, PositionRecord) -> String?
  ) throws(StoreError) -> Int {
    let piece = 1 << 16
    var lines = 0
    var buffer: [UInt8] = []
    let output = try TextOutput(path)
    try forEach { (key, record) throws(StoreError) in
      guard let line = line(key, record) else { return }
      lines += 1
      buffer += line.utf8
      buffer.append(UInt8(ascii: "\n"))
      if buffer.count >= piece {
        try output.write(buffer)
        buffer.removeAll(keepingCapacity: true)
      }
    }
    try output.write(buffer)
    return lines
  }

  /// Learns the positions of a text file; if a line is wrong, none.
  ///
  /// - Returns: how many positions are new.
  public func learn(fromText path: String) throws(StoreError) -> Int {
    try PositionStore.checkIsFile(path)
    try PositionLine.forEach(in: path) { _ in }
    let before = count
    try atomically { () throws(StoreError) in
      try PositionLine.forEach(in: path) { (line) throws(StoreError) in
        let views = PositionViews(line.key)
        // The line need not show the canonical image.
        let toCanonical = views.canonicalPoint
        var record = line.record
        record.boardTexts = Dictionary(
          line.record.boardTexts.map { (toCanonical($0.key), $0.value) }
        ) { first, _ in first }
        try learn(record, key: views.key, hash: views.hash)
      }
    }
    return count - before
  }
}

extension PositionStore {
  /// Checks that a file can be read to its end: a pipe might have none.
  static func checkIsFile(_ path: String) throws(StoreError) {
    do throws(SystemError) {
      let file = try FileDescriptor.open(path, for: .reading, waits: false)
      defer { file.close() }
      if file.isPlainFile { return }
    } catch {
      throw .unusable(path: path, reason: "\(error)")
    }
    throw .unusable(path: path, reason: "it is no file")
  }
}

/// A text file that is written piece by piece.
private struct TextOutput: ~Copyable {
  private let path: String
  private let file: FileDescriptor

  init(_ path: String) throws(StoreError) {
    self.path = path
    guard !RecordLog.exists(at: path) else {
      throw .unusable(path: path, reason: "it is a database")
    }
    do throws(SystemError) { file = try .open(path, for: .writing, waits: false) } catch {
      throw .unusable(path: path, reason: "\(error)")
    }
  }

  deinit { file.close() }

  func write(_ bytes: [UInt8]) throws(StoreError) {
    do throws(SystemError) { try file.writeAll(bytes) } catch {
      throw .unusable(path: path, reason: "\(error)")
    }
  }
}

/// A position of a text file.
struct PositionLine: Equatable {
  var key: PositionKey
  var record: PositionRecord

  init(_ key: PositionKey, _ record: PositionRecord) { (self.key, self.record) = (key, record) }

  /// Why a line is no position.
  struct Mistake: Error {
    let reason: String
  }

  private static let longest = 1 << 20
  private static let bounds: [(name: String, bound: PositionRecord.Bound)] = [
    ("none", .none), ("upper", .upper), ("lower", .lower), ("exact", .exact),
  ]

  static func forEach(
    in path: String, _ body: (PositionLine) throws(StoreError) -> Void
  ) throws(StoreError) {
    var number = 0
    var lines: FileLines
    do throws(TextFile.Failure) { lines = try FileLines(path, longest: longest) } catch {
      throw StoreError(error, line: number)
    }
    while true {
      number += 1
      let text: String?
      do throws(TextFile.Failure) { text = try lines.next(isStopped: { false }) } catch {
        throw StoreError(error, line: number)
      }
      guard let text else { return }
      if text.allSatisfy(\.isWhitespace) { continue }
      let line: PositionLine
      do throws(Mistake) { line = try PositionLine(parsing: text) } catch {
        throw .badLine(number: number, reason: error.reason)
      }
      try body(line)
    }
  }
}

// MARK: - JSON

extension PositionLine {
  var json: JSON {
    let names: ([Point]) -> String = { $0.map(\.description).joined() }
    let size = key.size
    let isSquare = size.width == size.height
    let texts = record.boardTexts.sorted { $0.key < $1.key }
    let hasValue = record.bound != .none || record.value != 0 || record.depth != 0
    let bound = PositionLine.bounds.first { $0.bound == record.bound }?.name ?? "none"
    return .object(compacting: [
      ("rule", .int(key.variant.gomocupCode)),
      ("size", isSquare ? .int(size.width) : .string("\(size.width)x\(size.height)")),
      ("side", .string(String(key.sideToMove.letter))),
      ("black", .string(names(key.black))),
      ("white", .string(names(key.white))),
      ("neutral", key.neutral.isEmpty ? nil : .string(names(key.neutral))),
      ("tag", record.tag.map { .string(String(Unicode.Scalar($0.rawValue))) }),
      ("value", hasValue ? .int(Int(record.value)) : nil),
      ("depth", hasValue ? .int(Int(record.depth)) : nil),
      ("bound", hasValue ? .string(bound) : nil),
      ("text", record.text.isEmpty ? nil : .string(record.text)),
      (
        "board",
        texts.isEmpty
          ? nil : .object(texts.map { JSON.Member($0.key.description, .string($0.value)) })
      ),
    ])
  }

  init(parsing text: String) throws(Mistake) {
    let json: JSON
    do { json = try JSON(parsing: text) } catch { throw Mistake(reason: error.message) }
    key = try PositionLine.key(json)
    record = try PositionLine.record(json)
    var occupied = Set<Point>()
    for point in key.black + key.white + key.neutral {
      guard key.size.contains(point) else { throw Mistake(reason: "\(point) is off the board") }
      guard occupied.insert(point).inserted else { throw Mistake(reason: "\(point) is occupied") }
    }
    for point in record.boardTexts.keys where !key.size.contains(point) {
      throw Mistake(reason: "\(point) is off the board")
    }
  }

  private static func key(_ json: JSON) throws(Mistake) -> PositionKey {
    guard let variant = json["rule"]?.int.flatMap(Variant.init(gomocupCode:)) else {
      throw Mistake(reason: "rule needs the code of rules that are played here")
    }
    let sides = json["size"]?.string?.split(separator: "x").map { Int($0) }
    guard
      let size = json["size"]?.int.flatMap(BoardSize.init(side:))
        ?? sides.flatMap({ $0.count == 2 ? $0[0].flatMap { w in sides?[1].map { (w, $0) } } : nil })
        .flatMap({ BoardSize(width: $0.0, height: $0.1) })
    else { throw Mistake(reason: "size needs a board size, \(BoardSize.sidesText)") }
    guard let side = json["side"]?.string.flatMap(Color.init(letter:)) else {
      throw Mistake(reason: "side needs b or w")
    }
    func points(_ name: String) throws(Mistake) -> [Point] {
      guard let points = Point.list(json[name]?.string ?? (json[name] == nil ? "" : "?")) else {
        throw Mistake(reason: "\(name) needs points such as h8i9")
      }
      return points.sorted()
    }
    return PositionKey(
      size: size, variant: variant, sideToMove: side, black: try points("black"),
      white: try points("white"), neutral: try points("neutral"))
  }

  private static func record(_ json: JSON) throws(Mistake) -> PositionRecord {
    var record = PositionRecord()
    if let tag = json["tag"] {
      let bytes = Array((tag.string ?? "").utf8)
      guard bytes.count == 1, let tag = PositionRecord.Tag(rawValue: bytes[0]) else {
        throw Mistake(reason: "tag needs one character")
      }
      record.tag = tag
    }
    func number(_ name: String) throws(Mistake) -> Int16 {
      guard let value = json[name] else { return 0 }
      guard let number = value.int.flatMap(Int16.init(exactly:)) else {
        throw Mistake(reason: "\(name) needs a number, -32768 to 32767")
      }
      return number
    }
    (record.value, record.depth) = (try number("value"), try number("depth"))
    if let name = json["bound"] {
      guard let bound = bounds.first(where: { $0.name == name.string })?.bound else {
        throw Mistake(reason: "bound needs none, upper, lower or exact")
      }
      record.bound = bound
    }
    if let text = json["text"] {
      guard let text = text.string, text.utf8.count <= PositionRecord.longestText else {
        throw Mistake(reason: "text needs at most \(PositionRecord.longestText) bytes")
      }
      record.text = text
    }
    record.boardTexts = try boardTexts(json)
    return record
  }

  private static func boardTexts(_ json: JSON) throws(Mistake) -> [Point: String] {
    guard let board = json["board"] else { return [:] }
    guard case .object(let members) = board else {
      throw Mistake(reason: "board needs an object of points and texts")
    }
    var texts: [Point: String] = [:]
    for member in members {
      guard let point = Point(member.name), let text = member.value.string,
        text.utf8.count <= PositionRecord.longestBoardText
      else { throw Mistake(reason: "board needs points and short texts") }
      texts[point] = text
    }
    return texts
  }
}
