public import Hablare
public import Narration

/// What the providers of one or several books are to be paid for; a line that two books share is paid for
/// once.
public struct PaidBill: Sendable {
  private var entries: [String: PaidWork] = [:]
  private var seen: Set<ClipKey> = []

  /// Makes an empty bill.
  public init() {}

  /// What each provider that charges is to be paid for, or would be without what is kept, sorted by id.
  public var work: [PaidWork] {
    entries.values.filter { $0.characters + $0.keptCharacters > 0 }
      .sorted { $0.providerId < $1.providerId }
  }

  /// Whether anyone who speaks in a plan may have to be paid.
  public func concerns(_ plan: BookPlan, _ directory: VoiceDirectory) -> Bool {
    plan.cast.values.contains { directory.isPriced($0.providerId) }
  }

  /// Adds chapters that are going to be rendered; `retakes` are paid for although they are kept.
  public mutating func add(
    _ chapters: [ChapterPlan], of plan: BookPlan, directory: VoiceDirectory, cache: ClipCache?,
    retakes: Retakes = Retakes()
  ) async {
    guard concerns(plan, directory) else { return }
    let paid = Set(directory.ids.filter(directory.isPriced))
    for chapter in chapters {
      for placed in chapter.read.placedSpans {
        let voice = placed.span.performance.voice
        guard paid.contains(voice.providerId), let provider = directory.provider(voice.providerId)
        else { continue }
        await add(
          placed.request(to: provider), version: plan.engineVersions[voice], to: provider,
          directory, cache, retakes)
      }
    }
  }

  /// Adds a request to a provider of a version; one that is there already costs nothing more.
  mutating func add(
    _ request: VoiceEngineRequest, version: String, to provider: any VoiceProvider,
    _ directory: VoiceDirectory, _ cache: ClipCache?, _ retakes: Retakes = Retakes()
  ) async {
    let key = ClipKey(
      providerId: provider.providerId, providerVersion: version, request: request)
    guard directory.isPriced(provider.providerId), seen.insert(key).inserted else { return }
    // As closely as the build will look: a damaged clip is made anew, and paid for.
    let kept = retakes.contains(key) ? nil : await cache?.lookup(key)
    let characters = await provider.chargedCharacters(for: request, in: directory)
    add(characters, isKept: kept.map(ClipSource.isUsable) ?? false, to: provider.providerId)
  }

  private mutating func add(_ characters: Int, isKept: Bool, to id: String) {
    var entry = entries[id] ?? PaidWork(providerId: id)
    if isKept {
      entry.keptLines += 1
      entry.keptCharacters += characters
    } else {
      entry.lines += 1
      entry.characters += characters
    }
    entries[id] = entry
  }
}
