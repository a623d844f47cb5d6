import CommandLineKit
import Gomoku
import GomokuRules

extension SearchParameters {
  /// Parses `name:value,name:value`. Parameters that are not named keep the program's values.
  ///
  /// - Throws: `CommandError` for an unknown name, or a value outside the parameter's range.
  init(text: String) throws {
    self.init()
    for part in text.split(separator: ",") {
      let (parameter, value) = try SearchParameters.parse(part)
      guard let value, parameter.range ~= value else {
        throw CommandError(
          "\(parameter.name) is \(parameter.range.lowerBound) to \(parameter.range.upperBound)")
      }
      self[keyPath: parameter.number] = value
    }
  }

  /// Creates a copy of `start` in which `parameters` have the values `numbers`.
  init(_ start: SearchParameters, _ parameters: [Parameter], numbers: [Int]) {
    self = start
    for (parameter, number) in zip(parameters, numbers) { self[keyPath: parameter.number] = number }
  }

  /// Parses `name:number`: a parameter and its number, which is `nil` if it is no whole number.
  ///
  /// - Throws: `CommandError` for an unknown name or another format.
  static func parse(_ text: Substring) throws -> (Parameter, Int?) {
    let words = text.split(separator: ":")
    guard words.count == 2, let parameter = all.first(where: { $0.name == words[0] }) else {
      let names = all.map(\.name).joined(separator: ", ")
      throw CommandError("margins are NAME:NUMBER,… with \(names); not '\(text)'")
    }
    return (parameter, Int(words[1]))
  }
}
