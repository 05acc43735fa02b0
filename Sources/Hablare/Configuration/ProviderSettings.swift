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

  /// The kinds of providers a user can configure.
  public enum Kind: Sendable, Equatable {
    case espeak
    case elevenLabs(ElevenLabsConfiguration)
    case openAI(OpenAIConfiguration)
    case command(CommandConfiguration)
    case piper(PiperConfiguration)
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

/// What a provider charges.
public struct ProviderPrices: Sendable, Equatable {
  /// The price of 1,000 billed characters, in `currency`.
  public var perThousandCharacters: Double
  /// The currency, such as `USD`.
  public var currency: String

  /// Makes prices.
  public init(perThousandCharacters: Double, currency: String) {
    self.perThousandCharacters = perThousandCharacters
    self.currency = currency
  }
}
