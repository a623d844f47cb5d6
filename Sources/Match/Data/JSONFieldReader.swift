import Basics
import Gomocup

/// The members of a JSON object, removed one by one as they are read.
///
/// Every reading function returns `nil` if the member is absent or `null`, and throws if its value
/// is of another kind. `finish` throws if a member is left, so an unknown or misspelt key is an
/// error.
public struct JSONFieldReader {
  /// An error in a member.
  public struct Problem: Error, Equatable, CustomStringConvertible {
    /// The member's path, as in `engines[1].limits.turn`; empty for the whole document.
    public let path: String
    public let message: String

    public init(path: String, message: String) { (self.path, self.message) = (path, message) }

    public var description: String { path.isEmpty ? message : "\(path): \(message)" }
  }

  /// The object's path; empty for the outermost object.
  public let path: String
  private var members: [String: JSON] = [:]

  public init(_ json: JSON, path: String) throws(Problem) {
    guard case .object(let members) = json else {
      throw Problem(path: path, message: "an object expected")
    }
    self.path = path
    for member in members { self.members[member.name] = member.value }
  }

  public func path(of name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  /// Creates an error about the member `name`.
  public func problem(_ name: String, _ message: String) -> Problem {
    Problem(path: path(of: name), message: message)
  }

  /// Removes and returns the member `name`; `nil` if it is absent or `null`.
  public mutating func take(_ name: String) -> JSON? {
    guard let value = members.removeValue(forKey: name), value != .null else { return nil }
    return value
  }

  /// Removes a member and returns its value converted; `nil` if it is absent or `null`.
  ///
  /// - Parameter expected: the expected kind of value, for the error if `convert` returns `nil`.
  public mutating func take<Value>(
    _ name: String, _ expected: String, _ convert: (JSON) -> Value?
  ) throws(Problem) -> Value? {
    guard let json = take(name) else { return nil }
    guard let value = convert(json) else { throw problem(name, "\(expected) expected") }
    return value
  }

  public mutating func string(_ name: String) throws(Problem) -> String? {
    try take(name, "a string") { $0.string }
  }

  public mutating func bool(_ name: String) throws(Problem) -> Bool? {
    try take(name, "true or false") { $0.bool }
  }

  /// Takes an integer in `range`.
  public mutating func int(
    _ name: String, in range: ClosedRange<Int>
  ) throws(Problem) -> Int? {
    try take(name, "a whole number in \(range)") { json in
      json.int.flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// Takes an array of integers that all lie in `range`.
  public mutating func ints(
    _ name: String, in range: ClosedRange<Int>
  ) throws(Problem) -> [Int]? {
    try take(name, "a whole number in \(range)") { json in
      json.array.flatMap {
        JSONFieldReader.all($0) { $0.int.flatMap { range.contains($0) ? $0 : nil } }
      }
    }
  }

  /// Returns the converted values; `nil` if a value cannot be converted.
  private static func all<Value>(_ values: [JSON], _ convert: (JSON) -> Value?) -> [Value]? {
    var result: [Value] = []
    for json in values {
      guard let value = convert(json) else { return nil }
      result.append(value)
    }
    return result
  }

  public mutating func double(
    _ name: String, in range: ClosedRange<Double>
  ) throws(Problem) -> Double? {
    try take(name, "a number in \(range)") { json in
      json.double.flatMap { range.contains($0) ? $0 : nil }
    }
  }

  public mutating func strings(_ name: String) throws(Problem) -> [String]? {
    try take(name, "an array of strings") { json in
      json.array.flatMap { JSONFieldReader.all($0, \.string) }
    }
  }

  /// Takes a string that is the raw value of a case of `type`.
  public mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, of type: Choice.Type
  ) throws(Problem) -> Choice? {
    let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
    return try take(name, "one of \(words)") { $0.string.flatMap(Choice.init(rawValue:)) }
  }

  /// Takes the object `name`, whose members can then be taken.
  public mutating func object(_ name: String) throws(Problem) -> JSONFieldReader? {
    guard let json = take(name) else { return nil }
    return try JSONFieldReader(json, path: path(of: name))
  }

  /// Takes the array of objects `name`.
  public mutating func objects(_ name: String) throws(Problem) -> [JSONFieldReader]? {
    guard let values = try take(name, "an array", { $0.array }) else { return nil }
    var fields: [JSONFieldReader] = []
    for (index, value) in values.enumerated() {
      fields.append(try JSONFieldReader(value, path: "\(path(of: name))[\(index)]"))
    }
    return fields
  }

  /// Takes an object with arbitrary keys; returns its members sorted by name.
  public mutating func dictionary(_ name: String) throws(Problem) -> [JSON.Member]? {
    try take(name, "an object") { json in
      guard case .object(let members) = json else { return nil }
      return members.sorted { $0.name < $1.name }
    }
  }

  /// Throws if a member is left, as its key is unknown.
  public func finish() throws(Problem) {
    if let name = members.keys.min() { throw problem(name, "unknown key") }
  }
}
