import Basics
import CNetworks
import SearchKit
import SearchTypes
import TestSupport
import Testing

@testable import Gomoku
@testable import GomokuRules

/// What a mix network says, number by number from the definition.
struct NaiveMix<Rules: RuleTraits> {
  let network: MixNetwork
  let position: Position
  private let threats: Int
  /// What each point passes on together with its neighbours, in both views, the mover's first.
  private var convolved: [[Point: [Int]]] = []

  private let channels = MixNetwork.channels
  private let hidden = MixNetwork.hidden
  private let policyHidden = MixNetwork.policyHidden

  init(_ network: MixNetwork, _ position: Position) {
    (self.network, self.position) = (network, position)
    threats = Board<Rules>(position).threatIndex
    let own = position.sideToMove
    convolved = [own, own.opponent].map { convolved(in: position, $0) }
  }

  private func number(_ table: MixNetwork.Table, _ index: Int) -> Int {
    network.number(table, index)
  }

  private func float(_ table: MixNetwork.Table, _ index: Int, _ unit: Float) -> Float {
    Float(number(table, index)) / unit
  }

  // MARK: Points

  private func convolved(in position: Position, _ viewer: Color) -> [Point: [Int]] {
    let board = Board<Rules>(position)
    var embedded: [Point: [Int]] = [:]
    for point in position.size.points {
      embedded[point] = self.embedded(point, in: position, board, viewer)
    }
    var convolved: [Point: [Int]] = [:]
    for point in position.size.points {
      // The point itself, those beside it and those across a corner.
      var rings: [[[Int]]] = [[], [], []]
      for dx in -1...1 {
        for dy in -1...1 {
          let (x, y) = (point.x + dx, point.y + dy)
          guard 0..<position.size.width ~= x, 0..<position.size.height ~= y else { continue }
          rings[dx * dx + dy * dy].append(embedded[Point(x: x, y: y), default: []])
        }
      }
      convolved[point] = (0..<channels).map { channel in
        let shares = rings.enumerated().map { distance, ring in
          (ring.reduce(0) { $0 + $1[channel] } * number(.mixing, distance * channels + channel))
            >> 16
        }
        let sum = shares.reduce(number(.mixing, 3 * channels + channel), +)
        return min(max(sum, number(.mixing, 4 * channels + channel)), 2047)
      }
    }
    return convolved
  }

  private func embedded(
    _ point: Point, in position: Position, _ board: borrowing Board<Rules>, _ viewer: Color
  ) -> [Int] {
    let table = Rules.variant == .renju && viewer == .white ? 1 : 0
    var rows: [(MixNetwork.Table, Int)]
    if let stone = position.stones.last(where: { $0.point == point }) {
      let code = stone.color == nil ? 3062 : stone.color == viewer ? 3060 : 3061
      let other = stone.color == nil ? 3062 : stone.color == viewer ? 3061 : 3060
      rows = [(.own, 3063 * table + code), (.opponent, 3063 * table + other)]
      rows += [0, 0, 1, 1].map { (.lines, 512 * table + 256 * $0) }
      rows.append((.classes, 256 * table))
    } else {
      let state = board.freshState(of: point)
      let (own, other) = (state.entry(of: viewer), state.entry(of: viewer.opponent))
      rows = [
        (.own, 3063 * table + own % 4096), (.opponent, 3063 * table + other % 4096),
        (.classes, 256 * table + own / 4096 * 16 + other / 4096),
      ]
      for direction in Direction.allCases {
        let mine = Int(state.pattern(of: viewer, along: direction).rawValue)
        let theirs = Int(state.pattern(of: viewer.opponent, along: direction).rawValue)
        let kind = direction == .horizontal || direction == .vertical ? 0 : 256
        rows.append((.lines, 512 * table + kind + 16 * theirs + mine))
      }
    }
    return (0..<channels).map { channel in
      let sum = rows.reduce(0) { $0 + number($1.0, $1.1 * channels + channel) }
      return min(max(sum, 0), 8191)
    }
  }

  // MARK: Heads

