import Basics
import Engine
import Gomocup
import Host

// The functions that JavaScript calls, all from one thread; only a search may have helper threads.
// JavaScript writes a line into the buffer and calls `take`, which passes all answers to
// `host_write` before it returns.

/// The engine, created by the first line.
nonisolated(unsafe) private let engine = SequentialEngine { line in
  let bytes = Array(line.utf8)
  bytes.withUnsafeBufferPointer { host_write($0.baseAddress, $0.count) }
}

/// The buffer for the next line, whose bytes come from outside and can have any value.
nonisolated(unsafe) private var buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 4096)

/// Returns a buffer with room for `length` bytes.
@_cdecl("wuliu_buffer") public func makeBuffer(_ length: Int) -> UnsafeMutablePointer<UInt8>? {
  if buffer.count < length {
    buffer.deallocate()
    buffer = .allocate(capacity: length)
  }
  return buffer.baseAddress
}

/// Obeys the first `length` bytes of the buffer as one or several lines, with any line ends.
///
/// Returns 0 once the engine has been told to end, otherwise 1.
@_cdecl("wuliu_take") public func take(_ length: Int) -> Int32 {
  var splitter = LineSplitter()
  let lines = splitter.append(buffer.prefix(length)) + [splitter.finish()].compactMap { $0 }
  for line in lines where !engine.take(line) { return 0 }
  return 1
}
