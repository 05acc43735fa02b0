import Audiobook

enum VersionCommand {
  static func run() -> ExitCode {
    Streams.out(Version.generator + "\n")
    return .success
  }
}
