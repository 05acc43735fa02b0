import Basics
public import FoundationEssentials
public import Hablare
package import Narration

/// Everything needed to speak books: the user's providers with their keys, and the caches of earlier runs.
public struct SpeechSetup: Sendable {
  /// The keys of the providers.
  public let credentials: CredentialStore
  /// The registered providers.
  public let registry: VoiceProviderRegistry
  /// The HTTP client of all providers, which counts its transfers.
  package let client: HTTPClient
  /// The folder for cached clips, voice lists and measurements; nil if nothing is stored.
  package let cacheFolder: String?
  /// The cached clips of earlier runs.
  /// Without a cache folder, only the clips that this run pays for are cached.
  package var clips: ClipCache
  /// The folder for the measured levels of voices; nil if nothing is stored.
  package var levelFolder: String?
  package let voiceFolders: VoiceFolders
  package let spending: SpendingMeter
  /// The prices of providers, by id.
  package var prices: [String: ProviderPrices]
  /// The advice that provider errors give to the user.
  let advice: ProviderAdvice
  /// Called on any thread with warnings that have no position in a document.
  let onWarning: @Sendable (String) -> Void

  /// Where clips and measurements are stored.
  public enum Cache: Sendable {
    /// `$GUION2AUDIO_CACHE` if it is set, else `guion2audio` in the user's cache folder.
    case user
    /// The folder with this path.
    case folder(String)
    /// Nothing is stored.
    case none

    /// Returns the path of the folder; nil if nothing is stored.
    public func path(_ environment: [String: String]) -> String? {
      switch self {
      case .none: nil
      case .folder(let folder): folder
      case .user: ClipCache.userFolder(environment: environment)
      }
    }
  }

  /// Creates a user's setup.
  ///
  /// `cacheLimit` is the maximum size of the clip cache in bytes. `maximumCost` is the cost limit of the run in the
  /// currency of the configuration's prices. `slots` limits how many lines each engine on this machine speaks at once.
  /// `memory` limits the memory of the models of natural voices. `registry` replaces the user's providers.
  /// `advice` is the advice that provider errors give. `onWarning` is called on any thread.
  public init(
    configuration: UserConfiguration = UserConfiguration(),
    environment: [String: String] = ProcessInfo.processInfo.environment,
    cache: Cache = .user, cacheLimit: Int = ClipCache.defaultLimit, maximumCost: Double? = nil,
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

  /// The measured paces of voices from earlier builds; nil if nothing is stored.
  var paces: PaceStore? { cacheFolder.map { PaceStore(folder: $0 + "/paces") } }

  /// Returns the store of measurements of the installed voices.
  package func timbres() -> VoiceTimbreStore { VoiceTimbreStore(in: voiceFolders) }

  /// Returns the cost of work at the user's prices.
  package func cost(of work: [PaidWork]) -> RunCost { RunCost(work, prices: prices) }

  /// The cost of the run so far, by currency.
  /// Providers without a price are left out.
  package var spent: [String: Double] {
    var totals: [String: Double] = [:]
    for (id, amount) in spending.spending {
      guard let price = prices[id] else { continue }
      totals[price.currency, default: 0] += price.cost(of: amount.characters)
    }
    return totals
  }

  /// Returns the known paces of a plan's voices.
  func paces(for plan: BookPlan) -> [PaceKey: VoicePace] { paces?.paces(for: plan) ?? [:] }

  /// Returns a service that speaks with the registry.
  ///
  /// The service uses the same clip cache as books, and caches voice lists for a day.
  public func service() -> GenerationService {
    GenerationService(
      registry: registry,
      voiceLists: cacheFolder.map { VoiceListFiles(folder: $0 + "/voice-lists") }, clips: clips,
      onWarning: onWarning)
  }

  /// Returns why the natural voice cannot be used, if one of its files is damaged.
  package func damageOfNaturalVoice() async -> String? {
    do {
      _ = try await provider(NeuralVoiceProvider.hibariId)
      return nil
    } catch {
      return NeuralVoiceProvider.isDamage(error) ? "\(error)" : nil
    }
  }

  /// Returns a provider that can speak now.
  ///
  /// Throws a `BookError` if the provider does not exist or cannot speak, and `CancellationError`.
  public func provider(_ id: String) async throws -> any VoiceProvider {
    do {
      return try await registry.configuredProvider(for: id)
    } catch VoiceProviderError.unsupportedProvider {
      let known = await registry.availableProviders().map(\.id)
      let hint = Spelling.hint(
        for: id, among: known, otherwise: "known providers: \(known.joined(separator: ", "))")
      throw BookError(.wrongRequest, "there is no provider \"\(id)\"; \(hint)")
    } catch {
      try Task.checkCancellation()
      let reason = UnusableProvider(
        id, await Self.reason(for: error, of: id, registry), advice: advice)
      throw BookError(reason.isRefusal ? .refused : .unavailable, reason.message)
    }
  }

  /// Returns the error of a provider that cannot speak, with more detail than "not configured" if possible.
  static func reason(
    for error: any Error, of id: String, _ registry: VoiceProviderRegistry
  ) async -> any Error {
    guard case VoiceProviderError.notConfigured = error,
      let provider = try? await registry.provider(for: id)
    else { return error }
    return await provider.configurationError() ?? error
  }

  /// Warns about problems with key stores if `isWanted` is true.
  /// Set `isWanted` if a key was needed and not found. A missing keyring is not reported: most machines that render
  /// have no keyring, and most voices need no key.
  package func warnOfKeys(if isWanted: Bool) async {
    for notice in await credentials.takeNotices() where isWanted && !notice.isAboutNoKeyring {
      onWarning("\(notice)")
    }
  }

  /// Stops the processes of providers, and removes the clips of a run without a cache.
  public func shutdown() async {
    await registry.shutdown()
    await clips.endRun()
  }
}

extension CredentialNotice {
  /// Whether the notice reports a missing keyring.
  /// Most machines without a desktop have no keyring.
  var isAboutNoKeyring: Bool { if case .keyringUnavailable = self { true } else { false } }
}

extension StoreNotice {
  /// Returns the notice as text, with the cost of paid clips.
  package func words(
    prices: [String: ProviderPrices], advice: ProviderAdvice = .library
  ) -> String {
    guard case .paidClipsRemoved(let holdings, let limit) = self else { return "\(self)" }
    let parts = holdings.map { holding in
      let id = holding.providerId ?? "an unknown provider"
      return "\(Quantity.count(holding.count, "clip")) of \(id)"
        + (Self.cost(of: holding, prices).map { " (\($0))" } ?? "")
    }
    return
      "the clip cache exceeded its limit of \(Quantity.size(limit)), so these clips were removed: "
      + parts.joined(separator: " and ")
      + "; lines that need them must be paid for again; \(advice.words(.fullCache))"
  }

