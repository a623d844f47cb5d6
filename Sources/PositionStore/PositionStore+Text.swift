import Basics
import GomokuRules
import Platform

// A text file has one JSON object on each line. Its fields have the same names as in puzzle files.
extension PositionStore {
  /// A board size and rules, by which positions are chosen for an export.
  public struct Game: Equatable, Sendable {
    public let size: BoardSize
    public let variant: Variant

    public init(size: BoardSize, variant: Variant) {
      (self.size, self.variant) = (size, variant)
    }

    func holds(_ key: PositionKey) -> Bool { key.size == size && key.variant == variant }
  }

  /// Writes the positions of one board and rule, or all, to a text file.
  ///
  /// - Returns: the number of positions written.
  public func export(to path: String, only game: Game? = nil) throws(StoreError) -> Int {
    try write(to: path, like: PositionLine.begins) { (key, record) in
      game?.holds(key) ?? true ? PositionLine(key, record).json.description : nil
    }
  }

  /// Writes a line of moves, such as `h8i9j10`, for each position that alternating moves can reach.
  ///
  /// - Parameter name: returns the text of a point.
  /// - Returns: the number of positions written.
  public func exportMoves(
    to path: String, of game: Game, naming name: (Point) -> String
  ) throws(StoreError) -> Int {
    try write(to: path, like: PositionStore.areMoves) { (key, _) in
      guard game.holds(key), key.neutral.isEmpty,
        key.black.count - key.white.count == (key.sideToMove == .white ? 1 : 0)
      else { return nil }
      return key.black.indices.map { index in
        name(key.black[index]) + (index < key.white.count ? name(key.white[index]) : "")
      }.joined()
    }
  }

  /// Returns whether a file with these first bytes has nothing but lines of moves, as far as seen.
  ///
  /// No point occurs twice in a line. Only the empty board has an empty line.
  private static func areMoves(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.dropLast().count(where: { $0.isEmpty }) <= 1 else { return false }
    return lines.indices.allSatisfy { index in
      let isLast = index == lines.count - 1
      // The last point may have been cut off after its letter, or between its digits.
      let line =
        isLast && lines[index].last?.isLetter ?? false
        ? lines[index].dropLast() : lines[index]
      guard let points = Point.list(line) else { return false }
      let whole = isLast ? points.dropLast() : points[...]
      return Set(whole).count == whole.count
        && line.utf8.elementsEqual(points.map { $0.description }.joined().utf8)
    }
  }

  /// Writes a file with a line for each position for which `line` is not `nil`.
  ///
  /// - Parameter isReplaceable: returns whether a file with these first bytes may be replaced.
  private func write(
    to path: String, like isReplaceable: ([UInt8]) -> Bool,
    _ line: (PositionKey, PositionRecord) -> String?
  ) throws(StoreError) -> Int {
    var file = try ExportFile(path, isReplaceable: isReplaceable)
    var lines = 0
    try forEach { (key, record) throws(StoreError) in
      guard let line = line(key, record) else { return }
      lines += 1
      try file.write(Array(line.utf8) + [UInt8(ascii: "\n")], isStopped: isStopped)
    }
    try file.finish(isStopped: isStopped)
    return lines
  }

  /// Imports the positions of a text file; if a line is wrong, imports none.
  ///
  /// - Returns: the number of new positions.
  public func learn(fromText path: String) throws(StoreError) -> Int {
    try PositionStore.checkIsFile(path)
    let before = count
    try atomically { () throws(StoreError) in
      try PositionLine.forEach(in: path, isStopped: isStopped) { (line) throws(StoreError) in
        let views = SymmetricPosition(line.key)
        // The line may have any image, so its points are mapped to the canonical one.
        let toCanonical = views.canonicalPoint
        var record = line.record
        record.boardTexts = [:]
        for (point, text) in line.record.boardTexts { record.boardTexts[toCanonical(point)] = text }
        try learn(record, key: views.key, hash: views.hash)
      }
    }
    return count - before
  }
}

extension PositionStore {
  /// Checks that a path names a plain file, because reading a pipe might never end.
  static func checkIsFile(_ path: String) throws(StoreError) {
    switch FileSystem.kind(of: path) {
    case .plainFile: break
    case nil: throw .unusable(path: path, reason: SystemError.notFound.description)
    default: throw .noFile(path)
    }
  }
}

/// A line of a text file: a position with its record.
struct PositionLine: Equatable {
  var key: PositionKey
  var record: PositionRecord

  init(_ key: PositionKey, _ record: PositionRecord) { (self.key, self.record) = (key, record) }

  /// The error of a line that is no position.
  struct Mistake: Error {
    let reason: String
  }

  /// The longest line, in bytes.
  private static let longest = 1 << 20
  private static let bounds: [(name: String, bound: PositionRecord.Bound)] = [
    ("none", .none), ("upper", .upper), ("lower", .lower), ("exact", .exact),
  ]

  /// Calls `body` with each line of a file; blank lines are skipped.
  static func forEach(
    in path: String, isStopped: () -> Bool, _ body: (PositionLine) throws(StoreError) -> Void
  ) throws(StoreError) {
    var number = 0
    var lines: FileLines
    do throws(TextFile.Failure) { lines = try FileLines(path, longest: longest) } catch {
      throw StoreError(error, line: number)
    }
    while true {
      number += 1
      let bytes: ArraySlice<UInt8>?
      do throws(TextFile.Failure) { bytes = try lines.nextBytes(isStopped: isStopped) } catch {
        throw StoreError(error, line: number)
      }
      if isStopped() { throw .stopped }
      guard let bytes else { return }
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw .badLine(number: number, reason: "it is not UTF-8")
      }
      if text.allSatisfy({ $0.isWhitespace }) { continue }
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
  /// Returns whether a file with these first bytes begins with a line of `json`.
  ///
  /// The line has the fields up to `black` in this order, without blanks. Puzzle files begin with
  /// an `id`.
  static func begins(_ bytes: [UInt8]) -> Bool {
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    let fields = String(decoding: line, as: UTF8.self).split(separator: ",")
    let begins = [#"{"rule":"#, #""size":"#, #""side":"#, #""black":"#]
    return fields.count >= begins.count && zip(fields, begins).allSatisfy { $0.hasPrefix($1) }
  }

  /// The line as a JSON object; fields with default values are left out.
  var json: JSON {
    let names: ([Point]) -> String = { $0.map { $0.description }.joined() }
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

  /// Parses a line; throws if a field is invalid or two stones share a point.
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

  /// Returns the position of a line: stones, rules and side to move.
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

  /// Returns the record of a line; missing fields have their default values.
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
