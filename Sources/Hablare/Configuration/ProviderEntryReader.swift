import Basics

/// Reads one provider's entry in a user's configuration.
struct ProviderEntryReader {
  typealias Kind = any ProviderConfiguration.Type

  let id: String
  let node: JSONNode
  /// Reads typed values and collects the problems with them.
  var values: PlacedValueReader
  /// The source of the advice about keys.
  private let advice: ProviderAdvice
  /// The members of the entry that its kind allows.
  private var members: [JSONNode.Member] = []

  private var quoted: String { "\"\(id)\"" }

  /// Creates a reader for an entry; problems are added to `values`.
  init(id: String, node: JSONNode, values: PlacedValueReader, advice: ProviderAdvice) {
    (self.id, self.node, self.values, self.advice) = (id, node, values, advice)
  }

  /// Reads the settings as far as possible; returns nil if the entry is not an object or its kind
  /// is unknown.
  mutating func read(_ kinds: [Kind]) -> ProviderSettings? {
    guard let all = values.uniqueMembers(node, quoted), let kind = kind(all, kinds) else {
      return nil
    }
    members = all.filter { belongs($0, to: kind, kinds) }
    var settings = ProviderSettings(id: id, kind: .init(configuration(kind)))
    let fields = kind.commonFields
    for member in members {
      guard let field = fields.first(where: { $0.key == member.key }),
        let value = values.value(member.value, of: field)
      else { continue }
      switch field.key {
      case SettingField.enabled.key:
        settings.isEnabled = enabled(value.flag, at: member.value, kind)
      case SettingField.name.key: settings.name = value.text
      default: settings.prices = ProviderPrices(value)
      }
    }
    return settings
  }

  /// Returns the entry's value for a key.
  func value(of key: String) -> JSONNode? { members.first { $0.key == key }?.value }

  mutating func report(_ code: String, _ message: String, at node: JSONNode? = nil) {
    values.report(code, "\(quoted) \(message)", at: (node ?? self.node).position)
  }

  private mutating func configuration<Configuration: ProviderConfiguration>(
    _ kind: Configuration.Type
  ) -> Configuration {
    var configuration = Configuration()
    for member in members {
      guard let key = Configuration.Key(rawValue: member.key),
        let value = values.value(member.value, of: Configuration.completeField(key))
      else { continue }
      configuration.set(key, to: value)
    }
    values.reportMissing(
      Configuration.fields, among: members.map(\.key), of: quoted, at: node.position)
    configuration.check(&self)
    return configuration
  }

  // MARK: The kind and the keys that go with it

  /// Returns the kind that `type` names.
  /// If there is no `type`, returns the kind that the id implies.
  /// If the kind is unknown, or if a provider with this id cannot have the kind, reports a problem
  /// and returns nil.
  private mutating func kind(_ members: [JSONNode.Member], _ kinds: [Kind]) -> Kind? {
    guard let member = members.first(where: { $0.key == "type" }) else {
      if let known = kinds.first(where: { $0.type == id && $0.isKnownByID }) { return known }
      let types = kinds.filter { !$0.isSole }.map { $0.type }
      let list = types.dropLast().joined(separator: ", ") + " or " + types.suffix(1).joined()
      report("missing-key", "needs \"type\": \(list)")
      return nil
    }
    guard let type = values.word(member.value, "type", among: kinds.map { $0.type }),
      let kind = kinds.first(where: { $0.type == type })
    else { return nil }
    let isReserved = kinds.contains { $0.isSole && !$0.isReplaceable && $0.type == id }
    if kind.type == id || !isReserved && !kind.isSole { return kind }
    let message =
      isReserved
      ? "\(id) is a built-in provider and cannot have another type"
      : "the type \(type) is reserved for the built-in provider \(type)"
    values.report("wrong-provider-type", message, at: member.value.position)
    return nil
  }

  /// Returns whether an entry of this kind can have a member.
  /// Reports a member that is not allowed.
  private mutating func belongs(
    _ member: JSONNode.Member, to kind: Kind, _ kinds: [Kind]
  ) -> Bool {
    if kind.keys.contains(member.key) { return true }
    if kind.retiredKeys.contains(member.key) {
      values.report(
        "retired-key",
        "\"\(member.key)\" has no effect: \(kind.retirement); remove the key",
        as: .note, at: member.keyPosition)
      return false
    }
    let owners = kinds.filter { $0.keys.contains(member.key) }.map { $0.type }
    if owners.isEmpty {
      reportUnknownKey(member, kind)
    } else {
      values.report(
        "misplaced-key",
        "\"\(member.key)\" is allowed only for the type \(owners.joined(separator: " or ")), but "
          + "\(quoted) has the type \(kind.type); remove the key", at: member.keyPosition)
    }
    return false
  }

  private mutating func reportUnknownKey(_ member: JSONNode.Member, _ kind: Kind) {
    let secrets = ["key", "apikey", "token", "secret", "password", "xiapikey"]
    let letters = member.key.lowercased().filter(\.isLetter)
    if secrets.contains(letters) {
      values.report(
        "secret-in-configuration",
        "this file must not contain the key of a service: remove \"\(member.key)\" and "
          + advice.words(.keyInConfiguration(providerId: id)), at: member.keyPosition)
      return
    }
    values.reportUnknownKey(
      member, of: "the provider \(quoted) (type \(kind.type))", known: kind.keys)
  }

  /// Returns whether the entry enables the provider; nil if the entry has no valid value.
  /// Reports a value that disables a provider that is always enabled.
  private mutating func enabled(_ isOn: Bool?, at node: JSONNode, _ kind: Kind) -> Bool? {
    guard isOn == false, kind.isAlwaysEnabled else { return isOn }
    values.report(
      "always-enabled", "\(id) is always enabled and cannot be disabled", at: node.position)
    return nil
  }
}

extension ProviderPrices {
  /// Reads prices from a value that follows the rules of the field `prices`; nil if the value
  /// contains no price.
  fileprivate init?(_ value: JSONValue) {
    guard let price = value["perThousandCharacters"]?.number,
      let currency = value["currency"]?.text
    else { return nil }
    self.init(perThousandCharacters: price, currency: currency)
  }

  /// The prices in the form of the configuration.
  var value: JSONValue {
    [
      "perThousandCharacters": JSONValue(number: perThousandCharacters),
      "currency": .string(currency),
    ]
  }
}
