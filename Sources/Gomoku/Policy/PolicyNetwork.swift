import Basics
import CNetworks
import GomokuRules
import SearchKit
import WeightData

/// A network that says how promising each move is, learned from the moves that searches chose.
///
/// A point's vector is the sum of four rows of a table, one for the window of cells around it along each
/// line; each colour has its own view, in which its stones come first. What is positive of the
/// vectors of a point and its eight neighbours is mixed channel by channel, with the same weights in all
/// directions. What is positive of that in both views, the mover's first, and the threats on the
/// board excite one layer, and its positive part, weighed, is the score. The parts follow Rapfi's mix
/// networks: tabulated windows, a depthwise convolution, a small head.
public final class PolicyNetwork: Sendable {
  /// What a network is made of, in this order, 16 bits a number.
  enum Table: String, CaseIterable {
    /// Vectors of windows along files and ranks, and along diagonals.
    case straight, diagonal
    /// Weights of a point itself, of its neighbours beside and across, and what is added.
    case mixing
    /// What both views excite: for each pair of channels, both numbers of each excited one.
    case first
    /// What the threats present excite (`Board.threatMask`).
    case threats
    /// What the excited layer is worth.
    case last

    var dimensions: [Int] {
      switch self {
      case .straight, .diagonal: [PolicyWindow.rowCount, PolicyNetwork.channels]
      case .mixing: [4, PolicyNetwork.channels]
      case .first: [PolicyNetwork.channels, PolicyNetwork.hidden, 2]
      case .threats: [Network.threatSets, PolicyNetwork.hidden]
      case .last: [PolicyNetwork.hidden]
      }
    }

    var count: Int { dimensions.reduce(1, *) }
    /// Where its numbers begin.
    var place: Int { Table.allCases.prefix { $0 != self }.reduce(0) { $0 + $1.count } }
  }

  /// Numbers of a vector, and of the excited layer.
  public static let channels = Int(policy_channels)
  public static let hidden = Int(policy_hidden)

  // One, in each table; a mixed number's follows from the others.
  public static let vectorUnit: Float = 512
  public static let mixingUnit: Float = 16_384
  public static let mixedUnit: Float = vectorUnit * mixingUnit / 65_536
  public static let firstUnit: Float = 4096
  public static let threatUnit: Float = 1024
  public static let lastUnit: Float = 4096
  /// A row's largest number: a vector and the sum of four vectors still fit into 16 bits.
  public static let rowLimit: Int16 = 2047
  /// A mixed number's largest; what is more is cut off.
  private static let mixedLimit = 2047

  public let variant: Variant
  private let file: WeightFile
  nonisolated(unsafe) let straight: UnsafePointer<PolicyBoard.Vector>
  nonisolated(unsafe) let diagonal: UnsafePointer<PolicyBoard.Vector>
  private nonisolated(unsafe) let mixing: UnsafePointer<Int16>
  private nonisolated(unsafe) let first: UnsafePointer<Int16>
  private nonisolated(unsafe) let contexts: UnsafeMutablePointer<Int32>
  private nonisolated(unsafe) let last: UnsafeMutablePointer<Float>

  /// Takes the network of the variant that its name says.
  public init(_ file: WeightFile) throws(WeightFile.Problem) {
    guard
      let variant = Variant.allCases.first(where: { file.shape.name == PolicyNetwork.name($0) })
    else { throw .name(file.shape.name.shown, expected: "policy") }
    try file.expect(PolicyNetwork.shape(variant))
    if let table = PolicyNetwork.tooLarge(file) { throw .tooLarge(table: table.rawValue) }
    (self.variant, self.file) = (variant, file)
    func numbers(_ table: Table) -> UnsafePointer<Int16> { file.numbers + table.place }
    func vectors(_ table: Table) -> UnsafePointer<PolicyBoard.Vector> {
      UnsafeRawPointer(numbers(table)).assumingMemoryBound(to: PolicyBoard.Vector.self)
    }
    (straight, diagonal) = (vectors(.straight), vectors(.diagonal))
    (mixing, first) = (numbers(.mixing), numbers(.first))
    let product = PolicyNetwork.mixedUnit * PolicyNetwork.firstUnit
    let contextCount = Table.threats.count
    contexts = .allocate(capacity: contextCount)
    for index in 0..<contextCount {
      let context = Float(numbers(.threats)[index]) * (product / PolicyNetwork.threatUnit)
      (contexts + index).initialize(to: Int32(context))
    }
    last = .allocate(capacity: PolicyNetwork.hidden)
    for index in 0..<PolicyNetwork.hidden {
      let worth = Float(numbers(.last)[index]) / (PolicyNetwork.lastUnit * product)
      (last + index).initialize(to: worth)
    }
  }

  deinit {
    contexts.deallocate()
    last.deallocate()
  }

  /// A table whose numbers could leave their bits when they are added up: 16 up to what is mixed, 32
  /// from there.
  private static func tooLarge(_ file: WeightFile) -> Table? {
    func size(_ table: Table, _ index: Int) -> Int { abs(Int(file.numbers[table.place + index])) }
    for table in [Table.straight, .diagonal] {
      if (0..<table.count).contains(where: { size(table, $0) > rowLimit }) { return table }
    }
    // A point's number is at most the sum of four rows, and the neighbours are four.
    for channel in 0..<channels {
      let weights = (0..<4).map { size(.mixing, $0 * channels + channel) }
      let shares = 4 * Int(rowLimit) * (weights[0] + 4 * weights[1] + 4 * weights[2]) / 65_536
      if shares + 3 + weights[3] > Int16.max { return .mixing }
    }
    let greatest = (0..<Table.threats.count).reduce(0) { max($0, size(.threats, $1)) }
    let context = greatest * Int(mixedUnit * firstUnit / threatUnit)
    for excited in 0..<hidden {
      let sum = (0..<2 * channels).reduce(0) { sum, channel in
        sum + mixedLimit * size(.first, (channel / 2 * hidden + excited) * 2 + channel % 2)
      }
      if sum + context > Int32.max { return .first }
    }
    return nil
  }

  /// The numbers of one table.
  func values(of table: Table) -> [Int16] {
    (table.place..<table.place + table.count).map { file.numbers[$0] }
  }

  /// The name and the tables of the networks of `variant`.
  public static func shape(_ variant: Variant) -> WeightShape {
    WeightShape(
      name(variant), Table.allCases.map { .init($0.rawValue, $0.dimensions) })
  }

  private static func name(_ variant: Variant) -> String { "policy-\(variant)" }

  /// Whether weights of this name are a policy network's.
  public static func isName(_ name: String) -> Bool { name.hasPrefix("policy-") }

  /// The head where the threats present have this index.
  @inline(__always) func head(threats: Int) -> policy_head {
    policy_head(
      mixing: mixing, first: first, context: contexts + threats &* PolicyNetwork.hidden, last: last)
  }
}

extension PolicyNetwork {
  /// Freestyle's, which is always there.
  static var compiledInFreestyle: PolicyNetwork {
    guard let network = compiledIn(.freestyle) else {
      fatalError("\(name(.freestyle)): not compiled in")
    }
    return network
  }

  /// Finds the network that is compiled in, if there is one: damage there is a broken build.
  static func compiledIn(_ variant: Variant) -> PolicyNetwork? {
    let data = weight_data(name(variant))
    guard data.count > 0 else { return nil }
    do {
      let bytes = UnsafeRawBufferPointer(start: data.bytes, count: data.count)
      return try PolicyNetwork(WeightFile(compiledIn: bytes))
    } catch {
      fatalError("\(name(variant)): \(error)")
    }
  }
}
