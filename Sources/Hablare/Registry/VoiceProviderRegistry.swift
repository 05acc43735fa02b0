import Basics
public import FoundationEssentials

/// The available providers, by id.
///
/// The registry knows which providers can be used, and creates each provider once, on first use.
public actor VoiceProviderRegistry {
  /// The registry of this process.
  ///
  /// It has the built-in providers and the user's switches and keys, but not the providers of a
  /// `config.json`.
  public static let shared = VoiceProviderRegistry.standard()

  private let enablement: ProviderEnablement
  private let advice: ProviderAdvice
  private var descriptors: [String: VoiceProviderDescriptor] = [:]
  /// Providers that are being created or already exist.
  private var providers: [String: Task<any VoiceProvider, any Error>] = [:]

  /// Creates a registry from descriptors.
  ///
  /// If two descriptors have the same id, the later one is used.
  ///
  /// If `enablement` is omitted, the defaults apply, and switches are in memory only. `advice`
  /// provides the advice in errors.
  public init(
    enablement: ProviderEnablement? = nil, descriptors: [VoiceProviderDescriptor] = [],
    advice: ProviderAdvice = .library
  ) {
    self.enablement = enablement ?? ProviderEnablement()
    self.advice = advice
    self.descriptors = Dictionary(descriptors.map { ($0.id, $0) }) { _, later in later }
  }

  /// Creates the registry of a user: the built-in providers and those of the configuration.
  ///
  /// If `credentials` is nil, a store for the same configuration and environment is used.
  /// `spending` counts the costs of the providers and keeps the costs below its limit. `slots` is
  /// how many texts each engine on this machine can speak at once. `memory` limits the memory for
  /// natural voices. `advice` provides the advice in errors.
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

  // MARK: Lookup

  /// Adds a provider and replaces any provider with the same id.
  ///
  /// Callers that already have the old provider can continue to use it.
  public func register(_ descriptor: VoiceProviderDescriptor) {
    descriptors[descriptor.id] = descriptor
    providers[descriptor.id] = nil
  }

  /// Returns the descriptor of every provider, enabled or not, sorted by id.
  public func availableProviders() -> [VoiceProviderDescriptor] {
    descriptors.values.sorted { $0.id < $1.id }
  }

  /// Returns whether a provider with this id exists.
  public func contains(providerId: String) -> Bool { descriptors[providerId] != nil }

  /// Returns the existing ids whose spelling is nearest to an unknown id, nearest first, for
  /// messages.
  public func nearest(to providerId: String) -> [String] {
    Spelling.nearest(to: providerId, among: descriptors.keys.sorted())
  }

  // MARK: Creation

  /// Returns the provider with an id, enabled or not; nil if no provider has the id.
  ///
  /// Throws the error from creating the provider; the next call tries again.
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

  /// Returns the provider with an id, ready to speak.
  ///
  /// Throws `VoiceProviderError`: first `unsupportedProvider` if the provider does not exist, then
  /// `notSupported` if it is disabled, then `notConfigured` if a key or a setting is missing. Throws
  /// `ProviderSwitchesError` if the user's switches cannot be read.
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

  /// Stops the providers' running processes.
  public func shutdown() async {
    for provider in providers.values { await (try? provider.value)?.shutdown() }
  }

  // MARK: Enabling

  /// Returns whether a provider exists and is enabled; always true for espeak.
  ///
  /// If the file of the user's switches cannot be read, the switches are ignored, and
  /// `enablementError` returns the reason.
  public func isEnabled(providerId id: String) -> Bool {
    guard let descriptor = descriptors[id] else { return false }
    let isDefault = descriptor.isEnabledByDefault
    return id == Self.alwaysEnabled
      || (try? enablement.isEnabled(id, byDefault: isDefault))
        ?? enablement.isEnabledWithoutSwitch(id, byDefault: isDefault)
  }

  /// Returns why the file of the user's switches cannot be read, as a `ProviderSwitchesError`.
  ///
  /// Nil if the file can be read or does not exist. If there is an error, `isEnabled` ignores the
  /// switches.
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
  /// Throws `VoiceProviderError` for an unknown provider and for espeak, which cannot be disabled.
  /// Throws `ProviderSwitchesError` if the switch cannot be saved.
  public func setEnabled(_ isEnabled: Bool, for id: String) throws {
    guard contains(providerId: id) else {
      let nearest = nearest(to: id)
      let known = nearest.isEmpty ? descriptors.keys.sorted() : nearest
      throw VoiceProviderError.invalidRequest(
        "there is no provider \(id); "
          + (nearest.isEmpty ? "known: " : "did you mean ") + known.joined(separator: ", ")
          + (nearest.isEmpty ? "" : "?"))
    }
    if id == Self.alwaysEnabled {
      if isEnabled { return }
      throw VoiceProviderError.notSupported("\(id) is always enabled and cannot be disabled")
    }
    try enablement.set(isEnabled, for: id)
  }

  /// The provider for casts that name no voice.
  private static let alwaysEnabled = EspeakNGVoiceEngine.id
}
