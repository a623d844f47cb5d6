/// The wanted games of a file, with their numbers in it.
struct FoundGames {
  private(set) var games: [GameTree] = []
  /// The number of each game in the file, from 1.
  private(set) var numbers: [Int] = []
  /// The number of games in the file, with those that are not wanted or cannot be read.
  var count = 0

  init(count: Int = 0) { self.count = count }

  /// Creates a list of all games of a file.
  init(all games: [GameTree]) {
    (self.games, numbers, count) = (games, games.indices.map { $0 + 1 }, games.count)
  }

  mutating func add(_ game: GameTree, number: Int) {
    games.append(game)
    numbers.append(number)
  }

  /// Returns the list with only the game of this number; the same list for `nil`.
  func only(_ number: Int?) -> FoundGames {
    guard let number else { return self }
    var found = FoundGames(count: count)
    if let index = numbers.firstIndex(of: number) { found.add(games[index], number: number) }
    return found
  }
}
