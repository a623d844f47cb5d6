import Basics

/// Changes defences at random, a little at a time.
struct DefenceMutator {
  typealias Place = NaiveDefence.Place
  typealias Node = NaiveDefence.Node

  var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// A text that is a little different, or one of the same meaning.
  mutating func mutant(of defence: NaiveDefence) -> String {
    var defence = defence
    for _ in 0..<Int.random(in: 1...2, using: &random) { change(&defence) }
    return isLucky(oneIn: 8) ? scribbled(defence.text) : defence.text
  }

  private mutating func isLucky(oneIn count: Int) -> Bool {
    Int.random(in: 0..<count, using: &random) == 0
  }

  private mutating func place(_ defence: NaiveDefence) -> Place {
    // Now and then off the board.
    let margin = isLucky(oneIn: 20) ? 1 : 0
    return Place(
      x: Int.random(in: 0..<defence.width + margin, using: &random),
      y: Int.random(in: 0..<defence.height + margin, using: &random))
  }

  private mutating func change(_ defence: inout NaiveDefence) {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: changeStones(&defence)
    case 1:
      if Bool.random(using: &random) {
        defence.width += Bool.random(using: &random) ? 1 : -1
      } else {
        defence.height += Bool.random(using: &random) ? 1 : -1
      }
    default:
      let donor = anyNode(in: defence.root)
      let size = defence
      change(&defence.root, size, donor)
    }
  }

  private mutating func changeStones(_ defence: inout NaiveDefence) {
    let isBlack = Bool.random(using: &random)
    var stones = isBlack ? defence.black : defence.white
    let index = stones.indices.randomElement(using: &random)
    switch (Int.random(in: 0..<4, using: &random), index) {
    case (0, let index?): stones.remove(at: index)
    case (1, let index?): stones[index] = place(defence)
    case (2, let index?):
      // It changes sides.
      if isBlack {
        defence.white.append(stones.remove(at: index))
      } else {
        defence.black.append(stones.remove(at: index))
      }
    default: stones.append(place(defence))
    }
    if isBlack { defence.black = stones } else { defence.white = stones }
  }

  private mutating func anyNode(in node: Node) -> Node {
    if case .branches(let branches) = node, !isLucky(oneIn: 4),
      let branch = branches.randomElement(using: &random)
    {
      return anyNode(in: branch.node)
    }
    return node
  }

  /// Changes the node or one below it.
  private mutating func change(_ node: inout Node, _ size: NaiveDefence, _ donor: Node) {
    switch node {
    case .pairing(var points):
      changePairing(&points, size)
      node = isLucky(oneIn: 12) ? donor : .pairing(points)
    case .branches(var branches):
      if !isLucky(oneIn: 3), let index = branches.indices.randomElement(using: &random) {
        change(&branches[index].node, size, donor)
      } else {
        changeBranches(&branches, size, donor)
      }
      node = .branches(branches)
    }
  }

  private mutating func changePairing(_ points: inout [Place], _ size: NaiveDefence) {
    guard let index = points.indices.randomElement(using: &random),
      let other = points.indices.randomElement(using: &random)
    else {
      points += [place(size), place(size)]
      return
    }
    // After an odd change the last point is alone.
    let pair = index & ~1..<min(index | 1, points.count - 1) + 1
    switch Int.random(in: 0..<7, using: &random) {
    case 0: points[index] = place(size)
    case 1: points.swapAt(index, other)
    case 2: points.removeSubrange(pair)
    case 3: points += [place(size), place(size)]
    case 4: points.remove(at: index)
    case 5: points.swapAt(pair.lowerBound, pair.upperBound - 1)
    default:
      // A neighbour of the point, where it often serves as well.
      points[index].x += Int.random(in: -1...1, using: &random)
      points[index].y += Int.random(in: -1...1, using: &random)
      points[index].x = min(max(points[index].x, 0), 21)
      points[index].y = max(points[index].y, 0)
    }
  }

  private mutating func changeBranches(
    _ branches: inout [NaiveDefence.Branch], _ size: NaiveDefence, _ donor: Node
  ) {
    guard let index = branches.indices.randomElement(using: &random),
      let other = branches.indices.randomElement(using: &random)
    else { return }
    switch Int.random(in: 0..<9, using: &random) {
    case 0: branches.remove(at: index)
    case 1: branches[index].move = place(size)
    case 2: branches[index].reply = place(size)
    case 3: branches[index].node = donor
    case 4: branches.swapAt(index, other)
    case 5:
      branches.append(
        NaiveDefence.Branch(move: place(size), reply: branches[index].reply, node: donor))
    case 6:
      let move = branches[index].move
      (branches[index].move, branches[index].reply) = (branches[index].reply, move)
    case 7: branches[index].node = branches[other].node
    default: branches.append(branches[index])
    }
  }

  /// A text with a letter lost, doubled or changed.
  private mutating func scribbled(_ text: String) -> String {
    var bytes = Array(text.utf8)
    let index = Int.random(in: 0..<bytes.count, using: &random)
    let letters = Array("abc123 ()[]=\n".utf8)
    switch Int.random(in: 0..<3, using: &random) {
    case 0: bytes.remove(at: index)
    case 1: bytes.insert(letters.randomElement(using: &random) ?? 32, at: index)
    default: bytes[index] = letters.randomElement(using: &random) ?? 32
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
