import Platform

/// An error of the position database, after which the database is unchanged.
public enum StoreError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file cannot be opened, read or written, for the given reason.
  case unusable(path: String, reason: String)
  /// Another program has the file open.
  case locked(path: String)
  /// The file is not a position database.
  case foreign(path: String)
  /// The file can only be read.
  case unwritable(path: String)
  /// The positions, or the file to import, need more memory than this limit, in bytes.
  case full(bytes: Int)
  /// A line of a text file, counted from 1, is no position.
  case badLine(number: Int, reason: String)
  /// A file cannot be read as a RenLib library, because of what stands at this offset, in bytes.
  ///
  /// It is of another kind, of an unknown version, or damaged.
  case badLibrary(offset: Int, reason: String)
  /// The command was stopped.
  case stopped

  /// Creates the error for a failure of a text file; `line` is the number of the failing line.
  init(_ failure: TextFile.Failure, line: Int) {
    self =
      switch failure {
      case .unusable(let path, let reason): .unusable(path: path, reason: reason.description)
      case .lineTooLong: .badLine(number: line, reason: "it is too long")
      }
  }

  init(_ error: SystemError, _ path: String) {
    self =
      switch error {
      case .interrupted: .stopped
      case .isLink: .unusable(path: path, reason: "it is a link, which is not followed")
      case .hasSeveralNames: .unusable(path: path, reason: "it has several names (hard links)")
      default: .unusable(path: path, reason: "\(error)")
      }
  }

  static func noFile(_ path: String) -> StoreError {
    .unusable(path: path, reason: "it is no file")
  }

  public var description: String {
    switch self {
    case .unusable(_, let reason): reason
    case .locked: "another program has it open"
    case .foreign: "it is no database of this engine"
    case .unwritable: "it may not be written"
    case .full(let bytes): "its positions need more than \(bytes) bytes of memory"
    case .badLine(let number, let reason): "line \(number): \(reason)"
    case .badLibrary(let offset, let reason): "byte \(offset): \(reason)"
    case .stopped: "it was stopped, and nothing has changed"
    }
  }
}
