import Basics
import Gomocup

/// The members of a JSON object, taken out one by one: what nobody takes is an error.
public struct Fields {
  /// What is wrong with a member.
  public struct Problem: Error, Equatable, CustomStringConvertible {
    /// Where the member stands: `engines[1].limits.turn`; empty for the whole.
    public let path: String
    public let message: String

    public init(path: String, message: String) { (self.path, self.message) = (path, message) }

    public var description: String { path.isEmpty ? message : "\(path): \(message)" }
  }

  /// Where the object stands; empty for the outermost.
  public let path: String
  private var members: [String: JSON] = [:]

  public init(_ json: JSON, path: String) throws(Problem) {
    guard case .object(let members) = json else {
      throw Problem(path: path, message: "an object expected")
    }
    self.path = path
    for member in members { self.members[member.name] = member.value }
  }

  /// The path of the member `name`.
  public func path(of name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  public func problem(_ name: String, _ message: String) -> Problem {
    Problem(path: path(of: name), message: message)
  }

  /// Takes the member `name`, or `nil` if it is absent or `null`.
  public mutating func take(_ name: String) -> JSON? {
    guard let value = members.removeValue(forKey: name), value != .null else { return nil }
    return value
  }

  /// Takes a member and converts it; `what` says what was expected if it cannot be.
  public mutating func take<Value>(
    _ name: String, _ what: String, _ convert: (JSON) -> Value?
  ) throws(Problem) -> Value? {
    guard let json = take(name) else { return nil }
    guard let value = convert(json) else { throw problem(name, "\(what) expected") }
    return value
  }

  public mutating func string(_ name: String) throws(Problem) -> String? {
    try take(name, "a string") { $0.string }
  }

  public mutating func bool(_ name: String) throws(Problem) -> Bool? {
    try take(name, "true or false") { $0.bool }
  }

  /// Takes a whole number in `range`.
  public mutating func int(
    _ name: String, in range: ClosedRange<Int>
  ) throws(Problem) -> Int? {
    try take(name, "a whole number in \(range)") { json in
      json.int.flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// Takes an array of whole numbers, all of them in `range`.
  public mutating func ints(
    _ name: String, in range: ClosedRange<Int>
  ) throws(Problem) -> [Int]? {
    try take(name, "a whole number in \(range)") { json in
      json.array.flatMap { Fields.all($0) { $0.int.flatMap { range.contains($0) ? $0 : nil } } }
    }
  }

  /// What `convert` makes of `values`, unless one of them cannot be converted.
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
      json.array.flatMap { Fields.all($0, \.string) }
    }
  }

  /// Takes a word that names one of the values of `type`.
  mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, of type: Choice.Type
  ) throws(Problem) -> Choice? {
    let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
    return try take(name, "one of \(words)") { $0.string.flatMap(Choice.init(rawValue:)) }
  }

  /// Takes the object `name` for further taking.
  public mutating func object(_ name: String) throws(Problem) -> Fields? {
    guard let json = take(name) else { return nil }
    return try Fields(json, path: path(of: name))
  }

  /// Takes the array `name` of objects.
  public mutating func objects(_ name: String) throws(Problem) -> [Fields]? {
    guard let values = try take(name, "an array", { $0.array }) else { return nil }
    var fields: [Fields] = []
    for (index, value) in values.enumerated() {
      fields.append(try Fields(value, path: "\(path(of: name))[\(index)]"))
    }
    return fields
  }

  /// Takes an object of names and values, in the order of the names.
  public mutating func dictionary(_ name: String) throws(Problem) -> [JSON.Member]? {
    try take(name, "an object") { json in
      guard case .object(let members) = json else { return nil }
      return members.sorted { $0.name < $1.name }
    }
  }

  /// Throws if a member was not taken: its name is unknown.
  public func finish() throws(Problem) {
    if let name = members.keys.min() { throw problem(name, "unknown key") }
  }
}
