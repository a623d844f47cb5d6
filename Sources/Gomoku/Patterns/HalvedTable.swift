/// A number for each pair of halves, where halves are many but mean few things: small enough to stay near
/// the processor.
struct HalvedTable<Number: BitwiseCopyable>: @unchecked Sendable {
  /// Where the numbers of each first half's meaning begin, and which of them is each second half's.
  private let starts, steps: UnsafeMutablePointer<UInt32>
  private let numbers: UnsafeMutablePointer<Number>

  /// - Parameters:
  ///   - first, second: what each half means.
  ///   - number: what stands for two meanings.
  init<First: Hashable, Second: Hashable>(
    first: [First], second: [Second], _ number: (First, Second) -> Number
  ) {
    let (rows, columns) = (Meanings(first), Meanings(second))
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

/// What a half may mean, in the order of the halves.
private struct Meanings<Meaning: Hashable> {
  private(set) var all: [Meaning] = []
  /// The place of each half's meaning among them.
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

  func places(apart distance: Int) -> UnsafeMutablePointer<UInt32> {
    let memory = UnsafeMutablePointer<UInt32>.allocate(capacity: places.count)
    for (half, place) in places.enumerated() {
      (memory + half).initialize(to: UInt32(place * distance))
    }
    return memory
  }
}
