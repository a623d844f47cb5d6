import Basics

/// The limits of a reading, and the notes on what is left out.
struct ReadingContext {
  /// The memory that trees may still take, in bytes.
  private var room: Int
  private let limit: Int
  private let stop: StopSignal?
  /// The work since the last check for a stop, in bytes.
  private var work = 0
  /// The faults by kind, with their number and the first place.
  private var faults: [(kind: Phrase, count: Int, first: Phrase)] = []
  /// Notes of which equal ones are kept once, without a count.
  private var remarks: [Phrase] = []

  private static let step = 1 << 16
  /// The largest number of kinds of faults, and that of remarks; more are not kept.
  private static let mostNotes = 20

  init(limit: Int, stop: StopSignal?) { (room, self.limit, self.stop) = (limit, limit, stop) }

  /// Counts memory that a part of a tree needs, also as work.
  ///
  /// - Throws: `tooLarge` if the limit is exceeded; `stopped` as `poll` does.
  mutating func take(_ bytes: Int) throws(RecordError) {
    room -= bytes
    guard room >= 0 else { throw .tooLarge(limit: limit) }
    try poll(bytes)
  }

  /// Gives back the memory that was taken since `earlier`, for a tree that is not kept.
  mutating func giveBack(to earlier: ReadingContext) { room = earlier.room }

  /// Adds work that has been done. Checks the stop signal after every `step` bytes of work.
  ///
  /// - Throws: `stopped` if the signal is set.
  mutating func poll(_ bytes: Int) throws(RecordError) {
    work += bytes
    guard work >= ReadingContext.step else { return }
    work = 0
    if stop?.isRequested ?? false { throw .stopped }
  }

  // MARK: Notes

  /// Notes that something of the kind `kind` was left out at a place.
  ///
  /// - Parameter kind: words without text from the file, such as `a move off the board`.
  mutating func fault(_ kind: Phrase.Format, at place: @autoclosure () -> Phrase.Format) {
    let kind = Phrase(kind)
    // There may be millions of faults, so contents of gaps are compared only if there are any.
    let known = faults.firstIndex {
      $0.kind.format == kind.format && (kind.gaps.isEmpty || $0.kind == kind)
    }
    if let index = known {
      faults[index].count += 1
    } else if faults.count < ReadingContext.mostNotes {
      faults.append((kind, 1, Phrase(place())))
    }
  }

  mutating func remark(_ format: Phrase.Format) {
    let text = Phrase(format)
    if remarks.count < ReadingContext.mostNotes, !remarks.contains(text) { remarks.append(text) }
  }

  var notes: [Phrase] {
    faults.map { kind, count, first in
      count == 1
        ? Phrase("\(first): \(kind)") : Phrase("\(first) and \(count - 1) more: \(kind)")
    } + remarks
  }
}
