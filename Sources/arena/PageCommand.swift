import CommandLineKit
import Foundation
import Platform
import Play

extension Command {
  static let browserPage = Command(
    name: "page", summary: "one HTML page that plays and analyses both games in every browser",
    usage: """
      usage: arena page FILE

      FILE becomes a page with the whole engine inside. It is opened in a browser, on a telephone
      too, and needs neither a server nor the network. The page is part of a release; beside the
      sources, .ci/anywhere builds it first.
      """,
    run: { arguments in
      let file = try arguments.word("FILE")
      try arguments.finish()
      guard let page = builtPages.first(where: FileSystem.exists) else {
        throw UserError(
          verbatim:
            "no page has been built: \(pageName) is neither beside this program nor in "
            + ".build/anywhere; .ci/anywhere builds it")
      }
      try Storage.write(String(contentsOfFile: page, encoding: .utf8), to: file)
      Terminal.showLine(file)
      return .finished
    })

  private static let pageName = "wuliu.html"

  /// The places of the built page: beside this program in a release, or `.build/anywhere` if this
  /// program is `.build/TRIPLE/debug/arena`.
  private static var builtPages: [String] {
    guard let program = CurrentProcess.program else { return [] }
    let folder = URL(filePath: program).deletingLastPathComponent()
    let builds = folder.deletingLastPathComponent().deletingLastPathComponent()
    return [folder.appending(path: pageName), builds.appending(path: "anywhere/\(pageName)")]
      .map { $0.path(percentEncoded: false) }
  }
}
