import Glibc
import Hablare

/// Keeps the paces of voices in a folder, a small file each; any number of processes may use it.
///
/// A file is replaced as a whole. Of two builds that end at once one may teach nothing, and where nothing can
/// be read or written the usual paces hold: it is about estimates, and never fails.
public struct PaceStore: Sendable {
  private let files: NumberFiles

  /// How many files there are at most, of some 40 bytes: those that were not learned for longest go.
  static let limit = 1_000

  /// Makes a store in a folder, which need not be there.
  public init(folder: String) { files = NumberFiles(folder: folder) }

  /// What is known of the voices of a plan.
  public func paces(for plan: BookPlan) -> [PaceKey: VoicePace] {
    var paces: [PaceKey: VoicePace] = [:]
    for key in plan.paceKeys { paces[key] = pace(of: key) }
    return paces
  }

  /// Adds what a build has taught.
  public func learn(_ lesson: PaceLesson) {
    guard !lesson.paces.isEmpty else { return }
    for (key, new) in lesson.paces {
      var pace = pace(of: key) ?? VoicePace()
      pace.add(new)
      files.keep([pace.units, pace.seconds], of: key.fileName)
    }
    prune()
  }

  private func pace(of key: PaceKey) -> VoicePace? {
    guard let numbers = files.numbers(of: key.fileName), numbers.count == 2,
      numbers[0] <= VoicePace.memory
    else { return nil }
    return VoicePace(units: numbers[0], seconds: numbers[1])
  }

  private func prune() {
    let names = FolderListing.names(in: files.folder).filter(PaceKey.isFileName)
    guard names.count > Self.limit else { return }
    let dated = names.map { name in
      (time: FileSystem.status(of: files.path(of: name))?.modified ?? 0, name: name)
    }
    for old in dated.sorted(by: { $0 < $1 }).prefix(names.count - Self.limit) {
      unlink(files.path(of: old.name))
    }
  }
}
