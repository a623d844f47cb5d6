import Basics
import CNetworks
import GomokuRules
import SearchKit
import WeightData

/// A convolutional network with a value head and a policy head, learned from games.
///
/// - Embedding: each point has a vector in Black's view of the board and one in White's. A vector
///   is the ReLU of the sum of seven table rows, clamped. Four rows are selected by the pairs of
///   patterns along the lines, two by the colours' codes, one by the pair of classes
///   (`Board.CellState`). In each view, the shapes of its own colour come first.
/// - Convolution: depthwise, 3x3, then a clamp. The point has one weight, its orthogonal neighbours
///   share another, its diagonal neighbours a third.
/// - Policy head: the first `policyChannels` outputs of the convolution at a point, in the mover's
///   view and the opponent's, give a move's logit. The hidden layer has a ReLU.
/// - Value head: the convolution's outputs, summed over the board and normalised, go through two
///   hidden layers with leaky ReLUs.
///
/// The parts follow Rapfi's mix networks: tabulated shapes, a depthwise convolution, small heads.
public final class MixNetwork: Sendable {
  /// The tables of a network, in the order of a file; their numbers have 16 bits.
  ///
  /// In renju each colour has its own embeddings and biases for sets of threats, Black's first.
  public enum Table: String, CaseIterable, Sendable {
    /// Embedding vectors by the pair of patterns along a line. The first table is for horizontal
    /// and vertical lines, the second for diagonals.
    ///
    /// The index is the pattern of the view's colour plus 16 times the other colour's.
    case lines
    /// Embedding vectors by the code for the view's colour, and by the code for the other colour.
    ///
    /// The last three vectors of each table are for stones.
    case own, opponent
    /// Embedding vectors by the pair of classes.
    case classes
    /// The convolution: weights of the point, of its orthogonal and of its diagonal neighbours,
    /// then bias and lower clamp.
    ///
    /// In each channel, the middle of the range of outputs is stored as the integer 0. A channel
    /// whose outputs never come near zero can thus use the whole range of integers too.
    case mixing
    /// The normalisation of each channel's accumulator: its mean, counted from its value on an
    /// empty board, and the inverse of its standard deviation.
    case centers, scales
    /// The value head: first layer for both views, its bias for each set of threats
    /// (`Board.threatMask`), second layer, its bias, output weights.
    case first, threats, second, added, last
    /// The policy head: first layer, its bias for each set of threats, output weights.
    ///
    /// For each hidden neuron, the first layer has the weights of a pair of channels side by side.
    case policyFirst, policyThreats, policyLast
    /// The bias of the value. It is the last table, because a single number before other tables
    /// would break their alignment.
    case bias

