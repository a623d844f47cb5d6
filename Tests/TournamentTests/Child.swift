import Platform

/// A program started by a test, with its output kept.
///
/// Foundation's `Process` can wait for ever when several threads start processes; this one asks the
/// kernel.
final class Child {
  let pid: ProcessID
  private let streams: (output: FileDescriptor, errors: FileDescriptor)
  private var ending: ProcessID.Ending?
  private(set) var output: [UInt8] = []
  private(set) var errors: [UInt8] = []

  init(_ path: String, _ arguments: [String]) throws {
    let input = try FileDescriptor.open("/dev/null", for: .reading)
    let (output, errors) = (try FileDescriptor.pipe(), try FileDescriptor.pipe())
    defer { for end in [input, output.writing, errors.writing] { end.close() } }
    pid = try ProcessID.start(path, arguments, streams: (input, output.writing, errors.writing))
    streams = (output.reading, errors.reading)
    for end in [streams.output, streams.errors] { end.makeNonBlocking() }
  }

  deinit {
    if ending == nil {
      pid.send(.kill)
      wait()
    }
    streams.output.close()
    streams.errors.close()
  }

  var text: String { String(decoding: output, as: UTF8.self) }
  var complaint: String { String(decoding: errors, as: UTF8.self) }

  func kill(_ signal: Signal) { pid.send(signal) }

  /// Whether the program is still running; takes in what it has written.
  var isRunning: Bool {
    drain()
    guard ending == nil else { return false }
    ending = pid.takeEnding()
    drain()
    return ending == nil
  }

  /// The exit status, or the negative number of a signal; -1 while the program runs.
  var status: Int32 {
    switch ending {
    case .exited(let status)?: status
    case .signalled(let signal)?: -signal.rawValue
    case nil: -1
    }
  }

  /// Waits for the end and returns the status.
  @discardableResult func wait() -> Int32 {
    while isRunning { WorkerThread.sleep(for: .milliseconds(2)) }
    return status
  }

  private func drain() {
    var chunk = [UInt8](repeating: 0, count: 65536)
    while let count = try? streams.output.read(into: &chunk), count > 0 {
      output += chunk[..<count]
    }
    while let count = try? streams.errors.read(into: &chunk), count > 0 {
      errors += chunk[..<count]
    }
  }
}
