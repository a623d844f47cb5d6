import Basics
internal import CPlatform

/// The command line and the environment of a program to start, as arrays of C strings.
extension CStrings {
  typealias Array = UnsafePointer<UnsafeMutablePointer<CChar>?>

  /// Throws `SystemError.invalid` if a word contains a zero byte, which would end the word in C.
  static func check(_ words: [String]) throws(SystemError) {
    if words.contains(where: { $0.utf8.contains(0) }) { throw .invalid }
  }

  /// Calls `body` with null-terminated arrays: the words, and the variables as `NAME=VALUE`.
  static func with<Result>(
    _ words: [String], _ environment: [String: String], _ body: (Array, Array) -> Result
  ) -> Result {
    with(words) { words in
      with(environment.map { "\($0)=\($1)" }) { body(words, $0) }
    }
  }

  private static func with<Result>(_ strings: [String], _ body: (Array) -> Result) -> Result {
    let copies = strings.map { string in string.withCBytes { strdup($0) } }
    defer { for copy in copies { free(copy) } }
    return (copies + [nil]).withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { preconditionFailure("an array with an end") }
      return body(base)
    }
  }
}
