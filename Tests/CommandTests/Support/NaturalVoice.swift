import Foundation

/// The natural voice, which a build may have been made without.
enum NaturalVoice {
  /// Whether it is beside the build that is tested.
  static let isBuilt = FileManager.default.fileExists(
    atPath: URL(filePath: Guion2audio.path).resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: "../../natural/english-us.lexicon").path)
}
