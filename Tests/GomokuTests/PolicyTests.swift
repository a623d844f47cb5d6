import Basics
import SearchKit
import Testing

@testable import Gomoku
@testable import GomokuRules

/// What a policy network says of a move, number by number from the definition.
struct NaivePolicy {
  let network: PolicyNetwork
  private let straight: [Int16]
  private let diagonal: [Int16]
  private let mixing: [Int16]
  private let first: [Int16]
  private let threats: [Int16]
  private let last: [Int16]
  private let channels = PolicyNetwork.channels
  private let hidden = PolicyNetwork.hidden

  init(_ network: PolicyNetwork) {
    self.network = network
    (straight, diagonal) = (network.values(of: .straight), network.values(of: .diagonal))
    (mixing, first) = (network.values(of: .mixing), network.values(of: .first))
    (threats, last) = (network.values(of: .threats), network.values(of: .last))
  }

  func score(_ point: Point, in position: Position, threatMask: Int) -> Float {
    var inputs: [Int] = []
    for viewer in [position.sideToMove, position.sideToMove.opponent] {
      inputs += mixed(at: point, in: position, viewer)
    }
    let excited = (0..<hidden).map { unit in
      let context = Int(threats[threatMask * hidden + unit]) * 512
      return inputs.indices.reduce(context) { sum, input in
        let weight = first[(input / 2 * hidden + unit) * 2 + input % 2]
        return sum + inputs[input] * Int(weight)
      }
    }
    let worth = excited.indices.map {
      Float(max(0, excited[$0])) * (Float(last[$0]) / (4096 * 128 * 4096))
    }
    // Sums in the network's order.
    let lanes = (0..<4).map { lane in
      stride(from: lane, to: hidden, by: 4).reduce(Float(0)) { $0 + worth[$1] }
    }
    return (lanes[0] + lanes[2]) + (lanes[1] + lanes[3])
  }

  private func mixed(at point: Point, in position: Position, _ viewer: Color) -> [Int] {
    func sum(_ steps: [(Int, Int)], _ channel: Int) -> Int {
      steps.reduce(0) { sum, step in
        let (x, y) = (point.x + step.0, point.y + step.1)
        guard let cell = self.cell(x, y, in: position, viewer), cell != 3 else { return sum }
        return sum + max(0, vector(x, y, in: position, viewer, channel))
      }
    }
    let groups = [
      [(0, 0)], [(1, 0), (-1, 0), (0, 1), (0, -1)], [(1, 1), (1, -1), (-1, 1), (-1, -1)],
    ]
    return (0..<channels).map { channel in
      let shares = groups.indices.map { group in
        (sum(groups[group], channel) * Int(mixing[group * channels + channel])) >> 16
      }
      let whole = shares.reduce(Int(mixing[3 * channels + channel]), +)
      return min(max(whole, 0), 2047)
    }
  }

  private func vector(
    _ x: Int, _ y: Int, in position: Position, _ viewer: Color, _ channel: Int
  ) -> Int {
    let steps = [(1, 0), (0, 1), (1, 1), (1, -1)]
    return steps.indices.reduce(0) { sum, direction in
      let (dx, dy) = steps[direction]
      var code = 0
      for offset in -3...3 {
        let cell = cell(x + offset * dx, y + offset * dy, in: position, viewer) ?? 3
        code |= cell << (2 * (offset + 3))
      }
      let row = Int(PolicyWindow.rows[code])
      return sum + Int((direction < 2 ? straight : diagonal)[row * channels + channel])
    }
  }

  /// 0 empty, 1 the viewer's, 2 the other's, 3 nobody's; `nil` outside.
  private func cell(_ x: Int, _ y: Int, in position: Position, _ viewer: Color) -> Int? {
    guard 0..<position.size.width ~= x, 0..<position.size.height ~= y else { return nil }
    let point = Point(x: x, y: y)
    guard let stone = position.stones.last(where: { $0.point == point }) else { return 0 }
    return stone.color.map { $0 == viewer ? 1 : 2 } ?? 3
  }
}

/// Moves, passes and steps back on a board that a policy network follows now and then.
private struct PolicyWalk: BoardScript {
  let network: PolicyNetwork
  let size: BoardSize
  let neutralStones: Int
  let seed: UInt64

  func run<Rules: RuleTraits>(_ rules: Rules.Type) throws {
    var start = RandomPositions(
      variant: Rules.variant, size: size, neutralStones: neutralStones, seed: seed)
    var position = start.next(stones: neutralStones)
    var board = Board<Rules>(position)
    let naive = NaivePolicy(network)
    var policy = PolicyBoard(network, board, deepest: 200)
    var generator = SplitMix64(seed: seed)
    var before: [Position] = []
    for _ in 0..<60 {
      switch Int.random(in: 0..<8, using: &generator) {
      case 0:
        guard before.count > 2 else { continue }
        for _ in 0..<Int.random(in: 1...2, using: &generator) {
          if board.move(1) == nil { board.unmakePass() } else { board.unmake() }
          position = before.removeLast()
        }
      case 1:
        before.append(position)
        board.makePass()
        position.sideToMove = position.sideToMove.opponent
      default:
        guard let point = position.emptyPoints.randomElement(using: &generator) else { continue }
        before.append(position)
        board.make(point)
        try position.place(position.sideToMove, on: point)
        position.sideToMove = position.sideToMove.opponent
      }
      guard Bool.random(using: &generator) else { continue }
      let points = position.emptyPoints.shuffled(using: &generator).prefix(12)
      var scores = [Float](repeating: 0, count: points.count)
      policy.score(points.map(\.rawValue), count: points.count, on: board, to: &scores)
      let expected = points.map {
        naive.score($0, in: position, threatMask: board.threatMask)
      }
      #expect(scores == expected)
    }
  }
}

