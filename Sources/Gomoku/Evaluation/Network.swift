/// A small network on top of the sums that the board keeps: what shapes are worth together.
///
/// Each empty point adds to each colour's sum (`Board.currentSums`) its code's vector, and that of the
/// pair of its classes: a point that both want is worth something else. Of both sums the positive
/// parts, the mover's first, and the threats present excite one hidden layer; its positive part,
/// weighed, is the value. All arithmetic is in a fixed order and the same on every machine.
public final class Network: Sendable {
  /// A vector: its width is the network's, here and nowhere else.
  public typealias Vector<Number: SIMDScalar> = SIMD16<Number>
  typealias Sums = Vector<Int32>
  typealias Layer = Vector<Float>
  /// Numbers in a vector.
  public static let width = Layer.scalarCount

  /// One in sums, in the hidden layer's weights, and in the rest. A sum's deviation is about one, and
  /// its largest parts are counted by the hundred: coarser units lose what they have learned.
  public static let sumUnit: Float = 1024
  public static let hiddenUnit: Float = 4096
  public static let outputUnit: Float = 16

  static let threatKinds = 10
  static let threatSets = 1 << threatKinds

  nonisolated(unsafe) let channels: UnsafeMutablePointer<Sums>
  nonisolated(unsafe) let pairs: UnsafeMutablePointer<Sums>
  private nonisolated(unsafe) let hidden: UnsafeMutablePointer<Layer>
  /// What each set of threats excites.
  private nonisolated(unsafe) let alarms: UnsafeMutablePointer<Layer>
  private let output: Layer

  /// Takes the numbers of `Weights.Table`.
  init(
    channels: UnsafePointer<Int16>, pairs: UnsafePointer<Int16>, hidden: UnsafePointer<Int16>,
    alarms: UnsafePointer<Int16>, tables: Int, output: UnsafePointer<Int16>
  ) {
    func layer(_ start: UnsafePointer<Int16>, _ row: Int, _ unit: Float) -> Layer {
      var layer = Layer.zero
      for lane in 0..<Network.width {
        layer[lane] = Float(start[row * Network.width + lane]) / unit
      }
      return layer
    }
    func vectors(_ start: UnsafePointer<Int16>, count: Int) -> UnsafeMutablePointer<Sums> {
      let vectors = UnsafeMutablePointer<Sums>.allocate(capacity: count)
      vectors.withMemoryRebound(to: Int32.self, capacity: count * Network.width) { numbers in
        for index in 0..<count * Network.width { numbers[index] = Int32(start[index]) }
      }
      return vectors
    }
    self.channels = vectors(channels, count: tables * PointCode.count)
    self.pairs = vectors(pairs, count: tables * PointClass.pairCount)
    self.hidden = .allocate(capacity: 2 * Network.width)
    for row in 0..<2 * Network.width {
      // The sums' unit is taken out here.
      self.hidden[row] = layer(hidden, row, Network.hiddenUnit * Network.sumUnit)
    }
    self.alarms = .allocate(capacity: tables * Network.threatSets)
    for table in 0..<tables {
      let first = table * (1 + Network.threatKinds)
      for set in 0..<Network.threatSets {
        var sum = layer(alarms, first, Network.hiddenUnit)
        for kind in 0..<Network.threatKinds where set >> kind & 1 != 0 {
          sum += layer(alarms, first + 1 + kind, Network.hiddenUnit)
        }
        self.alarms[table * Network.threatSets + set] = sum
      }
    }
    self.output = layer(output, 0, Network.outputUnit)
  }

  deinit {
    channels.deallocate()
    pairs.deallocate()
    hidden.deallocate()
    alarms.deallocate()
  }

  /// The value in centistones for the side whose sums start at `own`, number by number.
  @inline(__always) func value(
    own: UnsafePointer<Int32>, opponent: UnsafePointer<Int32>, threats: Int
  ) -> Int {
    var layer = alarms[threats]
    for lane in 0..<Network.width {
      layer += Float(max(own[lane], 0)) * hidden[lane]
    }
    for lane in 0..<Network.width {
      layer += Float(max(opponent[lane], 0)) * hidden[Network.width &+ lane]
    }
    layer.replace(with: 0, where: layer .< 0)
    return Int((layer * output).sum())
  }
}
