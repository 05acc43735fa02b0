// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

// The Makefile and the scripts of the tests set GUION2AUDIO_OPTIMIZED. Then the modules that need most of the time are
// also optimized in a debug build, and so are the workers. Only this variable adds flags that SwiftPM calls unsafe: an app
// that depends on this package gets none of them.
let isOptimized = Context.environment["GUION2AUDIO_OPTIMIZED"] == "1"
let optimized: [SwiftSetting] =
  isOptimized ? [.unsafeFlags(["-O"], .when(configuration: .debug))] : []

/// The warnings of the workers' C code, all of them errors.
let strict: [CSetting] = [
  .enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error),
]

// The path of libFuzzer's library. `Scripts/check-fuzz` sets it. With it, the modules that read files contain
// counters, which show libFuzzer the code that a run reaches.
let fuzzer = Context.environment["GUION2AUDIO_FUZZER"]
let counted: [SwiftSetting] = fuzzer == nil ? [] : [.unsafeFlags(["-sanitize=fuzzer"])]

/// Returns a module of this package.
///
/// Documentation/design.md lists the modules that each module may import, and `Scripts/check-imports` checks the
/// imports.
func module(
  _ name: String, _ dependencies: [Target.Dependency] = [], and more: [SwiftSetting] = [],
  embedding files: [String] = []
) -> Target {
  // Without files, `resources` must be nil: the build treats an empty list differently.
  .target(
    name: name, dependencies: dependencies,
    resources: files.isEmpty ? nil : files.map { .embedInCode($0) }, swiftSettings: settings + more)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies + ["TestSupport"], swiftSettings: settings)
}

/// The settings of an app's package: the defaults, with warnings as errors.
let outsiders: [SwiftSetting] = [.treatAllWarnings(as: .error)]

/// Returns a library of Examples/Library.
func example(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Examples/Library/Sources/\(name)",
    swiftSettings: outsiders)
}

func exampleTests(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: "\(name)Tests",
    dependencies: [.target(name: name), "Hablare", "HablareTesting"] + dependencies,
    path: "Examples/Library/Tests/\(name)Tests", swiftSettings: outsiders)
}

/// The files of the studio's page; `StudioPage` serves them under these names.
let studioPage = [
  "api.js", "book.js", "books.html", "books.js", "candidates.js", "catalogue.js", "compare.js",
  "dialog.js", "dom.js", "drop.js", "example.fountain", "export.js", "faces.js", "findings.js",
  "gain.js", "index.html", "layout.js", "main.js", "menu.js", "minimap.js", "player.js",
  "pronunciations.js", "render.js", "roles.js", "say.js", "script.js", "search.js",
  "settings.html", "settings.js", "shape.js", "sounds.js", "style.css", "text.js", "theme.js",
  "timeline.js", "trying.js", "tune.js", "voices.js", "words.js",
]

