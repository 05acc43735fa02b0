import Basics
public import FoundationEssentials
public import Hablare
import Narration

/// What books are spoken with: the user's providers and their keys, and what earlier runs have kept.
public struct SpeechSetup: Sendable {
  /// The keys of the providers.
  public let credentials: CredentialStore
  /// The providers there are.
  public let registry: VoiceProviderRegistry
  /// The client of all providers, which counts what goes over the wire.
  public let client: HTTPClient
  /// The folder of kept clips, lists of voices and measurements; nil if nothing is kept.
  public let cacheFolder: String?
  /// The clips that earlier runs have kept; without a cache folder only those that this run pays for.
  public package(set) var clips: ClipCache
  /// The folder of the measured levels of voices; nil if nothing is kept.
  package var levelFolder: String?
  /// The folders of the installed voices.
  public let voiceFolders: VoiceFolders
  /// What this run pays for.
  public let spending: SpendingMeter
  /// What providers charge, by id.
  public package(set) var prices: [String: ProviderPrices]
  /// What errors of providers say is to be done.
  let advice: ProviderAdvice
  /// Called with warnings that have no place in a document, on any thread.
  let onWarning: @Sendable (String) -> Void

  /// Where clips and measurements are kept.
  public enum Cache: Sendable {
    /// `$GUION2AUDIO_CACHE`, else `guion2audio` in the user's cache folder.
    case usual
    /// A folder.
    case folder(String)
    /// Nothing is kept.
    case none

    /// The folder; nil if nothing is kept.
    public func path(_ environment: [String: String]) -> String? {
      switch self {
      case .none: nil
      case .folder(let folder): folder
      case .usual: ClipCache.userFolder(environment: environment)
      }
    }
  }

  /// Makes the setup of a user.
  ///
  /// `cacheLimit` is the size of the clip cache in bytes, `maximumCost` the most that the run may cost in
  /// the currency of the configuration's prices, `slots` how many lines each engine
  /// of this machine may speak at once, `memory` what the program may take with the models of natural voices.
  /// `registry` replaces the user's providers. `advice` is what errors of providers say is to be done.
  /// `onWarning` is called on any thread.
  public init(
    configuration: UserConfiguration = UserConfiguration(),
    environment: [String: String] = ProcessInfo.processInfo.environment,
    cache: Cache = .usual, cacheLimit: Int = ClipCache.defaultLimit, maximumCost: Double? = nil,
    slots: Int = ProcessInfo.processInfo.activeProcessorCount,
    memory: VoiceMemory = VoiceMemory(), registry: VoiceProviderRegistry? = nil,
    advice: ProviderAdvice = .library,
    onWarning: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    let prices = configuration.prices
    let client = HTTPClient(userAgent: Version.generator.replacing(" ", with: "/"))
    let spending = SpendingMeter(limit: maximumCost, prices: prices)
    let credentials = CredentialStore(configuration: configuration, environment: environment)
    (self.prices, self.client, self.spending) = (prices, client, spending)
    (self.credentials, self.advice, self.onWarning) = (credentials, advice, onWarning)
    self.registry =
      registry
      ?? .standard(
        configuration: configuration, credentials: credentials, client: client, spending: spending,
        environment: environment, slots: slots, memory: memory, advice: advice)
    voiceFolders = VoiceFolders(environment: environment)
    cacheFolder = cache.path(environment)
    levelFolder = cacheFolder.map { $0 + "/levels" }
    clips =
      cacheFolder.map { folder in
        ClipCache(folder: folder + "/clips", limit: cacheLimit) { notice in
          onWarning(notice.words(prices: prices, advice: advice))
        }
      } ?? .forOneRun()
  }

  /// What earlier builds have taught about the tempos of voices; nil if nothing is kept.
  var paces: PaceStore? { cacheFolder.map { PaceStore(folder: $0 + "/paces") } }

  /// What was measured of the installed voices, as it is now.
  public func timbres() -> VoiceTimbreStore { VoiceTimbreStore(in: voiceFolders) }

  /// What work costs, by the user's prices.
  public func cost(of work: [PaidWork]) -> RunCost { RunCost(work, prices: prices) }

