internal import CVersion

/// The name and version of the project, common to all its programs.
public enum Wuliu {
  public static let version = "0.2.0"

  /// The version, with the commit in parentheses in builds that know it (`.ci/release`).
  public static var build: String {
    let commit = String(cString: wuliu_commit)
    return commit.isEmpty ? version : "\(version) (\(commit))"
  }
}
