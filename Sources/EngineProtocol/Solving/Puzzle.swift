import Gomoku

/// A row of a puzzle file: a position and what is claimed of it.
///
/// The file holds one JSON object a line; only the fields below are looked at, and their values must
/// be plain strings or numbers.
struct Puzzle {
  let id: String
  let position: Position
  /// `win` or `none`; `nil` where the file says nothing.
  let result: String?
  /// The winner's moves in the shortest win, where the file says so.
  let length: Int?
  /// Whether somebody beside the publisher has confirmed the claim.
  let isVerified: Bool

  /// Reads a row; `nil` when a field is missing or wrong.
  init?(row: some StringProtocol) {
    let fields = Fields(row: Substring(row))
    guard let id = fields.string("id"), let code = fields.number("rule"),
      let variant = Variant(gomocupCode: code), let side = fields.number("size"),
      let size = BoardSize(side: side), let black = fields.string("black").flatMap(Point.list),
      let white = fields.string("white").flatMap(Point.list), let mover = fields.string("side")
    else { return nil }
    var position = Position(size: size, variant: variant)
    do {
      for point in black { try position.place(.black, on: point) }
      for point in white { try position.place(.white, on: point) }
    } catch { return nil }
    position.sideToMove = mover == "w" ? .white : .black
    self.id = id
    self.position = position
    result = fields.string("result") ?? fields.string("claim")
    length = fields.number("length")
    isVerified = fields.value("verified").map { !$0.hasPrefix("[]") } ?? false
  }

  /// The text after `"name":` in a JSON object without nested objects before it.
  private struct Fields {
    let row: Substring

    func value(_ name: String) -> Substring? {
      var rest = row[...]
      while let quote = rest.firstIndex(of: "\"") {
        rest = rest[rest.index(after: quote)...]
        guard let end = rest.firstIndex(of: "\"") else { return nil }
        let key = rest[..<end]
        rest = rest[rest.index(after: end)...]
        if key == name, rest.first == ":" { return rest.dropFirst().drop { $0 == " " } }
      }
      return nil
    }

    func string(_ name: String) -> String? {
      guard let value = value(name), value.first == "\"" else { return nil }
      return String(value.dropFirst().prefix { $0 != "\"" })
    }

    func number(_ name: String) -> Int? {
      value(name).flatMap { Int($0.prefix { $0.isNumber }) }
    }
  }
}
