// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]

func room(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

let package = Package(
  name: "storefront",
  products: [.executable(name: "storefront", targets: ["storefront"])],
  targets: [
    .target(
      name: "CResources", path: "Resources",
      exclude: ["catalogues", "certificates", "disclosures", "storefronts", "strings"],
      publicHeadersPath: "include"),
    .target(
      name: "CTerminal",
      linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
    .target(name: "CText", linkerSettings: [.linkedLibrary("icuuc")]),
    .target(name: "COpenSSL", linkerSettings: [.linkedLibrary("crypto")]),
    .systemLibrary(name: "CSQLite"),

    room("StoreModel"),
    room("Text", ["StoreModel", "CText"]),
    room("Database", ["CSQLite"]),
    room("Catalogue", ["StoreModel", "Text"]),
    room("Pricing", ["StoreModel"]),
    room("Disclosure", ["StoreModel", "Pricing", "Text"]),
    room("Payments", ["StoreModel", "Database"]),
    room("Verification", ["StoreModel", "Text", "COpenSSL"]),
    room("Simulator", ["StoreModel", "Database", "COpenSSL"]),
    room("Sessions", ["StoreModel", "Text"]),
    room("Screens", ["StoreModel", "Disclosure", "Pricing", "Text"]),
    room("Terminal", ["Screens", "CTerminal"]),
    .executableTarget(
      name: "storefront",
      dependencies: [
        "StoreModel", "Text", "Database", "Catalogue", "Pricing", "Disclosure", "Payments",
        "Verification",
        "Simulator", "Sessions", "Screens", "Terminal", "CResources",
      ],
      swiftSettings: strict),

    .systemLibrary(name: "CVTerm"),
    .target(name: "CPty", path: "Tests/CPty"),
    .executableTarget(
      name: "TerminalProbe", dependencies: ["Screens", "Terminal"], path: "Tests/TerminalProbe",
      swiftSettings: strict),
    .executableTarget(
      name: "StoreBenchmark", dependencies: ["Simulator", "StoreModel"],
      path: "Tests/StoreBenchmark", swiftSettings: strict),
    tests("PtySupport", ["CVTerm", "CPty", "Screens"]),
    tests("TerminalTests", ["Terminal", "Screens", "PtySupport", "TerminalProbe"]),

    tests("StoreTestSupport", ["Disclosure", "StoreModel", "Screens"]),
    tests("ArchitectureTests", []),
    tests("CatalogueTests", ["Catalogue", "StoreModel", "CResources"]),
    tests("CorpusTests", ["Catalogue", "Simulator", "StoreModel", "Text", "Verification"]),
    tests(
      "JourneyTests",
      ["storefront", "PtySupport", "StoreTestSupport", "Screens", "Simulator", "StoreModel"],
      exclude: ["Scenarios"]),
    tests(
      "DisclosureTests", ["Disclosure", "Pricing", "StoreModel", "StoreTestSupport"],
      exclude: ["Snapshots"]),
    tests(
      "PaymentsTests",
      ["Payments", "Simulator", "Verification", "Database", "StoreModel", "StoreTestSupport"],
      exclude: ["Snapshots"]),
    tests("PricingTests", ["Pricing", "StoreModel"]),
    tests(
      "ScreensTests", ["Disclosure", "Screens", "StoreModel", "StoreTestSupport", "Text"],
      exclude: ["Snapshots"]),
    tests("SessionsTests", ["Sessions", "StoreModel"]),
    tests(
      "SimulatorTests",
      ["storefront", "Simulator", "Catalogue", "StoreModel", "StoreTestSupport", "Database"]),
    tests("TextTests", ["StoreModel", "Text"]),
    tests(
      "ScriptTests", ["Sessions", "Screens", "Terminal", "storefront"], exclude: ["Fixtures"]),
    tests(
      "VerificationTests", ["StoreModel", "Verification", "CResources"], exclude: ["Fixtures"]),
  ],
  cLanguageStandard: .c2x
)
