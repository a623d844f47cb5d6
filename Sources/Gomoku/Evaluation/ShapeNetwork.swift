/// A small network on top of the board's accumulators, for the value of shapes in combination.
///
/// A colour's accumulator (`Board.currentAccumulators`) sums two embeddings of each empty point: of
/// its code and of its pair of classes. The pair shows which points both colours want. The hidden
/// layer has three inputs: the ReLU of the mover's accumulator, that of the opponent's, and a bias
/// for the present threats. The ReLU of that layer, times the output weights, is the value. All
/// arithmetic has a fixed order, so the result is the same on every machine.
public final class ShapeNetwork: Sendable {
  /// A vector with a number for each channel. The number of channels, the network's width, is
  /// defined here alone.
  public typealias Vector<Number: SIMDScalar> = SIMD16<Number>
  typealias Accumulators = Vector<Int32>
  typealias Layer = Vector<Float>
  public static let width = Layer.scalarCount

  /// The scales of the accumulators, of the hidden layer and of the output weights: the integer
  /// that stands for 1.
  ///
  /// An accumulator sums hundreds of terms to a standard deviation of about one. A coarser scale
  /// would round terms to 0.
  public static let sumUnit: Float = 1024
  public static let hiddenUnit: Float = 4096
  public static let outputUnit: Float = 16

  /// The number of kinds of threats (bits of `Board.threatMask`), and the number of their sets.
  static let threatKinds = 10
  static let threatSets = 1 << threatKinds

  /// The embedding tables by code and by pair of classes.
  nonisolated(unsafe) let codes: UnsafeMutablePointer<Accumulators>
  nonisolated(unsafe) let pairs: UnsafeMutablePointer<Accumulators>
  /// The hidden layer's weights: a row for each channel of the mover's accumulator, then one for
  /// each channel of the opponent's.
  private nonisolated(unsafe) let hidden: UnsafeMutablePointer<Layer>
  /// The hidden layer's bias for each set of threats.
  private nonisolated(unsafe) let threatBias: UnsafeMutablePointer<Layer>
  private let output: Layer

  /// Builds the network from tables of `Weights.Table`.
  ///
  /// - Parameter tables: the number of tables of codes, of pairs and of biases
  ///   (`Weights.tableCount`).
  init(
    codes: UnsafePointer<Int16>, pairs: UnsafePointer<Int16>, hidden: UnsafePointer<Int16>,
    threatBias: UnsafePointer<Int16>, tables: Int, output: UnsafePointer<Int16>
  ) {
    func layer(_ start: UnsafePointer<Int16>, _ row: Int, _ unit: Float) -> Layer {
      var layer = Layer.zero
      for lane in 0..<ShapeNetwork.width {
        layer[lane] = Float(start[row * ShapeNetwork.width + lane]) / unit
      }
      return layer
    }
    func vectors(_ start: UnsafePointer<Int16>, count: Int) -> UnsafeMutablePointer<Accumulators> {
      let vectors = UnsafeMutablePointer<Accumulators>.allocate(capacity: count)
      vectors.withMemoryRebound(to: Int32.self, capacity: count * ShapeNetwork.width) { numbers in
        for index in 0..<count * ShapeNetwork.width { numbers[index] = Int32(start[index]) }
      }
      return vectors
    }
    self.codes = vectors(codes, count: tables * PointCode.count)
    self.pairs = vectors(pairs, count: tables * PointClass.pairCount)
    self.hidden = .allocate(capacity: 2 * ShapeNetwork.width)
    for row in 0..<2 * ShapeNetwork.width {
      // Divides out the accumulators' scale.
      self.hidden[row] = layer(hidden, row, ShapeNetwork.hiddenUnit * ShapeNetwork.sumUnit)
    }
    self.threatBias = .allocate(capacity: tables * ShapeNetwork.threatSets)
    for table in 0..<tables {
      let first = table * (1 + ShapeNetwork.threatKinds)
      for set in 0..<ShapeNetwork.threatSets {
        var sum = layer(threatBias, first, ShapeNetwork.hiddenUnit)
        for kind in 0..<ShapeNetwork.threatKinds where set >> kind & 1 != 0 {
          sum += layer(threatBias, first + 1 + kind, ShapeNetwork.hiddenUnit)
        }
        self.threatBias[table * ShapeNetwork.threatSets + set] = sum
      }
    }
    self.output = layer(output, 0, ShapeNetwork.outputUnit)
  }

  deinit {
    codes.deallocate()
    pairs.deallocate()
    hidden.deallocate()
    threatBias.deallocate()
  }

  /// Returns the value in centistones for the side with the accumulator `own`. Both accumulators
  /// have `width` numbers.
  ///
  /// - Parameter threats: the index of the present threats (`Board.threatIndex`).
  @inline(__always) func value(
    own: UnsafePointer<Int32>, opponent: UnsafePointer<Int32>, threats: Int
  ) -> Int {
    assert(0..<2 * ShapeNetwork.threatSets ~= threats)
    var layer = threatBias[threats]
    for lane in 0..<ShapeNetwork.width {
      layer += Float(max(own[lane], 0)) * hidden[lane]
    }
    for lane in 0..<ShapeNetwork.width {
      layer += Float(max(opponent[lane], 0)) * hidden[ShapeNetwork.width &+ lane]
    }
    layer.replace(with: 0, where: layer .< 0)
    return Int((layer * output).sum())
  }
}
