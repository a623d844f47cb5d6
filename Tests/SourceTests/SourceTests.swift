import Foundation
import Testing

/// Claims of `CONTRIBUTING.md` about the sources as text.
@Suite struct SourceTests {
  /// Inside a module, folders build on each other: nobody needs a folder that needs him.
  @Test func noFoldersOfAModuleNeedEachOther() throws {
    for (module, files) in try SourceTree("Sources").modules {
      var homes: [String: Set<String>] = [:]
      for file in files {
        for name in file.declaredTypes { homes[name, default: []].insert(file.folder ?? "") }
      }
      var needs: [String: Set<String>] = [:]
      var reasons: [String] = []
      for file in files {
        let own = file.folder ?? ""
        for name in file.namedTypes {
          guard let home = homes[name], home.count == 1, let folder = home.first, folder != own
          else { continue }
          needs[own, default: []].insert(folder)
          reasons.append("\(file.path) needs \(name) of \(folder)")
        }
      }
      for folder in needs.keys {
        #expect(
          !SourceTests.reach(folder, needs).contains(folder),
          "\(module)/\(folder) needs itself in a circle\n\(reasons.sorted().joined(separator: "\n"))"
        )
      }
    }
  }

  /// The folders that one needs, directly or through others.
  private static func reach(_ start: String, _ needs: [String: Set<String>]) -> Set<String> {
    var seen: Set<String> = []
    var open = [start]
    while let next = open.popLast() {
      for folder in needs[next, default: []] where seen.insert(folder).inserted {
        open.append(folder)
      }
    }
    return seen
  }

  @Test(arguments: ["Sources", "Tests"]) func importsAreDeclared(folder: String) throws {
    let manifest = try String(
      contentsOf: SourceTree.root.appending(path: "Package.swift"), encoding: .utf8)
    var dependencies: [String: Set<String>] = [:]
    for target in manifest.components(separatedBy: "arget(").dropFirst() {
      let parts = target.components(separatedBy: "\"")
      guard parts.count > 1, let list = target.range(of: "dependencies: [") else { continue }
      let names = target[list.upperBound...].prefix { $0 != "]" }.components(separatedBy: "\"")
      dependencies[parts[1]] = Set(
        names.enumerated().filter { !$0.offset.isMultiple(of: 2) }.map(\.element))
    }
    var modules = Set(try SourceTree("Sources").files.map(\.module))
    for names in dependencies.values { modules.formUnion(names) }
    let own = try SourceTree(folder)
    for file in own.files where dependencies[file.module] != nil {
      for name in file.imports where modules.contains(name) {
        #expect(dependencies[file.module]?.contains(name) == true, "\(file.path) imports \(name)")
      }
    }
    #expect(own.files.count > 50 && dependencies.count > 30)
  }

  /// A documentation comment begins with a noun or a verb, not with a question.
  @Test func commentsSayWhatThingsAre() throws {
    let questions: Set<Substring> = [
      "What", "How", "Where", "That", "Those", "Who", "Which", "Whether",
    ]
    let found = try SourceTree("Sources").files.flatMap { file in
      file.firstWords.filter { questions.contains($0.word) }.map { "\(file.path):\($0.line)" }
    }
    #expect(found.count < 20, "\(found.joined(separator: "\n"))")
  }

  @Test func linesFitOnAPage() throws {
    let found = try SourceTree("Sources").files.flatMap { file in
      file.lines.enumerated().filter { $0.element.count > 100 }
        .map { "\(file.path):\($0.offset + 1)" }
    }
    #expect(found.count < 20, "\(found.joined(separator: "\n"))")
  }
}
