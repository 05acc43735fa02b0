public import Basics

extension ProviderPanel {
  /// The types of providers that a user can add to `config.json` under any id.
  public static var types: [String] { ProviderKinds.all.filter { !$0.isSole }.map { $0.type } }

  /// Describes the settings of a provider that does not exist yet.
  ///
  /// Nil if the type is unknown, or if the type belongs to a built-in provider with another id. If
  /// only the address decides whether the service needs a key, the panel does not require a key.
  public init?(type: String, id: String) {
    guard let kind = ProviderKinds.all.first(where: { $0.type == type }),
      kind.isSole ? id == type : ProviderSettings.isWellFormed(id: id)
    else { return nil }
    self.init(ProviderSettings(id: id, kind: .init(kind.init())), isEnabledByDefault: true)
    guard kind.keyDependsOnSettings, !(kind.isBuiltIn && id == type) else { return }
    for index in fields.indices where fields[index].isSecret { fields[index].isRequired = false }
  }

  /// Creates the panel of a provider that has settings.
  init(_ settings: ProviderSettings, isEnabledByDefault: Bool) {
    let configuration = settings.kind.configuration
    let kind = Swift.type(of: configuration)
    let name = configuration.displayName(of: settings.id)
    var fields = kind.fields.map { field in
      var field = field
      switch field.key {
      case SettingField.enabled.key: field.defaultValue = .bool(isEnabledByDefault)
      case SettingField.name.key: field.defaultValue = .string(name)
      default: break
      }
      return field
    }
    if let variables = configuration.keyVariables {
      fields.insert(.key(of: settings.id, variables: variables), at: 0)
    }
    self.init(
      id: settings.id, displayName: settings.displayName, type: kind.type, fields: fields,
      loginCheck: kind.loginCheck)
  }
}

extension SettingField {
  /// Returns the field for a provider's key.
  ///
  /// The key is required if the provider has an environment variable for it.
  fileprivate static func key(of id: String, variables: [String]) -> SettingField {
    let account = CredentialStore.key(for: id)
    return SettingField(
      key: "key", label: "Key", help: "The key of the service",
      kind: .secret(
        SecretPlaces(
          variables: variables, account: account, file: KeyFiles.name + "/" + account)),
      isRequired: !variables.isEmpty)
  }
}

extension ProviderSettings {
  /// The values that are set, keyed as in an entry of `config.json`.
  ///
  /// Settings that have their default value are left out.
  ///
  /// The values never include a service's key.
  public var values: [String: JSONValue] {
    var values = kind.configuration.values
    values["type"] = .string(Swift.type(of: kind.configuration).type)
    values[SettingField.enabled.key] = isEnabled.map(JSONValue.bool)
    values[SettingField.name.key] = name.map(JSONValue.string)
    values[SettingField.prices.key] = prices?.value
    return values
  }
}
