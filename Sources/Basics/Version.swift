internal import CVersion

/// The project. All its programs share one version number.
public enum Wuliu {
  public static let version = "0.2.0"

  /// The version; in builds that know their commit, such as those of `.ci/release`, with the commit
  /// in parentheses.
  public static var build: String {
    let commit = String(cString: wuliu_commit)
    return commit.isEmpty ? version : "\(version) (\(commit))"
  }
}
