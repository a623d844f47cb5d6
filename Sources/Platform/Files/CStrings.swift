import Basics

enum CStrings {
  /// Decodes the bytes before the terminating zero by `ByteText`.
  static func string(_ bytes: UnsafePointer<CChar>) -> String {
    var count = 0
    while bytes[count] != 0 { count += 1 }
    return ByteText.string(UnsafeRawBufferPointer(start: bytes, count: count))
  }
}

extension String {
  /// Calls `body` with the string as `ByteText` encodes it, and a terminating zero.
  ///
  /// A string with a zero byte inside becomes the empty string, which names no file: no file has a
  /// zero byte in its name.
  func withCBytes<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    var bytes = ByteText.bytes(self).map { CChar(bitPattern: $0) }
    if bytes.contains(0) { bytes = [] }
    bytes.append(0)
    return bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { preconditionFailure("an array with an end") }
      return body(base)
    }
  }
}
