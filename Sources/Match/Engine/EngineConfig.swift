import Basics

/// An engine that plays or is checked: its program, options and limits.
public struct EngineConfig: Equatable, Sendable {
  /// A setting, sent to the engine as a line `INFO key value`.
  public struct Option: Equatable, Sendable {
    public var key: String
    public var value: String

    public init(key: String, value: String) { (self.key, self.value) = (key, value) }
  }

  public var name: String
  /// The executable's path, or a name without a slash to look up in `PATH`.
  public var command: String
  public var arguments: [String] = []
  /// The working folder; `nil` for this program's own.
  public var folder: String?
  /// Variables that are added to this program's environment, or replace its variables.
  public var environment: [String: String] = [:]
  /// The settings sent before each game, in this order.
  public var options: [Option] = []
  public var limits = Limits()
  /// True if a new process is started for each game.
  public var restarts = false

  public init(name: String, command: String, arguments: [String] = []) {
    (self.name, self.command, self.arguments) = (name, command, arguments)
  }

  /// Reads one element of `engines` in a tournament file.
  ///
  /// - Parameters:
  ///   - common: the limits of all engines, which the element may override.
  ///   - base: the folder to which paths are relative.
  public init(
    _ fields: inout JSONFieldReader, limits common: Limits, base: String
  ) throws(JSONFieldReader.Problem) {
    guard let name = try fields.string("name"), !name.isEmpty else {
      throw fields.problem("name", "missing")
    }
    guard name.allSatisfy({ $0.isLetter || $0.isNumber || "-_.+ ".contains($0) }) else {
      throw fields.problem("name", "only letters, digits, spaces and - _ . + expected")
    }
    guard let command = try fields.string("command"), !command.isEmpty else {
      throw fields.problem("command", "missing")
    }
    self.name = name
    self.command = command.contains("/") ? EngineConfig.resolve(command, from: base) : command
    arguments = try fields.strings("arguments") ?? []
    folder = try fields.string("folder").map { EngineConfig.resolve($0, from: base) }
    for member in try fields.dictionary("environment") ?? [] {
      guard let value = member.value.string else {
        throw fields.problem("environment.\(member.name)", "a string expected")
      }
      environment[member.name] = value
    }
    for member in try fields.dictionary("options") ?? [] {
      let value: String? =
        switch member.value {
        case .string(let text): text == text.shown ? text : nil
        case .int, .double: member.value.description
        case .bool(let flag): flag ? "1" : "0"
        default: nil
        }
      guard let value, member.name == member.name.shown else {
        throw fields.problem(
          "options.\(member.name)", "a word or a number without control characters expected")
      }
      options.append(Option(key: member.name, value: value))
    }
    limits = common
    if var own = try fields.object("limits") { limits = try Limits(&own, over: common) }
    restarts = try fields.bool("restart") ?? false
    try fields.finish()
  }

  /// Returns `path` relative to the folder `base`; unchanged if it is absolute or `base` is empty.
  public static func resolve(_ path: String, from base: String) -> String {
    path.hasPrefix("/") || base.isEmpty ? path : "\(base)/\(path)"
  }
}
