/// What a turn has to capture: all of `compulsory`, and `count` stones of `pool`.
///
/// Every protection rule has this form, so that captures can be listed, counted and searched one
/// stone at a time without asking the rules again.
@usableFromInline package struct CaptureDuty: Sendable {
  @usableFromInline package var compulsory: PointSet
  @usableFromInline package var pool: PointSet
  /// At most `pool.count`.
  @usableFromInline package var count: Int

  @inlinable package init(compulsory: PointSet, pool: PointSet, count: Int) {
    self.compulsory = compulsory
    self.pool = pool
    self.count = count
  }

  @inlinable package static var nothing: CaptureDuty {
    CaptureDuty(compulsory: .none, pool: .none, count: 0)
  }

  @inlinable @inline(__always) package var isEmpty: Bool { count == 0 && compulsory.isEmpty }
  /// Stones to take in all.
  @inlinable package var total: Int { compulsory.count + count }
  /// How many sets fulfil it.
  @usableFromInline package var choices: UInt64 { binomial(pool.count, count) }

  /// Every set that fulfils it.
  @usableFromInline package var sets: some Sequence<PointSet> {
    Subsets(of: pool, size: count).lazy.map { [compulsory] in $0 | compulsory }
  }

  /// Throws unless `set` fulfils it.
  func check(_ set: PointSet) throws(IllegalTurn) {
    if let stranger = (set - compulsory - pool).min() { throw .mayNotCapture(stranger) }
    guard set.count == total else { throw .mustCapture(total) }
    // Formed stones may only be taken after all others.
    if !set.isSuperset(of: compulsory), let formed = (set & pool).min() {
      throw .mayNotCapture(formed)
    }
  }
}
