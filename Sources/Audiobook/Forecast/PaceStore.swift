import Hablare

/// Stores the paces of voices, one small file per voice.
/// Safe for concurrent processes. A file is replaced as a whole. If two builds end at the same time, the measurements
/// of one build may be lost. If files cannot be read or written, no error is thrown, and estimates use the usual
/// paces.
package struct PaceStore: Sendable {
  private let files: NumberFiles

  /// The maximum number of files, of about 40 bytes each.
  /// If there are more files, the least recently updated ones are deleted.
  static let limit = 1_000

  /// Creates a store in a folder, which may be missing.
  package init(folder: String) { files = NumberFiles(folder: folder) }

  /// Returns the known paces of a plan's voices.
  package func paces(for plan: BookPlan) -> [PaceKey: VoicePace] {
    var paces: [PaceKey: VoicePace] = [:]
    for key in plan.paceKeys { paces[key] = pace(of: key) }
    return paces
  }

  /// Adds the measurements of a build.
  package func learn(_ lesson: PaceLesson) {
    guard !lesson.paces.isEmpty else { return }
    for (key, new) in lesson.paces {
      var pace = pace(of: key) ?? VoicePace()
      pace.add(new)
      files.store([pace.units, pace.seconds], of: key.fileName)
    }
    files.prune(to: Self.limit, PaceKey.isFileName)
  }

  private func pace(of key: PaceKey) -> VoicePace? {
    guard let numbers = files.numbers(of: key.fileName), numbers.count == 2,
      numbers[0] <= VoicePace.maximumUnits
    else { return nil }
    return VoicePace(units: numbers[0], seconds: numbers[1])
  }
}
