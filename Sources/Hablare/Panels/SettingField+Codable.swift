import Basics

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
