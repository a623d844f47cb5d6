/// The project. All its programs share one version number.
public enum Wuliu {
  public static let version = "0.1.0"
}
