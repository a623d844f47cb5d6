internal import CPlatform

/// A descriptor of an open file, pipe, terminal or socket. Nothing closes it automatically.
public struct FileDescriptor: RawRepresentable, Hashable, Sendable {
  public let rawValue: CInt

  public init(rawValue: CInt) { self.rawValue = rawValue }

  public static let standardInput = FileDescriptor(rawValue: 0)
  public static let standardOutput = FileDescriptor(rawValue: 1)
  public static let standardError = FileDescriptor(rawValue: 2)

  /// The largest number of bytes that one write to a pipe transfers atomically.
  public static let atomicWrite = Int(platform_atomic_write())

  // MARK: Opening

  /// The purpose for which a file is opened.
  public enum Access: Sendable {
    case reading
    /// Writing only. The file is created if it does not exist, and emptied if it does.
    case writing
    /// Reading and writing. The file is created if it does not exist, and is not emptied.
    case updating
    /// Reading and writing an existing file.
    case changing
    /// Reading and writing a new file that only its owner may access. Fails if the name exists.
    case creatingPrivately
    /// Reading and writing a new file. Fails if the name exists.
    case creating
    /// Writing to an existing pipe or device.
    case feeding

    fileprivate var inC: platform_access {
      switch self {
      case .reading: platform_for_reading
      case .writing: platform_for_writing
      case .updating: platform_for_updating
      case .changing: platform_for_changing
      case .creating, .creatingPrivately: platform_for_creating
      case .feeding: platform_for_feeding
      }
    }
  }

  /// Opens a file with the close-on-exec flag, so that programs started later do not inherit it.
  ///
  /// - Parameters:
  ///   - waits: whether this call and later ones may block, for example on a pipe.
  ///   - isPrivate: whether a newly created file may be accessed by its owner only.
  public static func open(
    _ path: String, for access: Access, waits: Bool = true, isPrivate: Bool = false
  ) throws(SystemError) -> FileDescriptor {
    let isPrivate = isPrivate || access == .creatingPrivately
    let number = try SystemError.check {
      Int(path.withCBytes { platform_open($0, access.inC, waits ? 1 : 0, isPrivate ? 1 : 0) })
    }
    return FileDescriptor(rawValue: CInt(number))
  }

  /// Opens a regular file for reading, and never blocks.
  ///
  /// - Parameter followsLinks: whether `path` may be a symbolic link to a regular file.
  /// - Returns: the descriptor; `nil` for any other object, and if another file takes the name
  ///   during the call.
  /// - Throws: an error also if there is no object of this name.
  public static func openRegular(
    _ path: String, followsLinks: Bool = true
  ) throws(SystemError) -> FileDescriptor? {
    switch FileSystem.kind(of: path, followsLinks: followsLinks) {
    case nil: throw .last
    case .plainFile: break
    default: return nil
    }
    let file = try open(path, for: .reading, waits: false)
    // Another file may have taken the name since the check, so the opened file is checked as well.
    guard file.isPlainFile, file.isFile(at: path, followsLinks: followsLinks) else {
      file.close()
      return nil
    }
    return file
  }

  public func close() { _ = platform_close(rawValue) }

  public var isOpen: Bool { platform_is_open(rawValue) != 0 }
  public var isTerminal: Bool { platform_is_terminal(rawValue) != 0 }

  // MARK: Reading and writing

  /// Reads the available bytes, at most as many as `buffer` holds.
  ///
  /// - Returns: the number of bytes; 0 at the end of the file; `nil` if the descriptor is
  ///   nonblocking and has no bytes yet.
  public func read(into buffer: inout [UInt8]) throws(SystemError) -> Int? {
    do throws(SystemError) {
      return try SystemError.check {
        buffer.withUnsafeMutableBytes {
          guard let base = $0.baseAddress else { return 0 }
          return Int(platform_read(rawValue, base, Int64($0.count)))
        }
      }
    } catch {
      guard error == .wouldBlock else { throw error }
      return nil
    }
  }

