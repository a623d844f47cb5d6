/// A two-level lookup table for an index of two halves. Each half maps to its equivalence class,
/// and each pair of classes to a number.
///
/// Many halves are equivalent, so the table is small enough for the processor's cache.
struct TwoLevelTable<Number: BitwiseCopyable>: @unchecked Sendable {
  /// The start of a row of `numbers` for each first half, and the offset in that row for each
  /// second half.
  private let starts, steps: UnsafeMutablePointer<UInt32>
  private let numbers: UnsafeMutablePointer<Number>

  /// Builds the table; `deallocate` frees it.
  ///
  /// - Parameters:
  ///   - first, second: the equivalence class of each half.
  ///   - number: returns the number for two classes.
  init<First: Hashable, Second: Hashable>(
    first: [First], second: [Second], _ number: (First, Second) -> Number
  ) {
    let (rows, columns) = (EquivalenceClasses(first), EquivalenceClasses(second))
    assert(rows.all.count * columns.all.count <= UInt32.max)
    starts = rows.places(apart: columns.all.count)
    steps = columns.places(apart: 1)
    numbers = .allocate(capacity: rows.all.count * columns.all.count)
    var next = numbers
    for meaning in rows.all {
      for other in columns.all {
        next.initialize(to: number(meaning, other))
        next += 1
      }
    }
  }

  func deallocate() {
    starts.deallocate()
    steps.deallocate()
    numbers.deallocate()
  }

  @inline(__always) subscript(first: Int, second: Int) -> Number {
    numbers[Int(starts[first] &+ steps[second])]
  }
}

/// The distinct equivalence classes among those of the halves, in order of first occurrence.
private struct EquivalenceClasses<Meaning: Hashable> {
  private(set) var all: [Meaning] = []
  /// The index in `all` of each half's class.
  private var places: [Int] = []

  init(_ halves: [Meaning]) {
    var known: [Meaning: Int] = [:]
    for meaning in halves {
      let place = known[meaning] ?? all.count
      if place == all.count { all.append(meaning) }
      known[meaning] = place
      places.append(place)
    }
  }

  /// Returns the index of each half's class times `distance`, in memory that the caller frees.
  func places(apart distance: Int) -> UnsafeMutablePointer<UInt32> {
    let memory = UnsafeMutablePointer<UInt32>.allocate(capacity: places.count)
    for (half, place) in places.enumerated() {
      (memory + half).initialize(to: UInt32(place * distance))
    }
    return memory
  }
}
