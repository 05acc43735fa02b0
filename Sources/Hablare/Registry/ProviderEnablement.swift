/// Which providers may be used: what the user has switched on or off counts for more than the
/// configuration, and that for more than a provider's default.
public struct ProviderEnablement: Sendable {
  /// What the configuration says, by provider id.
  private let configured: [String: Bool]
  /// What the user has switched.
  private let switches: ProviderSwitches

  /// Makes the rules from their parts; the user's switches are in a file, or where `file` is nil in
  /// memory, for all copies of this value.
  public init(configured: [String: Bool] = [:], file: String? = nil) {
    self.configured = configured
    switches = ProviderSwitches(file: file)
  }

  /// Makes the rules of a user: switches in `providers.json` of the folder, which need not exist.
  public init(configuration: UserConfiguration, folder: String) {
    let configured = configuration.providers.compactMap { provider in
      provider.isEnabled.map { (provider.id, $0) }
    }
    self.init(
      configured: Dictionary(configured) { first, _ in first }, file: folder + "/providers.json")
  }

  /// Whether a provider may be used; `isDefault` where the user has said nothing about it.
  ///
  /// Throws `ProviderSwitchesError` where the file of switches cannot be read.
  public func isEnabled(_ id: String, byDefault isDefault: Bool) throws -> Bool {
    try switches.all()[id] ?? configured[id] ?? isDefault
  }

  /// Throws `ProviderSwitchesError` where the file of switches cannot be read.
  func check() throws { _ = try switches.all() }

  /// The same as if the user had never switched anything.
  func isEnabledWithoutSwitch(_ id: String, byDefault isDefault: Bool) -> Bool {
    configured[id] ?? isDefault
  }

  /// Switches a provider on or off; other processes that ask will see it.
  ///
  /// Throws `ProviderSwitchesError` where that cannot be kept.
  public func set(_ isEnabled: Bool, for id: String) throws {
    try switches.set(isEnabled, for: id)
  }
}