  /// What the run has spent so far, by currency; services without a price are left out.
  package var spent: [String: Double] {
    var totals: [String: Double] = [:]
    for (id, amount) in spending.spending {
      guard let price = prices[id] else { continue }
      totals[price.currency, default: 0] += price.cost(of: amount.characters)
    }
    return totals
  }

  /// What is known of the tempos of a plan's voices.
  func paces(for plan: BookPlan) -> [PaceKey: VoicePace] { paces?.paces(for: plan) ?? [:] }

  /// A service that speaks with the registry, keeps clips where books keep theirs, and keeps lists of
  /// voices for a day.
  public func service() -> GenerationService {
    GenerationService(registry: registry, store: voiceStore(), clips: clips, onWarning: onWarning)
  }

  private func voiceStore() -> GenerationStore? {
    guard let cacheFolder else { return nil }
    do {
      return try GenerationStore(at: URL(filePath: cacheFolder + "/store.sqlite")) {
        onWarning("\($0)")
      }
    } catch {
      onWarning("lists of voices are not kept: \(error)")
      return nil
    }
  }

  /// A provider that can speak now.
  ///
  /// Throws a `BookError` if there is no such provider, or it cannot speak, and `CancellationError`.
  public func provider(_ id: String) async throws -> any VoiceProvider {
    do {
      return try await registry.configuredProvider(for: id)
    } catch VoiceProviderError.unsupportedProvider {
      let known = await registry.availableProviders().map(\.id)
      let hint = Spelling.hint(
        for: id, among: known, otherwise: "there is \(known.joined(separator: ", "))")
      throw BookError(.wrongRequest, "there is no provider \"\(id)\"; \(hint)")
    } catch {
      try Task.checkCancellation()
      let reason = UnusableProvider(
        id, await Self.reason(for: error, of: id, registry), advice: advice)
      throw BookError(reason.isRefusal ? .refused : .unavailable, reason.message)
    }
  }

  /// Why a provider cannot speak, more exactly than that it is not configured.
  static func reason(
    for error: any Error, of id: String, _ registry: VoiceProviderRegistry
  ) async -> any Error {
    guard case VoiceProviderError.notConfigured = error,
      let provider = try? await registry.provider(for: id)
    else { return error }
    return await provider.configurationError() ?? error
  }

  /// Warns of what is wrong with the places of keys, if a key was wanted and not found.
  ///
  /// Most machines that render have no keyring, and most voices need none.
  public func warnOfKeys(if isWanted: Bool) async {
    for notice in await credentials.takeNotices() where isWanted && !notice.isAboutNoKeyring {
      onWarning("\(notice)")
    }
  }

  /// Ends what providers keep running, and removes the clips of a run without a cache.
  public func shutdown() async {
    await registry.shutdown()
    await clips.endRun()
  }
}

extension CredentialNotice {
  /// Whether it says only that there is no keyring, as on most machines without a desktop.
  var isAboutNoKeyring: Bool { if case .keyringUnavailable = self { true } else { false } }
}

extension StoreNotice {
  /// The notice in words; clips that were paid for with what they cost.
  package func words(
    prices: [String: ProviderPrices], advice: ProviderAdvice = .library
  ) -> String {
    guard case .paidClipsRemoved(let holdings, let limit) = self else { return "\(self)" }
    let parts = holdings.map { holding in
      let id = holding.providerId ?? "an unknown provider"
      return "\(Quantity.count(holding.count, "clip")) of \(id)"
        + (Self.cost(of: holding, prices).map { " (\($0))" } ?? "")
    }
    return "the clip cache is larger than its limit of \(Quantity.size(limit)): removed "
      + parts.joined(separator: " and ")
      + ", to be paid for again when needed; \(advice.words(.fullCache))"
  }

  /// What the clips of a provider cost: money if the user has set a price, else characters.
  private static func cost(of holding: ClipHolding, _ prices: [String: ProviderPrices]) -> String? {
    guard holding.characters > 0 else { return nil }
    guard let price = holding.providerId.flatMap({ prices[$0] }) else {
      return "\(holding.characters) characters"
    }
    return Quantity.money(price.cost(of: Double(holding.characters)), price.currency)
  }
}
