public import Basics

/// A setting of a provider as data: its label, its allowed values, and its default.
///
/// An app, a command and a web page can draw the same panel from such settings (`ProviderPanel`).
public struct SettingField: Sendable, Hashable {
  /// The name of the setting.
  ///
  /// For the providers of this package, it is the key in `config.json`.
  public var key: String
  /// The short name shown to people, such as "Requests at once".
  public var label: String
  /// The effect of the setting, as a phrase without a full stop; empty if the label is enough.
  public var help: String
  /// The allowed values.
  public var kind: Kind
  /// Whether the provider cannot be used without the setting.
  public var isRequired: Bool
  /// The value if the user sets none; nil if there is no default, or if the default depends on
  /// other settings.
  public var defaultValue: JSONValue?

  /// The allowed values of a setting.
  public indirect enum Kind: Sendable, Hashable {
    /// Text.
    case text(TextRule = .line)
    /// A service's key, which is stored in a `CredentialStore` and not with the other settings.
    case secret(SecretPlaces)
    /// An http or https address.
    case url(URLRule = .any)
    /// A number within a range; `unit` is the word that follows the number, such as "seconds".
    case number(ClosedRange<Double>, isWhole: Bool = false, unit: String? = nil)
    /// One of several words.
    case choice([Option])
    /// True or false.
    case toggle
    /// The path of a file or a folder that begins with `/` or `~/`.
    case path
    /// One or more values of a kind. If `allowsSingle` is true, a single string is read as a list
    /// with one value.
    case list(of: Kind, allowsSingle: Bool = false)
    /// A group of settings. If `shorthand` is not nil, a single string is read as an object with
    /// only this key.
    case dictionary([SettingField], shorthand: String? = nil)
  }

  /// An allowed word of a choice.
  public struct Option: Sendable, Hashable, Codable {
    /// The word in the configuration.
    public var value: String
    /// The text shown to people.
    public var label: String

    /// Creates an option.
    public init(_ value: String, label: String) {
      self.value = value
      self.label = label
    }
  }

  /// Creates a setting.
  public init(
    key: String, label: String, help: String = "", kind: Kind, isRequired: Bool = false,
    defaultValue: JSONValue? = nil
  ) {
    self.key = key
    self.label = label
    self.help = help
    self.kind = kind
    self.isRequired = isRequired
    self.defaultValue = defaultValue
  }

  /// Whether the setting is a key of a service.
  public var isSecret: Bool { if case .secret = kind { true } else { false } }
}

/// The addresses that a setting allows.
public enum URLRule: String, Sendable, Hashable, Codable {
  /// Every http or https address without user, query and fragment.
  case any
  /// Only addresses to which a key may be sent: over TLS, or on this machine.
  case secureOrLoopback
}

/// Where a secret is looked up, in this order: environment, keyring, file.
public struct SecretPlaces: Sendable, Hashable, Codable {
  /// The environment variables.
  ///
  /// The first variable that is set is used.
  ///
  /// A variable with the suffix `_FILE` names a file that contains the secret.
  public var variables: [String]
  /// The name of the secret in a `CredentialStore` and in the keyring, such as `openai-api-key`.
  public var account: String
  /// The file, relative to the folder of the credential store, which is also the folder of
  /// `config.json`.
  public var file: String

  /// Creates the places of a secret.
  public init(variables: [String], account: String, file: String) {
    self.variables = variables
    self.account = account
    self.file = file
  }
}
