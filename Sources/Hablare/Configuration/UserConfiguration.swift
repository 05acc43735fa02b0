/// What the user has set for all projects: the providers, and options where the command line is silent.
public struct UserConfiguration: Sendable, Equatable {
  /// The providers, sorted by id.
  public var providers: [ProviderSettings] = []
  /// Values of options, by the option's name without dashes, as they would be typed; an option without
  /// a value has an empty one, and is missing where it is off.
  public var defaults: [String: String] = [:]

  /// Makes a configuration that says nothing.
  public init() {}

  /// What providers charge, by their ids.
  public var prices: [String: ProviderPrices] {
    Dictionary(
      providers.compactMap { provider in provider.prices.map { (provider.id, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// What is written about a provider.
  public func provider(_ id: String) -> ProviderSettings? { providers.first { $0.id == id } }
}
