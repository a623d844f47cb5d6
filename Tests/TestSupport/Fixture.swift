import Foundation

/// Reads test data.
public enum Fixture {
  public struct Missing: Error {
    public let name: String
  }

  /// Decodes every line of the JSON-lines file `name` in `bundle`'s folder `Fixtures`.
  public static func rows<Row: Decodable>(
    _ name: String, in bundle: Bundle, as type: Row.Type = Row.self
  ) throws -> [Row] {
    let decoder = JSONDecoder()
    return try data(name, in: bundle).split(separator: UInt8(ascii: "\n")).map {
      try decoder.decode(Row.self, from: $0)
    }
  }

  /// Decodes the JSON file `name`.
  public static func json<Value: Decodable>(
    _ name: String, in bundle: Bundle, as type: Value.Type = Value.self
  ) throws -> Value {
    try JSONDecoder().decode(Value.self, from: data(name, in: bundle))
  }

  /// The text file `name`.
  public static func text(_ name: String, in bundle: Bundle) throws -> String {
    String(decoding: try data(name, in: bundle), as: UTF8.self)
  }

  private static func data(_ name: String, in bundle: Bundle) throws -> Data {
    guard let folder = bundle.resourceURL else { throw Missing(name: name) }
    return try Data(contentsOf: folder.appending(path: "Fixtures").appending(path: name))
  }
}
