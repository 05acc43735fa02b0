public import Hablare
public import Narration

/// What a provider is to be paid for in a build.
public struct PaidWork: Sendable, Equatable {
  /// The provider.
  public var providerId: String
  /// The characters it will charge for lines that nobody has kept.
  public var characters: Int
  /// How many lines these are; lines that are said alike are one.
  public var lines: Int
  /// How many lines are kept from earlier builds.
  public var keptLines: Int

  /// What the chapters of a plan need, or of one share of it, by provider; those that charge nothing are
  /// left out.
  public static func needed(
    for plan: BookPlan, only: ChapterSelection?, shard: Shard? = nil, directory: VoiceDirectory,
    cache: ClipCache?
  ) async -> [PaidWork] {
    // A voice on this machine costs nothing.
    let paid = Set(directory.ids.filter { directory.provider($0)?.listsVoicesRemotely == true })
    guard !paid.isDisjoint(with: plan.cast.values.map(\.providerId)) else { return [] }
    var work: [String: PaidWork] = [:]
    var seen: Set<ClipKey> = []
    for chapter in plan.chapters(of: shard)
    where only?.contains(index: chapter.index, title: chapter.title) ?? true {
      for placed in chapter.read.placedSpans {
        let id = placed.span.performance.voice.providerId
        guard paid.contains(id), let provider = directory.provider(id) else { continue }
        let request = placed.request(to: provider)
        let key = ClipKey(
          providerId: id, providerVersion: plan.engineVersions[placed.span.performance.voice],
          request: request)
        guard seen.insert(key).inserted else { continue }
        var entry =
          work[id] ?? PaidWork(providerId: id, characters: 0, lines: 0, keptLines: 0)
        if await cache?.contains(key) ?? false {
          entry.keptLines += 1
        } else {
          entry.lines += 1
          entry.characters += await provider.billedCharacters(for: request)
        }
        work[id] = entry
      }
    }
    return work.values.filter { $0.characters > 0 }.sorted { $0.providerId < $1.providerId }
  }
}
