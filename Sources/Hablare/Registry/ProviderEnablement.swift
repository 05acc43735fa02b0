/// The rules that decide which providers can be used.
///
/// The user's switches override the configuration, which overrides a provider's default.
public struct ProviderEnablement: Sendable {
  /// The settings from the configuration, by provider id.
  private let configured: [String: Bool]
  /// The user's switches.
  private let switches: ProviderSwitches

  /// Creates the rules from their parts.
  ///
  /// The user's switches are stored in `file`. If `file` is nil, the switches are in memory, and
  /// all copies of this value share them.
  public init(configured: [String: Bool] = [:], file: String? = nil) {
    self.configured = configured
    switches = ProviderSwitches(file: file)
  }

  /// Creates the rules of a user, with switches in `providers.json` in `folder`; the file need not
  /// exist.
  public init(configuration: UserConfiguration, folder: String) {
    let configured = configuration.providers.compactMap { provider in
      provider.isEnabled.map { (provider.id, $0) }
    }
    self.init(
      configured: Dictionary(configured) { first, _ in first }, file: folder + "/providers.json")
  }

  /// Returns whether a provider can be used.
  ///
  /// `isDefault` applies if neither a switch nor the configuration decides.
  ///
  /// Throws `ProviderSwitchesError` if the file of switches cannot be read.
  public func isEnabled(_ id: String, byDefault isDefault: Bool) throws -> Bool {
    try switches.all()[id] ?? configured[id] ?? isDefault
  }

  /// Reads the file of switches.
  ///
  /// Throws `ProviderSwitchesError` if the file cannot be read.
  func check() throws { _ = try switches.all() }

  /// Returns whether a provider can be used, ignoring the user's switches.
  func isEnabledWithoutSwitch(_ id: String, byDefault isDefault: Bool) -> Bool {
    configured[id] ?? isDefault
  }

  /// Switches a provider on or off.
  ///
  /// Other processes see the change the next time they check.
  ///
  /// Throws `ProviderSwitchesError` if the switch cannot be saved.
  public func set(_ isEnabled: Bool, for id: String) throws {
    try switches.set(isEnabled, for: id)
  }
}
