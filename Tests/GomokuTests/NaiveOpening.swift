/// A second reading of the opening rules, written from their texts, one straight script each.
///
/// A script runs from the empty board and takes its answers from `answers`. At the first question
/// without an answer it stops: that question is what the opening allows now. Ann begins.
struct NaiveOpening {
  struct Spot: Hashable {
    var column: Int
    var row: Int
  }

  enum Answer: Hashable {
    case put(Spot)
    case swap
    case stay
    case number(Int)
    case offer([Spot])
    case take(Spot)
  }

  struct Question: Equatable {
    var person: String
    var spots: [Spot] = []
    var isAboutColours = false
    var numbers: [Int] = []
    var offers = 0
    var offered: [Spot] = []
  }

  let rule: String
  let width: Int
  let height: Int
  private(set) var answers: [Answer] = []

  private(set) var black = "Ann"
  private(set) var white = "Bob"
  private(set) var stones: [Spot] = []
  private(set) var number: Int?
  private(set) var question: Question?
  private var used = 0

  init(rule: String, width: Int, height: Int) {
    self.rule = rule
    self.width = width
    self.height = height
    run()
  }

  mutating func add(_ answer: Answer) {
    answers.append(answer)
    run()
  }

  func permits(_ answer: Answer) -> Bool {
    guard let question else { return false }
    switch answer {
    case .put(let spot): return question.spots.contains(spot)
    case .swap, .stay: return question.isAboutColours
    case .number(let number): return question.numbers.contains(number)
    case .offer(let spots):
      return question.offers > 0 && spots.count == question.offers && areDifferent(spots)
    case .take(let spot): return question.offered.contains(spot)
    }
  }

  /// Whether Black may offer these fifth moves together.
  func areDifferent(_ spots: [Spot]) -> Bool {
    spots.allSatisfy(isEmpty) && Set(spots.map(shape)).count == spots.count
  }

  /// The stones with one more of Black's, turned and shifted to the first of all such patterns.
  private func shape(with fifth: Spot) -> [[Int]] {
    var best: [[Int]] = []
    for turn in 0..<8 {
      var pattern = (stones + [fifth]).enumerated().map { index, spot in
        let column = turn & 1 == 0 ? spot.column : -spot.column
        let row = turn & 2 == 0 ? spot.row : -spot.row
        return turn & 4 == 0 ? [column, row, index % 2] : [row, column, index % 2]
      }
      let left = pattern.map { $0[0] }.min() ?? 0
      let top = pattern.map { $0[1] }.min() ?? 0
      pattern = pattern.map { [$0[0] - left, $0[1] - top, $0[2]] }
      pattern.sort { $0.lexicographicallyPrecedes($1) }
      let precedes = pattern.lexicographicallyPrecedes(best) { $0.lexicographicallyPrecedes($1) }
      if best.isEmpty || precedes { best = pattern }
    }
    return best
  }

  // MARK: The rules

  private struct Unanswered: Error {}

  private mutating func run() {
    (black, white, stones, number, question, used) = ("Ann", "Bob", [], nil, nil, 0)
    do {
      switch rule {
      case "rif": try rif()
      case "yamaguchi": try yamaguchi()
      case "soosyrv-8": try soosyrv8()
      case "taraguchi-10": try taraguchi10()
      case "tarannikov": try tarannikov()
      case "sakata": try sakata()
      case "swap": try swap1()
      case "swap2": try swap2()
      case "pro": try pro()
      case "long-pro": try longPro()
      default: try five(Int(rule.dropFirst(5)) ?? 0)
      }
    } catch {
      // The question is waiting for its answer.
    }
  }

  private mutating func rif() throws {
    // The tentative Black plays the first three moves.
    try stone(of: "Ann") { $0 == 0 }
    try stone(of: "Ann") { $0 <= 1 }
    try stone(of: "Ann") { $0 <= 2 }
    // The tentative White decides who plays which colour.
    try colours(chosenBy: "Bob")
    try stone(of: white) { _ in true }
    // Black makes two proposals, White chooses.
    try ask(Question(person: black, offers: 2))
    try choice(of: white)
  }

  private mutating func five(_ count: Int) throws {
    try stone(of: "Ann") { $0 == 0 }
    try stone(of: "Ann") { $0 < 2 }
    try stone(of: "Ann") { $0 < 3 }
    try colours(chosenBy: "Bob")
    try stone(of: white) { _ in true }
    try ask(Question(person: black, offers: count))
    try choice(of: white)
  }

  private mutating func yamaguchi() throws {
    try stone(of: "Ann") { $0 == 0 }
    try stone(of: "Ann") { $0 <= 1 }
    try stone(of: "Ann") { $0 <= 2 }
    try declaration(of: "Ann", upTo: 12)
    try colours(chosenBy: "Bob")
    try stone(of: white) { _ in true }
    try ask(Question(person: black, offers: number ?? 0))
    try choice(of: white)
  }

