internal import CPlatform

/// Kibibytes of memory that a process has; `nil` once it is gone.
public enum ProcessMemory {
  /// What is resident now.
  public static func resident(of process: ProcessID) -> Int? {
    known(platform_resident_memory(process.rawValue))
  }

  /// The most that was ever resident.
  public static func peak(of process: ProcessID) -> Int? {
    known(platform_peak_memory(process.rawValue))
  }

  /// What is resident now, what it shares with others being divided among them.
  public static func share(of process: ProcessID) -> Int? {
    known(platform_memory_share(process.rawValue))
  }

  private static func known(_ kibibytes: Int) -> Int? { kibibytes < 0 ? nil : kibibytes }
}