  /// Writes as many of `bytes` as the descriptor accepts.
  ///
  /// - Returns: the number of bytes written; 0 if a nonblocking descriptor accepts none now.
  public func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
    do throws(SystemError) {
      return try SystemError.check {
        bytes.withUnsafeBytes { Int(platform_write(rawValue, $0.baseAddress, Int64($0.count))) }
      }
    } catch {
      guard error == .wouldBlock else { throw error }
      return 0
    }
  }

  /// Writes all of `bytes`, and waits as long as necessary.
  public func writeAll(_ bytes: [UInt8]) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = try write(rest)
      rest = rest.dropFirst(count)
      if count == 0 { _ = isReady(for: .writing, within: nil) }
    }
  }

  /// Reads up to the end of the file. Stops earlier once it has read more than `limit` bytes, so a
  /// longer result tells that the file is longer.
  ///
  /// A nonblocking descriptor without bytes ends the reading too.
  public func readAll(limit: Int = .max) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while let count = try read(into: &chunk), count > 0, bytes.count <= limit {
      bytes += chunk[..<count]
    }
    return bytes
  }

  // MARK: Plain files

  /// True for a regular file; false for a pipe, a device or a folder.
  public var isPlainFile: Bool { platform_is_file(rawValue) != 0 }

  /// Returns true if `path` now names the open file, and not another file put in its place.
  ///
  /// - Parameter followsLinks: whether a symbolic link counts as its target.
  public func isFile(at path: String, followsLinks: Bool = true) -> Bool {
    path.withCBytes { platform_is_at(rawValue, $0, followsLinks ? 1 : 0) } != 0
  }

  /// True if a file can be replaced while it is open.
  public static var replacesOpenFiles: Bool { platform_replaces_open_files() != 0 }

  /// True if the file has several names (hard links), which a replacement would separate.
  public var hasSeveralNames: Bool { platform_name_count(rawValue) > 1 }

  /// Creates a file with the access rights of `other`; after an error the new file is removed.
  ///
  /// Until the rights are set, only the owner may open it.
  public static func create(
    _ path: String, like other: FileDescriptor
  ) throws(SystemError) -> FileDescriptor {
    let file = try open(path, for: .creatingPrivately)
    do throws(SystemError) { try file.takeAccess(of: other) } catch {
      file.close()
      FileSystem.removeFile(path)
      throw error
    }
    return file
  }

  /// Copies the mode of another file, and its owner and group as far as the system allows.
  private func takeAccess(of other: FileDescriptor) throws(SystemError) {
    _ = try SystemError.check { Int(platform_copy_access(other.rawValue, rawValue)) }
  }

  /// Locks the file until it is closed; returns false if another program holds the lock.
  public func lock() -> Bool { platform_lock_file(rawValue) == 0 }

  /// Releases the lock and closes the file. Closing alone would keep the lock if another process
  /// has inherited the open file.
  public func closeUnlocked() {
    _ = platform_unlock_file(rawValue)
    close()
  }

  /// The length of the file in bytes.
  public var size: Int {
    get throws(SystemError) { try SystemError.check { Int(platform_file_size(rawValue)) } }
  }

  /// Reads `count` bytes from `offset` on; fewer if the file ends before.
  public func read(_ count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let step = try SystemError.check {
        bytes[done...].withUnsafeMutableBytes {
          Int(platform_read_at(rawValue, $0.baseAddress, Int64($0.count), Int64(offset + done)))
        }
      }
      if step == 0 { break }
      done += step
    }
    if done < count { bytes.removeLast(count - done) }
    return bytes
  }

  /// Truncates the file to `count` bytes.
  public func truncate(to count: Int) throws(SystemError) {
    _ = try SystemError.check { Int(platform_truncate(rawValue, Int64(count))) }
  }

  /// Appends `bytes` to a file of `length` bytes, and adds their number to `length`.
  ///
  /// After the return, the bytes survive the loss of power. After an error, the file is cut back to
  /// its old length, if that is possible.
  public func append(_ bytes: [UInt8], at length: inout Int) throws(SystemError) {
    do throws(SystemError) {
      try writeAll(bytes, at: length)
      try synchronize()
    } catch {
      // A partial write must not stay: the next append would continue its last line.
      try? truncate(to: length)
      throw error
    }
    length += bytes.count
  }

  /// Writes all of `bytes` into the file from `offset` on.
  public func writeAll(_ bytes: [UInt8], at offset: Int) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      let count = try SystemError.check {
        bytes[done...].withUnsafeBytes {
          Int(platform_write_at(rawValue, $0.baseAddress, Int64($0.count), Int64(offset + done)))
        }
      }
      guard count > 0 else { throw .noSpace }
      done += count
    }
  }

  /// Waits until all written data survives the loss of power.
  public func synchronize() throws(SystemError) {
    _ = try SystemError.check { Int(platform_synchronize(rawValue)) }
  }

  // MARK: Waiting

  /// An event of a descriptor to wait for.
  public enum Event: Sendable {
    /// Data can be read, or the end is reached.
    case reading
    /// Data can be written.
    case writing
    /// The other end was closed.
    case otherEndClosed

    fileprivate var inC: platform_event {
      switch self {
      case .reading: platform_can_read
      case .writing: platform_can_write
      case .otherEndClosed: platform_is_deserted
      }
    }
  }

  /// Returns whether the event occurs within `limit`; `nil` waits without limit.
  public func isReady(for event: Event, within limit: Duration? = .zero) -> Bool {
    platform_is_ready(rawValue, event.inC, limit?.nanoseconds ?? -1) != 0
  }
}