  private mutating func soosyrv8() throws {
    try stone(of: "Ann") { $0 == 0 }
    try stone(of: "Ann") { $0 <= 1 }
    try stone(of: "Ann") { $0 <= 2 }
    try colours(chosenBy: "Bob")
    // White's fourth move, with the number of fifth moves; then the other player may swap.
    try stone(of: white) { _ in true }
    try declaration(of: white, upTo: 8)
    try colours(chosenBy: black)
    try ask(Question(person: black, offers: number ?? 0))
    try choice(of: white)
  }

  private mutating func taraguchi10() throws {
    try stone(of: black) { $0 == 0 }
    try colours(chosenBy: white)
    try stone(of: white) { $0 <= 1 }
    try colours(chosenBy: black)
    try stone(of: black) { $0 <= 2 }
    try colours(chosenBy: white)
    try stone(of: white) { $0 <= 3 }
    let way = try ask(Question(person: black, isAboutColours: true, offers: 10))
    if case .offer = way {
      try choice(of: white)
    } else {
      if way == .swap { exchange() }
      try stone(of: black) { $0 <= 4 }
      try colours(chosenBy: white)
    }
  }

  private mutating func tarannikov() throws {
    try stone(of: black) { $0 == 0 }
    try colours(chosenBy: white)
    try stone(of: white) { $0 <= 1 }
    try colours(chosenBy: black)
    try stone(of: black) { $0 <= 2 }
    try colours(chosenBy: white)
    try stone(of: white) { $0 <= 3 }
    try colours(chosenBy: black)
    try stone(of: black) { $0 <= 4 }
    try colours(chosenBy: white)
  }

  private mutating func sakata() throws {
    try stone(of: "Ann") { $0 == 0 }
    try stone(of: "Ann") { $0 <= 1 }
    try stone(of: "Ann") { $0 <= 2 }
    // The next player puts the fourth and the fifth move; the opponent may have either colour.
    try stone(of: "Bob") { $0 <= 3 }
    try stone(of: "Bob") { $0 <= 4 }
    try colours(chosenBy: "Ann")
  }

  private mutating func swap1() throws {
    for _ in 1...3 { try stone(of: "Ann") { _ in true } }
    try colours(chosenBy: "Bob")
  }

  private mutating func swap2() throws {
    for _ in 1...3 { try stone(of: "Ann") { _ in true } }
    let way = try ask(Question(person: "Bob", spots: empty { _ in true }, isAboutColours: true))
    switch way {
    case .swap: exchange()
    case .put(let spot):
      stones.append(spot)
      try stone(of: "Bob") { _ in true }
      try colours(chosenBy: "Ann")
    default: break
    }
  }

  private mutating func pro() throws {
    try stone(of: "Ann") { $0 == 0 }
    try stone(of: "Bob") { _ in true }
    // At least three intersections away from the first stone.
    try stone(of: "Ann") { $0 >= 3 }
  }

  private mutating func longPro() throws {
    try stone(of: "Ann") { $0 == 0 }
    try stone(of: "Bob") { _ in true }
    try stone(of: "Ann") { $0 >= 4 }
  }

  // MARK: The questions

  @discardableResult
  private mutating func ask(_ question: Question) throws -> Answer {
    guard used < answers.count else {
      self.question = question
      throw Unanswered()
    }
    used += 1
    return answers[used - 1]
  }

  private mutating func stone(of person: String, at distance: (Int) -> Bool) throws {
    let answer = try ask(Question(person: person, spots: empty(at: distance)))
    if case .put(let spot) = answer { stones.append(spot) }
  }

  private mutating func colours(chosenBy person: String) throws {
    if try ask(Question(person: person, isAboutColours: true)) == .swap { exchange() }
  }

  private mutating func declaration(of person: String, upTo most: Int) throws {
    let answer = try ask(Question(person: person, numbers: Array(1...most)))
    if case .number(let declared) = answer { number = declared }
  }

  /// The choice among the moves of the last answer.
  private mutating func choice(of person: String) throws {
    guard case .offer(let spots) = answers[used - 1] else { return }
    let answer = try ask(Question(person: person, offered: spots))
    if case .take(let spot) = answer { stones.append(spot) }
  }

  private mutating func exchange() { (black, white) = (white, black) }

  private func isEmpty(_ spot: Spot) -> Bool {
    spot.column >= 0 && spot.column < width && spot.row >= 0 && spot.row < height
      && !stones.contains(spot)
  }

  /// The empty spots whose distance from the middle is wanted, row by row.
  private func empty(at distance: (Int) -> Bool) -> [Spot] {
    var spots: [Spot] = []
    for row in 0..<height {
      for column in 0..<width {
        let spot = Spot(column: column, row: row)
        let far = max(abs(column - width / 2), abs(row - height / 2))
        if distance(far), isEmpty(spot) { spots.append(spot) }
      }
    }
    return spots
  }
}
