internal import CPlatform

/// The number of an open file, pipe or terminal. It closes nothing by itself.
public struct FileDescriptor: RawRepresentable, Hashable, Sendable {
  public let rawValue: CInt

  public init(rawValue: CInt) { self.rawValue = rawValue }

  public static let standardInput = FileDescriptor(rawValue: 0)
  public static let standardOutput = FileDescriptor(rawValue: 1)
  public static let standardError = FileDescriptor(rawValue: 2)

  /// Bytes that a pipe takes at once or not at all.
  public static let atomicWrite = Int(platform_atomic_write)

  // MARK: Opening

  /// The purpose for which a file is opened.
  public enum Access: Sendable {
    case reading
    /// Writing anew: the file is made if it is not there, and emptied if it is.
    case writing
    /// Reading and writing what is there; the file is made if it is not.
    case updating
    /// Reading and writing what is there.
    case changing
    /// Reading and writing a new file, for its owner alone: it fails where the name is taken.
    case creatingPrivately
    /// Reading and writing a new file: it fails where the name is taken.
    case creating
    /// Writing into a pipe or a device.
    case feeding

    fileprivate var flags: CInt {
      switch self {
      case .reading: O_RDONLY
      case .writing: O_WRONLY | O_CREAT | O_TRUNC
      case .updating: O_RDWR | O_CREAT
      case .changing: O_RDWR
      case .creating, .creatingPrivately: O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW
      case .feeding: O_WRONLY
      }
    }

    fileprivate var mode: mode_t { self == .creatingPrivately ? 0o600 : 0o666 }
  }

  /// Opens a file, which no program started later inherits.
  ///
  /// - Parameters:
  ///   - waits: whether this and later calls wait, as for the other end of a pipe.
  ///   - isPrivate: whether a file that is made is for its owner alone.
  public static func open(
    _ path: String, for access: Access, waits: Bool = true, isPrivate: Bool = false
  ) throws(SystemError) -> FileDescriptor {
    let flags = access.flags | (waits ? 0 : O_NONBLOCK)
    let number = try SystemError.check {
      Int(path.withCBytes { platform_open($0, flags, isPrivate ? 0o600 : access.mode) })
    }
    return FileDescriptor(rawValue: CInt(number))
  }

  /// Opens a regular file for reading, without waiting for anything.
  ///
  /// - Parameter followsLinks: whether `path` may be a link to such a file.
  /// - Returns: `nil` for a folder, a pipe, a device or a socket, which are not touched.
  public static func openRegular(
    _ path: String, followsLinks: Bool = true
  ) throws(SystemError) -> FileDescriptor? {
    var status = stat()
    _ = try SystemError.check {
      Int(path.withCBytes { followsLinks ? stat($0, &status) : lstat($0, &status) })
    }
    guard CInt(status.st_mode) & S_IFMT == S_IFREG else { return nil }
    let file = try open(path, for: .reading, waits: false)
    // Another may have taken its place since.
    var opened = stat()
    guard file.isPlainFile, fstat(file.rawValue, &opened) == 0,
      opened.st_dev == status.st_dev, opened.st_ino == status.st_ino
    else {
      file.close()
      return nil
    }
    return file
  }

  /// Makes a pipe, which no program started later inherits.
  public static func pipe() throws(SystemError) -> (
    reading: FileDescriptor, writing: FileDescriptor
  ) {
    var ends: [CInt] = [0, 0]
    _ = try SystemError.check { Int(platform_pipe(&ends)) }
    return (FileDescriptor(rawValue: ends[0]), FileDescriptor(rawValue: ends[1]))
  }

  public func close() { _ = CPlatform.close(rawValue) }

  public var isOpen: Bool { platform_is_open(rawValue) != 0 }
  public var isTerminal: Bool { isatty(rawValue) == 1 }

  /// Has reading and writing never wait from now on.
  public func makeNonBlocking() { platform_make_nonblocking(rawValue) }

  // MARK: Reading and writing

  /// Reads what there is, as much as fits into `buffer`.
  ///
  /// - Returns: how many bytes, 0 at the end; `nil` when there are none yet and nobody is to wait.
  public func read(into buffer: inout [UInt8]) throws(SystemError) -> Int? {
    do throws(SystemError) {
      return try SystemError.check { CPlatform.read(rawValue, &buffer, buffer.count) }
    } catch {
      guard error == .wouldBlock else { throw error }
      return nil
    }
  }

