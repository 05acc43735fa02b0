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

/// Where this user's configuration, list of enabled providers and, in want of a keyring, keys are.
public enum ConfigurationFolder {
  /// `$XDG_CONFIG_HOME/guion2audio`, else `~/.config/guion2audio` (XDG Base Directory Specification
  /// 0.8, which has relative values ignored); where `HOME` is unset, as in containers and cron, home
  /// is what the system knows.
  public static func path(environment: [String: String]) -> String {
    XDGFolders.path(XDGFolders(environment: environment).config, "guion2audio")
  }
}
