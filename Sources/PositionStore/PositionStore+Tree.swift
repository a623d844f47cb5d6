import GomokuRules

/// The choice of positions to delete from the tree below a position.
public struct Pruning: Equatable, Sendable {
  /// The records to delete, by their results.
  public enum Kind: Equatable, Sendable {
    case all
    case wins
    case losses
    /// Wins and losses.
    case results
    /// All but wins and losses, so draws are deleted.
    case allButResults
    /// Wins and losses with an unknown distance.
    case resultsWithoutDistance
    /// Wins and losses at most this many plies away.
    case resultsWithin(Int)
  }

  public var kind: Kind
  /// True to look for positions to delete in the whole tree; false to look only one move ahead.
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
  /// The number of plies to the end of a won or lost game; `nil` if it is unknown.
  ///
  /// The move that leads to the position is the first ply.
  public var distance: Int? {
    let size = abs(Int(value))
    guard PositionRecord.provenValues.contains(size) else { return nil }
    switch tag {
    case .win where value < 0, .loss where value > 0: return 30_000 - size + 1
    default: return nil
    }
  }

  /// The absolute values of proven wins and losses, in the encoding of `Score`.
  static let provenValues = 28_001...30_000
}

extension PositionStore {
  // MARK: Deleting

  /// Deletes positions from the tree below the position `views`, each with its own subtree.
  ///
  /// A position that can be reached from another stored position is kept. The texts at the moves to
  /// deleted positions are deleted too.
  ///
  /// - Returns: the number of deleted positions.
  public func prune(below views: SymmetricPosition, _ pruning: Pruning) throws(StoreError) -> Int {
    let before = count
    try atomically { () throws(StoreError) in
      var seen: Set<UInt64> = []
      try prune(below: views, pruning, &seen)
    }
    return before - count
  }

  /// Deletes positions below the position `views`; `seen` has the hashes of visited positions.
  private func prune(
    below views: SymmetricPosition, _ pruning: Pruning, _ seen: inout Set<UInt64>
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

  /// Returns whether a move leads to `views` from a stored position; one with the hash `hash` does
  /// not count.
  func isReached(
    _ views: SymmetricPosition, fromOtherThan hash: UInt64? = nil
  ) throws(StoreError) -> Bool {
    for (_, parent) in views.parents where parent.hash != hash {
      if try self[parent] != nil { return true }
    }
    return false
  }

  /// Removes a position. Also removes the texts of the moves that lead to it from the positions
  /// before it.
  ///
  /// - Returns: false if there was no record.
  public func delete(_ views: SymmetricPosition) throws(StoreError) -> Bool {
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

  // MARK: Merging and splitting

  /// Merges all records of `other` into this database.
  ///
  /// - Returns: the number of new positions.
  public func merge(_ other: PositionStore) throws(StoreError) -> Int {
    let before = count
    try atomically { () throws(StoreError) in
      try other.forEach { (key, record) throws(StoreError) in
        try learn(record, key: key, hash: SymmetricPosition.hash(of: key))
      }
    }
    return count - before
  }

  /// Merges a record into the stored record of the position, or stores it if there is none.
  func learn(
    _ record: PositionRecord, key: PositionKey, hash: UInt64
  ) throws(StoreError) {
    guard var known = try self[SymmetricPosition(key)] else {
      try set(record, for: key, hash: hash)
      return
    }
    known.learn(from: record)
    try set(known, for: key, hash: hash)
  }

  /// Merges a position, its subtree and the path to it into `other`.
  ///
  /// - Returns: the number of new positions in `other`.
  public func split(_ views: SymmetricPosition, into other: PositionStore) throws(StoreError) -> Int
  {
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

  /// Merges all positions below `views` into `other`; `seen` has the hashes of merged positions.
  private func copy(
    below views: SymmetricPosition, to other: PositionStore, _ seen: inout Set<UInt64>
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
