/// The reason why nothing was read from a file, or nothing written.
public enum RecordError: PhrasedError, Equatable, Sendable {
  /// The bytes are in no known format.
  case unknownFormat
  /// The file is wrong at an offset in bytes; in texts, counted after the conversion to UTF-8.
  case atByte(Int, Phrase.Format)
  /// The file is wrong in a line, counted from 1.
  case inLine(Int, Phrase.Format)
  /// The file as a whole cannot be read, the game is not in it, or a format cannot hold the game.
  case whole(Phrase.Format)
  /// The games need more memory than this limit, in bytes.
  case tooLarge(limit: Int)
  /// The stop signal was set.
  case stopped

  public var phrase: Phrase {
    switch self {
    case .unknownFormat:
      Phrase(
        "neither SGF, psq, RenLib, RIF, bdt, pos, a database of Yixin or Rapfi nor a list of moves")
    case .atByte(let offset, let reason): Phrase("byte \(offset): \(Phrase(reason))")
    case .inLine(let number, let reason): Phrase("line \(number): \(Phrase(reason))")
    case .whole(let reason): Phrase(reason)
    case .tooLarge(let limit): Phrase("its games need more than \(limit) bytes of memory")
    case .stopped: Phrase("it was stopped")
    }
  }
}
