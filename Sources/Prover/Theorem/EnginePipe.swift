import CommandLineKit
import GomokuRules
import Platform
import SearchKit

/// An engine that plays games over pipes, by the Gomocup protocol, with a time limit a move.
package final class EnginePipe {
  private let path: String
  private let child: ChildProcess
  private var rest: [UInt8] = []

  /// The engine's move, with the last win that it announced.
  struct Answer {
    let move: Point
    /// The plies to the five in the last message with a proven win; `nil` if there was none.
    let plies: Int?
    let elapsed: Duration
  }

  package init(_ path: String) throws(CommandError) {
    self.path = path
    do throws(SystemError) { child = try ChildProcess(path) } catch {
      throw CommandError("\(path): \(error)")
    }
  }

  /// Starts a game on a square board, with the time limit `turn` for each move.
  func start(_ variant: Variant, _ size: BoardSize, turn: Duration) throws(CommandError) {
    try send(
      "START \(size.width)\nINFO rule \(variant.gomocupCode)"
        + "\nINFO timeout_turn \(turn.milliseconds)\nINFO timeout_match 0")
    let line = try line()
    if line != "OK" { throw CommandError("\(path): \(line)") }
  }

  /// Tells the engine to quit.
  package func end() throws(CommandError) {
    try send("END")
    child.closeInput()
  }

  /// Returns the engine's answer.
  ///
  /// - Parameter move: the opponent's move; `nil` if the engine has the first move.
  func answer(_ move: Point?) throws(CommandError) -> Answer {
    try answer(to: move.map { "TURN \($0.x),\($0.y)" } ?? "BEGIN")
  }

  /// Returns the engine's answer in a position that it has not been told yet.
  func answer(in position: Position) throws(CommandError) -> Answer {
    let stones = position.stones.map { stone in
      "\(stone.point.x),\(stone.point.y),\(stone.color == position.sideToMove ? 1 : 2)\n"
    }
    return try answer(to: "BOARD\n\(stones.joined())DONE")
  }

  private func answer(to command: String) throws(CommandError) -> Answer {
    let start = MonotonicTime.now
    try send(command)
    var plies: Int?
    while true {
      let line = try line()
      if line.hasPrefix("MESSAGE") {
        let win = line.split(separator: " ").last { $0.hasPrefix("+M") }
        plies = win.flatMap { Int($0.dropFirst(2)) } ?? plies
        continue
      }
      let numbers = line.split(separator: ",").compactMap { Int($0) }
      guard numbers.count == 2 else { throw CommandError("\(path): \(line)") }
      return Answer(
        move: Point(x: numbers[0], y: numbers[1]), plies: plies,
        elapsed: start.duration(to: .now))
    }
  }

  private func send(_ text: String) throws(CommandError) {
    do throws(SystemError) { try child.input?.writeAll(Array("\(text)\n".utf8)) } catch {
      throw CommandError("\(path): \(error)")
    }
  }

  /// Returns the next line; throws if the engine has ended, or sends nothing for a minute.
  private func line() throws(CommandError) -> String {
    let lineEnd = UInt8(ascii: "\n")
    while !rest.contains(lineEnd) {
      var buffer = [UInt8](repeating: 0, count: 4096)
      guard let output = child.output, output.isReady(for: .reading, within: .seconds(60)),
        let count = try? output.read(into: &buffer), count > 0
      else { throw CommandError("\(path): no answer") }
      rest += buffer[..<count]
    }
    let line = rest.prefix { $0 != lineEnd }
    rest.removeFirst(line.count + 1)
    return String(decoding: line.filter { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
  }
}
