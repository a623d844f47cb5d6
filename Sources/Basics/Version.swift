/// The project, in whose one version all its programs are.
public enum Wuliu {
  public static let version = "0.1.0"
}
