// swift-tools-version: 6.2
import PackageDescription

/// Settings of every target: Swift 6 language mode (the tools version's default), no warning left standing.
let house: [SwiftSetting] = [
  .treatAllWarnings(as: .error)
]

/// Settings of the modules whose code runs at every node of a search.
///
/// Release builds drop the checks that the debug build keeps: outside input is validated in
/// `EngineProtocol`, and the tests run the checked build. Debug builds are optimised too, with
/// assertions on, so that `swift test` takes seconds.
let core: [SwiftSetting] =
  house + [
    .enableExperimentalFeature("BuiltinModule"),
    .unsafeFlags(
      ["-Ounchecked", "-enforce-exclusivity=unchecked"], .when(configuration: .release)),
    .unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug)),
  ]

/// Settings of modules whose debug builds would make tests slow; every check stays on.
let quick: [SwiftSetting] =
  house + [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))]

let package = Package(
  name: "wuliu",
  products: [
    .executable(name: "pbrain-wuliu", targets: ["pbrain-wuliu"]),
    .executable(name: "arena", targets: ["arena"]),
  ],
  targets: [
    .target(name: "CLinux"),
    .target(name: "Basics", swiftSettings: quick),
    .target(name: "GomokuRules", dependencies: ["Basics"], swiftSettings: quick),
    .target(name: "LiuzhouRules", dependencies: ["Basics"], swiftSettings: quick),
    .target(name: "SearchKit", dependencies: ["Basics", "CLinux"], swiftSettings: core),
    .target(
      name: "Gomoku", dependencies: ["Basics", "GomokuRules", "SearchKit"], swiftSettings: core),
    .target(
      name: "Liuzhou", dependencies: ["Basics", "LiuzhouRules", "SearchKit"], swiftSettings: core),
    .target(
      name: "Gomocup", dependencies: ["Basics", "GomokuRules", "LiuzhouRules", "SearchKit"],
      swiftSettings: house),
    .target(
      name: "Engine",
      dependencies: [
        "Basics", "Gomocup", "Gomoku", "GomokuRules", "Liuzhou", "LiuzhouRules", "SearchKit",
      ],
      swiftSettings: house),
    .executableTarget(
      name: "pbrain-wuliu", dependencies: ["Engine", "Gomoku"], swiftSettings: house),
    .target(
      name: "Tournament",
      dependencies: ["Basics", "CLinux", "Gomocup", "GomokuRules", "LiuzhouRules", "SearchKit"],
      swiftSettings: quick),
    .executableTarget(
      name: "arena", dependencies: ["Basics", "Gomocup", "Tournament"], swiftSettings: house),

    .target(name: "LabKit", dependencies: ["Basics", "SearchKit"], swiftSettings: core),
    .target(
      name: "GomokuLab", dependencies: ["Basics", "Gomoku", "GomokuRules", "LabKit", "SearchKit"],
      swiftSettings: core),
    .executableTarget(name: "gomoku-lab", dependencies: ["GomokuLab"], swiftSettings: house),
    .target(
      name: "LiuzhouLab",
      dependencies: ["Basics", "LabKit", "Liuzhou", "LiuzhouRules", "SearchKit"],
      swiftSettings: core),
    .executableTarget(
      name: "liuzhou-lab", dependencies: ["LiuzhouLab"], swiftSettings: house),

    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: house),
    .testTarget(
      name: "SearchKitTests", dependencies: ["Basics", "SearchKit", "TestSupport"],
      swiftSettings: house),
    .testTarget(
      name: "GomokuTests",
      dependencies: ["Basics", "Gomoku", "GomokuRules", "SearchKit", "TestSupport"],
      resources: [.copy("Fixtures")], swiftSettings: quick),
    .testTarget(name: "LabKitTests", dependencies: ["Basics", "LabKit"], swiftSettings: house),
    .testTarget(
      name: "GomokuLabTests",
      dependencies: ["Basics", "Gomoku", "GomokuLab", "GomokuRules", "LabKit", "SearchKit"],
      swiftSettings: house),
    .testTarget(
      name: "LiuzhouTests",
      dependencies: [
        "Basics", "Liuzhou", "LiuzhouLab", "LiuzhouRules", "SearchKit", "TestSupport",
      ],
      resources: [.copy("Fixtures")], swiftSettings: house),
    .testTarget(
      name: "LiuzhouLabTests",
      dependencies: ["Basics", "LabKit", "Liuzhou", "LiuzhouLab", "LiuzhouRules", "SearchKit"],
      swiftSettings: house),
    .testTarget(
      name: "EngineTests",
      dependencies: [
        "Basics", "Engine", "Gomocup", "Gomoku", "GomokuRules", "Liuzhou", "LiuzhouRules",
        "SearchKit",
      ],
      swiftSettings: house),
    .executableTarget(
      name: "HostileEngine", dependencies: ["Basics", "GomokuRules", "LiuzhouRules"],
      path: "Tests/HostileEngine", swiftSettings: house),
    .testTarget(
      name: "TournamentTests",
      dependencies: [
        "Basics", "Gomocup", "GomokuRules", "LiuzhouRules", "SearchKit", "Tournament",
        "TestSupport", "arena", "HostileEngine", "pbrain-wuliu",
      ],
      resources: [.copy("Fixtures")], swiftSettings: house),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "Basics", "Engine", "Gomocup", "Gomoku", "GomokuRules", "Liuzhou", "LiuzhouRules",
        "SearchKit", "pbrain-wuliu",
      ],
      swiftSettings: house),
  ]
)
