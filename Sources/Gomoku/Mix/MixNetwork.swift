import Basics
import CNetworks
import GomokuRules
import SearchKit
import WeightData

/// A network that says what a position is worth and how promising each move is, learned from games.
///
/// A point's vector is the sum of seven rows of tables: one for the pair of patterns along each line,
/// both colours' codes, and the pair of classes (`Board.CellState`); each colour has its own view, in
/// which its own come first. What is positive of the vectors of a point and its eight neighbours is mixed
/// channel by channel, with the same weights in all directions. Of that the positive part, at the
/// point and in both views, the mover's first, says how promising a move there is; its sums over the
/// board, normalised, go through two more layers and say what the position is worth. The parts follow
/// Rapfi's mix networks: tabulated shapes, a depthwise convolution, small heads.
public final class MixNetwork: Sendable {
  /// What a network is made of, in this order, 16 bits a number.
  public enum Table: String, CaseIterable, Sendable {
    /// Rows by the pair of patterns along files and ranks, then along diagonals; the viewer's pattern
    /// counts one, the other's sixteen.
    case lines
    /// Rows by the viewer's code and by the other's; the last ones stand for stones.
    case own, opponent
    /// Rows by the pair of classes.
    case classes
    /// Weights of a point itself, of its neighbours beside and across, what is added, and the least that
    /// is passed on.
    ///
    /// Zero of what has been learned may be any number here: only so do channels that are never silent
    /// use all bits.
    case mixing
    /// The mean of each channel's sum, less the sum over an empty board, and the inverse of its
    /// deviation.
    case centers, scales
    /// What the normalised sums excite in both views, what the threats present do (`Board.threatMask`),
    /// what the second layer makes of that, what is added there, and what all is worth.
    case first, threats, second, added, last
    /// What the mixed channels excite in both views, for each pair of channels both numbers of each
    /// excited one; what the threats do; and what all that is worth.
    case policyFirst, policyThreats, policyLast
    /// What is added to the worth of every position. At the end: vectors are aligned.
    case bias

    public func dimensions(_ variant: Variant) -> [Int] {
      let (tables, channels) = (Weights.tableCount(variant), MixNetwork.channels)
      let (hidden, policyHidden) = (MixNetwork.hidden, MixNetwork.policyHidden)
      return switch self {
      case .lines: [tables * 2, 256, channels]
      case .own, .opponent: [tables, MixNetwork.codeCount, channels]
      case .classes: [tables, PointClass.pairCount, channels]
      case .mixing: [5, channels]
      case .centers, .scales: [channels]
      case .first: [2, channels, hidden]
      case .threats: [tables, Network.threatSets, hidden]
      case .second: [hidden, hidden]
      case .added, .last: [hidden]
      case .bias: [1]
      case .policyFirst: [MixNetwork.policyChannels, policyHidden, 2]
      case .policyThreats: [tables, Network.threatSets, policyHidden]
      case .policyLast: [policyHidden]
      }
    }

    public func count(_ variant: Variant) -> Int { dimensions(variant).reduce(1, *) }
    /// Where its numbers begin.
    public func place(_ variant: Variant) -> Int {
      Table.allCases.prefix { $0 != self }.reduce(0) { $0 + $1.count(variant) }
    }
  }

  public static let channels = Int(mix_channels)
  public static let hidden = Int(mix_hidden)
  public static let policyChannels = Int(mix_policy_channels)
  public static let policyHidden = Int(mix_policy_hidden)
  /// A point's codes, and those of stones.
  public static let codeCount = PointCode.count + 3

  // What stands for one. Rows and mixing weights have units of each channel's own, which the scales and
  // the policy's weights take out again.
  public static let sumUnits: (center: Float, scale: Float) = (1 / 16, 1_048_576)
  /// Of the weights of a point and its neighbours, each by the unit of its channel.
  public static let mixingUnit = 65_536
  public static let headUnit: Float = 4096
  public static let policyFirstUnit: Float = 1_048_576
  public static let policyThreatUnit: Float = 256
  public static let policyLastUnit: Float = 1024
  /// The largest numbers passed on by points, and by points with their neighbours; the latter's may be as
  /// far below zero.
  public static let excitedLimit = Int(mix_excited_limit)
  public static let mixedLimit = Int(mix_mixed_limit)
  /// A row's largest number: the sum of seven fits into 16 bits.
  public static let rowLimit = 4681

  public let variant: Variant
  let file: WeightFile
  /// What follows the board.
  nonisolated(unsafe) let body: mix_body
  /// The heads, where no threat is present.
  private nonisolated(unsafe) let judge: mix_judge
  private nonisolated(unsafe) let policy: mix_policy
  private let bias: Float
  private nonisolated(unsafe) let owned: [UnsafeMutableRawPointer]

