/// A defence as `tournaments/theorem/format.md` describes it, read, judged and played by code that
/// shares nothing with the engine's.
struct NaiveDefence {
  /// A column from the left and a row from the top, both from 0.
  struct Place: Hashable, Comparable {
    var x: Int
    var y: Int

    static func < (a: Place, b: Place) -> Bool { (a.y, a.x) < (b.y, b.x) }

    /// A letter, a to v, and a number, 1 to 22; on a small board the point may lie outside.
    init?(_ word: String) {
      let bytes = Array(word.utf8)
      guard let letter = bytes.first, 97...118 ~= letter,
        let number = NaiveDefence.number(bytes.dropFirst()), 1...22 ~= number
      else { return nil }
      (x, y) = (Int(letter) - 97, number - 1)
    }

    init(x: Int, y: Int) { (self.x, self.y) = (x, y) }

    var name: String { String(Unicode.Scalar(UInt8(97 + x))) + "\(y + 1)" }
  }

  indirect enum Node: Equatable {
    case pairing([Place])
    case branches([Branch])
  }

  struct Branch: Equatable {
    var move: Place
    var reply: Place
    var node: Node
  }

  var width: Int
  var height: Int
  var black: [Place] = []
  var white: [Place] = []
  var root: Node

  // MARK: Text

  /// Returns `nil` for a text that is no defence.
  init?(_ text: String) {
    var lines = text.utf8.split(separator: 10, omittingEmptySubsequences: false).map(Array.init)
    // The last line feed ends the last line.
    if lines.last == [] { lines.removeLast() }
    guard lines.count >= 6, lines[0] == Array("wuliu-defence 1".utf8),
      lines.removeLast() == Array("end".utf8),
      let sides = NaiveDefence.words(lines[1], after: "size"), sides.count == 2,
      let width = NaiveDefence.number(sides[0].utf8), 5...22 ~= width,
      let height = NaiveDefence.number(sides[1].utf8), 5...22 ~= height,
      let black = NaiveDefence.words(lines[2], after: "black"),
      let white = NaiveDefence.words(lines[3], after: "white")
    else { return nil }
    (self.width, self.height) = (width, height)
    self.black = black.compactMap(Place.init)
    self.white = white.compactMap(Place.init)
    let stones = self.black + self.white
    guard stones.count == black.count + white.count, Set(stones).count == stones.count,
      stones.allSatisfy({ $0.x < width && $0.y < height })
    else { return nil }
    var reader = Reader(
      text: Array(lines[4...].joined(separator: [10])), deepest: width * height / 2 + 1)
    guard let root = reader.node(), reader.word() == nil else { return nil }
    self.root = root
  }

