// swift-tools-version: 6.2
import PackageDescription

/// Settings of every Swift target. Warnings are errors here rather than by a flag of `bin/test`:
/// a flag that comes and goes would make each switch a rebuild of everything.
let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
]

func layer(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// What is fuzzed, and with what. Ordinary builds replay the kept inputs as tests; where
/// `bin/fuzz` asks for it, the same sources are a program that libFuzzer drives.
let isFuzzing = Context.environment["CREMA_FUZZ"] != nil
let fuzzed: [Target.Dependency] = [
    "CremaServer", "CremaWeb", "CremaHTTP", "CremaServices", "CremaStore", "CremaDomain",
    "CremaAPI", "CHTTPEngine", "CFuzzEngine",
]
let fuzzTarget: Target =
    isFuzzing
    ? .executableTarget(
        name: "CremaFuzz", dependencies: fuzzed, path: "Tests/CremaFuzz",
        exclude: ["ReplayTests.swift"], swiftSettings: strict,
        linkerSettings: [.unsafeFlags(["-sanitize=address"])])
    : .testTarget(
        name: "CremaFuzz", dependencies: fuzzed, path: "Tests/CremaFuzz",
        exclude: ["LibFuzzer.swift"], swiftSettings: strict)

/// Settings of the HTTP engine. AddressSanitizer watches it while it is fuzzed; Swift watches its
/// own bounds.
let engine: [CSetting] =
    [.enableWarning("all"), .treatAllWarnings(as: .error), .define("_GNU_SOURCE")]
    + (isFuzzing ? [.unsafeFlags(["-fsanitize=address"])] : [])

let package = Package(
    name: "crema",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "crema", targets: ["crema"]),
        .library(name: "CremaDomain", targets: ["CremaDomain"]),
        .library(name: "CremaAPI", targets: ["CremaAPI"]),
    ],
    targets: [
        // C libraries of the system; `bin/setup` installs them.
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(
            name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(
            name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CLibUV", pkgConfig: "libuv", providers: [.apt(["libuv1-dev"])]),
        .systemLibrary(name: "CLLHTTP", pkgConfig: "libllhttp"),

        // Shared with the native client.
        layer("CremaDomain"),
        layer("CremaAPI", ["CremaDomain"]),

        // The server, from the bottom up.
        layer("CremaSQL", ["CSQLite", "CPostgres"]),
        layer("CremaStore", ["CremaSQL", "CremaDomain", "CremaAPI"]),
        layer("CremaServices", ["CremaStore", "CremaSQL", "CremaDomain", "CremaAPI", "CSodium"]),
        .target(
            name: "CHTTPEngine", dependencies: ["CLibUV", "CLLHTTP"],
            cSettings: engine),
        layer("CremaHTTP", ["CHTTPEngine"]),
        layer("CremaMail", ["CCurl", "CremaDomain"]),
        layer("CremaPayments", ["CCurl", "CremaServices", "CremaDomain"]),
        .target(
            name: "CAssets", exclude: ["web", "demo"],
            cSettings: [
                .treatAllWarnings(as: .error),
                .unsafeFlags(["-std=gnu23", "-Wno-c23-extensions"]),
            ]),
        layer(
            "CremaWeb",
            [
                "CremaHTTP", "CremaMail", "CremaServices", "CremaStore", "CremaAPI", "CremaDomain",
                "CAssets", "CZlib",
            ]),
        layer(
            "CremaServer",
            [
                "CremaWeb", "CremaHTTP", "CremaMail", "CremaPayments", "CremaServices",
                "CremaStore", "CremaSQL", "CremaDomain", "CremaAPI", "CAssets",
            ]),
        // Random walks over the services that check what must always hold.
        layer(
            "CremaSimulator", ["CremaServices", "CremaStore", "CremaSQL", "CremaDomain"]),
        .executableTarget(
            name: "crema-simulator",
            dependencies: [
                "CremaSimulator", "CremaServer", "CremaServices", "CremaSQL", "CremaDomain",
            ], swiftSettings: strict),
        .executableTarget(
            name: "crema",
            dependencies: ["CremaServer", "CremaServices", "CremaDomain"], swiftSettings: strict),

        // Databases for tests, on whichever engine they run.
        .target(
            name: "TestEngine", dependencies: ["CremaSQL", "CSQLite", "CPostgres"],
            path: "Tests/TestEngine", swiftSettings: strict),
        tests("CremaDomainTests", ["CremaDomain"]),
        tests("CremaAPITests", ["CremaAPI", "CremaDomain"]),
        tests("CremaSQLTests", ["CremaSQL", "CSQLite", "TestEngine"]),
        tests(
            "CremaStoreTests",
            ["CremaStore", "CremaSQL", "CremaDomain", "CremaAPI", "TestEngine"]),
        tests(
            "CremaServicesTests",
            [
                "CremaPayments", "CremaServices", "CremaStore", "CremaSQL", "CremaDomain",
                "CremaAPI", "TestEngine",
            ]),
        tests("CremaHTTPTests", ["CremaHTTP"]),
        tests("CremaMailTests", ["CremaMail", "CremaDomain"]),
        tests("CremaPaymentsTests", ["CremaPayments", "CremaServices", "CremaDomain"]),
        tests(
            "CremaWebTests", ["CremaWeb", "CremaHTTP", "CremaServices", "CremaDomain", "CremaAPI"]),
        tests(
            "CremaServerTests",
            [
                "CremaServer", "CremaWeb", "CremaHTTP", "CremaMail", "CremaPayments",
                "CremaServices", "CremaStore", "CremaSQL", "CremaDomain", "CremaAPI", "TestEngine",
            ]),
        tests(
            "CremaSimulatorTests",
            [
                "CremaSimulator", "CremaServer", "CremaServices", "CremaStore", "CremaSQL",
                "CremaDomain",
            ]),
        tests("HouseRulesTests", []),

        // The engine's parser and connections without a network, for the fuzzing.
        .target(
            name: "CFuzzEngine", dependencies: ["CHTTPEngine", "CLibUV", "CLLHTTP"],
            path: "Tests/CFuzzEngine",
            cSettings: engine + [.headerSearchPath("../../Sources/CHTTPEngine")]),
        fuzzTarget,
    ]
)
