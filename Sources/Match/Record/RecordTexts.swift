import Basics
import Gomocup
import Records

/// The texts of a loaded record, as SGF properties: names, result, comments and marks.
///
/// They are kept with the game, so that they are not lost when the game is saved.
public struct RecordTexts: Equatable, Sendable {
  public typealias Property = KeptProperty

  /// The moves of the record's main line.
  public var course: [Move]
  /// The record's last move, if renju forbids it; it is not in `course`.
  public var forbidden: Move?
  /// The properties of the whole game.
  public var root: [Property] = []
  /// The properties of moves, by move number from 1.
  public var moves: [Int: [Property]] = [:]

  public init(course: [Move]) { self.course = course }

  // MARK: Reading

  /// Returns a property of the whole game as plain text; `nil` if it is absent or empty.
  public func text(_ name: String) -> String? {
    guard let value = root.first(where: { $0.name == name })?.values.first, !value.isEmpty else {
      return nil
    }
    return RecordTexts.unescaped(value)
  }

  /// Returns the comment on a move, as plain text; `nil` if there is none.
  public func comment(onMove number: Int) -> String? {
    moves[number]?.first { $0.name == "C" }?.values.first.map(RecordTexts.unescaped)
  }

  /// Returns the number of moves from the start that `game` and the record have in common.
  public func agreement(with game: [Move]) -> Int {
    zip(course, game).prefix { $0 == $1 }.count
  }

  /// Returns the loss of the record's result in a format that holds only the result of `game`.
  ///
  /// The result is lost if `game` goes on after the record's end; otherwise the list is empty.
  package func lostResult(in game: [Move]) -> [Phrase] {
    let isPlayedOn = agreement(with: game) == course.count && course.count < game.count
    return isPlayedOn && text("RE") != nil ? [Phrase("the record's result")] : []
  }

  // MARK: Changing

  /// Sets a property of the whole game from plain text.
  public mutating func set(_ name: String, _ text: String) {
    root.removeAll { $0.name == name }
    root.append(Property(name, [RecordTexts.escaped(text)]))
  }

  /// Returns the text as a value of SGF.
  public static func escaped(_ text: String) -> String {
    SGFText.escaped(text)
  }

  /// Returns a value of SGF as plain text.
  ///
  /// A backslash escapes the next character; before a line end it joins the lines.
  public static func unescaped(_ value: String) -> String {
    value.resolvingEscapes { escaped, rest in
      if escaped == "\r", rest.first == "\n" { rest.removeFirst() }
      return Character(escaped).isNewline ? nil : escaped
    }
  }
}

// MARK: As JSON

extension RecordTexts {
  public var json: JSON {
    .object(compacting: [
      ("course", .string(course.text)), ("forbidden", forbidden.map { .string($0.description) }),
      ("root", root.isEmpty ? nil : RecordTexts.json(of: root)),
      (
        "moves",
        moves.isEmpty
          ? nil
          : .array(
            moves.sorted { $0.key < $1.key }.map {
              .array([.int($0.key), RecordTexts.json(of: $0.value)])
            })
      ),
    ])
  }

  private static func json(of properties: [Property]) -> JSON {
    .array(properties.map { .array([.string($0.name)] + $0.values.map(JSON.string)) })
  }

  /// Parses the format of `json`; `nil` if a move or a property cannot be read.
  public init?(_ json: JSON, of game: GameKind) {
    guard let course = json["course"]?.string.flatMap({ try? game.moves(named: $0) }) else {
      return nil
    }
    self.init(course: course)
    if let name = json["forbidden"]?.string {
      guard let move = game.notation.move(named: name) else { return nil }
      forbidden = move
    }
    if let list = json["root"] {
      guard let properties = RecordTexts.properties(list) else { return nil }
      root = properties
    }
    for entry in json["moves"]?.array ?? [] {
      guard let pair = entry.array, pair.count == 2, let number = pair[0].int,
        Bounds.ply ~= number, let properties = RecordTexts.properties(pair[1])
      else { return nil }
      moves[number] = properties
    }
  }

  private static func properties(_ json: JSON) -> [Property]? {
    var properties: [Property] = []
    for entry in json.array ?? [] {
      let words = entry.array?.compactMap(\.string) ?? []
      guard words.count > 1, words.count == entry.array?.count, isName(words[0]),
        words.dropFirst().allSatisfy(isValue)
      else { return nil }
      properties.append(Property(words[0], Array(words.dropFirst())))
    }
    return json.array == nil ? nil : properties
  }

  /// Returns whether `text` stays inside the brackets of an SGF property in which it is written.
  ///
  /// A file from somebody else could otherwise add moves or games to the record that is saved.
  static func isValue(_ text: String) -> Bool {
    var isEscaped = false
    for byte in text.utf8 {
      if byte == UInt8(ascii: "]"), !isEscaped { return false }
      isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
    }
    return !isEscaped
  }

  /// Returns whether `text` is a valid name of an SGF property: capital letters only.
  public static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }
  }
}