  var logOdds: Float {
    let empty = Position(size: position.size, variant: position.variant)
    let own = position.sideToMove
    var inner = (0..<hidden).map { float(.threats, threats * hidden + $0, 4096) }
    func sum(_ vectors: [Point: [Int]], _ channel: Int) -> Int {
      position.size.points.reduce(0) { $0 + vectors[$1, default: []][channel] }
    }
    let blank = [own, own.opponent].map { convolved(in: empty, $0) }
    for view in 0..<2 {
      for channel in 0..<channels {
        let usual = (sum(blank[0], channel) + sum(blank[1], channel)) >> 1
        let deviation =
          Float(sum(convolved[view], channel) - usual) - 16 * Float(number(.centers, channel))
        let normal = deviation * float(.scales, channel, 1_048_576)
        for unit in 0..<hidden {
          inner[unit] += normal * float(.first, (view * channels + channel) * hidden + unit, 4096)
        }
      }
    }
    var outer = (0..<hidden).map { float(.added, $0, 4096) }
    for (unit, number) in inner.enumerated() {
      let activation = max(number, number * 0.125)
      for next in 0..<hidden {
        outer[next] += activation * float(.second, unit * hidden + next, 4096)
      }
    }
    var parts = outer.enumerated().map { max($1, $1 * 0.125) * float(.last, $0, 4096) }
    while parts.count > 1 {
      let half = parts.count / 2
      parts = (0..<half).map { parts[$0] + parts[$0 + half] }
    }
    return parts[0] + float(.bias, 0, 4096)
  }

  func score(_ point: Point) -> Float {
    let inputs = convolved.flatMap { $0[point, default: []].prefix(MixNetwork.policyChannels) }
    let activations = (0..<policyHidden).map { unit in
      let context = number(.policyThreats, threats * policyHidden + unit) * 4096
      return inputs.indices.reduce(context) { sum, input in
        sum + inputs[input]
          * number(.policyFirst, (input / 2 * policyHidden + unit) * 2 + input % 2)
      }
    }
    let products = activations.indices.map {
      Float(max(0, activations[$0])) * float(.policyLast, $0, 1024 * 1_048_576)
    }
    // Sums in the network's order.
    let lanes = (0..<4).map { lane in
      stride(from: lane, to: policyHidden, by: 4).reduce(Float(0)) { $0 + products[$1] }
    }
    return (lanes[0] + lanes[2]) + (lanes[1] + lanes[3])
  }
}

/// Moves, passes and steps back on a board that networks follow now and then.
private struct MixWalk: BoardScript {
  let networks: [MixNetwork]
  let size: BoardSize
  let neutralStones: Int
  let seed: UInt64
  var steps = 40

  func run<Rules: RuleTraits>(_ rules: Rules.Type) throws {
    var start = RandomPositions(
      variant: Rules.variant, size: size, neutralStones: neutralStones, seed: seed)
    var position = start.next(stones: neutralStones)
    var board = Board<Rules>(position)
    var first = MixAccumulator(networks[0], size, rules)
    var last = MixAccumulator(networks[networks.count - 1], size, rules)
    var generator = SplitMix64(seed: seed)
    var before: [Position] = []
    for _ in 0..<steps {
      switch Int.random(in: 0..<8, using: &generator) {
      case 0, 1:
        guard before.count > 3 else { continue }
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
          if board.move(1) == nil { board.unmakePass() } else { board.unmake() }
          position = before.removeLast()
        }
      case 2:
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
      guard Int.random(in: 0..<3, using: &generator) > 0 else { continue }
      let naive = NaiveMix<Rules>(networks[0], position)
      let logOdds = naive.logOdds
      #expect([first.logOdds(of: board), last.logOdds(of: board)] == [logOdds, logOdds])
      let points = position.emptyPoints.shuffled(using: &generator).prefix(8)
      var scores = [Float](repeating: 0, count: points.count)
      first.writeLogits(points.map(\.rawValue), count: points.count, on: board, to: &scores)
      #expect(scores == points.map { naive.score($0) })
    }
  }
}

@Suite struct MixTests {
  /// Wide vectors and plain ones, incremental and from scratch.
  @Test(arguments: Variant.allCases) func itSaysBitForBitWhatTheDefinitionSays(variant: Variant)
    throws
  {
    let sizes = [(5, 5, 0), (15, 15, 0), (15, 15, 6), (7, 12, 0), (22, 22, 0)]
    for (seed, (width, height, neutral)) in sizes.enumerated() {
      let size = try #require(BoardSize(width: width, height: height))
      try MixWalk(
        networks: [.of(variant), MixNetwork.of(variant).plain()], size: size,
        neutralStones: neutral,
        seed: UInt64(seed), steps: Effort.count(width > 20 ? 6 : 16, thorough: 40)
      ).run(variant)
    }
  }

