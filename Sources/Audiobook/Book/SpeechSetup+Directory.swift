import Basics
public import Hablare
public import Narration

extension SpeechSetup {
  /// Returns the providers with these ids that are ready to speak, and the reasons why the others are not ready.
  ///
  /// A provider with a fallback counts as ready even if the provider cannot be reached. In this case, the voices of the
  /// provider are not checked. Throws only `CancellationError`.
  public func directory(
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
  public func isPriced(_ provider: any VoiceProvider) async -> Bool {
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
  ///
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
