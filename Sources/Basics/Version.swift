internal import CVersion

/// The name and version of the project, common to all its programs.
public enum Wuliu {
  public static let version = "0.2.0"

  /// The version; builds that know their commit, such as those of `.ci/release`, add it in
  /// parentheses.
  public static var build: String {
    let commit = String(cString: wuliu_commit)
    return commit.isEmpty ? version : "\(version) (\(commit))"
  }
}