  /// Writes as many of `bytes` as are taken.
  ///
  /// - Returns: how many; 0 when none are taken now and nobody is to wait.
  public func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
    do throws(SystemError) {
      return try SystemError.check {
        bytes.withUnsafeBytes { CPlatform.write(rawValue, $0.baseAddress, $0.count) }
      }
    } catch {
      guard error == .wouldBlock else { throw error }
      return 0
    }
  }

  /// Writes all of `bytes`, however long that takes.
  public func writeAll(_ bytes: [UInt8]) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = try write(rest)
      rest = rest.dropFirst(count)
      if count == 0 { _ = isReady(for: .writing, within: nil) }
    }
  }

  /// All that is left to read, or a little more than `limit` bytes of it.
  public func readAll(limit: Int = .max) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while let count = try read(into: &chunk), count > 0, bytes.count < limit {
      bytes += chunk[..<count]
    }
    return bytes
  }

  /// The number of bytes that can be read without waiting; `nil` if the system does not tell.
  public var unreadBytes: Int? {
    let count = platform_unread_bytes(rawValue)
    return count < 0 ? nil : Int(count)
  }

  /// The capacity of the pipe in bytes; `nil` if the system does not tell.
  public var pipeSize: Int? {
    let size = platform_pipe_size(rawValue)
    return size < 0 ? nil : Int(size)
  }

  // MARK: Plain files

  /// True for a regular file; false for a pipe, a device or a folder.
  public var isPlainFile: Bool { platform_is_file(rawValue) != 0 }

  /// Returns true if `path` now names the open file, and not another file put in its place.
  public func isFile(at path: String) -> Bool {
    var (own, named) = (stat(), stat())
    return fstat(rawValue, &own) == 0 && path.withCBytes({ stat($0, &named) }) == 0
      && own.st_dev == named.st_dev && own.st_ino == named.st_ino
  }

  /// Gives the file the mode of another one, and its owner and group as far as that is allowed.
  public func takeAccess(of other: FileDescriptor) throws(SystemError) {
    _ = try SystemError.check { Int(platform_copy_access(other.rawValue, rawValue)) }
  }

  /// Locks the file against other programs until it is closed; false if another one has locked it.
  public func lock() -> Bool { flock(rawValue, LOCK_EX | LOCK_NB) == 0 }

  /// Gives the lock back, whoever else has inherited the open file, and closes it.
  public func closeUnlocked() {
    _ = flock(rawValue, LOCK_UN)
    close()
  }

  /// The length of the file in bytes.
  public var size: Int {
    get throws(SystemError) { try SystemError.check { Int(lseek(rawValue, 0, SEEK_END)) } }
  }

  /// Reads `count` bytes from `offset` on, or as many as there are.
  public func read(_ count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let step = try SystemError.check {
        bytes[done...].withUnsafeMutableBytes {
          pread(rawValue, $0.baseAddress, $0.count, off_t(offset + done))
        }
      }
      if step == 0 { break }
      done += step
    }
    if done < count { bytes.removeLast(count - done) }
    return bytes
  }

  /// Cuts the file off after `count` bytes.
  public func truncate(to count: Int) throws(SystemError) {
    _ = try SystemError.check { Int(ftruncate(rawValue, off_t(count))) }
  }

  /// Appends `bytes` to a file of `length` bytes that only grows. After the return, the bytes
  /// survive the loss of power.
  public func append(_ bytes: [UInt8], at length: inout Int) throws(SystemError) {
    do throws(SystemError) {
      try writeAll(bytes, at: length)
      try synchronize()
    } catch {
      // Half of them must not stay: what comes next would be glued to it.
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
          pwrite(rawValue, $0.baseAddress, $0.count, off_t(offset + done))
        }
      }
      guard count > 0 else { throw .noSpace }
      done += count
    }
  }

  /// Waits until what was written survives the loss of power.
  public func synchronize() throws(SystemError) {
    _ = try SystemError.check { Int(platform_synchronize(rawValue)) }
  }
}
