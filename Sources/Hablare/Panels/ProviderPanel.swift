/// A provider's settings as data, so that an app, a command and a web page can draw the same panel.
///
/// It says what can be set and never what is set; no key is ever in it.
public struct ProviderPanel: Sendable, Hashable, Identifiable {
  /// The provider's id, the scheme of its voices' URIs.
  public var id: String
  /// The name shown to people.
  public var displayName: String
  /// The `type` of the provider's entry in `config.json`; nil for a provider that has none there.
  public var type: String?
  /// The settings, in the order in which a panel shows them.
  public var fields: [SettingField]
  /// What can be tried before the settings are kept.
  public var loginCheck: LoginCheck

  /// What `VoiceProviderRegistry.checkLogin` does, and what that costs.
  public enum LoginCheck: String, Sendable, Hashable, Codable, CaseIterable {
    /// Nothing: any settings within the rules will do.
    case none
    /// Looks for programs and files of this machine. Costs nothing.
    case local
    /// Sends the service one request with the key, for which it charges nothing.
    case request
  }

  /// Describes the settings of a provider.
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

  /// The field of the provider's key; nil if the provider takes none.
  public var secret: SettingField? { fields.first(where: \.isSecret) }
}

extension ProviderPanel: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, type, fields, loginCheck
    case displayName = "name"
  }
}

/// A value that a provider does not take, and why.
public struct SettingProblem: Sendable, Hashable, Codable {
  /// The key of the field; nil if several fields do not fit together.
  public var key: String?
  /// The stable name of the problem: that of the diagnostic of `config.json`, such as `out-of-range`.
  public var code: String
  /// What is wrong and what to do, in one sentence that never quotes a secret.
  public var message: String

  /// Makes a problem.
  public init(key: String?, code: String, message: String) {
    self.key = key
    self.code = code
    self.message = message
  }
}