@Suite struct PolicyTests {
  @Test(arguments: Variant.allCases) func itSaysBitForBitWhatTheDefinitionSays(variant: Variant)
    throws
  {
    for (seed, (side, neutral)) in [(5, 0), (15, 0), (15, 6), (22, 0)].enumerated() {
      let size = try #require(BoardSize(width: side, height: side))
      try PolicyWalk(
        network: .of(variant), size: size, neutralStones: neutral, seed: UInt64(seed)
      ).run(variant)
    }
  }

  /// Numbers as large as a network may have.
  private static func wide(rows: Int16 = 2047, mixing: Int16 = 15_000, first: Int16 = 32_000)
    throws -> PolicyNetwork
  {
    var generator = SplitMix64(seed: 8)
    let limits: [PolicyNetwork.Table: Int16] = [.straight: rows, .diagonal: rows, .mixing: mixing]
    let numbers = PolicyNetwork.Table.allCases.flatMap { table in
      let limit = limits[table] ?? first
      return (0..<table.count).map { _ in Int16.random(in: -limit...limit, using: &generator) }
    }
    return try PolicyNetwork(WeightFile(PolicyNetwork.shape(.freestyle), numbers: numbers))
  }

  @Test func noSumLeavesItsBits() throws {
    for seed in 0..<4 as Range<UInt64> {
      try PolicyWalk(
        network: PolicyTests.wide(), size: .standard, neutralStones: 0, seed: seed
      ).run(.freestyle)
    }
  }

  @Test func numbersTooLargeForTheirSumsAreRefused() {
    #expect(throws: WeightFile.Problem.tooLarge(table: "straight")) {
      try PolicyTests.wide(rows: 2200)
    }
    #expect(throws: WeightFile.Problem.tooLarge(table: "mixing")) {
      try PolicyTests.wide(mixing: 32_767)
    }
  }

  @Test func anotherFileIsNoNetwork() {
    let other = WeightFile(WeightShape("policy-go", [.init("last", [1])]), numbers: [1])
    #expect(throws: WeightFile.Problem.self) { try PolicyNetwork(other) }
    let short = WeightFile(WeightShape("policy-renju", [.init("last", [1])]), numbers: [1])
    #expect(throws: WeightFile.Problem.self) { try PolicyNetwork(short) }
  }

  @Test func aWindowAndItsReverseShareARow() {
    for code in 0..<PolicyWindow.codeCount where code >> 6 & 3 != 3 {
      let reverse = (0..<7).reduce(0) { $0 << 2 | code >> (2 * $1) & 3 }
      #expect(PolicyWindow.rows[code] == PolicyWindow.rows[reverse])
    }
    #expect(Set(PolicyWindow.rows).count == PolicyWindow.rowCount)
    #expect(PolicyWindow.rowCount == 2460)
  }

  @Test func whatLiesBeyondAWallDoesNotMatter() {
    // Stones of both colours behind a cell of nobody's, seen from the window's middle.
    let walled = 0b11_11_00_00_01_11_11
    let others = [0b11_11_00_00_01_11_01, 0b11_11_00_00_01_11_10, 0b01_11_00_00_01_11_00]
    for code in others { #expect(PolicyWindow.rows[code] == PolicyWindow.rows[walled]) }
  }

  @Test func symmetricMovesScoreTheSame() throws {
    let size = BoardSize.standard
    var positions = RandomPositions(variant: .freestyle, size: size, neutralStones: 0, seed: 3)
    let position = positions.next(stones: 20)
    var mirrored = Position(size: size, variant: .freestyle)
    for stone in position.stones {
      let point = Point(x: stone.point.y, y: size.width - 1 - stone.point.x)
      try mirrored.place(stone.color, on: point)
    }
    mirrored.sideToMove = position.sideToMove
    let points = position.emptyPoints
    let images = points.map { Point(x: $0.y, y: size.width - 1 - $0.x) }
    #expect(scores(points, in: position) == scores(images, in: mirrored))
  }

  private func scores(_ points: [Point], in position: Position) -> [Float] {
    let board = Board<Freestyle>(position)
    var policy = PolicyBoard(.of(.freestyle), board, deepest: 1)
    var scores = [Float](repeating: 0, count: points.count)
    policy.score(points.map(\.rawValue), count: points.count, on: board, to: &scores)
    return scores
  }

  /// With a network of noise another tree is searched.
  @Test func aPlayerAsksTheNetworkThatItIsGiven() throws {
    var position = Position(variant: .freestyle)
    for point in try #require(Point.list("h8i9g7j8")) { try position.play(point) }
    func nodes(_ policy: PolicyNetwork?) -> UInt64 {
      let player = GomokuPlayer(memoryLimit: 32 << 20)
      if let policy { player.use(policy) }
      return player.search(position, limits: SearchLimits(depth: 7)).nodes
    }
    let own = nodes(nil)
    #expect(nodes(.of(.freestyle)) == own)
    #expect(nodes(try PolicyTests.wide()) != own)
  }
}
