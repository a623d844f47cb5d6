// swift-tools-version: 6.2
import PackageDescription

/// Settings of every target: Swift 6 language mode (the tools version's default), no warning left standing.
let house: [SwiftSetting] = [
  .treatAllWarnings(as: .error)
]

/// Settings of the modules whose code runs at every node of a search.
///
/// Release builds drop the checks that the debug build keeps: outside input is validated in
/// `Gomocup`, and the tests run the checked build. That is worth some 2 to 7 % of the node rate
/// (m420 to m423 of tournaments/measurements.tsv). Debug builds are optimised too, with
/// assertions on, so that `swift test` takes seconds.
let core: [SwiftSetting] =
  house + [
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
    .executable(name: "proof-check", targets: ["proof-check"]),
  ],
  traits: [
    .trait(
      name: "WideBoards",
      description: "Boards of up to 38 x 38, for proofs on every board; slower on smaller ones")
  ],
  targets: [
    // What the games and all programs share, and the rules: every check stays on.
    .target(name: "CPlatform"),
    .target(name: "Platform", dependencies: ["Basics", "CPlatform"], swiftSettings: house),
    .target(
      name: "CVersion",
      cSettings: (Context.environment["WULIU_COMMIT"]).map {
        [.define("WULIU_COMMIT", to: "\"\($0)\"")]
      }),
    .target(name: "Basics", dependencies: ["CVersion"], swiftSettings: quick),
    .target(name: "CommandLineKit", dependencies: ["Basics"], swiftSettings: quick),
    .target(name: "GomokuRules", dependencies: ["Basics"], swiftSettings: quick),
    .target(name: "LiuzhouRules", dependencies: ["Basics"], swiftSettings: quick),

    // What is known of positions, kept in files.
    .target(
      name: "TextCodeData", exclude: ["text-codes.table"],
      cSettings: [.unsafeFlags(["-std=c23"])]),
    .target(name: "TextCodes", dependencies: ["TextCodeData"], swiftSettings: quick),
    .target(
      name: "PositionStore", dependencies: ["Basics", "GomokuRules", "Platform", "TextCodes"],
      swiftSettings: quick),
    .target(
      name: "Records",
      dependencies: [
        "Basics", "GomokuRules", "LiuzhouRules", "Platform", "PositionStore", "TextCodes",
      ],
      swiftSettings: quick),

    // The searches. What they are asked for and what they report is checked as the rules are.
    .target(name: "SearchTypes", dependencies: ["Platform"], swiftSettings: quick),
    .target(
      name: "SearchKit", dependencies: ["Basics", "CPlatform", "Platform", "SearchTypes"],
      swiftSettings: core),
    .target(
      name: "WeightData",
      exclude: [
        "freestyle-15.book", "freestyle-17.book", "freestyle-19.book", "freestyle-21.book",
        "standard-15.book", "renju-15.book", "gomoku-caro.weights", "gomoku-exact-caro.weights",
        "gomoku-freestyle.weights", "gomoku-renju.weights", "gomoku-standard.weights",
        "liuzhou.openings", "liuzhou.weights", "mix-caro.weights", "mix-exact-caro.weights",
        "mix-freestyle.weights", "mix-renju.weights", "mix-standard.weights",
      ], cSettings: [.unsafeFlags(["-std=c23"])]),
    .target(
      name: "CNetworks",
      cSettings: [
        .unsafeFlags(["-O2"]), .define("WIDE_BOARDS", .when(traits: ["WideBoards"])),
      ]),
    .target(
      name: "Gomoku",
      dependencies: [
        "Basics", "CNetworks", "GomokuRules", "Platform", "SearchKit", "SearchTypes", "WeightData",
      ],
      swiftSettings: core),
    .target(
      name: "Liuzhou",
      dependencies: [
        "Basics", "CNetworks", "LiuzhouRules", "SearchKit", "SearchTypes", "WeightData",
      ],
      swiftSettings: core),

    // The protocol, and the engine that speaks it.
    .target(
      name: "Gomocup", dependencies: ["Basics", "GomokuRules", "LiuzhouRules", "SearchTypes"],
      swiftSettings: house),
    .target(
      name: "Engine",
      dependencies: [
        "Basics", "CommandLineKit", "Gomocup", "Gomoku", "GomokuRules", "Liuzhou", "LiuzhouRules",
        "Platform", "PositionStore", "SearchKit", "SearchTypes", "TextCodes",
      ],
      swiftSettings: house),

    // Games of any two engines: meeting them, tournaments of them, what is made of the results.
    .target(
      name: "Match",
      dependencies: ["Basics", "Gomocup", "GomokuRules", "LiuzhouRules", "Platform", "Records"],
      swiftSettings: quick),
    .target(
      name: "Check",
      dependencies: ["Basics", "Gomocup", "GomokuRules", "LiuzhouRules", "Match", "Platform"],
      swiftSettings: quick),
    .target(
      name: "Tournament",
      dependencies: ["Basics", "Gomocup", "GomokuRules", "LiuzhouRules", "Match", "Platform"],
      swiftSettings: quick),
    .target(
      name: "Report",
      dependencies: [
        "Basics", "Gomocup", "GomokuRules", "LiuzhouRules", "Match", "Platform", "Tournament",
      ],
      resources: [.embedInCode("Page")], swiftSettings: quick),

    .target(
      name: "Review",
      dependencies: [
        "Basics", "Gomocup", "GomokuRules", "LiuzhouRules", "Match", "Platform", "Records",
        "Report",
      ],
      swiftSettings: quick),

    // A board for people, alone, with engines or with each other over a link.
    .target(
      name: "Play",
      dependencies: [
        "Basics", "Gomocup", "GomokuRules", "LiuzhouRules", "Match", "Platform", "Records",
        "Report",
      ],
      swiftSettings: quick),

    // The prover of theorems, and the laboratories, in which weights and margins are made.
    .target(
      name: "Prover",
      dependencies: [
        "Basics", "CommandLineKit", "Gomoku", "GomokuRules", "Platform", "SearchKit", "SearchTypes",
      ],
      swiftSettings: quick),
    .target(
      name: "LabKit",
      dependencies: ["Basics", "CommandLineKit", "Platform", "SearchKit", "SearchTypes"],
      swiftSettings: quick),
    .target(
      name: "GomokuLab",
      dependencies: [
        "Basics", "CNetworks", "CommandLineKit", "Gomoku", "GomokuRules", "LabKit", "Platform",
        "Prover",
        "SearchKit", "SearchTypes",
      ],
      swiftSettings: quick),
    .target(
      name: "LiuzhouLab",
      dependencies: [
        "Basics", "CommandLineKit", "LabKit", "Liuzhou", "LiuzhouRules", "Platform", "SearchKit",
        "SearchTypes",
      ],
      swiftSettings: quick),

    // The programs.
    .executableTarget(
      name: "pbrain-wuliu",
      dependencies: [
        "Basics", "CommandLineKit", "Engine", "Gomoku", "GomokuRules", "Platform", "SearchKit",
      ],
      swiftSettings: house),
    .executableTarget(
      name: "arena",
      dependencies: [
        "Basics", "Check", "CommandLineKit", "Gomocup", "GomokuRules", "LiuzhouRules", "Match",
        "Platform", "Play", "Records", "Report", "Review", "Tournament",
      ],
      swiftSettings: house),
    .executableTarget(
      name: "proof-check", dependencies: ["Basics", "CommandLineKit", "GomokuRules", "Platform"],
      swiftSettings: house),
    .executableTarget(name: "gomoku-lab", dependencies: ["GomokuLab"], swiftSettings: house),
    .executableTarget(name: "liuzhou-lab", dependencies: ["LiuzhouLab"], swiftSettings: house),

    // The tests.
    .target(
      name: "TestSupport", dependencies: ["GomokuRules", "Platform", "Records"],
      path: "Tests/TestSupport",
      swiftSettings: house),
    .testTarget(name: "SourceTests", swiftSettings: quick),
    .testTarget(
      name: "PlatformTests", dependencies: ["Platform", "TestSupport"], swiftSettings: house),
    .testTarget(
      name: "PositionStoreTests",
      dependencies: [
        "Basics", "GomokuRules", "Platform", "PositionStore", "TestSupport", "TextCodes",
      ],
      swiftSettings: quick),
    .testTarget(
      name: "RecordsTests",
      dependencies: [
        "Basics", "GomokuRules", "LiuzhouRules", "Platform", "PositionStore", "Records",
        "TestSupport",
      ],
      swiftSettings: quick),
    .testTarget(
      name: "ReviewTests",
      dependencies: [
        "Basics", "Gomocup", "GomokuRules", "Match", "Platform", "Records", "Review", "TestSupport",
      ],
      swiftSettings: quick),
    .testTarget(
      name: "SearchKitTests",
      dependencies: ["Basics", "Platform", "SearchKit", "SearchTypes", "TestSupport"],
      swiftSettings: house),
    .testTarget(
      name: "GomokuTests",
      dependencies: [
        "Basics", "CNetworks", "Gomoku", "GomokuRules", "Platform", "SearchKit", "SearchTypes",
        "TestSupport",
      ],
      resources: [.copy("Fixtures")], swiftSettings: quick),
    .testTarget(
      name: "LiuzhouTests",
      dependencies: [
        "Basics", "Liuzhou", "LiuzhouLab", "LiuzhouRules", "SearchKit", "SearchTypes",
        "TestSupport",
      ],
      resources: [.copy("Fixtures")], swiftSettings: house),
    .testTarget(
      name: "EngineTests",
      dependencies: [
        "Basics", "Engine", "Gomocup", "Gomoku", "GomokuRules", "Liuzhou", "LiuzhouRules",
        "Platform", "PositionStore", "SearchKit", "SearchTypes", "TestSupport",
      ],
      resources: [.copy("Fixtures")], swiftSettings: house),
    .executableTarget(
      name: "HostileEngine",
      dependencies: ["Basics", "GomokuRules", "LiuzhouRules", "Platform", "TestSupport"],
      path: "Tests/HostileEngine", swiftSettings: house),
    .testTarget(
      name: "TournamentTests",
      dependencies: [
        "Basics", "Check", "CommandLineKit", "Gomocup", "Gomoku", "GomokuRules", "HostileEngine",
        "LiuzhouRules", "Match",
        "Platform", "Report", "SearchKit", "SearchTypes", "TestSupport", "Tournament", "arena",
        "gomoku-lab", "liuzhou-lab",
        "pbrain-wuliu", "proof-check",
      ],
      resources: [.copy("Fixtures")], swiftSettings: house),
    .testTarget(
      name: "PlayTests",
      dependencies: [
        "Basics", "Gomocup", "GomokuRules", "LiuzhouRules", "Match", "Platform", "Play", "Records",
        "Report", "TestSupport", "Tournament", "arena", "pbrain-wuliu",
      ],
      swiftSettings: quick),
    .testTarget(
      name: "LabKitTests", dependencies: ["Basics", "CommandLineKit", "LabKit", "Platform"],
      swiftSettings: house),
    .testTarget(
      name: "GomokuLabTests",
      dependencies: [
        "Basics", "CNetworks", "CommandLineKit", "Gomoku", "GomokuLab", "GomokuRules", "LabKit",
        "Platform", "Prover", "SearchKit", "SearchTypes", "TestSupport", "gomoku-lab",
      ],
      swiftSettings: house),
    .testTarget(
      name: "LiuzhouLabTests",
      dependencies: [
        "Basics", "CommandLineKit", "LabKit", "Liuzhou", "LiuzhouLab", "LiuzhouRules", "Platform",
        "SearchKit", "SearchTypes", "TestSupport", "liuzhou-lab",
      ],
      swiftSettings: house),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "Basics", "Engine", "Gomocup", "Gomoku", "GomokuRules", "Liuzhou", "LiuzhouRules",
        "Platform", "PositionStore", "SearchKit", "SearchTypes", "TestSupport", "pbrain-wuliu",
        "proof-check",
      ],
      swiftSettings: house),
  ]
)

// WULIU_TESTS names the test targets that are built, for a sanitizer that is needed in some: all unless
// it is set.
if let names = Context.environment["WULIU_TESTS"]?.split(separator: " ") {
  package.targets.removeAll { target in
    target.type == .test && !names.contains { $0 == target.name }
  }
}
