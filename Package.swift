// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// A module of the house; Documentation/design.md says who may know whom (Scripts/check-imports).
func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies + ["TestSupport"], swiftSettings: settings)
}

let package = Package(
  name: "guion2audio",
  products: [
    .executable(name: "guion2audio", targets: ["guion2audio"]),
    .executable(name: "guion2audio-espeak", targets: ["EspeakWorker"]),
    .library(name: "Guion", targets: ["Guion"]),
    .library(name: "Hablare", targets: ["Hablare"]),
    .library(name: "Narration", targets: ["Narration"]),
    .library(name: "Audiobook", targets: ["Audiobook"]),
    .library(name: "HablareTesting", targets: ["HablareTesting"]),
  ],
  targets: [
    .target(name: "CLibs", linkerSettings: [.linkedLibrary("opusenc")]),
    module("Digest", ["CLibs"]),
    module("Limits"),
    module("Guion", ["CLibs", "Digest", "Limits"]),
    module("Hablare", ["CLibs", "Digest", "Limits"]),
    module("HablareTesting", ["Hablare"]),
    module("Audio", ["CLibs", "Limits"]),
    module("Narration", ["Guion", "Hablare", "Digest", "Limits"]),
    module("Audiobook", ["Guion", "Hablare", "Audio", "Narration", "Digest", "Limits"]),
    .executableTarget(
      name: "guion2audio",
      dependencies: [
        "CLibs", "Guion", "Hablare", "Audio", "Narration", "Audiobook", "Digest", "Limits",
        "EspeakWorker",
      ],
      swiftSettings: settings),
    // Linked whole and static: a small process forks fast, and libespeak-ng's shared form brings the
    // sound servers' 28 libraries with it (Documentation/design.md, decision 1).
    .executableTarget(
      name: "EspeakWorker",
      cSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])],
      linkerSettings: [
        .unsafeFlags([
          "-static-executable", "-nostartfiles", "-l:libespeak-ng.a", "-l:libsonic.a", "-lm",
        ])
      ]),
    .executableTarget(
      name: "parse-benchmark", dependencies: ["Guion"], path: "Benchmarks/Parse",
      swiftSettings: settings),
    .executableTarget(
      name: "store-benchmark", dependencies: ["Guion", "Hablare", "Narration"],
      path: "Benchmarks/Store", swiftSettings: settings),
    // Programs that tests run in many processes at once, or under another session's bus.
    .executableTarget(
      name: "store-probe", dependencies: ["Hablare"], path: "Tests/StoreProbe",
      swiftSettings: settings),
    .executableTarget(
      name: "credential-probe", dependencies: ["Hablare"], path: "Tests/CredentialProbe",
      swiftSettings: settings),
    .target(
      name: "TestSupport", path: "Tests/TestSupport",
      swiftSettings: settings),
    tests("GuionTests", ["Guion", "Limits"]),
    tests(
      "HablareTests",
      ["Hablare", "HablareTesting", "EspeakWorker", "store-probe", "credential-probe"]),
    tests("AudioTests", ["Audio", "Digest"]),
    tests("NarrationTests", ["Narration", "Guion", "Hablare", "HablareTesting", "Limits"]),
    tests(
      "AudiobookTests", ["Audiobook", "Narration", "Guion", "Hablare", "HablareTesting", "Audio"]),
    tests("CommandTests", ["guion2audio", "Guion", "Limits"]),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .gnu17
)
