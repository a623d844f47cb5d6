import CommandLineKit
import SearchKit

extension Options {
  /// Returns the result of `make` for the weights in the file that the option `name` names.
  ///
  /// - Returns: `nil` without the option.
  public func weights<Value>(
    _ name: Substring, _ make: (WeightFile) throws -> Value
  ) throws(CommandError) -> Value? {
    guard let path = text(name) else { return nil }
    do { return try make(WeightFile(path: path)) } catch {
      throw CommandError("\(path): \(error)")
    }
  }
}
