import Basics
package import Hablare
package import Narration

/// The cost of a run, as far as the user has set prices.
package struct RunCost: Sendable, Equatable {
  package struct Entry: Sendable, Equatable {
    package var work: PaidWork
    /// The price; nil if the user has not set one.
    package var price: ProviderPrices?
    /// The remaining quota of the account; nil if the provider does not report it.
    package var quota: VoiceQuota?

    /// The cost of the characters, in the currency of the price; nil without a price.
    package var cost: Double? { price.map { $0.cost(of: Double(work.characters)) } }
    /// The saved cost of the cached lines, in the currency of the price; nil without a price.
    package var savedCost: Double? { price.map { $0.cost(of: Double(work.cachedCharacters)) } }
  }

  /// The reason why a run must not begin.
  package enum Refusal: Sendable, Equatable {
    /// The run costs more than the limit.
    case above(cost: Double, limit: Double, currency: String)
    /// These providers have no price.
    case unpriced([String])
    /// The costs are in several currencies, so they cannot be added up.
    case currencies([String])
  }

  /// The costs of all paid providers, sorted by id.
  package var entries: [Entry]

  package init(
    _ work: [PaidWork], prices: [String: ProviderPrices], quotas: [String: VoiceQuota] = [:]
  ) {
    entries = work.map {
      Entry(work: $0, price: prices[$0.providerId], quota: quotas[$0.providerId])
    }
  }

  /// The total cost in each currency, sorted by currency; work without a price is left out.
  package var totals: [(currency: String, cost: Double)] {
    var sums: [String: Double] = [:]
    for entry in entries {
      guard let price = entry.price, let cost = entry.cost else { continue }
      sums[price.currency, default: 0] += cost
    }
    return sums.sorted { $0.key < $1.key }.map { (currency: $0.key, cost: $0.value) }
  }

  /// Returns why the run must not begin with this cost limit; nil if it may begin.
  package func refusal(above limit: Double) -> Refusal? {
    let due = entries.filter { $0.work.characters > 0 }
    let unpriced = due.filter { $0.price == nil }.map(\.work.providerId)
    if !unpriced.isEmpty { return .unpriced(unpriced) }
    let currencies = Set(due.compactMap(\.price?.currency)).sorted()
    guard let currency = currencies.first else { return nil }
    if currencies.count > 1 { return .currencies(currencies) }
    let cost = due.reduce(0) { $0 + ($1.cost ?? 0) }
    // The sum may exceed the limit by a rounding error.
    return cost - limit > 1e-9 ? .above(cost: cost, limit: limit, currency: currency) : nil
  }
}

extension RunCost.Refusal: CustomStringConvertible {
  /// The reason as a message.
  package var description: String {
    switch self {
    case .above(let cost, let limit, let currency):
      "the run would cost \(Quantity.money(cost, currency)), more than the limit of "
        + Quantity.money(limit, currency)
    case .unpriced(let ids):
      "the price of \(ids.joined(separator: " and ")) is unknown; add it to \"providers\" in the user "
        + "configuration, with the price of 1,000 characters instead of 0: "
        + ids.map {
          "\"\($0)\": { \"prices\": { \"perThousandCharacters\": 0, \"currency\": \"USD\" } }"
        }.joined(separator: ", ")
    case .currencies(let currencies):
      "the prices are in \(currencies.joined(separator: " and ")), so their sum is unknown; give all "
        + "prices in one currency"
    }
  }
}

/// The work in a build that a provider charges for.
package struct PaidWork: Sendable, Equatable {
  package var providerId: String
  /// The characters to be charged, for lines that are not cached.
  package var characters: Int
  /// The number of lines that are not cached; identical lines are counted once.
  package var lines = 0
  /// The number of lines that are cached from earlier builds.
  package var cachedLines = 0
  /// The characters that would be charged for the cached lines.
  package var cachedCharacters = 0

  package init(
    providerId: String, characters: Int = 0, lines: Int = 0, cachedLines: Int = 0,
    cachedCharacters: Int = 0
  ) {
    (self.providerId, self.characters, self.lines) = (providerId, characters, lines)
    (self.cachedLines, self.cachedCharacters) = (cachedLines, cachedCharacters)
  }
}

/// The paid work of one or several books.
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
