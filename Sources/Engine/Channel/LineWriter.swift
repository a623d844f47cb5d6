import Gomocup
import Platform
import SearchKit

/// The lines on their way to whoever reads the output.
///
/// They are handed over without waiting: nobody who holds a lock waits for a reader, and no command for
/// the answers before it. Who has handed lines over writes them if that cannot block; a thread of its
/// own writes the others.
final class LineWriter: Sendable {
  private struct State {
    var lines: [String] = []
    /// Of `lines` and of those being written.
    var byteCount = 0
    /// How many lines have been written.
    var written = 0
    /// Whether somebody is writing: lines leave in order.
    var isWriting = false
    /// Whether the thread has to take over.
    var isBlocked = false
    /// Whether the reader's leaving is of interest while nothing is to be written.
    var isWatching = false

    /// Hands the lines to whoever writes them now; `nil` when there are none or somebody is writing.
    mutating func takeLines() -> [String]? {
      guard !isWriting, !lines.isEmpty else { return nil }
      defer { lines = [] }
      (isWriting, isBlocked) = (true, false)
      return lines
    }

    /// Ends the thread's turn: it goes on if lines have come in the meantime.
    mutating func doneWriting() {
      isWriting = false
      isBlocked = !lines.isEmpty
    }
  }

  private let channel: LineChannel
  private let state = Monitor(State())
  /// What to do when nobody reads any more.
  private let onClose: @Sendable () -> Void

  /// Unread lines of more than this hold up the input.
  private static let mostBytes = 32 << 20
  /// How often the reader is looked for.
  private static let watch = Duration.milliseconds(50)
  private static let stackSize = 256 << 10

  /// - Returns: `nil` when the system has no thread left.
  init?(channel: LineChannel, onClose: @escaping @Sendable () -> Void) {
    self.channel = channel
    self.onClose = onClose
    guard let thread = WorkerThread(stackSize: LineWriter.stackSize, { self.run() }) else {
      return nil
    }
    thread.detach()
  }

  /// Takes a line; `flush` sends it.
  func append(_ line: String) {
    state.access { state in
      state.lines.append(line)
      state.byteCount += line.utf8.count + 1
    }
  }

  /// Writes what has been appended as far as nobody has to be waited for, and leaves the rest to the
  /// thread. Call it without any lock.
  func flush() {
    while let lines = state.access({ $0.takeLines() }) {
      for (index, line) in lines.enumerated() {
        guard channel.canTake(line) else {
          state.update { state in
            state.lines.insert(contentsOf: lines[index...], at: 0)
            state.isWriting = false
            state.isBlocked = true
          }
          return
        }
        write(line)
      }
      state.update { $0.isWriting = false }
    }
  }

  /// Whether to notice at once that the reader is gone: while something works for it.
  func watch(_ isWatching: Bool) { state.update { $0.isWatching = isWatching } }

  /// Waits while too much is unread.
  func waitForRoom() {
    state.wait { $0.byteCount <= LineWriter.mostBytes ? () : nil }
  }

  /// Waits until everything is written.
  ///
  /// - Parameter patience: gives up when not a line has been taken for so long; `nil` never.
  func finish(patience: Duration?) {
    flush()
    var written = -1
    while true {
      let progress = state.wait(atMost: patience ?? .seconds(60)) { state in
        state.byteCount == 0 || state.written != written ? state : nil
      }
      guard let progress else {
        if patience == nil { continue }
        return
      }
      if progress.byteCount == 0 { return }
      written = progress.written
    }
  }

  private func write(_ line: String) {
    if !channel.write(line) { onClose() }
    state.update { state in
      state.written += 1
      state.byteCount -= line.utf8.count + 1
    }
  }

  private func run() {
    WorkerThread.takeShortTurns()
    while true {
      let lines = state.wait { state -> [String]? in
        if state.isBlocked, let lines = state.takeLines() { return lines }
        return state.isWatching ? [] : nil
      }
      lines.forEach(write)
      if !lines.isEmpty {
        state.update { $0.doneWriting() }
        continue
      }
      if channel.isClosed { onClose() }
      _ = state.wait(atMost: LineWriter.watch) {
        $0.isBlocked && !$0.isWriting || !$0.isWatching ? () : nil
      }
    }
  }
}
