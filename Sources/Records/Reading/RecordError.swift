/// The reason why nothing was read from a file, or nothing written.
public enum RecordError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The bytes are in no known format.
  case unknownFormat
  /// The file is wrong at an offset in bytes; in texts, counted after the conversion to UTF-8.
  case atByte(Int, String)
  /// The file is wrong in a line, counted from 1.
  case inLine(Int, String)
  /// The file as a whole cannot be read, the game is not in it, or a format cannot hold the game.
  case whole(String)
  /// The games need more memory than this limit, in bytes.
  case tooLarge(limit: Int)
  /// The stop signal was set.
  case stopped

  public var description: String {
    switch self {
    case .unknownFormat:
      "neither SGF, psq, RenLib, RIF, bdt, pos, a database of Yixin or Rapfi nor a list of moves"
    case .atByte(let offset, let reason): "byte \(offset): \(reason)"
    case .inLine(let number, let reason): "line \(number): \(reason)"
    case .whole(let reason): reason
    case .tooLarge(let limit): "its games need more than \(limit) bytes of memory"
    case .stopped: "it was stopped"
    }
  }
}
