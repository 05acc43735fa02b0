/// What a user has written about one provider, under its id.
public struct ProviderSettings: Sendable, Equatable {
  /// The id: the scheme of its voices' URIs.
  public var id: String
  /// The name shown to people; nil for the usual one.
  public var name: String?
  /// Whether it may be used (`enabled` in the file), where the user has not switched it on or off by
  /// `guion2audio providers`; nil where the file does not say.
  public var isEnabled: Bool?
  /// What it costs, where the user has said.
  public var prices: ProviderPrices?
  /// What kind of provider it is, with the settings of its kind.
  public var kind: Kind

  /// A kind of provider with its settings, such as `.openAI(OpenAIConfiguration())`.
  public struct Kind: Sendable, Equatable {
    let configuration: any ProviderConfiguration

    init(_ configuration: any ProviderConfiguration) { self.configuration = configuration }

    /// Whether both are of one kind and have the same settings.
    public static func == (left: Kind, right: Kind) -> Bool {
      left.configuration.isEqual(to: right.configuration)
    }
  }

  /// Makes settings.
  public init(
    id: String, name: String? = nil, isEnabled: Bool? = nil, prices: ProviderPrices? = nil,
    kind: Kind
  ) {
    self.id = id
    self.name = name
    self.isEnabled = isEnabled
    self.prices = prices
    self.kind = kind
  }
}

extension ProviderSettings {
  /// Whether a text can be a provider's id: ASCII letters, digits, `-`, `_` and `.`, as `VoiceURI` has
  /// them, and not so long that nothing else fits into a file's name.
  package static func isWellFormed(id: String) -> Bool {
    (1...100).contains(id.utf8.count) && !id.hasPrefix(".")
      && id.utf8.allSatisfy(PercentEncoding.provider.contains)
  }
}

extension ProviderSettings {
  /// The name shown to people: the user's, else the usual one.
  package var displayName: String { name ?? kind.configuration.displayName(of: id) }

  /// Whether the provider cannot speak without a key.
  package var requiresKey: Bool { kind.configuration.keyVariables?.isEmpty == false }
}

extension ProviderConfiguration {
  fileprivate func isEqual(to other: any ProviderConfiguration) -> Bool { (other as? Self) == self }
}
