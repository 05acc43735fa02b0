public import Hablare
public import Narration

/// What the providers of one or several books are to be paid for; a line that two books share is paid for
/// once.
public struct PaidBill: Sendable {
  private var entries: [String: PaidWork] = [:]
  private var seen: Set<ClipKey> = []
  private let prices: [String: ProviderPrices]

  /// Makes an empty bill; `prices` are what the user has said that providers charge, by id.
  public init(prices: [String: ProviderPrices] = [:]) { self.prices = prices }

  /// What each provider that charges is to be paid for, or would be without what is kept, sorted by id.
  public var work: [PaidWork] {
    entries.values.filter { $0.characters + $0.keptCharacters > 0 }
      .sorted { $0.providerId < $1.providerId }
  }

  /// Whether anyone who speaks in a plan may have to be paid.
  public func concerns(_ plan: BookPlan, _ directory: VoiceDirectory) -> Bool {
    plan.cast.values.contains { isPaid($0.providerId, directory) }
  }

  /// Adds chapters that are going to be rendered.
  public mutating func add(
    _ chapters: [ChapterPlan], of plan: BookPlan, directory: VoiceDirectory, cache: ClipCache?
  ) async {
    guard concerns(plan, directory) else { return }
    let paid = Set(directory.ids.filter { isPaid($0, directory) })
    for chapter in chapters {
      for placed in chapter.read.placedSpans {
        let voice = placed.span.performance.voice
        guard paid.contains(voice.providerId), let provider = directory.provider(voice.providerId)
        else { continue }
        let request = placed.request(to: provider)
        let key = ClipKey(
          providerId: voice.providerId, providerVersion: plan.engineVersions[voice],
          request: request)
        guard seen.insert(key).inserted else { continue }
        let isKept = await cache?.contains(key) ?? false
        add(await billed(request, by: provider), isKept: isKept, to: voice.providerId)
      }
    }
  }

  /// A voice on this machine costs nothing, unless the user has said what it does.
  private func isPaid(_ id: String, _ directory: VoiceDirectory) -> Bool {
    prices[id] != nil || directory.provider(id)?.listsVoicesRemotely == true
  }

  /// The characters of a request that are charged; a program does not know that what it does has a price.
  private func billed(
    _ request: VoiceEngineRequest, by provider: any VoiceProvider
  ) async -> Int {
    let characters = await provider.billedCharacters(for: request)
    guard characters == 0, prices[provider.providerId] != nil else { return characters }
    return request.text.unicodeScalars.count
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
