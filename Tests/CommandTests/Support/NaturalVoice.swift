import Foundation

/// The natural voice, which is optional in a build.
enum NaturalVoice {
  /// Whether the tested build contains the natural voice.
  static let isBuilt = FileManager.default.fileExists(
    atPath: URL(filePath: Guion2audio.path).resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: "../../natural/english-us.lexicon").path)
}