  private static func words(_ line: [UInt8], after keyword: String) -> [String]? {
    let words = line.split(separator: 32, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    return words.first == keyword ? Array(words.dropFirst()) : nil
  }

  /// Decimal digits without sign and leading zero.
  fileprivate static func number(_ digits: some Collection<UInt8>) -> Int? {
    guard 1...9 ~= digits.count, digits.allSatisfy({ 48...57 ~= $0 }),
      digits.count == 1 || digits.first != 48
    else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1) - 48 }
  }

  /// Reads a node by descending into it.
  private struct Reader {
    let text: [UInt8]
    let deepest: Int
    private var place = 0
    private var depth = 0
    /// Those that have begun, in order; `nil` until they are complete.
    private var nodes: [Node?] = []

    init(text: [UInt8], deepest: Int) { (self.text, self.deepest) = (text, deepest) }

    /// The next word or bracket; `nil` at the end.
    mutating func word() -> String? {
      while place < text.count, text[place] == 32 || text[place] == 10 { place += 1 }
      guard place < text.count else { return nil }
      let brackets = Array("()[]".utf8)
      let start = place
      place += 1
      if !brackets.contains(text[start]) {
        while place < text.count, text[place] != 32, text[place] != 10,
          !brackets.contains(text[place])
        {
          place += 1
        }
      }
      return String(decoding: text[start..<place], as: UTF8.self)
    }

    mutating func node() -> Node? {
      guard let first = word() else { return nil }
      if first.hasPrefix("=") {
        guard let number = NaiveDefence.number(Array(first.utf8.dropFirst())),
          number < nodes.count
        else { return nil }
        return nodes[number]
      }
      guard first == "(" || first == "[", depth < deepest else { return nil }
      let number = nodes.count
      nodes.append(nil)
      depth += 1
      let node = first == "[" ? pairing() : branches()
      depth -= 1
      nodes[number] = node
      return node
    }

    private mutating func pairing() -> Node? {
      var places: [Place] = []
      while let word = word() {
        if word == "]" { return places.count.isMultiple(of: 2) ? .pairing(places) : nil }
        guard let place = Place(word) else { return nil }
        places.append(place)
      }
      return nil
    }

    private mutating func branches() -> Node? {
      var branches: [Branch] = []
      while let word = word() {
        if word == ")" { return .branches(branches) }
        guard let move = Place(word), let reply = self.word().flatMap(Place.init),
          let node = node()
        else { return nil }
        branches.append(Branch(move: move, reply: reply, node: node))
      }
      return nil
    }
  }

  /// The defence as text; nodes are written out however often they come.
  var text: String {
    func names(_ places: [Place]) -> String { places.map { " \($0.name)" }.joined() }
    return """
      wuliu-defence 1
      size \(width) \(height)
      black\(names(black))
      white\(names(white))
      \(NaiveDefence.text(of: root))
      end

      """
  }

  /// The same with the number of a node in place of one like it that is complete.
  var linkedText: String {
    let plain = NaiveDefence.text(of: root)
    var numbers: [String: Int] = [:]
    var count = 0
    func write(_ node: Node) -> String {
      let whole = NaiveDefence.text(of: node)
      if let number = numbers[whole] { return "=\(number)" }
      let number = count
      count += 1
      defer { numbers[whole] = number }
      guard case .branches(let branches) = node else { return whole }
      return "("
        + branches.map { "\($0.move.name) \($0.reply.name) \(write($0.node))" }
        .joined(separator: "\n") + ")"
    }
    return text.replacing("\n\(plain)\n", with: "\n\(write(root))\n")
  }

  private static func text(of node: Node) -> String {
    switch node {
    case .pairing(let places): "[" + places.map(\.name).joined(separator: " ") + "]"
    case .branches(let branches):
      "("
        + branches.map { "\($0.move.name) \($0.reply.name) \(text(of: $0.node))" }
        .joined(separator: "\n") + ")"
    }
  }

  /// The same without one branch, counted as they stand in the text; `nil` if there are fewer.
  func withoutBranch(_ index: Int) -> NaiveDefence? {
    func without(_ node: Node, _ index: inout Int) -> Node? {
      guard case .branches(var branches) = node else { return nil }
      for place in branches.indices {
        if index == 0 {
          branches.remove(at: place)
          return .branches(branches)
        }
        index -= 1
        if let less = without(branches[place].node, &index) {
          branches[place].node = less
          return .branches(branches)
        }
      }
      return nil
    }
    var index = index
    var less = self
    guard let root = without(root, &index) else { return nil }
    less.root = root
    return less
  }

  // MARK: Board

  var places: [Place] {
    (0..<height).flatMap { y in (0..<width).map { Place(x: $0, y: y) } }
  }

  /// All sets of five points in a line.
  var windows: [Set<Place>] {
    var windows: [Set<Place>] = []
    for place in places {
      for (dx, dy) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
        let five = (0..<5).map { Place(x: place.x + $0 * dx, y: place.y + $0 * dy) }
        let isInside = five.allSatisfy { 0..<width ~= $0.x && 0..<height ~= $0.y }
        if isInside { windows.append(Set(five)) }
      }
    }
    return windows
  }

  /// The symmetries of the board that keep the stones of the first position.
  var symmetries: [(Place) -> Place] {
    let (right, bottom) = (width - 1, height - 1)
    var maps: [(Place) -> Place] = [
      { $0 }, { Place(x: right - $0.x, y: $0.y) }, { Place(x: $0.x, y: bottom - $0.y) },
      { Place(x: right - $0.x, y: bottom - $0.y) },
    ]
    if width == height {
      maps += maps.map { map in { place in map(Place(x: place.y, y: place.x)) } }
    }
    return maps.filter { map in
      Set(black.map(map)) == Set(black) && Set(white.map(map)) == Set(white)
    }
  }

  // MARK: Judging

  /// What a node that holds has.
  struct Reach {
    var zone: Set<Place>
    /// Lasting pairs, as sets of two.
    var pairs: Set<Set<Place>>
  }

  /// What the first node has; `nil` if it does not hold.
  var reach: Reach? {
    var judge = Judge(defence: self)
    return judge.reach(of: root, Set(black), Set(white), isFirst: true)
  }

  private struct Judge {
    let defence: NaiveDefence
    let windows: [Set<Place>]
    let places: Set<Place>

    init(defence: NaiveDefence) {
      self.defence = defence
      (windows, places) = (defence.windows, Set(defence.places))
    }

    mutating func reach(
      of node: Node, _ black: Set<Place>, _ white: Set<Place>, isFirst: Bool
    ) -> Reach? {
      let empty = places.subtracting(black).subtracting(white)
      switch node {
      case .pairing(let points):
        guard Set(points).count == points.count, empty.isSuperset(of: points) else { return nil }
        let pairs = stride(from: 0, to: points.count, by: 2).map { Set(points[$0...$0 + 1]) }
        for window in windows where window.isDisjoint(with: white) {
          guard pairs.contains(where: window.isSuperset) else { return nil }
        }
        return Reach(zone: Set(points), pairs: Set(pairs))
      case .branches(let branches):
        let moves = branches.map(\.move)
        guard !branches.isEmpty, Set(moves).count == moves.count else { return nil }
        var reaches: [Reach] = []
        for branch in branches {
          guard empty.contains(branch.move), empty.contains(branch.reply),
            branch.move != branch.reply,
            var below = reach(
              of: branch.node, black.union([branch.move]), white.union([branch.reply]),
              isFirst: false)
          else { return nil }
          below.zone.insert(branch.reply)
          reaches.append(below)
        }
        let lasting = reaches.map(\.pairs).reduce(reaches[0].pairs) { $0.intersection($1) }
        func isAnswered(_ place: Place) -> Bool {
          moves.contains(place) || reaches.contains { !$0.zone.contains(place) }
            || !isFirst && lasting.contains { $0.contains(place) }
        }
        for place in empty where !isAnswered(place) {
          guard isFirst, defence.symmetries.contains(where: { isAnswered($0(place)) }) else {
            return nil
          }
        }
        return Reach(zone: reaches.reduce([]) { $0.union($1.zone) }, pairs: lasting)
      }
    }
  }
}
