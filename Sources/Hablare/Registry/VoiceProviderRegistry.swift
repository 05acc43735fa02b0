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
  /// Nil if the file can be read or does not exist. If there is an error, `isEnabled` ignores the
  /// switches.
  package func enablementError() -> (any Error)? {
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

extension VoiceProviderRegistry {
  /// Returns the panels of all providers that have one, enabled or not, sorted by id.
  public func panels() -> [ProviderPanel] { availableProviders().compactMap(\.panel) }

  /// Returns the panel of a provider; nil if the provider does not exist or has no panel.
  public func panel(for id: String) -> ProviderPanel? {
    availableProviders().first { $0.id == id }?.panel
  }

  /// Checks whether a provider can speak.
  ///
  /// Uses the given key, or the provider's current settings if `key` is nil.
  ///
  /// To check a key, one request is sent to the service. The service charges nothing for this request
  /// (`KeyValidating`). If `key` is nil, no request is sent.
  ///
  /// Throws `VoiceProviderError`: `unsupportedProvider` if the provider does not exist, `notSupported` if the provider
  /// does not use a key, `authenticationFailed` if the service refuses the key. It also throws any other error that
  /// prevents the provider from speaking or the request from being sent.
  public func checkLogin(of id: String, key: SecureString? = nil) async throws {
    guard let provider = try await provider(for: id) else {
      throw VoiceProviderError.unsupportedProvider
    }
    if let key {
      guard let provider = provider as? any KeyValidating else {
        throw VoiceProviderError.notSupported("\(id) does not use a key")
      }
      try await provider.validate(key: key)
    } else if let error = await provider.configurationError() {
      throw error
    }
  }
}

/// The description of a provider, available before the provider is created.
public struct VoiceProviderDescriptor: Sendable {
  /// The provider's id, the scheme of its voices' URIs.
  public var id: String
  /// The name shown to people.
  public var displayName: String
  /// Whether the provider is enabled if the user has set nothing.
  public var isEnabledByDefault: Bool
  /// Whether the provider needs a key or a setting before it can speak.
  public var requiresConfiguration: Bool
  /// Whether the provider is a service that charges for every line, such as ElevenLabs.
  public var isPaidService: Bool
  /// The settings of the provider as data; nil if the provider describes no settings.
  public var panel: ProviderPanel?
  /// Creates the provider; called once, on first use.
  public var makeProvider: @Sendable () async throws -> any VoiceProvider

  /// Describes a provider.
  public init(
    id: String, displayName: String, isEnabledByDefault: Bool = true,
    requiresConfiguration: Bool = false, isPaidService: Bool = false,
    panel: ProviderPanel? = nil,
    makeProvider: @escaping @Sendable () async throws -> any VoiceProvider
  ) {
    self.id = id
    self.displayName = displayName
    self.isEnabledByDefault = isEnabledByDefault
    self.requiresConfiguration = requiresConfiguration
    self.isPaidService = isPaidService
    self.panel = panel
    self.makeProvider = makeProvider
  }

  /// Describes a provider that already exists.
  public init(_ provider: any VoiceProvider, panel: ProviderPanel? = nil) {
    self.init(
      id: provider.providerId, displayName: provider.displayName,
      requiresConfiguration: provider.requiresAPIKey, isPaidService: provider.requiresAPIKey,
      panel: panel
    ) { provider }
  }
}

extension VoiceProviderDescriptor {
  /// Returns the built-in providers (espeak, hibari, Kokoro, Piper, ElevenLabs, OpenAI) and the
  /// providers of the user's configuration.
  ///
  /// ElevenLabs and OpenAI are off until they are enabled or their key is in the environment.
  /// Servers and programs in the user's configuration are on. `slots` is how many texts each engine
  /// on this machine can speak at once. `memory` limits the memory for natural voices. `advice`
  /// provides the advice in errors.
  public static func standard(
    configuration: UserConfiguration, credentials: CredentialStore, client: HTTPClient,
    spending: SpendingMeter, environment: [String: String], slots: Int,
    memory: VoiceMemory = VoiceMemory(), advice: ProviderAdvice = .library
  ) -> [VoiceProviderDescriptor] {
    var settings = ProviderKinds.builtIn
    for provider in configuration.providers { settings[provider.id] = provider }
    let workshop = ProviderWorkshop(
      credentials: credentials, client: client, spending: spending, slots: slots, memory: memory,
      advice: advice, environment: environment)
    let variables = CredentialVariables(configuration: configuration)
    // The programs that this process starts must not get these variables. The store may not have
    // added them, because the app may have created the store with other variables.
    SecretVariables.add(variables)
    return settings.values.sorted { $0.id < $1.id }.map { provider in
      let isPaid = provider.kind.configuration.isPaidService(provider.id)
      let isEnabled =
        !isPaid
        || variables.areSet(for: provider.id, in: environment)
      return VoiceProviderDescriptor(
        id: provider.id, displayName: provider.displayName, isEnabledByDefault: isEnabled,
        requiresConfiguration: provider.requiresKey, isPaidService: isPaid,
        panel: ProviderPanel(provider, isEnabledByDefault: isEnabled)
      ) { try provider.kind.configuration.makeProvider(provider, in: workshop) }
    }
  }
}

/// The kinds of providers that a user can configure, in the order in which messages list them.
enum ProviderKinds {
  /// All kinds.
  /// To add a kind, add a folder to `Providers` and a line here.
  static let all: [any ProviderConfiguration.Type] = [
    EspeakConfiguration.self,
    HibariConfiguration.self,
    KokoroConfiguration.self,
    ElevenLabsConfiguration.self,
    OpenAIConfiguration.self,
    CommandConfiguration.self,
    PiperConfiguration.self,
  ]

  /// The providers that exist without a configuration entry, by id.
  static var builtIn: [String: ProviderSettings] {
    let providers = all.filter { $0.isBuiltIn }.map { kind in
      ProviderSettings(id: kind.type, kind: .init(kind.init()))
    }
    return Dictionary(uniqueKeysWithValues: providers.map { ($0.id, $0) })
  }
}

/// What the program tells people about a built-in provider.
/// The provider's own folder states it.
package struct ProviderFacts: Sendable {
  /// The id of the provider, and the type of its entry in `config.json`.
  package let id: String
  /// The name shown to people.
  package let name: String
  /// A description in short sentences.
  package let summary: String
  /// The environment variables of the key; empty if the provider needs no key.
  package let keyVariables: [String]
  /// The maximum number of characters in one request; nil if there is no such limit.
  package let textLimit: Int?

  package static let builtIn = ProviderKinds.all.filter { $0.isBuiltIn }.map { ProviderFacts($0) }

  private init<Kind: ProviderConfiguration>(_ kind: Kind.Type) {
    let usual = Kind()
    (id, name) = (kind.type, usual.displayName(of: kind.type))
    (summary, textLimit) = (kind.summary ?? "", kind.textLimit)
    keyVariables = usual.keyVariables ?? []
  }

  /// Returns the facts about the built-in provider with an id; nil if there is none.
  package static func of(_ id: String) -> ProviderFacts? { builtIn.first { $0.id == id } }
}

extension CredentialVariables {
  /// Creates the list of environment variables that can contain keys.
  ///
  /// It contains the variables of the built-in services (such as `ELEVENLABS_API_KEY`) and of the
  /// providers in the user's configuration.
  public init(configuration: UserConfiguration) {
    self.init(ProviderKinds.builtIn.compactMapValues { $0.kind.configuration.keyVariables })
    for provider in configuration.providers {
      names[provider.id] = provider.kind.configuration.keyVariables
    }
  }
}

extension CredentialStore {
  /// Creates the store for this user and this process.
  ///
  /// The environment variables of keys are those of the user's configuration and of the built-in
  /// services.
  public init(
    configuration: UserConfiguration = UserConfiguration(),
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    self.init(
      environment: environment, folder: ConfigurationFolder.path(environment: environment),
      variables: CredentialVariables(configuration: configuration))
  }
}
