internal import CVersion

/// The project. All its programs share one version number.
public enum Wuliu {
  public static let version = "0.2.0"

  /// The version, and the commit in parentheses where the build was told it, as `.ci/release` does.
  public static var build: String {
    let commit = String(cString: wuliu_commit)
    return commit.isEmpty ? version : "\(version) (\(commit))"
  }
}
