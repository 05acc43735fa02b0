/// The user's settings for all projects: providers, and defaults for command-line options.
public struct UserConfiguration: Sendable, Equatable {
  /// The providers, sorted by id.
  public var providers: [ProviderSettings] = []
  /// Values of options as typed on the command line, by the option's name without dashes.
  ///
  /// A flag has an empty value if it is on, and is missing if it is off.
  public var defaults: [String: String] = [:]

  /// Creates an empty configuration.
  public init() {}

  /// The prices of providers, by their ids.
  public var prices: [String: ProviderPrices] {
    Dictionary(
      providers.compactMap { provider in provider.prices.map { (provider.id, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// Returns the settings of a provider.
  public func provider(_ id: String) -> ProviderSettings? { providers.first { $0.id == id } }
}

/// The folder of this user's configuration and list of enabled providers.
///
/// It also contains the keys if there is no keyring.
public enum ConfigurationFolder {
  /// Returns the folder: `$XDG_CONFIG_HOME/guion2audio`, else `~/.config/guion2audio`.
  ///
  /// A relative path in the variable is ignored (XDG Base Directory Specification 0.8). If `HOME`
  /// is unset, as in containers and cron, the home folder comes from the system.
  public static func path(environment: [String: String]) -> String {
    XDGFolders.path(XDGFolders(environment: environment).config, "guion2audio")
  }
}
