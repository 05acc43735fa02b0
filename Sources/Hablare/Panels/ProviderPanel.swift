/// A provider's settings as data, so that an app, a command and a web page can draw the same panel.
///
/// The panel describes the possible settings, never their current values, and never contains a key.
public struct ProviderPanel: Sendable, Hashable, Identifiable {
  /// The provider's id, the scheme of its voices' URIs.
  public var id: String
  /// The name shown to people.
  public var displayName: String
  /// The `type` of the provider's entry in `config.json`; nil for a provider without an entry.
  public var type: String?
  /// The settings, in the order in which a panel shows them.
  public var fields: [SettingField]
  /// The check that can be run before the settings are saved.
  public var loginCheck: LoginCheck

  /// The kinds of checks that `VoiceProviderRegistry.checkLogin` can run, and the cost of each.
  public enum LoginCheck: String, Sendable, Hashable, Codable, CaseIterable {
    /// No check. All settings that follow the rules are valid.
    case none
    /// Looks for programs and files on this machine. Costs nothing.
    case local
    /// Sends the service one request with the key. The service charges nothing for it.
    case request
  }

  /// Creates a panel.
  public init(
    id: String, displayName: String, type: String? = nil, fields: [SettingField] = [],
    loginCheck: LoginCheck = .none
  ) {
    self.id = id
    self.displayName = displayName
    self.type = type
    self.fields = fields
    self.loginCheck = loginCheck
  }

  /// The field of the provider's key; nil if the provider does not use a key.
  public var secret: SettingField? { fields.first(where: \.isSecret) }
}

extension ProviderPanel: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, type, fields, loginCheck
    case displayName = "name"
  }
}

/// A value that a provider does not accept, with the reason.
public struct SettingProblem: Sendable, Hashable, Codable {
  /// The key of the field; nil if several fields contradict each other.
  public var key: String?
  /// The stable name of the problem, which is the code of the `config.json` diagnostic, such as
  /// `out-of-range`.
  public var code: String
  /// The problem and what to do, in one sentence that never quotes a secret.
  public var message: String

  /// Creates a problem.
  public init(key: String?, code: String, message: String) {
    self.key = key
    self.code = code
    self.message = message
  }
}