  /// Numbers as large as a network may have.
  private static func wide(rows: Int16 = 4681, mixing: Int16 = 14_500, others: Int16 = 30_000)
    throws -> MixNetwork
  {
    var generator = SplitMix64(seed: 8)
    let numbers = MixNetwork.Table.allCases.flatMap { table in
      let limit: Int16 =
        switch table {
        case .lines, .own, .opponent, .classes: rows
        case .mixing: mixing
        default: others
        }
      return (0..<table.count(.freestyle)).map { index in
        // The last of what mixes is the least that is passed on.
        let isLeast = table == .mixing && index >= 4 * MixNetwork.channels
        let limit = isLeast ? Int16(mix_convolved_limit) : limit
        return Int16.random(in: -limit...limit, using: &generator)
      }
    }
    return try MixNetwork(WeightFile(MixNetwork.shape(.freestyle), numbers: numbers))
  }

  @Test func noSumLeavesItsBits() throws {
    let network = try MixTests.wide()
    for seed in 0..<3 as Range<UInt64> {
      try MixWalk(
        networks: [network, network.plain()], size: .standard, neutralStones: 0, seed: seed
      ).run(.freestyle)
    }
  }

  @Test func numbersTooLargeForTheirSumsAreRefused() {
    #expect(throws: WeightFile.Problem.tooLarge(table: "lines")) { try MixTests.wide(rows: 4900) }
    #expect(throws: WeightFile.Problem.tooLarge(table: "mixing")) {
      try MixTests.wide(mixing: 32_767)
    }
  }

  @Test func anotherFileIsNoNetwork() {
    let other = WeightFile(WeightShape("mix-go", [.init("last", [1])]), numbers: [1])
    #expect(throws: WeightFile.Problem.self) { try MixNetwork(other) }
    let short = WeightFile(WeightShape("mix-renju", [.init("last", [1])]), numbers: [1])
    #expect(throws: WeightFile.Problem.self) { try MixNetwork(short) }
  }

  @Test func symmetricPositionsAreJudgedTheSame() throws {
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
    let (evaluated, again) = (evaluate(points, in: position), evaluate(images, in: mirrored))
    #expect(evaluated.logOdds == again.logOdds)
    #expect(evaluated.scores == again.scores)
  }

  private func evaluate(_ points: [Point], in position: Position) -> (
    logOdds: Float, scores: [Float]
  ) {
    let board = Board<Freestyle>(position)
    var mix = MixAccumulator(.of(.freestyle), position.size, Freestyle.self)
    var scores = [Float](repeating: 0, count: points.count)
    mix.writeLogits(points.map(\.rawValue), count: points.count, on: board, to: &scores)
    return (mix.logOdds(of: board), scores)
  }

  /// A path longer than a board of this kind expects is followed too.
  @Test func aLongPathIsFollowed() throws {
    let size = try #require(BoardSize(side: 22))
    let position = Position(size: size, variant: .freestyle)
    var board = Board<Freestyle>(position)
    var mix = MixAccumulator(.of(.freestyle), size, Freestyle.self)
    var generator = SplitMix64(seed: 6)
    var allLogOdds: [Float] = []
    for point in size.points.shuffled(using: &generator).prefix(300) {
      allLogOdds.append(mix.logOdds(of: board))
      board.make(point)
    }
    while let logOdds = allLogOdds.popLast() {
      board.unmake()
      #expect(mix.logOdds(of: board) == logOdds)
    }
  }

  /// With a network of noise another tree is searched.
  @Test func aPlayerAsksTheNetworkThatItIsGiven() throws {
    var position = Position(variant: .freestyle)
    for point in try #require(Point.list("h8i9g7j8")) { try position.play(point) }
    func nodes(_ network: MixNetwork?) -> UInt64 {
      let player = GomokuPlayer(tableSize: 8 << 20)
      if let network { player.use(network) }
      return player.search(position, limits: SearchLimits(depth: 7)).nodes
    }
    let own = nodes(nil)
    #expect(nodes(.of(.freestyle)) == own)
    #expect(nodes(try MixTests.wide()) != own)
  }
}

extension MixNetwork {
  /// The same without wide vectors.
  fileprivate func plain() throws -> MixNetwork { try MixNetwork(file, isWide: false) }

  /// A number of the file.
  fileprivate func number(_ table: Table, _ index: Int) -> Int {
    Int(file.numbers[table.place(variant) + index])
  }
}
