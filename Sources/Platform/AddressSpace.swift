internal import CPlatform

/// The room that the system leaves this process for more memory (`ulimit -v`).
public enum AddressSpace {
  /// How many bytes could be had at once, at most `bytes`: tried out, to a megabyte.
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

  /// Lets all threads allocate from one heap: each heap of their own would take 64 MiB of room.
  public static func shareOneHeap() { platform_share_one_heap() }
}
