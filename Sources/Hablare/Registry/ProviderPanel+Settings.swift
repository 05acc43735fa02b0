public import Basics

extension ProviderPanel {
  /// The types that an entry of `config.json` can have under any id, for users who add a provider.
  public static var types: [String] { ProviderKinds.all.filter { !$0.isSole }.map { $0.type } }

  /// Describes the settings of a provider that does not exist yet.
  ///
  /// Nil if the type is unknown, or if it is the type of a built-in provider that cannot have this id.
  /// The key is not required if only the address decides whether the service needs a key.
  public init?(type: String, id: String) {
    guard let kind = ProviderKinds.all.first(where: { $0.type == type }),
      kind.isSole ? id == type : ProviderSettings.isWellFormed(id: id)
    else { return nil }
    self.init(ProviderSettings(id: id, kind: .init(kind.init())), isEnabledByDefault: true)
    guard kind.keyDependsOnSettings, !(kind.isBuiltIn && id == type) else { return }
    for index in fields.indices where fields[index].isSecret { fields[index].isRequired = false }
  }

  /// Describes the settings of a provider.
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
  /// Returns the field for a provider's key, which is required if the provider has a variable for it.
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
  /// The values that are set, by the keys of a `config.json` entry; defaults are left out.
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
