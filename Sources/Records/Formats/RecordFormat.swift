import GomokuRules

/// The formats of game records; the raw value is the usual suffix of file names.
public enum RecordFormat: String, CaseIterable, Sendable {
  case sgf
  /// Piskvork's games.
  case psq
  /// The older games of Piskvork's tournaments; read only.
  case rec
  /// A list of moves such as `h8i9j10`.
  case moves
  /// RenLib's libraries.
  case lib
  /// RenjuNet's collection, in XML; read only.
  case rif
  /// Renju games as lines of text; read only.
  case bdt
  /// Positions as lists of moves, one byte each; read only.
  case pos
  /// The databases of Yixin, Rapfi and this engine; read only.
  case db

  /// The formats in which games can be written.
  public static let written: [RecordFormat] = [.sgf, .psq, .lib, .moves]

  /// Returns a game in this format, with the number of parts that the format cannot hold.
  ///
  /// psq and lists of moves hold the main line alone.
  ///
  /// - Parameter number: the game's number in a file of several games; a list of moves then begins
  ///   with the line `# game NUMBER`.
  /// - Throws: an error if the format is read only, or if it cannot hold the game at all.
  public func written(
    _ tree: GameTree, number: Int? = nil
  ) throws(RecordError) -> WrittenRecord {
    switch self {
    case .sgf: return WrittenRecord(bytes: SGFWriter.bytes(of: tree))
    case .lib:
      var library = RenLibWriter()
      try library.add(tree)
      return library.written()
    case .psq, .moves:
      let game = try PlainGame(tree)
      let isPsq = self == .psq
      let held: Set<GameInfo> = isPsq ? [.black, .white, .result, .rule] : []
      var losses = game.losses
      losses.add(.gameProperty, tree.info.keys.count { !held.contains($0) })
      if isPsq {
        let changes = PsqFile.changes(of: game)
        losses.add(.gameProperty, changes.losses)
        return WrittenRecord(
          bytes: PsqFile.bytes(of: game), losses: losses, notes: game.notes + changes.notes)
      }
      losses.add(.time, game.moves.count { $0.time != nil })
      // A reader of the list takes the smallest usual board.
      let isUsual = game.size == BoardSize.smallestUsual(for: game.moves.map(\.point))
      losses.add(.boardSize, isUsual ? 0 : 1)
      return WrittenRecord(
        bytes: MoveListFile.bytes(of: game, number: number), losses: losses, notes: game.notes)
    case .rec, .rif, .bdt, .pos, .db: throw .whole("\(rawValue) is read, not written")
    }
  }
}
