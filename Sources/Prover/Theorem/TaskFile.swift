import Basics
import CommandLineKit
import Platform

/// The reading of the JSON files that say what is to be proved: a win from a position
/// (`ProofTask`), or draws on small boards (`DrawTask`).
package enum TaskFile {
  static func contents(of path: String) throws(CommandError) -> [UInt8] {
    do throws(SystemError) { return try FileSystem.contents(of: path, limit: 16 << 20) } catch {
      throw CommandError("\(path): \(error)")
    }
  }

  /// Returns the JSON in the file at `path`.
  package static func json(at path: String) throws(CommandError) -> JSON {
    do { return try JSON(parsing: contents(of: path)) } catch {
      throw CommandError("\(path): \(error)")
    }
  }

  /// Throws if a task has a member whose name is not in `names`.
  static func expect(_ names: Set<String>, in json: JSON) throws(CommandError) {
    if case .object(let members) = json,
      let stray = members.first(where: { !names.contains($0.name) })
    {
      throw CommandError("no entry '\(stray.name)'")
    }
  }

  /// Reads the limits of a task, each a number from 1 to `most`.
  ///
  /// - Parameter take: sets one limit; returns false if it does not know the name.
  static func readLimits(
    _ json: JSON?, most: Int, _ take: (_ name: String, _ number: Int) -> Bool
  ) throws(CommandError) {
    guard let json else { return }
    guard case .object(let members) = json else { throw CommandError("limits: an object") }
    for member in members {
      guard let number = member.value.int, 1...most ~= number else {
        throw CommandError("limits: \(member.name): a number from 1 to \(most)")
      }
      guard take(member.name, number) else {
        throw CommandError("limits: no entry '\(member.name)'")
      }
    }
  }
}
