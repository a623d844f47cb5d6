import Basics
import Match
import Platform
import Play

/// The choice of the engines that play or give advice.
extension PlayPlan {
  /// Returns the command line of an engine; if `command` is `nil`, of our own engine.
  ///
  /// Throws if there is no such program.
  static func engine(_ command: String?) throws -> [String] {
    guard let command else { return [try ownEngine()] }
    if FileSystem.executable(command) != nil { return [command] }
    let first = command.split(separator: " ").first.map(String.init) ?? ""
    guard command.contains(" "), FileSystem.executable(first) != nil else {
      throw UserError("\(command): no such program")
    }
    return ["/bin/sh", "-c", "exec \(command)"]
  }

  /// Returns the path of `pbrain-wuliu`, in the folder of this program or on the search path.
  ///
  /// Throws if it is in neither.
  static func ownEngine() throws -> String {
    if let folder = CurrentProcess.program?.split(separator: "/").dropLast() {
      let beside = (folder + ["pbrain-wuliu"]).map { "/\($0)" }.joined()
      if FileSystem.isExecutable(beside) { return beside }
    }
    guard let found = FileSystem.executable("pbrain-wuliu") else {
      throw UserError(
        "there is no pbrain-wuliu beside arena: swift build --product pbrain-wuliu makes it")
    }
    return found
  }

  /// Returns the name of an engine from the name of its program.
  static func name(of command: [String]) -> String {
    let isScript = command.count > 2 && command[0] == "/bin/sh"
    let word = isScript ? command[2].split(separator: " ").dropFirst().first : nil
    let path = word.map(String.init) ?? command[0]
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let name = file.hasPrefix("pbrain-") ? String(file.dropFirst(7)) : file
    return PlayerName(name)?.text ?? "engine"
  }

  /// Returns the settings of a saved game with engines that this command line allows.
  ///
  /// The file of a game must not decide which programs start. So our own engine is located anew,
  /// and any other engine must be named on the command line; otherwise the function throws.
  func withOwnEngines(_ settings: PlaySettings, of path: String) throws -> PlaySettings {
    var settings = settings
    var named = namedEngines[...]
    for player in Player.allCases {
      guard case .engine(var choice) = settings[player].kind else { continue }
      if choice.command.count == 1, PlayPlan.isOwn(choice.command[0]) {
        choice.command = [try PlayPlan.ownEngine()]
      } else if let command = named.popFirst() {
        choice.command = command
      } else {
        let words = choice.command.joined(separator: " ").shown.prefix(200)
        let option = namedEngines.isEmpty ? "--engine" : "--second"
        throw UserError(
          "\(path): its engine is not started unasked: \(words); \(option) COMMAND names one")
      }
      settings[player].kind = .engine(choice)
    }
    return settings
  }

  private static func isOwn(_ path: String) -> Bool {
    path.split(separator: "/").last == "pbrain-wuliu"
  }
}
