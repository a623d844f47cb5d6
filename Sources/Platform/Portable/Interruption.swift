internal import CPlatform

/// The request from outside to end the running work, on a system without threads (WebAssembly).
///
/// On other systems another thread reads such requests, and `isRequested` is always false.
public enum Interruption {
  public static var isRequested: Bool { platform_is_interrupted() != 0 }
}
