internal import CPlatform

/// The request from outside to end the running work, in WebAssembly, where the working thread
/// itself has to ask for it.
///
/// On other systems another thread reads such requests, and `isRequested` is always false.
public enum Interruption {
  public static var isRequested: Bool { platform_is_interrupted() != 0 }
}
