import Basics

/// A list of the strategies that answer the first replies on the unbounded board: the text
/// `theorem.plane`, which `tournaments/theorem/format.md` describes.
///
/// Replies are offsets from the winner's first stone. A strategy of the same folder answers its own
/// first reply and the images of that reply. The list names further replies, which a strategy with
/// far points answers after these points have been moved.
public struct PlaneTheorem: Equatable, Sendable {
  public static let title = "wuliu-plane 1"
  public static let fileName = "theorem.plane"
  /// The largest number of lines that a reader has to take.
  public static let mostLines = 10_000

  /// A reply that a strategy answers after its far points have been moved.
  public struct Moved: Hashable, Sendable {
    /// The name of the strategy.
    public let name: String
    /// The reply, in its canonical image.
    public let reply: Offset
    /// The symmetry that turns the strategy before its far points are moved.
    public let symmetry: Symmetry

    public init(_ name: String, to reply: Offset, under symmetry: Symmetry) {
      (self.name, self.reply, self.symmetry) = (name, reply, symmetry)
    }
  }

  /// The name of the strategy that answers all replies from a distance on.
  public let far: String
  public let moved: [Moved]

  public init(far: String, moved: [Moved]) { (self.far, self.moved) = (far, moved) }

  public var text: String {
    let lines = moved.map { "moved \($0.name) \($0.reply.x) \($0.reply.y) \($0.symmetry.code)" }
    return ([PlaneTheorem.title, "far \(far)"] + lines + ["end", ""]).joined(separator: "\n")
  }

  /// Parses the lines of a text.
  public init(parsing lines: [String]) throws(ProofSyntaxError) {
    func error(_ index: Int, _ expected: String) -> ProofSyntaxError {
      ProofSyntaxError(line: index + 1, expected: expected)
    }
    var moved: [Moved] = []
    guard lines.first == PlaneTheorem.title else { throw error(0, PlaneTheorem.title) }
    guard lines.count > 1, case let words = PlaneTheorem.words(lines[1]), words.count == 2,
      words[0] == "far", StrategyReader.isName(words[1])
    else { throw error(1, "far and the name of a strategy") }
    far = String(words[1])
    for (index, line) in lines.enumerated().dropFirst(2) {
      if line == "end" {
        guard index == lines.count - 1 else { throw error(index + 1, "nothing more") }
        self.moved = moved
        return
      }
      let words = PlaneTheorem.words(line)
      let numbers = words.dropFirst(2).compactMap { ProofText.number($0) }
      guard words.count == 5, words[0] == "moved", StrategyReader.isName(words[1]),
        numbers.count == 3,
        0...numbers[0] ~= numbers[1], 1...999 ~= numbers[0], 0...7 ~= numbers[2],
        case let reply = Offset(x: numbers[0], y: numbers[1]),
        !moved.contains(where: { $0.reply == reply })
      else { throw error(index, "moved, a name, a new reply X Y with X >= Y >= 0, and 0 to 7") }
      moved.append(Moved(String(words[1]), to: reply, under: Symmetry(code: numbers[2])))
    }
    throw error(lines.count, "end")
  }

  private static func words(_ line: String) -> [Substring] {
    line.split(separator: " ", omittingEmptySubsequences: false)
  }

  /// The answers to first replies under one rule, and how far from the first stone they make fives.
  public struct Coverage: Sendable {
    private let variant: Variant
    /// For each reply that is answered, in its canonical image, the most steps from the winner's
    /// first stone to a point of his fives.
    public private(set) var radii: [Offset: Int] = [:]
    /// The number of steps from which on all replies are answered; `nil` if there is none.
    public private(set) var leastFarReply: Int?
    private var farRadius = 0

    public init(_ variant: Variant) { self.variant = variant }

    /// Adds a strategy that holds on the plane, with its first position and the points of the
    /// winner's fives. Does nothing for another rule, or if there are more first stones.
    public mutating func add(_ position: Position, winner: Color, fives: PointSet) {
      guard position.variant == variant, position.sideToMove == winner,
        let (reply, radius) = Coverage.entry(position, winner, fives)
      else { return }
      let known = radii[reply.canonicalImage] ?? .max
      radii[reply.canonicalImage] = min(known, radius)
    }

    /// Adds the strategy that answers all far replies; returns false if it cannot.
    public mutating func add(far strategy: OpeningStrategy, fives: PointSet) -> Bool {
      let position = strategy.proof.position
      guard position.variant == variant,
        let (_, radius) = Coverage.entry(position, strategy.proof.winner, fives),
        let least = strategy.leastFarReply, strategy.reply.steps >= least,
        radius <= strategy.nearRadius + OpeningStrategy.reach
      else { return false }
      (leastFarReply, farRadius) = (least, radius)
      return true
    }

    private static func entry(
      _ position: Position, _ winner: Color, _ fives: PointSet
    ) -> (Offset, Int)? {
      guard let (reply, first) = Offset.ofReply(in: position, winner: winner) else { return nil }
      return (reply, fives.points.map { Offset(from: first, to: $0).steps }.max() ?? 0)
    }

    /// The nearest replies without an answer, in their canonical images: all if no strategy answers
    /// the far ones.
    public var open: [Offset] {
      guard let leastFarReply else { return [] }
      return (1..<max(leastFarReply, 1)).flatMap { x in
        (0...x).map { Offset(x: x, y: $0) }.filter { radii[$0] == nil }
      }
    }

    /// The side of the square around the first stone that holds all fives of the answers; `nil` if
    /// a reply has no answer.
    public var side: Int? {
      guard let leastFarReply, open.isEmpty else { return nil }
      let near = radii.filter { $0.key.steps < leastFarReply }.map { $0.value }
      return 2 * max(farRadius, near.max() ?? 0) + 1
    }
  }
}
