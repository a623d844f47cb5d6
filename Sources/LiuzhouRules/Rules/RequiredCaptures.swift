/// The captures that a turn requires: all stones of `compulsory`, and any `count` stones of `pool`.
///
/// Every protection rule can be put in this form. Captures can therefore be listed, counted and
/// searched stone by stone without the rules.
@usableFromInline package struct RequiredCaptures: Sendable {
  /// The stones that must all be taken.
  @usableFromInline package var compulsory: PointSet
  /// The stones from which the player chooses.
  @usableFromInline package var pool: PointSet
  /// The number of stones to choose, at most `pool.count`.
  @usableFromInline package var count: Int

  @inlinable package init(compulsory: PointSet, pool: PointSet, count: Int) {
    self.compulsory = compulsory
    self.pool = pool
    self.count = count
  }

  /// The captures of a turn that captures nothing.
  @inlinable package static var nothing: RequiredCaptures {
    RequiredCaptures(compulsory: .none, pool: .none, count: 0)
  }

  @inlinable @inline(__always) package var isEmpty: Bool { count == 0 && compulsory.isEmpty }
  /// The number of stones to take in all.
  @inlinable package var total: Int { compulsory.count + count }
  /// The number of possible capture sets.
  @usableFromInline package var choices: UInt64 { binomial(pool.count, count) }

  /// The possible capture sets.
  @usableFromInline package var sets: LazyMapSequence<Subsets, PointSet> {
    Subsets(of: pool, size: count).lazy.map { [compulsory] in $0 | compulsory }
  }

  /// Throws unless `set` is a possible capture set.
  func check(_ set: PointSet) throws(IllegalTurn) {
    if let stranger = (set - compulsory - pool).min() { throw .mayNotCapture(stranger) }
    guard set.count == total else { throw .mustCapture(total) }
    // If stones are compulsory, the pool holds protected stones. These may be taken only together
    // with all compulsory ones.
    if !set.isSuperset(of: compulsory), let formed = (set & pool).min() {
      throw .mayNotCapture(formed)
    }
  }
}