    /// Returns the table's size along each dimension; the last dimension is contiguous.
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
      case .threats: [tables, ShapeNetwork.threatSets, hidden]
      case .second: [hidden, hidden]
      case .added, .last: [hidden]
      case .bias: [1]
      case .policyFirst: [MixNetwork.policyChannels, policyHidden, 2]
      case .policyThreats: [tables, ShapeNetwork.threatSets, policyHidden]
      case .policyLast: [policyHidden]
      }
    }

    public func count(_ variant: Variant) -> Int { dimensions(variant).reduce(1, *) }
    public func place(_ variant: Variant) -> Int {
      Table.allCases.prefix { $0 != self }.reduce(0) { $0 + $1.count(variant) }
    }
  }

  /// The sizes of the layers, as CNetworks has them (`mix.h`).
  public static let channels = Int(mix_channels)
  public static let hidden = Int(mix_hidden)
  public static let policyChannels = Int(mix_policy_channels)
  public static let policyHidden = Int(mix_policy_hidden)
  /// The number of codes, including those of stones.
  public static let codeCount = PointCode.count + 3

  // The scales of the tables: the integer that stands for 1. Embedding and convolution have another
  // scale for each channel, which `scales` and the policy's weights divide out.
  public static let sumUnits: (center: Float, scale: Float) = (1 / 16, 1_048_576)
  /// The scale of the convolution's weights. The scales of the channels come on top of it.
  public static let mixingUnit = 65_536
  public static let headUnit: Float = 4096
  public static let policyFirstUnit: Float = 1_048_576
  public static let policyThreatUnit: Float = 256
  public static let policyLastUnit: Float = 1024
  /// The upper clamps after the embedding and after the convolution. The convolution's lower clamp
  /// is at least `-convolvedLimit`.
  public static let embeddingLimit = Int(mix_embedding_limit)
  public static let convolvedLimit = Int(mix_convolved_limit)
  /// The largest magnitude in an embedding row; a sum of seven rows then fits into 16 bits.
  public static let rowLimit = 4681

  public let variant: Variant
  let file: WeightFile
  /// The embedding and the convolution.
  nonisolated(unsafe) let trunk: mix_trunk
  /// The value head and the policy head.
  ///
  /// Their pointers `first_bias` point to the biases for the empty set of threats. `logOdds` and
  /// `writeLogits` use a copy of the head, whose pointer they move to the present set of threats.
  private nonisolated(unsafe) let valueHead: mix_value_head
  private nonisolated(unsafe) let policyHead: mix_policy_head
  private let bias: Float
  /// The memory of converted tables, which is freed with the network.
  private nonisolated(unsafe) let owned: [UnsafeMutableRawPointer]

  /// Creates the network of the variant in the file's name. Throws if the name or the shape is
  /// wrong, or if numbers are too large.
  ///
  /// - Parameter isWide: true if 256-bit vectors are used; the results are the same.
  public init(
    _ file: WeightFile, isWide: Bool = mix_has_wide_vectors() != 0
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
      let source = start(table)
      for index in 0..<count { (numbers + index).initialize(to: convert(source[index])) }
      return UnsafePointer(numbers)
    }
    func floats(_ table: Table, _ unit: Float) -> UnsafePointer<Float> {
      converted(table) { Float($0) / unit }
    }
    trunk = mix_trunk(
      black: rows(.black), white: rows(.white), mixing: start(.mixing), is_wide: isWide)
    valueHead = mix_value_head(
      mean: floats(.centers, MixNetwork.sumUnits.center),
      scale: floats(.scales, MixNetwork.sumUnits.scale),
      first: floats(.first, MixNetwork.headUnit), first_bias: floats(.threats, MixNetwork.headUnit),
      second: floats(.second, MixNetwork.headUnit),
      second_bias: floats(.added, MixNetwork.headUnit),
      output_weights: floats(.last, MixNetwork.headUnit), is_wide: isWide)
    bias = Float(start(.bias)[0]) / MixNetwork.headUnit
    let product = MixNetwork.policyFirstUnit
    policyHead = mix_policy_head(
      first: start(.policyFirst),
      first_bias: converted(.policyThreats) {
        Int32(Float($0) * (product / MixNetwork.policyThreatUnit))
      },
      output_weights: floats(.policyLast, MixNetwork.policyLastUnit * product))
    self.owned = owned
  }

  deinit {
    for memory in owned { memory.deallocate() }
  }

  /// Returns a table whose numbers are so large that sums could overflow; `nil` if there is none.
  ///
  /// Sums have 16 bits up to the convolution's output, and 32 bits after it.
  private static func tooLarge(_ file: WeightFile, _ variant: Variant) -> Table? {
    func sizes(_ table: Table) -> some RandomAccessCollection<Int> {
      let start = file.numbers + table.place(variant)
      return (0..<table.count(variant)).lazy.map { abs(Int(start[$0])) }
    }
    for table in [Table.lines, .own, .opponent, .classes] {
      if sizes(table).contains(where: { $0 > rowLimit }) { return table }
    }
    let mixing = Array(sizes(.mixing))
    for channel in 0..<channels {
      let weights = (0..<5).map { mixing[$0 * channels + channel] }
      let shares = embeddingLimit * (weights[0] + 4 * weights[1] + 4 * weights[2]) / mixingUnit
      if shares + 3 + weights[3] > Int16.max || weights[4] > convolvedLimit { return .mixing }
    }
    let firstBias =
      (sizes(.policyThreats).max() ?? 0) * Int(policyFirstUnit / policyThreatUnit)
    let firstLayer = Array(sizes(.policyFirst))
    for neuron in 0..<policyHidden {
      let sum = (0..<2 * policyChannels).reduce(0) { sum, channel in
        let index = (channel / 2 * policyHidden + neuron) * 2 + channel % 2
        return sum + convolvedLimit * firstLayer[index]
      }
      if sum + firstBias > Int32.max { return .policyFirst }
    }
    return nil
  }

  /// Returns the name and the tables of the networks of `variant`.
  public static func shape(_ variant: Variant) -> WeightShape {
    WeightShape(name(variant), Table.allCases.map { .init($0.rawValue, $0.dimensions(variant)) })
  }

  private static func name(_ variant: Variant) -> String { "mix-\(variant)" }

  public var bytes: [UInt8] { file.bytes }

  /// Returns whether weights of this name are a mix network's.
  public static func isName(_ name: String) -> Bool { name.hasPrefix("mix-") }

  // MARK: Asking

  /// Returns the log odds of winning for the side with the accumulator `own`.
  ///
  /// - Parameter threats: the index of the present threats (`Board.threatIndex`).
  @inline(__always) func logOdds(
    own: UnsafePointer<Int32>, opponent: UnsafePointer<Int32>, threats: Int
  ) -> Float {
    assert(0..<2 * ShapeNetwork.threatSets ~= threats)
    var valueHead = valueHead
    valueHead.first_bias += threats &* MixNetwork.hidden
    return mix_log_odds(&valueHead, own, opponent) + bias
  }

  /// Writes the policy logits of the moves of `mover` on `count` points.
  @inline(__always) func writeLogits(
    _ points: UnsafePointer<UInt16>, count: Int, in cells: mix_cells, mover: Color, threats: Int,
    to logits: UnsafeMutablePointer<Float>
  ) {
    assert(0..<2 * ShapeNetwork.threatSets ~= threats)
    var (policyHead, cells) = (policyHead, cells)
    policyHead.first_bias += threats &* MixNetwork.policyHidden
    mix_logits(
      &policyHead, &cells, CInt(truncatingIfNeeded: mover.index), points,
      CInt(truncatingIfNeeded: count), logits)
  }
}

extension MixNetwork {
  /// Returns the compiled-in network; damaged data means a broken build and ends the program.
  static func compiledIn(_ variant: Variant) -> MixNetwork {
    let data = weight_data(name(variant)).pointee
    do {
      let bytes = UnsafeRawBufferPointer(start: data.bytes, count: data.count)
      return try MixNetwork(WeightFile(compiledIn: bytes))
    } catch {
      fatalError("\(name(variant)): \(error)")
    }
  }
}
