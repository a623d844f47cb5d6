import Basics

/// A line of the Go Text Protocol, version 2, split into its id, its command and the arguments.
struct GTPRequest: Equatable {
  /// The decimal digits before the command, which the answer repeats; empty if there are none.
  var id = ""
  /// The command; empty on a line that has only an id.
  var name = ""
  var arguments: [String] = []

  /// The largest valid id.
  static let largestID = 2_147_483_647

  init() {}

  /// Parses a line; returns `nil` if the line has no words before its comment.
  ///
  /// Tabs count as spaces, and other control characters are dropped. Throws if the id is too large.
  init?(_ line: String) throws(GTPError) {
    var text = String.UnicodeScalarView()
    for scalar in line.unicodeScalars {
      if scalar == "#" { break }
      if scalar == "\t" { text.append(" ") }
      if scalar.value >= 0x20, scalar.value != 0x7F { text.append(scalar) }
    }
    var words = text.split(separator: " ").map { String(Substring($0)) }
    guard let first = words.first else { return nil }
    if first.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) {
      guard let number = Int(first), number <= GTPRequest.largestID, first.utf8.count <= 10 else {
        throw GTPError("id above \(GTPRequest.largestID)")
      }
      id = first
      words.removeFirst()
    }
    name = words.first ?? ""
    arguments = Array(words.dropFirst())
  }
}

/// The reason why a command fails: the text of the answer after `?`.
struct GTPError: Error, Equatable {
  let text: String

  init(_ text: String) { self.text = text }

  static let unknownCommand = GTPError("unknown command")

  /// Makes the error of a command whose arguments are missing or wrong.
  static func syntax(_ command: GTPCommand, _ expected: String) -> GTPError {
    GTPError("syntax error: \(command.rawValue) needs \(expected)")
  }
}

/// An answer to a GTP command.
enum GTPAnswer {
  /// Returns the answer to a command that has succeeded, with the empty line that ends it in GTP.
  static func success(_ lines: [String], id: String) -> String {
    head("=", id, lines) + "\n"
  }

  static func failure(_ error: GTPError, id: String) -> String {
    head("?", id, [error.text]) + "\n"
  }

  /// Returns the sign (`=` or `?`), the id and the lines, with control characters escaped.
  ///
  /// If the first line is empty, the other lines begin below the sign.
  static func head(_ sign: String, _ id: String, _ lines: [String]) -> String {
    let space = lines.first.map { $0.isEmpty ? "" : " " } ?? ""
    return sign + id + space + lines.map({ $0.shown }).joined(separator: "\n")
  }
}
