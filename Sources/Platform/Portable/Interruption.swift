internal import CPlatform

/// The request of the program's owner to end the running work, on systems without threads.
///
/// Elsewhere another thread reads such requests, and this one is never made.
public enum Interruption {
  public static var isRequested: Bool { platform_is_interrupted() != 0 }
}
