import Foundation
import Hablare

/// Keeps the paces of voices in a folder, a small file each; any number of processes may use it.
///
/// A file is replaced as a whole. Of two builds that end at once one may teach nothing, and where nothing can
/// be read or written the usual paces hold: it is about estimates, and never fails.
public struct PaceStore: Sendable {
  private let folder: String

  /// How many files there are at most, of some 40 bytes: those that were not learned for longest go.
  static let limit = 1_000

  /// Makes a store in a folder, which need not be there.
  public init(folder: String) { self.folder = folder }

  /// What is known of the voices of a plan.
  public func paces(for plan: BookPlan) -> [PaceKey: VoicePace] {
    var paces: [PaceKey: VoicePace] = [:]
    for key in plan.paceKeys { paces[key] = pace(of: key) }
    return paces
  }

  /// Adds what a build has taught.
  public func learn(_ lesson: PaceLesson) {
    guard !lesson.paces.isEmpty else { return }
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    for (key, new) in lesson.paces {
      var pace = pace(of: key) ?? VoicePace()
      pace.add(new)
      try? Data("\(pace.units) \(pace.seconds)\n".utf8).write(
        to: URL(filePath: path(of: key)), options: .atomic)
    }
    prune()
  }

  private func pace(of key: PaceKey) -> VoicePace? {
    guard let text = try? String(contentsOfFile: path(of: key), encoding: .utf8),
      text.hasSuffix("\n")
    else { return nil }
    let numbers = text.dropLast().split(separator: " ").map { Double($0) }
    guard numbers.count == 2, let units = numbers[0], let seconds = numbers[1],
      units <= VoicePace.memory
    else { return nil }
    return VoicePace(units: units, seconds: seconds)
  }

  private func prune() {
    let names = FolderListing.names(in: folder).filter(PaceKey.isFileName)
    guard names.count > Self.limit else { return }
    let dated = names.map { name in
      (time: FileSystem.status(of: folder + "/" + name)?.modified ?? 0, name: name)
    }
    for old in dated.sorted(by: { $0 < $1 }).prefix(names.count - Self.limit) {
      unlink(folder + "/" + old.name)
    }
  }

  private func path(of key: PaceKey) -> String { folder + "/" + key.fileName }
}
