/// A provider that can be made, before it is.
public struct VoiceProviderDescriptor: Sendable {
  /// The provider's id, the scheme of its voices' URIs.
  public var id: String
  /// The name shown to people.
  public var displayName: String
  /// Whether it may be used where the user has said nothing about it.
  public var isEnabledByDefault: Bool
  /// Whether it needs a key or a setting before it can speak.
  public var requiresConfiguration: Bool
  /// The settings of the provider as data; nil if it describes none.
  public var panel: ProviderPanel?
  /// Makes the provider; called once, when it is first needed.
  public var makeProvider: @Sendable () async throws -> any VoiceProvider

  /// Describes a provider.
  public init(
    id: String, displayName: String, isEnabledByDefault: Bool = true,
    requiresConfiguration: Bool = false, panel: ProviderPanel? = nil,
    makeProvider: @escaping @Sendable () async throws -> any VoiceProvider
  ) {
    self.id = id
    self.displayName = displayName
    self.isEnabledByDefault = isEnabledByDefault
    self.requiresConfiguration = requiresConfiguration
    self.panel = panel
    self.makeProvider = makeProvider
  }

  /// Describes a provider that is there already.
  public init(_ provider: any VoiceProvider, panel: ProviderPanel? = nil) {
    self.init(
      id: provider.providerId, displayName: provider.displayName,
      requiresConfiguration: provider.requiresAPIKey, panel: panel
    ) { provider }
  }
}
