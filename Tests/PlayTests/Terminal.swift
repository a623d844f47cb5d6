import Basics
import Foundation
import Platform
import TestSupport
import Testing

/// A program at a pair of pipes.
final class PipedProgram {
  let pid: ProcessID
  private let input: FileDescriptor
  private let output: FileDescriptor
  private var ending: ProcessID.Ending?
  private var bytes: [UInt8] = []

  init(_ path: String, _ arguments: [String], environment: [String: String]) throws {
    // A program may end while it is written to.
    Signal.brokenPipe.ignore()
    let (input, output) = (try FileDescriptor.pipe(), try FileDescriptor.pipe())
    defer {
      input.reading.close()
      output.writing.close()
    }
    pid = try ProcessID.start(
      path, arguments, environment: environment,
      streams: (input.reading, output.writing, output.writing))
    (self.input, self.output) = (input.writing, output.reading)
    output.reading.makeNonBlocking()
  }

  deinit {
    if !hasEnded {
      pid.send(.kill)
      _ = status
    }
    input.close()
    output.close()
  }

  func type(_ line: String) { try? input.writeAll(ByteText.bytes("\(line)\n")) }

  /// What the program has written so far.
  var text: String {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while let count = try? output.read(into: &chunk), count > 0 { bytes += chunk[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Waits until the program has written `part`; false if it does not come.
  func shows(_ part: String) -> Bool {
    comesTrue { text.contains(part) || hasEnded }
    return text.contains(part)
  }

  var hasEnded: Bool {
    if ending == nil { ending = pid.takeEnding() }
    return ending != nil
  }

  /// The exit status, once there is one; the negative number of a signal.
  var status: Int32 {
    let end = Date().addingTimeInterval(longestWait / .seconds(1))
    while !hasEnded {
      if Date() > end {
        Issue.record("the program does not end")
        pid.send(.kill)
      }
      _ = text
      WorkerThread.sleep(for: .milliseconds(2))
    }
    switch ending {
    case .exited(let status)?: return status
    case .signalled(let signal)?: return -signal.rawValue
    case nil: return -1
    }
  }
}

/// A program at a terminal that the test holds the other end of.
final class TerminalProgram {
  let pid: ProcessID
  private let master: FileDescriptor
  private let slave: FileDescriptor
  private var ending: ProcessID.Ending?
  private var bytes: [UInt8] = []
  let before: termios

  /// - Returns: `nil` where the system has no such terminals.
  init?(
    _ path: String, _ arguments: [String], environment: [String: String], columns: UInt16 = 80,
    rows: UInt16 = 24
  ) throws {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    var ends: (CInt, CInt) = (-1, -1)
    guard openpty(&ends.0, &ends.1, nil, nil, &size) == 0 else { return nil }
    (master, slave) = (FileDescriptor(rawValue: ends.0), FileDescriptor(rawValue: ends.1))
    var attributes = termios()
    tcgetattr(slave.rawValue, &attributes)
    before = attributes
    master.makeNonBlocking()
    pid = try ProcessID.start(
      path, arguments, environment: environment, streams: (slave, slave, slave),
      beginsSession: true)
  }

  deinit {
    if !hasEnded {
      pid.send(.kill)
      while !hasEnded { WorkerThread.sleep(for: .milliseconds(2)) }
    }
    master.close()
    slave.close()
  }

  /// Gives the window another size, as a person does with the mouse.
  func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master.rawValue, UInt(TIOCSWINSZ), &size)
    // The terminal need not be the one that controls the program.
    pid.send(Signal(rawValue: SIGWINCH))
  }

  func press(_ keys: String) { try? master.writeAll(Array(keys.utf8)) }

  /// All that came over the terminal.
  var text: String {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while let count = try? master.read(into: &chunk), count > 0 { bytes += chunk[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }

  func shows(_ part: String) -> Bool {
    comesTrue { text.contains(part) }
  }

  var hasEnded: Bool {
    if ending == nil { ending = pid.takeEnding() }
    return ending != nil
  }

  /// Waits for the end; a program that does not come to it is killed.
  func waitForEnd() {
    let end = Date().addingTimeInterval(longestWait / .seconds(1))
    while !hasEnded {
      if Date() > end {
        Issue.record("the program does not end")
        pid.send(.kill)
      }
      _ = text
      WorkerThread.sleep(for: .milliseconds(2))
    }
  }

  /// Whether the terminal is again as the program found it.
  var isAsBefore: Bool {
    var attributes = termios()
    tcgetattr(slave.rawValue, &attributes)
    return attributes.c_lflag == before.c_lflag && attributes.c_iflag == before.c_iflag
  }
}
