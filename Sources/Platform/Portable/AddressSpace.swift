internal import CPlatform

/// The limit of this process's address space (`ulimit -v`).
public enum AddressSpace {
  /// Returns the number of bytes that can be mapped at once, up to `bytes`, with an error of at
  /// most one MiB.
  ///
  /// The number is found by bisection with trial mappings.
  public static func room(upTo bytes: Int) -> Int {
    if canHold(bytes) { return bytes }
    var (held, refused) = (0, bytes)
    while refused - held > 1 << 20 {
      let middle = held + (refused - held) / 2
      if canHold(middle) { held = middle } else { refused = middle }
    }
    return held
  }

  private static func canHold(_ bytes: Int) -> Bool { bytes <= 0 || platform_has_room(bytes) != 0 }
}
