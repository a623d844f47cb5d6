import CommandLineKit
import Gomoku
import GomokuRules

extension Margins {
  /// Reads `name:value,name:value`. Margins that are not named keep the program's values.
  init(text: String) throws {
    self.init()
    for part in text.split(separator: ",") {
      let (parameter, value) = try Margins.parse(part)
      guard let value, parameter.range ~= value else {
        throw CommandError(
          "\(parameter.name) is \(parameter.range.lowerBound) to \(parameter.range.upperBound)")
      }
      self[keyPath: parameter.number] = value
    }
  }

  /// Creates `margins` with other numbers of these parameters.
  init(_ margins: Margins, _ parameters: [Parameter], numbers: [Int]) {
    self = margins
    for (parameter, number) in zip(parameters, numbers) { self[keyPath: parameter.number] = number }
  }

  /// Reads `name:number`: a parameter and its number, which is `nil` if it is not a whole number.
  static func parse(_ text: Substring) throws -> (Parameter, Int?) {
    let words = text.split(separator: ":")
    guard words.count == 2, let parameter = parameters.first(where: { $0.name == words[0] }) else {
      let names = parameters.map(\.name).joined(separator: ", ")
      throw CommandError("margins are NAME:NUMBER,… with \(names); not '\(text)'")
    }
    return (parameter, Int(words[1]))
  }
}
