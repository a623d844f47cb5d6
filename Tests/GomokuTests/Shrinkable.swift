/// What can be made smaller while it still shows what it was found for.
protocol Shrinkable {
  /// The value with one thing less.
  var reductions: [Self] { get }
}

extension Shrinkable {
  /// The value without all that can be left out while `isInteresting` stays true.
  func shrunk(while isInteresting: (Self) -> Bool) -> Self {
    var best = self
    while let smaller = best.reductions.first(where: isInteresting) { best = smaller }
    return best
  }
}
