internal import CPlatform

/// The memory of a process in KiB; `nil` if it is unknown, as for a process that is gone.
public enum ProcessMemory {
  /// Returns the present resident memory, in KiB.
  public static func resident(of process: ProcessID) -> Int? {
    known(platform_resident_memory(process.rawValue))
  }

  /// Returns the peak of resident memory, in KiB.
  public static func peak(of process: ProcessID) -> Int? {
    known(platform_peak_memory(process.rawValue))
  }

  /// Returns the present resident memory in KiB, each shared page divided among its users (PSS).
  public static func share(of process: ProcessID) -> Int? {
    known(platform_memory_share(process.rawValue))
  }

  private static func known(_ kibibytes: Int) -> Int? { kibibytes < 0 ? nil : kibibytes }
}
