/// The program's version, the one place that has it.
enum Version {
  static let number = "0.1.0"
  /// When its manual was last changed; not today, lest a build differ from day to day.
  static let date = "2026-11-22"
  static let generator = "guion2audio \(number)"
}

enum VersionCommand {
  static func run() -> ExitCode {
    Streams.out(Version.generator + "\n")
    return .success
  }
}
