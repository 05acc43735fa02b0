public import FoundationEssentials

/// The providers there are, by id: which of them may be used, and each made once, when it is first
/// needed.
public actor VoiceProviderRegistry {
  /// The registry of this process: the built-in providers, with the user's switches and keys, and
  /// without the providers of a `config.json`.
  public static let shared = VoiceProviderRegistry.standard()

  private let enablement: ProviderEnablement
  private let advice: ProviderAdvice
  private var descriptors: [String: VoiceProviderDescriptor] = [:]
  /// Providers being made and those made.
  private var providers: [String: Task<any VoiceProvider, any Error>] = [:]

  /// Makes a registry of descriptors; of two with one id the later counts.
  ///
  /// Without `enablement` the defaults hold, and what is switched is kept in memory only. `advice` is what
  /// errors say is to be done.
  public init(
    enablement: ProviderEnablement? = nil, descriptors: [VoiceProviderDescriptor] = [],
    advice: ProviderAdvice = .library
  ) {
    self.enablement = enablement ?? ProviderEnablement()
    self.advice = advice
    self.descriptors = Dictionary(descriptors.map { ($0.id, $0) }) { _, later in later }
  }

  /// Makes the registry of a user: the built-in providers and those of the configuration.
  ///
  /// `credentials` is nil for a store of the same configuration and environment. `spending` counts
  /// what the providers are paid for, and keeps them below its limit. `slots` is how many lines
  /// each engine of this machine may speak at once, `memory` what the program may take with the models of natural voices.
  /// `advice` is what errors say is to be done.
  public static func standard(
    configuration: UserConfiguration = UserConfiguration(),
    credentials: CredentialStore? = nil, client: HTTPClient = HTTPClient(),
    spending: SpendingMeter? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment,
    slots: Int = ProcessInfo.processInfo.activeProcessorCount,
    memory: VoiceMemory = VoiceMemory(), advice: ProviderAdvice = .library
  ) -> VoiceProviderRegistry {
    VoiceProviderRegistry(
      enablement: ProviderEnablement(
        configuration: configuration,
        folder: ConfigurationFolder.path(environment: environment)),
      descriptors: VoiceProviderDescriptor.standard(
        configuration: configuration,
        credentials: credentials
          ?? CredentialStore(configuration: configuration, environment: environment),
        client: client, spending: spending ?? SpendingMeter(), environment: environment,
        slots: slots, memory: memory, advice: advice),
      advice: advice)
  }

  // MARK: What there is

  /// Adds a provider, in place of the one of the same id; who has that one already keeps it.
  public func register(_ descriptor: VoiceProviderDescriptor) {
    descriptors[descriptor.id] = descriptor
    providers[descriptor.id] = nil
  }

  /// Every provider, enabled or not, sorted by id.
  public func availableProviders() -> [VoiceProviderDescriptor] {
    descriptors.values.sorted { $0.id < $1.id }
  }

  /// Whether there is a provider of this id.
  public func contains(providerId: String) -> Bool { descriptors[providerId] != nil }

  /// The ids nearest to one that does not exist, best first; for messages.
  public func nearest(to providerId: String) -> [String] {
    Spelling.nearest(to: providerId, among: descriptors.keys.sorted())
  }

  // MARK: Making

  /// The provider of an id, enabled or not; nil where there is none.
  ///
  /// Throws what making it throws; the next call then tries again.
  public func provider(for id: String) async throws -> (any VoiceProvider)? {
    guard let descriptor = descriptors[id] else { return nil }
    if let provider = providers[id] { return try await provider.value }
    let task = Task { try await descriptor.makeProvider() }
    providers[id] = task
    do {
      return try await task.value
    } catch {
      if providers[id] == task { providers[id] = nil }
      throw error
    }
  }

  /// The provider of an id, ready to speak.
  ///
  /// Throws `VoiceProviderError`: `unsupportedProvider` where there is none, then `notSupported` where
  /// it is disabled, then `notConfigured` where it lacks a key or a setting; and
  /// `ProviderSwitchesError` where it cannot be known whether it is enabled.
  public func configuredProvider(for id: String) async throws -> any VoiceProvider {
    guard let descriptor = descriptors[id] else { throw VoiceProviderError.unsupportedProvider }
    guard
      try id == Self.alwaysEnabled
        || enablement.isEnabled(id, byDefault: descriptor.isEnabledByDefault)
    else {
      throw VoiceProviderError.notSupported(
        "the provider \(id) is disabled; "
          + advice.words(
            .disabled(providerId: id, requiresKey: descriptor.requiresConfiguration)))
    }
    guard let provider = try await provider(for: id) else {
      throw VoiceProviderError.unsupportedProvider
    }
    guard await provider.isConfigured() else { throw VoiceProviderError.notConfigured }
    return provider
  }

  /// Ends what the providers keep running.
  public func shutdown() async {
    for provider in providers.values { await (try? provider.value)?.shutdown() }
  }

  // MARK: Enabling

  /// Whether a provider is there and may be used; espeak always.
  ///
  /// Where the file of the user's switches cannot be read, as if there were none; what is wrong with
  /// it says `enablementError`.
  public func isEnabled(providerId id: String) -> Bool {
    guard let descriptor = descriptors[id] else { return false }
    let isDefault = descriptor.isEnabledByDefault
    return id == Self.alwaysEnabled
      || (try? enablement.isEnabled(id, byDefault: isDefault))
        ?? enablement.isEnabledWithoutSwitch(id, byDefault: isDefault)
  }

  /// Why the file of the user's switches cannot be read (a `ProviderSwitchesError`), so that
  /// `isEnabled` knows nothing of them; nil where it can, or there is none.
  public func enablementError() -> (any Error)? {
    do {
      try enablement.check()
      return nil
    } catch {
      return error
    }
  }

  /// Switches a provider on or off for this user.
  ///
  /// Throws `VoiceProviderError` for an unknown provider and for espeak, which cannot be disabled, and
  /// `ProviderSwitchesError` where that cannot be kept.
  public func setEnabled(_ isEnabled: Bool, for id: String) throws {
    guard contains(providerId: id) else {
      let nearest = nearest(to: id)
      let known = nearest.isEmpty ? descriptors.keys.sorted() : nearest
      throw VoiceProviderError.invalidRequest(
        "there is no provider \(id); "
          + (nearest.isEmpty ? "there are " : "did you mean ") + known.joined(separator: ", ")
          + (nearest.isEmpty ? "" : "?"))
    }
    if id == Self.alwaysEnabled {
      if isEnabled { return }
      throw VoiceProviderError.notSupported(
        "disabling \(id), which needs no key and is always there")
    }
    try enablement.set(isEnabled, for: id)
  }

  /// Casts without a voice speak through it.
  private static let alwaysEnabled = EspeakNGVoiceEngine.id
}
