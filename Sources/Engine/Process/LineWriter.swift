import Gomocup
import Platform
import SearchKit

/// A queue of output lines that never blocks the threads that append to it.
///
/// No thread waits for the reader while it holds a lock. The appending thread writes the lines
/// itself as long as that cannot block. A thread of the writer's own writes the rest. Commands
/// therefore need not wait until earlier answers are read, unless too many are unread
/// (`waitForRoom`).
final class LineWriter: Sendable {
  /// The queue and its flags, guarded by the monitor's lock.
  private struct State {
    var lines: [String] = []
    /// The total size of queued lines and of lines being written, in bytes.
    var byteCount = 0
    /// The number of lines written.
    var written = 0
    /// True while a thread is writing; only one may write, so that the order is kept.
    var isWriting = false
    /// True if the queued lines are left to the writer's thread: writing a line might have blocked,
    /// or the lines came while that thread wrote.
    var isBlocked = false
    /// True if the writer's thread has to notice that the reader is gone, even without output.
    var isWatching = false

    /// Removes all queued lines for the caller to write; `nil` if there are none or another thread
    /// writes.
    mutating func takeLines() -> [String]? {
      guard !isWriting, !lines.isEmpty else { return nil }
      defer { lines = [] }
      (isWriting, isBlocked) = (true, false)
      return lines
    }

    /// Ends a batch of the writer's thread.
    ///
    /// Another thread's `flush` during the batch wrote nothing. So the lines queued meanwhile are
    /// left to the writer's thread too.
    mutating func doneWriting() {
      isWriting = false
      isBlocked = !lines.isEmpty
    }
  }

  private let channel: LineChannel
  private let state = Monitor(State())
  /// The function to call when a write fails or the reader is gone.
  private let onClose: @Sendable () -> Void

  /// The amount of unread output that blocks the input, in bytes.
  private static let mostBytes = 32 << 20
  /// The interval at which the writer's thread checks whether the reader is gone.
  private static let watch = Duration.milliseconds(50)
  private static let stackSize = 256 << 10

  /// Creates a queue and starts the writer's thread; `nil` if the thread cannot be started.
  init?(channel: LineChannel, onClose: @escaping @Sendable () -> Void) {
    self.channel = channel
    self.onClose = onClose
    guard let thread = WorkerThread(stackSize: LineWriter.stackSize, { self.run() }) else {
      return nil
    }
    thread.detach()
  }

  /// Queues a line; `flush` sends it.
  func append(_ line: String) {
    state.access { state in
      state.lines.append(line)
      state.byteCount += line.utf8.count + 1
    }
  }

  /// Writes the queued lines as far as that cannot block, and leaves the rest to the writer's
  /// thread.
  ///
  /// The caller must hold no lock.
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

  /// Sets whether the writer's thread checks if the reader is gone. The engine asks for this during
  /// a job.
  func watch(_ isWatching: Bool) { state.update { $0.isWatching = isWatching } }

  /// Waits while more than `mostBytes` of output are unread.
  func waitForRoom() {
    state.wait { $0.byteCount <= LineWriter.mostBytes ? () : nil }
  }

  /// Waits until all lines are written, or the reader has made no progress for `patience`.
  ///
  /// - Parameter patience: the longest time without progress before giving up; `nil` for no limit.
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

  /// Writes one line, which may block; calls `onClose` if this fails.
  private func write(_ line: String) {
    if !channel.write(line) { onClose() }
    state.update { state in
      state.written += 1
      state.byteCount -= line.utf8.count + 1
    }
  }

  /// Writes the lines that other threads had to leave, and watches the reader; the thread's body.
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