  /// Returns the cost of a provider's clips: in money if the user has set a price, else in characters.
  private static func cost(of holding: ClipHolding, _ prices: [String: ProviderPrices]) -> String? {
    guard holding.characters > 0 else { return nil }
    guard let price = holding.providerId.flatMap({ prices[$0] }) else {
      return "\(holding.characters) characters"
    }
    return Quantity.money(price.cost(of: Double(holding.characters)), price.currency)
  }
}

extension SpeechSetup {
  /// Returns the providers with these ids that are ready to speak, and the reasons why the others are not ready.
  /// A provider with a fallback counts as ready even if the provider cannot be reached. In this case, the voices of the
  /// provider are not checked. Throws only `CancellationError`.
  package func directory(
    of ids: Set<String>, naming voices: [VoiceURI] = [], fallbacks: Set<String> = []
  ) async throws -> VoiceDirectory {
    var providers: [any VoiceProvider] = []
    var unusable: [String: UnusableProvider] = [:]
    var unchecked: Set<String> = []
    for id in ids.sorted() {
      let named = Set(voices.filter { $0.providerId == id }.map(\.voiceId))
      switch await readiness(of: id, naming: named, hasFallback: fallbacks.contains(id)) {
      case .ready(let provider): providers.append(provider)
      case .unchecked(let provider):
        providers.append(provider)
        unchecked.insert(id)
      case .unusable(let reason): unusable[id] = reason
      case .unknown: break
      }
    }
    // A request that failed because the task was cancelled is not the provider's fault.
    try Task.checkCancellation()
    await warnOfKeys(if: unusable.values.contains(where: \.isRefusal))
    let known = await registry.availableProviders()
    return VoiceDirectory(
      providers, unusable: unusable, unchecked: unchecked, priced: await priced(providers),
      paidServices: Set(known.filter(\.isPaidService).map(\.id)), known: known.map(\.id),
      advice: advice, installedTimbres: { [timbres = timbres()] in timbres.timbre(of: $0) })
  }

  /// Returns the providers whose speech may cost money: the user has set a price for them, or they have a key.
  private func priced(_ providers: [any VoiceProvider]) async -> Set<String> {
    var priced = Set(prices.keys)
    for provider in providers where await provider.isPriced() {
      priced.insert(provider.providerId)
    }
    return priced
  }

  /// Returns whether speech from a provider may cost money.
  package func isPriced(_ provider: any VoiceProvider) async -> Bool {
    await priced([provider]).contains(provider.providerId)
  }

  /// Whether a provider can speak now.
  private enum Readiness {
    case ready(any VoiceProvider)
    /// The provider can speak now or perhaps later, but its voices are not known.
    case unchecked(any VoiceProvider)
    case unusable(UnusableProvider)
    case unknown
  }

  private func readiness(
    of id: String, naming voices: Set<String>, hasFallback: Bool
  ) async -> Readiness {
    do {
      let provider = try await registry.configuredProvider(for: id)
      _ = try await provider.version()
      guard provider.listsVoicesRemotely else { return .ready(provider) }
      do {
        await provider.remember(voices: try await list(of: id, naming: voices))
        return .ready(provider)
      } catch VoiceProviderError.notSupported {
        // The key allows speech, but not listing the voices. The service reports an unknown voice when a line uses it.
        return .unchecked(provider)
      }
    } catch VoiceProviderError.unsupportedProvider {
      return .unknown
    } catch {
      let reason = await Self.reason(for: error, of: id, registry)
      let isOutage = (reason as? VoiceProviderError)?.isOutage == true
      if hasFallback, isOutage, let provider = try? await registry.provider(for: id) {
        return .unchecked(provider)
      }
      return .unusable(UnusableProvider(id, reason, advice: advice))
    }
  }

  /// Returns the voices of a provider.
  /// If a cached list does not contain a voice in `named`, the list may be outdated or from another account. In this
  /// case, the list is fetched again.
  private func list(of id: String, naming named: Set<String>) async throws -> [Voice] {
    // The service is created only here, so that a user who has only local voices gets no cache on disk.
    let service = service()
    let isCached = await service.hasValidCache(for: id, languageCode: "")
    let voices = try await service.fetchVoices(from: id, languageCode: "")
    guard isCached, !named.isSubset(of: voices.map(\.id)) else { return voices }
    try await service.clearVoiceCache(for: id, languageCode: "")
    return try await service.fetchVoices(from: id, languageCode: "")
  }
}

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