  /// Takes the network of the variant that its name says.
  ///
  /// - Parameter isWide: whether the processor's wide vectors are used; they say the same.
  public init(
    _ file: WeightFile, isWide: Bool = mix_has_wide_vectors()
  ) throws(WeightFile.Problem) {
    guard let variant = Variant.allCases.first(where: { file.shape.name == MixNetwork.name($0) })
    else { throw .name(file.shape.name.shown, expected: "mix") }
    try file.expect(MixNetwork.shape(variant))
    if let table = MixNetwork.tooLarge(file, variant) { throw .tooLarge(table: table.rawValue) }
    (self.variant, self.file) = (variant, file)
    func start(_ table: Table) -> UnsafePointer<Int16> {
      file.numbers + table.place(variant)
    }
    func rows(_ color: Color) -> mix_rows {
      let channels = Weights.tableCount(variant) == 1 ? 0 : color.index * MixNetwork.channels
      return mix_rows(
        lines: start(.lines) + channels * 512, own: start(.own) + channels * MixNetwork.codeCount,
        opponent: start(.opponent) + channels * MixNetwork.codeCount,
        classes: start(.classes) + channels * PointClass.pairCount)
    }
    var owned: [UnsafeMutableRawPointer] = []
    func converted<Number>(
      _ table: Table, _ convert: (Int16) -> Number
    ) -> UnsafePointer<Number> {
      let count = table.count(variant)
      let memory = UnsafeMutableRawPointer.allocate(
        byteCount: count * MemoryLayout<Number>.stride, alignment: 64)
      owned.append(memory)
      let numbers = memory.bindMemory(to: Number.self, capacity: count)
      for index in 0..<count { (numbers + index).initialize(to: convert(start(table)[index])) }
      return UnsafePointer(numbers)
    }
    func floats(_ table: Table, _ unit: Float) -> UnsafePointer<Float> {
      converted(table) { Float($0) / unit }
    }
    body = mix_body(
      black: rows(.black), white: rows(.white), mixing: start(.mixing), is_wide: isWide)
    judge = mix_judge(
      mean: floats(.centers, MixNetwork.sumUnits.center),
      scale: floats(.scales, MixNetwork.sumUnits.scale),
      first: floats(.first, MixNetwork.headUnit), context: floats(.threats, MixNetwork.headUnit),
      second: floats(.second, MixNetwork.headUnit), added: floats(.added, MixNetwork.headUnit),
      last: floats(.last, MixNetwork.headUnit), is_wide: isWide)
    bias = Float(start(.bias)[0]) / MixNetwork.headUnit
    let product = MixNetwork.policyFirstUnit
    policy = mix_policy(
      first: start(.policyFirst),
      context: converted(.policyThreats) {
        Int32(Float($0) * (product / MixNetwork.policyThreatUnit))
      },
      last: floats(.policyLast, MixNetwork.policyLastUnit * product))
    self.owned = owned
  }

  deinit {
    for memory in owned { memory.deallocate() }
  }

  /// A table whose numbers could leave their bits when they are added up: 16 up to what is mixed, 32
  /// from there.
  private static func tooLarge(_ file: WeightFile, _ variant: Variant) -> Table? {
    func size(_ table: Table, _ index: Int) -> Int {
      abs(Int(file.numbers[table.place(variant) + index]))
    }
    for table in [Table.lines, .own, .opponent, .classes] {
      let isLarge = (0..<table.count(variant)).contains { size(table, $0) > rowLimit }
      if isLarge { return table }
    }
    for channel in 0..<channels {
      let weights = (0..<4).map { size(.mixing, $0 * channels + channel) }
      let shares = excitedLimit * (weights[0] + 4 * weights[1] + 4 * weights[2]) / mixingUnit
      if shares + 3 + weights[3] > Int16.max { return .mixing }
      if size(.mixing, 4 * channels + channel) > mixedLimit { return .mixing }
    }
    let greatest = (0..<Table.policyThreats.count(variant)).reduce(0) {
      max($0, size(.policyThreats, $1))
    }
    let context = greatest * Int(policyFirstUnit / policyThreatUnit)
    for excited in 0..<policyHidden {
      let sum = (0..<2 * policyChannels).reduce(0) { sum, channel in
        let index = (channel / 2 * policyHidden + excited) * 2 + channel % 2
        return sum + mixedLimit * size(.policyFirst, index)
      }
      if sum + context > Int32.max { return .policyFirst }
    }
    return nil
  }

  /// The name and the tables of the networks of `variant`.
  public static func shape(_ variant: Variant) -> WeightShape {
    WeightShape(name(variant), Table.allCases.map { .init($0.rawValue, $0.dimensions(variant)) })
  }

  private static func name(_ variant: Variant) -> String { "mix-\(variant)" }

  /// The bytes of a file with this network.
  public var bytes: [UInt8] { file.bytes }

  /// Whether weights of this name are a mix network's.
  public static func isName(_ name: String) -> Bool { name.hasPrefix("mix-") }

  // MARK: Asking

  /// The worth of a position for the side whose sums come first, in the logarithm of its odds of
  /// winning.
  ///
  /// - Parameter threats: which are present (`Board.threatIndex`).
  @inline(__always) func worth(
    own: UnsafePointer<Int32>, opponent: UnsafePointer<Int32>, threats: Int
  ) -> Float {
    var judge = judge
    judge.context += threats &* MixNetwork.hidden
    return mix_worth(&judge, own, opponent) + bias
  }

  /// Writes how promising moves of `mover` on some points are.
  @inline(__always) func score(
    _ points: UnsafePointer<UInt16>, count: Int, in cells: mix_cells, mover: Color, threats: Int,
    to scores: UnsafeMutablePointer<Float>
  ) {
    var (policy, cells) = (policy, cells)
    policy.context += threats &* MixNetwork.policyHidden
    mix_score(
      &policy, &cells, CInt(truncatingIfNeeded: mover.index), points,
      CInt(truncatingIfNeeded: count), scores)
  }
}

extension MixNetwork {
  /// Finds the network that is compiled in: damage there is a broken build.
  static func compiledIn(_ variant: Variant) -> MixNetwork {
    let data = weight_data(name(variant))
    do {
      let bytes = UnsafeRawBufferPointer(start: data.bytes, count: data.count)
      return try MixNetwork(WeightFile(compiledIn: bytes))
    } catch {
      fatalError("\(name(variant)): \(error)")
    }
  }
}
