// swift-tools-version: 6.2
import PackageDescription

// This is a separate package, like the package of an app. It sees only the public declarations of
// the library.
let package = Package(
  name: "library-examples",
  dependencies: [.package(name: "guion2audio", path: "../..")],
  targets: [
    .target(
      name: "Conformances", dependencies: [.product(name: "Hablare", package: "guion2audio")]),
    .target(
      name: "ScreenplayGroups",
      dependencies: [
        .product(name: "Guion", package: "guion2audio"),
        .product(name: "Hablare", package: "guion2audio"),
        .product(name: "Narration", package: "guion2audio"),
      ]),
    .target(
      name: "MorseProvider", dependencies: [.product(name: "Hablare", package: "guion2audio")]),
    .target(
      name: "OwnRules",
      dependencies: [
        .product(name: "Guion", package: "guion2audio"),
        .product(name: "Hablare", package: "guion2audio"),
        .product(name: "Narration", package: "guion2audio"),
      ]),
    .executableTarget(
      name: "ListWithProgress",
      dependencies: [
        .product(name: "Hablare", package: "guion2audio"),
        .product(name: "HablareStore", package: "guion2audio"),
      ]),
    .executableTarget(
      name: "RenderBook", dependencies: [.product(name: "Audiobook", package: "guion2audio")]),
    .testTarget(
      name: "ConformancesTests",
      dependencies: [
        "Conformances",
        .product(name: "Hablare", package: "guion2audio"),
        .product(name: "HablareTesting", package: "guion2audio"),
        // Places the worker of espeak-ng beside the tests.
        .product(name: "guion2audio-espeak", package: "guion2audio"),
      ]),
    .testTarget(
      name: "ScreenplayGroupsTests",
      dependencies: [
        "ScreenplayGroups",
        .product(name: "Hablare", package: "guion2audio"),
        .product(name: "HablareTesting", package: "guion2audio"),
      ]),
    .testTarget(
      name: "MorseProviderTests",
      dependencies: ["MorseProvider", .product(name: "Hablare", package: "guion2audio")]),
    .testTarget(
      name: "OwnRulesTests",
      dependencies: [
        "OwnRules",
        .product(name: "Guion", package: "guion2audio"),
        .product(name: "Hablare", package: "guion2audio"),
        .product(name: "HablareStore", package: "guion2audio"),
        .product(name: "HablareTesting", package: "guion2audio"),
        .product(name: "Narration", package: "guion2audio"),
      ]),
    .testTarget(
      name: "ListWithProgressTests",
      dependencies: [
        "ListWithProgress",
        .product(name: "Hablare", package: "guion2audio"),
        .product(name: "HablareStore", package: "guion2audio"),
        .product(name: "HablareTesting", package: "guion2audio"),
      ]),
    .testTarget(
      name: "RenderBookTests",
      dependencies: [
        "RenderBook",
        .product(name: "Audiobook", package: "guion2audio"),
        .product(name: "Audio", package: "guion2audio"),
        .product(name: "HablareTesting", package: "guion2audio"),
        .product(name: "guion2audio-espeak", package: "guion2audio"),
      ]),
  ]
)
