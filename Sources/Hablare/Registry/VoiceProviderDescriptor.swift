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
