import CommandLineKit
import SearchKit

extension Options {
  /// Returns the value that `make` reads from the weights in the file that an option names.
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
