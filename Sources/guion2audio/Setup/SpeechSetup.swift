import Audiobook
import FoundationEssentials
import Hablare
import Narration

/// What a command speaks with: the user's providers and their keys, and what earlier runs have kept.
struct SpeechSetup: Sendable {
  let credentials: CredentialStore
  let registry: VoiceProviderRegistry
  let client = HTTPClient(userAgent: Version.generator.replacing(" ", with: "/"))
  /// The folder of kept clips and lists of voices; nil where nothing is kept.
  let cacheFolder: String?
  /// The clips that earlier runs have kept; with `--no-cache` only those that this run pays for.
  let clips: ClipCache
  /// What this run pays for.
  let spending: SpendingMeter
  /// What providers charge, by id.
  let prices: [String: ProviderPrices]

  /// A setup in which espeak speaks so many lines at once.
  init(_ arguments: Arguments, espeakSlots: Int = 1) throws(UsageError) {
    let environment = ProcessInfo.processInfo.environment
    let configuration = arguments.configuration
    let prices = configuration.prices
    self.prices = prices
    spending = SpendingMeter(limit: try CostLimit.amount(arguments), prices: prices)
    credentials = CredentialStore(configuration: configuration, environment: environment)
    registry = .standard(
      configuration: configuration, credentials: credentials, client: client, spending: spending,
      environment: environment, espeakSlots: espeakSlots)
    cacheFolder = CacheFolder.path(arguments, environment)
    let limit = try CacheLimit.bytes(arguments)
    clips =
      cacheFolder.map { folder in
        ClipCache(folder: folder + "/clips", limit: limit) { notice in
          Self.warn(CacheLimit.words(notice, prices: prices))
        }
      } ?? .forOneRun()
    Self.setClosingLine(client, isJSON: arguments[.progress] == "json")
  }

  /// What earlier builds have taught about the paces of voices; nil where nothing is kept.
  var paces: PaceStore? { cacheFolder.map { PaceStore(folder: $0 + "/paces") } }

  /// What is known of the paces of a plan's voices.
  func paces(for plan: BookPlan) -> [PaceKey: VoicePace] { paces?.paces(for: plan) ?? [:] }

  /// Generates by the registry, and keeps lists of voices for a day; what it speaks is not kept.
  func service() -> GenerationService {
    GenerationService(
      registry: registry, store: voiceStore(), onWarning: Self.warn)
  }

  private func voiceStore() -> GenerationStore? {
    guard let cacheFolder else { return nil }
    do {
      return try GenerationStore(at: URL(filePath: cacheFolder + "/store.sqlite")) {
        Self.warn("\($0)")
      }
    } catch {
      Self.warn("lists of voices are not kept: \(error)")
      return nil
    }
  }

  /// The providers of these ids, ready to speak, and why others are not.
  ///
  /// One that cannot be reached and has a stand-in is taken as it is: its voices are not checked.
  func directory(
    of ids: Set<String>, naming voices: [VoiceURI] = [], standIns: Set<String> = []
  ) async -> VoiceDirectory {
    var providers: [any VoiceProvider] = []
    var unusable: [String: UnusableProvider] = [:]
    var unchecked: Set<String> = []
    for id in ids.sorted() {
      let named = Set(voices.filter { $0.providerId == id }.map(\.voiceId))
      switch await readiness(of: id, naming: named, hasStandIn: standIns.contains(id)) {
      case .ready(let provider): providers.append(provider)
      case .unchecked(let provider):
        providers.append(provider)
        unchecked.insert(id)
      case .unusable(let reason): unusable[id] = reason
      case .unknown: break
      }
    }
    await warnOfKeys(if: unusable.values.contains(where: \.isRefusal))
    let known = await registry.availableProviders().map(\.id)
    return VoiceDirectory(
      providers, unusable: unusable, unchecked: unchecked, priced: await priced(providers),
      known: known)
  }

  /// The providers whose speech may cost money: the user has set a price, or they have a key.
  private func priced(_ providers: [any VoiceProvider]) async -> Set<String> {
    var priced = Set(prices.keys)
    for provider in providers where await provider.isPriced() {
      priced.insert(provider.providerId)
    }
    return priced
  }

  /// Whether a provider can speak now.
  private enum Readiness {
    case ready(any VoiceProvider)
    /// It can, or may when it is its turn, but its voices are not known.
    case unchecked(any VoiceProvider)
    case unusable(UnusableProvider)
    case unknown
  }

