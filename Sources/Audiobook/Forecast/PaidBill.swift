package import Hablare
package import Narration

/// The paid work of one or several books.
///
/// A line that occurs several times is paid for once.
package struct PaidBill: Sendable {
  private var entries: [String: PaidWork] = [:]
  private var seen: Set<ClipKey> = []

  /// Creates an empty bill.
  package init() {}

  /// The work of each paid provider, including cached lines; sorted by provider id.
  package var work: [PaidWork] {
    entries.values.filter { $0.characters + $0.cachedCharacters > 0 }
      .sorted { $0.providerId < $1.providerId }
  }

  /// Returns whether any voice of a plan may have to be paid for.
  package func concerns(_ plan: BookPlan, _ directory: VoiceDirectory) -> Bool {
    plan.cast.values.contains { directory.isPriced($0.providerId) }
  }

  /// Adds chapters to be rendered; `retakes` are paid for even if their clips are cached.
  package mutating func add(
    _ chapters: [ChapterPlan], of plan: BookPlan, directory: VoiceDirectory, cache: ClipCache?,
    retakes: Retakes = Retakes()
  ) async {
    guard concerns(plan, directory) else { return }
    let paid = Set(directory.ids.filter(directory.isPriced))
    for chapter in chapters {
      for line in chapter.read.speakables(directory) {
        let voice = line.span.performance.voice
        guard paid.contains(voice.providerId), line.span.performance.isHeard else { continue }
        await add(
          line.engineRequest, version: plan.engineVersions[voice], to: line.voiceProvider,
          directory, cache, retakes)
      }
    }
  }

  /// Adds a request to a provider of the given version.
  /// A repeated request adds no cost.
  mutating func add(
    _ request: VoiceEngineRequest, version: String, to provider: any VoiceProvider,
    _ directory: VoiceDirectory, _ cache: ClipCache?, _ retakes: Retakes = Retakes()
  ) async {
    let key = ClipKey(
      providerId: provider.providerId, providerVersion: version, request: request)
    guard directory.isPriced(provider.providerId), seen.insert(key).inserted else { return }
    // As in a build, a damaged clip is requested and paid for again.
    let clip = retakes.contains(key) ? nil : await cache?.lookup(key)
    let characters = await provider.chargedCharacters(for: request)
    add(characters, isCached: clip.map(\.isUsable) ?? false, to: provider.providerId)
  }

  private mutating func add(_ characters: Int, isCached: Bool, to id: String) {
    var entry = entries[id] ?? PaidWork(providerId: id)
    if isCached {
      entry.cachedLines += 1
      entry.cachedCharacters += characters
    } else {
      entry.lines += 1
      entry.characters += characters
    }
    entries[id] = entry
  }
}
