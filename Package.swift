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
    .target(name: "SearchKit", dependencies: ["CLinux"], swiftSettings: core),
    .target(name: "Gomoku", dependencies: ["SearchKit"], swiftSettings: core),
    .target(name: "Liuzhou", dependencies: ["SearchKit"], swiftSettings: core),
    .target(
      name: "EngineProtocol", dependencies: ["SearchKit", "Gomoku", "Liuzhou"], swiftSettings: house
    ),
    .executableTarget(
      name: "pbrain-wuliu", dependencies: ["EngineProtocol", "Gomoku"], swiftSettings: house),
    .target(
      name: "Tournament", dependencies: ["CLinux", "EngineProtocol", "Gomoku", "Liuzhou"],
      resources: [.embedInCode("Report/Page")], swiftSettings: quick),
    .executableTarget(
      name: "arena", dependencies: ["EngineProtocol", "Tournament"], swiftSettings: house),

    .target(name: "LabKit", dependencies: ["SearchKit"], swiftSettings: core),
    .target(
      name: "GomokuLab", dependencies: ["Gomoku", "LabKit", "SearchKit"], swiftSettings: core),
    .executableTarget(name: "gomoku-lab", dependencies: ["GomokuLab"], swiftSettings: house),
    .target(
      name: "LiuzhouLab", dependencies: ["LabKit", "Liuzhou", "SearchKit"], swiftSettings: core),
    .executableTarget(
      name: "liuzhou-lab", dependencies: ["LiuzhouLab"], swiftSettings: house),

    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: house),
    .testTarget(
      name: "SearchKitTests", dependencies: ["SearchKit", "TestSupport"], swiftSettings: house),
    .testTarget(
      name: "GomokuTests", dependencies: ["Gomoku", "TestSupport"],
      resources: [.copy("Fixtures")], swiftSettings: quick),
    .testTarget(name: "LabKitTests", dependencies: ["LabKit"], swiftSettings: house),
    .testTarget(
      name: "GomokuLabTests", dependencies: ["GomokuLab", "Gomoku", "LabKit", "SearchKit"],
      swiftSettings: house),
    .testTarget(
      name: "LiuzhouTests", dependencies: ["Liuzhou", "LiuzhouLab", "TestSupport"],
      resources: [.copy("Fixtures")], swiftSettings: house),
    .testTarget(
      name: "LiuzhouLabTests", dependencies: ["LabKit", "Liuzhou", "LiuzhouLab", "SearchKit"],
      swiftSettings: house),
    .testTarget(
      name: "EngineProtocolTests",
      dependencies: ["EngineProtocol", "Gomoku", "Liuzhou", "SearchKit"],
      swiftSettings: house),
    .executableTarget(
      name: "HostileEngine", dependencies: ["Gomoku", "Liuzhou"], path: "Tests/HostileEngine",
      swiftSettings: house),
    .testTarget(
      name: "TournamentTests",
      dependencies: [
        "EngineProtocol", "Tournament", "TestSupport", "arena", "HostileEngine", "pbrain-wuliu",
      ],
      resources: [.copy("Fixtures")], swiftSettings: house),
    .testTarget(
      name: "EndToEndTests",
      dependencies: ["EngineProtocol", "Gomoku", "Liuzhou", "SearchKit", "pbrain-wuliu"],
      swiftSettings: house),
  ]
)