  private func readiness(
    of id: String, naming voices: Set<String>, hasStandIn: Bool
  ) async -> Readiness {
    do {
      let provider = try await registry.configuredProvider(for: id)
      _ = try await provider.version()
      guard provider.listsVoicesRemotely else { return .ready(provider) }
      do {
        await provider.remember(voices: try await list(of: id, naming: voices))
        return .ready(provider)
      } catch VoiceProviderError.notSupported {
        // A key that may speak and not list: the service itself says which voices there are.
        return .unchecked(provider)
      }
    } catch VoiceProviderError.unsupportedProvider {
      return .unknown
    } catch {
      let reason = await reason(for: error, of: id)
      let isOutage = (reason as? VoiceProviderError)?.isOutage == true
      if hasStandIn, isOutage, let provider = try? await registry.provider(for: id) {
        return .unchecked(provider)
      }
      return .unusable(UnusableProvider(id, reason))
    }
  }

  /// The voices of a provider; a kept list that lacks a voice which is named may be of yesterday or of
  /// another account, and is fetched anew.
  private func list(of id: String, naming named: Set<String>) async throws -> [Voice] {
    // Made here: whoever has only local voices gets no cache on disk.
    let service = service()
    let isKept = await service.hasValidCache(for: id, languageCode: "")
    let voices = try await service.fetchVoices(from: id, languageCode: "")
    guard isKept, !named.isSubset(of: voices.map(\.id)) else { return voices }
    try await service.clearVoiceCache(for: id, languageCode: "")
    return try await service.fetchVoices(from: id, languageCode: "")
  }

  /// Why a provider cannot speak, more exactly than that it is not configured.
  private func reason(for error: any Error, of id: String) async -> any Error {
    guard case VoiceProviderError.notConfigured = error,
      let provider = try? await registry.provider(for: id)
    else { return error }
    return await provider.configurationError() ?? error
  }

  /// A provider that can speak now; else the failure, with its exit code.
  func provider(_ id: String) async throws -> any VoiceProvider {
    do {
      return try await registry.configuredProvider(for: id)
    } catch VoiceProviderError.unsupportedProvider {
      let known = await registry.availableProviders().map(\.id)
      let hint = Spelling.hint(
        for: id, among: known, otherwise: "there is \(known.joined(separator: ", "))")
      throw CommandFailure(.usage, "there is no provider \"\(id)\"; \(hint)")
    } catch {
      let reason = UnusableProvider(id, await reason(for: error, of: id))
      throw CommandFailure(reason.isRefusal ? .refused : .unavailable, reason.message)
    }
  }

  /// Says what is wrong with the places of keys, where a key was wanted and not found.
  ///
  /// Most machines that render have no keyring, and most voices need none.
  func warnOfKeys(if isWanted: Bool) async {
    for notice in await credentials.takeNotices() where isWanted && !notice.isAboutNoKeyring {
      Self.warn("\(notice)")
    }
  }

  /// Ends what providers keep running, and removes the clips of a run without a cache.
  func shutdown() async {
    await registry.shutdown()
    await clips.endRun()
  }

  /// What went over the wire, in words, for the end of a run; nil if nothing did.
  func closingTransfers() -> String? {
    ClosingLine.shared.clear()
    return Self.transfers(client.statistics)
  }

  private static func setClosingLine(_ client: HTTPClient, isJSON: Bool) {
    ClosingLine.shared.set {
      let statistics = client.statistics
      if isJSON { return JSONEvents.interrupted(statistics) }
      guard let words = transfers(statistics) else { return }
      Streams.error("guion2audio: interrupted: \(words)\n")
    }
  }

  private static func transfers(_ total: TransferStatistics) -> String? {
    guard total.requests > 0 else { return nil }
    var parts = ["\(total.requests) request\(total.requests == 1 ? "" : "s")"]
    if total.retries > 0 { parts.append("\(total.retries) repeated") }
    if total.perhapsPaid > 0 {
      parts.append("\(total.perhapsPaid) without an answer, perhaps paid for")
    }
    let kilobytes = (total.bytesSent + total.bytesReceived + 512) / 1024
    return parts.joined(separator: ", ") + ", \(kilobytes) KB"
  }

  static func warn(_ message: String) { Streams.error("guion2audio: warning: \(message)\n") }
}

extension CredentialNotice {
  /// Whether it says only that there is no keyring, as on most machines without a desktop.
  var isAboutNoKeyring: Bool { if case .keyringUnavailable = self { true } else { false } }
}

/// Where clips and lists of voices are kept.
enum CacheFolder {
  /// `--cache`, else `GUION2AUDIO_CACHE`, else the user's cache folder; nil with `--no-cache`.
  static func path(_ arguments: Arguments, _ environment: [String: String]) -> String? {
    if arguments.has(.noCache) { return nil }
    // A shell has put the home folder in place of `~/` in what was typed, but not in the configuration.
    if let folder = arguments[.cache] { return UserPath.expanded(folder, environment: environment) }
    if let folder = environment["GUION2AUDIO_CACHE"], !folder.isEmpty { return folder }
    return XDGFolders(environment: environment).cache + "/guion2audio"
  }
}
