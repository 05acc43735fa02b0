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

extension SettingField: Codable {
  private enum CodingKeys: String, CodingKey {
    case key, label, help, required, `default`
  }

  /// Reads a field.
  ///
  /// The keys of `kind` are in the same JSON object as the field's other keys.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      key: try container.decode(String.self, forKey: .key),
      label: try container.decode(String.self, forKey: .label),
      help: try container.decodeIfPresent(String.self, forKey: .help) ?? "",
      kind: try Kind(from: decoder),
      isRequired: try container.decodeIfPresent(Bool.self, forKey: .required) ?? false,
      defaultValue: try container.decodeIfPresent(JSONValue.self, forKey: .default))
  }

  /// Writes a field.
  ///
  /// The keys of `kind` are in the same JSON object as the field's other keys.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(key, forKey: .key)
    try container.encode(label, forKey: .label)
    if !help.isEmpty { try container.encode(help, forKey: .help) }
    try kind.encode(to: encoder)
    try container.encode(isRequired, forKey: .required)
    try container.encodeIfPresent(defaultValue, forKey: .default)
  }
}

extension SettingField.Kind: Codable {
  private enum CodingKeys: String, CodingKey {
    case kind, security, minimum, maximum, whole, unit, options, entry, single, fields, shorthand
  }

  private enum Name: String, Codable {
    case text, secret, url, number, choice, path, list, dictionary
    case toggle = "switch"
  }

  /// Reads the key `kind` and the keys that belong to it.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(Name.self, forKey: .kind) {
    case .text: self = .text(try TextRule(from: decoder))
    case .secret: self = .secret(try SecretPlaces(from: decoder))
    case .url: self = .url(try container.decodeIfPresent(URLRule.self, forKey: .security) ?? .any)
    case .number: self = try Self.number(container)
    case .choice:
      self = .choice(try container.decode([SettingField.Option].self, forKey: .options))
    case .toggle: self = .toggle
    case .path: self = .path
    case .list:
      self = .list(
        of: try container.decode(Self.self, forKey: .entry),
        allowsSingle: try container.decodeIfPresent(Bool.self, forKey: .single) ?? false)
    case .dictionary:
      self = .dictionary(
        try container.decode([SettingField].self, forKey: .fields),
        shorthand: try container.decodeIfPresent(String.self, forKey: .shorthand))
    }
  }

  private static func number(_ container: KeyedDecodingContainer<CodingKeys>) throws -> Self {
    let minimum = try container.decode(Double.self, forKey: .minimum)
    let maximum = try container.decode(Double.self, forKey: .maximum)
    guard minimum <= maximum else {
      throw DecodingError.dataCorruptedError(
        forKey: .maximum, in: container, debugDescription: "the maximum is below the minimum")
    }
    return .number(
      minimum...maximum,
      isWhole: try container.decodeIfPresent(Bool.self, forKey: .whole) ?? false,
      unit: try container.decodeIfPresent(String.self, forKey: .unit))
  }

  /// Writes the key `kind` and the keys that belong to it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .kind)
    switch self {
    case .text(let rule): try rule.encode(to: encoder)
    case .secret(let places): try places.encode(to: encoder)
    case .url(let rule): try container.encode(rule, forKey: .security)
    case .number(let range, let isWhole, let unit):
      try container.encode(range.lowerBound, forKey: .minimum)
      try container.encode(range.upperBound, forKey: .maximum)
      try container.encode(isWhole, forKey: .whole)
      try container.encodeIfPresent(unit, forKey: .unit)
    case .choice(let options): try container.encode(options, forKey: .options)
    case .toggle, .path: break
    case .list(let entry, let allowsSingle):
      try container.encode(entry, forKey: .entry)
      try container.encode(allowsSingle, forKey: .single)
    case .dictionary(let fields, let shorthand):
      try container.encode(fields, forKey: .fields)
      try container.encodeIfPresent(shorthand, forKey: .shorthand)
    }
  }

  private var name: Name {
    switch self {
    case .text: .text
    case .secret: .secret
    case .url: .url
    case .number: .number
    case .choice: .choice
    case .toggle: .toggle
    case .path: .path
    case .list: .list
    case .dictionary: .dictionary
    }
  }
}

/// The texts that a setting allows.
public enum TextRule: Sendable, Hashable {
  /// Text on one line that is not blank.
  case line
  /// A BCP 47 language tag such as `en-US`.
  case languageTag
  /// Text that matches a pattern.
  case pattern(TextPattern)
}

/// A regular expression that must match a whole text, with the message for a text that does not match.
public struct TextPattern: Sendable, Hashable, Codable {
  /// The expression, in the syntax that Swift and JavaScript share.
  ///
  /// An expression that is not valid matches nothing.
  public var pattern: String
  /// The code of the problem, such as `bad-currency`.
  public var code: String
  /// The message of the problem, with `{value}` in the place of the text.
  ///
  /// Omit `{value}` if the text could be a secret.
  public var message: String

  /// Creates a pattern.
  public init(_ pattern: String, code: String, message: String) {
    self.pattern = pattern
    self.code = code
    self.message = message
  }

  /// Returns whether the expression matches the whole text, compared by Unicode scalars.
  func matches(_ text: String) -> Bool {
    guard let regex = try? Regex(pattern).matchingSemantics(.unicodeScalar) else { return false }
    return (try? regex.wholeMatch(in: text)) != nil
  }

  func problem(with text: String) -> String { message.replacing("{value}", with: text) }
}

extension TextRule: Codable {
  private enum CodingKeys: String, CodingKey {
    case format, pattern
  }

  private enum Format: String, Codable {
    case language
  }

  /// Reads the rule from the key `format`, or from the keys `pattern`, `code` and `message`.
  ///
  /// Without these keys the rule is `line`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if try container.decodeIfPresent(Format.self, forKey: .format) != nil {
      self = .languageTag
    } else if container.contains(.pattern) {
      self = .pattern(try TextPattern(from: decoder))
    } else {
      self = .line
    }
  }

  /// Writes the key `format`, or the keys `pattern`, `code` and `message`.
  ///
  /// Writes no key for `line`.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .line: break
    case .languageTag:
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(Format.language, forKey: .format)
    case .pattern(let pattern): try pattern.encode(to: encoder)
    }
  }
}

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
  package var secret: SettingField? { fields.first(where: \.isSecret) }
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