let package = Package(
  name: "guion2audio",
  products: [
    .executable(name: "guion2audio", targets: ["guion2audio"]),
    .executable(name: "guion2audio-espeak", targets: ["EspeakWorker"]),
    .executable(name: "guion2audio-neural", targets: ["NeuralWorker"]),
    .library(name: "Guion", targets: ["Guion"]),
    .library(name: "Hablare", targets: ["Hablare"]),
    .library(name: "Audio", targets: ["Audio"]),
    .library(name: "Narration", targets: ["Narration"]),
    .library(name: "Audiobook", targets: ["Audiobook"]),
    .library(name: "HablareStore", targets: ["HablareStore"]),
    .library(name: "HablareTesting", targets: ["HablareTesting"]),
  ],
  targets: [
    .target(name: "CLibs", linkerSettings: [.linkedLibrary("opusenc")]),
    module("Basics", ["CLibs"], and: optimized + counted),
    module("Guion", ["CLibs", "Basics"], and: optimized + counted),
    module("Phonemes", ["Basics"], and: optimized),
    module("TextNormalization", ["CLibs", "Basics"], and: optimized),
    module("Hablare", ["CLibs", "Basics", "Phonemes"]),
    module("HablareTesting", ["Hablare"]),
    module("Audio", ["CLibs", "Basics"], and: optimized),
    module(
      "Narration", ["Guion", "Hablare", "Phonemes", "TextNormalization", "Basics"], and: optimized,
      embedding: ["People/given-names.txt"]),
    // What apps add. The book, the studio and the command must not need it.
    module("HablareStore", ["CLibs", "Guion", "Hablare", "Narration", "Basics"]),
    module(
      "Audiobook", ["Guion", "Hablare", "Audio", "Narration", "TextNormalization", "Basics"],
      embedding: ["index.html", "style.css", "text.js", "player.js", "search.js"].map {
        "ReadAlong/Page/\($0)"
      }),
    module(
      "Studio", ["CLibs", "Guion", "Hablare", "Audio", "Narration", "Audiobook", "Basics"],
      embedding: studioPage.map { "Page/\($0)" }),
    .executableTarget(
      name: "guion2audio",
      dependencies: [
        "CLibs", "Guion", "Hablare", "Audio", "Narration", "Audiobook", "Studio", "Basics",
        "EspeakWorker", "NeuralWorker",
      ],
      swiftSettings: settings),
    // The code that both workers share.
    .target(name: "WorkerKit", cSettings: strict),
    // libespeak-ng is linked statically, because the shared library would load 28 libraries of sound servers. The usual
    // worker is static as a whole, because a small process forks fast (Documentation/design.md, decision 1).
    .executableTarget(
      name: "EspeakWorker", dependencies: ["WorkerKit"], cSettings: strict,
      linkerSettings: (isOptimized
        ? [.unsafeFlags(["-static-executable", "-nostartfiles"])] : []) + [
          .linkedLibrary(":libespeak-ng.a"), .linkedLibrary(":libsonic.a"), .linkedLibrary("m"),
        ]),
    // The program that builds the pronunciation tables of the natural voice when this package is built.
    .executableTarget(
      name: "make-phonemes", dependencies: ["Basics", "Phonemes"], path: "Sources/MakePhonemes",
      swiftSettings: settings),
    // The neural worker's arithmetic affects the audio, so `arithmetic.h` switches fused operations off. The flags here
    // change only the speed.
    .executableTarget(
      name: "NeuralWorker", dependencies: ["WorkerKit"],
      cSettings: strict
        + (isOptimized
          ? [.unsafeFlags(["-O3", "-fno-math-errno", "-fno-trapping-math"])] : []),
      linkerSettings: [
        .linkedLibrary("kissfft-float"), .linkedLibrary("crypto"), .linkedLibrary("m"),
      ]),
    .executableTarget(
      name: "parse-benchmark", dependencies: ["Guion"], path: "Benchmarks/Parse",
      swiftSettings: settings),
    .executableTarget(
      name: "store-benchmark", dependencies: ["Guion", "Hablare", "HablareStore"],
      path: "Benchmarks/Store", swiftSettings: settings),
    // The tests run these programs in many processes at once, or with the D-Bus of another session.
    .executableTarget(
      name: "store-probe", dependencies: ["Guion", "Hablare", "HablareStore"],
      path: "Tests/StoreProbe",
      swiftSettings: settings),
    .executableTarget(
      name: "credential-probe", dependencies: ["Hablare"], path: "Tests/CredentialProbe",
      swiftSettings: settings),
    .target(
      name: "TestSupport", path: "Tests/TestSupport",
      swiftSettings: settings),
    tests("GuionTests", ["Guion", "Basics"]),
    tests(
      "HablareTests",
      [
        "Hablare", "HablareTesting", "Basics", "EspeakWorker", "NeuralWorker", "store-probe",
        "credential-probe",
      ]),
    tests("AudioTests", ["Audio", "Basics"]),
    tests("PhonemesTests", ["Phonemes", "Basics"]),
    tests("TextNormalizationTests", ["TextNormalization"]),
    tests("NarrationTests", ["Narration", "Guion", "Hablare", "HablareTesting"]),
    tests(
      "HablareStoreTests",
      ["HablareStore", "Narration", "Guion", "Hablare", "HablareTesting", "store-probe"]),
    tests(
      "AudiobookTests", ["Audiobook", "Narration", "Guion", "Hablare", "HablareTesting", "Audio"]),
    tests(
      "StudioTests",
      ["Studio", "Audiobook", "Narration", "Guion", "Hablare", "HablareTesting"]),
    tests("CommandTests", ["guion2audio", "Guion"]),
    // The targets of Examples/Library, built as part of this package, so that `make test` needs one build
    // less.
    example("Conformances", ["Hablare"]),
    example("ScreenplayGroups", ["Guion", "Hablare", "Narration"]),
    example("MorseProvider", ["Hablare"]),
    example("OwnRules", ["Guion", "Hablare", "Narration"]),
    .executableTarget(
      name: "ListWithProgress", dependencies: ["Hablare", "HablareStore"],
      path: "Examples/Library/Sources/ListWithProgress", swiftSettings: outsiders),
    .executableTarget(
      name: "RenderBook", dependencies: ["Audiobook"],
      path: "Examples/Library/Sources/RenderBook", swiftSettings: outsiders),
    exampleTests("Conformances", ["EspeakWorker"]),
    exampleTests("ScreenplayGroups"),
    exampleTests("MorseProvider"),
    exampleTests("OwnRules", ["Guion", "HablareStore", "Narration"]),
    exampleTests("ListWithProgress", ["HablareStore"]),
    exampleTests("RenderBook", ["Audiobook", "Audio", "EspeakWorker"]),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .gnu17
)

if let fuzzer {
  package.targets.append(
    .executableTarget(
      name: "fuzz-readers", dependencies: ["Guion", "TestSupport"], path: "Tests/Fuzz",
      exclude: ["seeds", "words.dict"], swiftSettings: settings,
      linkerSettings: [.unsafeFlags([fuzzer]), .linkedLibrary("stdc++")]))
}
