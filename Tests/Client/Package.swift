// swift-tools-version: 6.2
import PackageDescription

// `run` replaces ADDRESS and VERSION.
let package = Package(
  name: "Client",
  dependencies: [.package(url: "ADDRESS", from: "VERSION")],
  targets: [
    .executableTarget(
      name: "Client",
      dependencies: [
        .product(name: "Guion", package: "guion2audio"),
        .product(name: "Hablare", package: "guion2audio"),
        .product(name: "HablareStore", package: "guion2audio"),
        .product(name: "HablareTesting", package: "guion2audio"),
        .product(name: "Narration", package: "guion2audio"),
        .product(name: "guion2audio-espeak", package: "guion2audio"),
      ],
      swiftSettings: [.treatAllWarnings(as: .error)])
  ]
)
