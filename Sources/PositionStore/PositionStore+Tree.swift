import GomokuRules

/// The positions to delete below a position.
public struct Pruning: Equatable, Sendable {
  public enum Kind: Equatable, Sendable {
    case all
    case wins
    case losses
    /// Wins and losses.
    case results
    case allButResults
    /// Results whose distance is unknown.
    case resultsWithoutDistance
    /// Results at most so many plies away.
    case resultsWithin(Int)
  }

  public var kind: Kind
  /// True if to look for them below the moves that stay, too.
  public var isRecursive: Bool

  public init(_ kind: Kind, isRecursive: Bool = false) {
    (self.kind, self.isRecursive) = (kind, isRecursive)
  }

  func takes(_ record: PositionRecord) -> Bool {
    let isResult = record.tag == .win || record.tag == .loss
    return switch kind {
    case .all: true
    case .wins: record.tag == .win
    case .losses: record.tag == .loss
    case .results: isResult
    case .allButResults: !isResult
    case .resultsWithoutDistance: isResult && record.distance == nil
    case .resultsWithin(let plies): isResult && record.distance.map { $0 <= plies } ?? false
    }
  }
}

extension PositionRecord {
  /// The plies to the end of the game, if it is decided and they are known: counted from the move
  /// that leads to the position, which is the first.
  public var distance: Int? {
    let size = abs(Int(value))
    guard PositionRecord.provenValues.contains(size) else { return nil }
    switch tag {
    case .win where value < 0, .loss where value > 0: return 30_000 - size + 1
    default: return nil
    }
  }

  /// The sizes of values that are proven wins and losses, as `Score` counts them.
  static let provenValues = 28_001...30_000
}

extension PositionStore {
  // MARK: Deleting

  /// Deletes positions below `views`, with all that follows them. What another position in the database
  /// leads to as well stays.
  ///
  /// - Returns: how many positions have gone.
  public func prune(below views: PositionViews, _ pruning: Pruning) throws(StoreError) -> Int {
    let before = count
    try atomically { () throws(StoreError) in
      var seen: Set<UInt64> = []
      try prune(below: views, pruning, &seen)
    }
    return before - count
  }

  private func prune(
    below views: PositionViews, _ pruning: Pruning, _ seen: inout Set<UInt64>
  ) throws(StoreError) {
    try poll()
    let hash = views.hash
    guard seen.insert(hash).inserted else { return }
    let toCanonical = views.canonicalPoint
    var deleted: Set<Point> = []
    for (point, record) in try children(of: views) {
      var child = views
      child.play(point)
      if pruning.takes(record) {
        guard try !isReached(child, fromOtherThan: hash) else { continue }
        deleted.insert(toCanonical(point))
        if try remove(child) {
          var below: Set<UInt64> = []
          try prune(below: child, Pruning(.all), &below)
        }
      } else if pruning.isRecursive {
        try prune(below: child, pruning, &seen)
      }
    }
    guard !deleted.isEmpty, var record = try self[views] else { return }
    for point in deleted { record.boardTexts[point] = nil }
    try set(record, for: views)
  }

  private func isReached(
    _ views: PositionViews, fromOtherThan hash: UInt64
  ) throws(StoreError) -> Bool {
    for (_, parent) in views.parents where parent.hash != hash {
      if try self[parent] != nil { return true }
    }
    return false
  }

  /// Removes a position, and the texts that positions before it have on its point.
  ///
  /// - Returns: whether it was there.
  public func delete(_ views: PositionViews) throws(StoreError) -> Bool {
    try atomically { () throws(StoreError) in
      for (point, parent) in views.parents {
        let point = parent.canonicalPoint(point)
        if var record = try self[parent], record.boardTexts[point] != nil {
          record.boardTexts[point] = nil
          try set(record, for: parent)
        }
      }
      return try remove(views)
    }
  }

  // MARK: Two databases

  /// Learns what `other` knows.
  ///
  /// - Returns: how many positions are new.
  public func merge(_ other: PositionStore) throws(StoreError) -> Int {
    let before = count
    try atomically { () throws(StoreError) in
      try other.forEach { (key, record) throws(StoreError) in
        try learn(record, key: key, hash: PositionViews.hash(of: key))
      }
    }
    return count - before
  }

  func learn(
    _ record: PositionRecord, key: PositionKey, hash: UInt64
  ) throws(StoreError) {
    guard var known = try self[PositionViews(key)] else {
      try set(record, for: key, hash: hash)
      return
    }
    known.learn(from: record)
    try set(known, for: key, hash: hash)
  }

  /// Has `other` learn the position, what follows it and the way to it.
  ///
  /// - Returns: how many positions `other` has gained.
  public func split(_ views: PositionViews, into other: PositionStore) throws(StoreError) -> Int {
    let before = other.count
    try other.atomically { () throws(StoreError) in
      for station in views.path {
        if let record = try self[station] {
          try other.learn(record, key: station.key, hash: station.hash)
        }
      }
      var seen: Set<UInt64> = []
      try copy(below: views, to: other, &seen)
    }
    return other.count - before
  }

  private func copy(
    below views: PositionViews, to other: PositionStore, _ seen: inout Set<UInt64>
  ) throws(StoreError) {
    try poll()
    for (point, record) in try children(of: views) {
      var child = views
      child.play(point)
      let hash = child.hash
      guard seen.insert(hash).inserted else { continue }
      try other.learn(record, key: child.key, hash: hash)
      try copy(below: child, to: other, &seen)
    }
  }
}
