import Basics

/// A user's settings for one provider, under its id.
public struct ProviderSettings: Sendable, Equatable {
  /// The id: the scheme of its voices' URIs.
  public var id: String
  /// The name shown to people; nil for the usual name.
  public var name: String?
  /// Whether the provider can be used (`enabled` in the file); nil if the file has no `enabled`.
  ///
  /// The switch that `guion2audio providers` sets overrides this value.
  public var isEnabled: Bool?
  /// The prices, if the user has entered any.
  public var prices: ProviderPrices?
  /// The kind of provider, with the settings of its kind.
  public var kind: Kind

  /// A kind of provider with its settings, such as `.openAI(OpenAIConfiguration())`.
  public struct Kind: Sendable, Equatable {
    let configuration: any ProviderConfiguration

    init(_ configuration: any ProviderConfiguration) { self.configuration = configuration }

    /// Returns whether two values have the same kind and the same settings.
    public static func == (left: Kind, right: Kind) -> Bool {
      left.configuration.isEqual(to: right.configuration)
    }
  }

  /// Creates settings.
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
  /// Returns whether a text can be a provider's id.
  ///
  /// An id consists of ASCII letters, digits, `-`, `_` and `.`, as in `VoiceURI`, and does not
  /// begin with `.`. Its limit of 100 bytes leaves room for other parts of a file name.
  package static func isWellFormed(id: String) -> Bool {
    (1...100).contains(id.utf8.count) && !id.hasPrefix(".")
      && id.utf8.allSatisfy(PercentEncoding.provider.contains)
  }
}

extension ProviderSettings {
  /// The name shown to people: the user's, else the usual name.
  package var displayName: String { name ?? kind.configuration.displayName(of: id) }

  /// Whether the provider cannot speak without a key.
  package var requiresKey: Bool { kind.configuration.keyVariables?.isEmpty == false }
}

extension ProviderConfiguration {
  fileprivate func isEqual(to other: any ProviderConfiguration) -> Bool { (other as? Self) == self }
}
