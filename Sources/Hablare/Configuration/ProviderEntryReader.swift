import Basics

/// Reads what a user's configuration says about one provider.
struct ProviderEntryReader {
  typealias Kind = any ProviderConfiguration.Type

  let id: String
  let node: JSONNode
  /// Reads typed values and collects what is wrong with them.
  var values: PlacedValueReader
  /// The members that an entry of its kind has.
  private var fields: [JSONNode.Member] = []

  private var quoted: String { "\"\(id)\"" }

  /// Makes a reader of an entry; what is wrong with it goes into `values`.
  init(id: String, node: JSONNode, values: PlacedValueReader) {
    (self.id, self.node, self.values) = (id, node, values)
  }

  /// The settings, as far as they could be read; nil if not even their kind is known.
  mutating func read(_ kinds: [Kind]) -> ProviderSettings? {
    guard let members = values.uniqueMembers(node, quoted), let kind = kind(members, kinds) else {
      return nil
    }
    fields = members.filter { belongs($0, to: kind, kinds) }
    var settings = ProviderSettings(id: id, kind: .init(configuration(kind)))
    for field in fields {
      switch field.key {
      case "enabled": settings.isEnabled = enabled(field.value, kind)
      case "name": settings.name = text(field.value, "name")
      case "prices": settings.prices = prices(field.value)
      default: break
      }
    }
    return settings
  }

  /// What the entry has for a key.
  func value(of key: String) -> JSONNode? { fields.first { $0.key == key }?.value }

  /// Says what is wrong with the entry, or with a value of it.
  mutating func complain(_ code: String, _ message: String, at node: JSONNode? = nil) {
    values.complain(code, "\(quoted) \(message)", at: (node ?? self.node).position)
  }

  private mutating func configuration<Configuration: ProviderConfiguration>(
    _ kind: Configuration.Type
  ) -> Configuration {
    var configuration = Configuration()
    for field in fields {
      guard let key = Configuration.Key(rawValue: field.key) else { continue }
      configuration.read(key, field.value, of: &self)
    }
    configuration.check(&self)
    return configuration
  }

  // MARK: The kind and the keys that go with it

  /// What the entry says, else what the id means.
  private mutating func kind(_ members: [JSONNode.Member], _ kinds: [Kind]) -> Kind? {
    guard let member = members.first(where: { $0.key == "type" }) else {
      if let known = kinds.first(where: { $0.type == id && $0.isKnownByID }) { return known }
      let types = kinds.filter { !$0.isSole }.map { $0.type }
      let list = types.dropLast().joined(separator: ", ") + " or " + types.suffix(1).joined()
      complain("missing-key", "needs \"type\": \(list)")
      return nil
    }
    guard let type = values.word(member.value, "type", among: kinds.map { $0.type }),
      let kind = kinds.first(where: { $0.type == type })
    else { return nil }
    let isReserved = kinds.contains { $0.isSole && $0.type == id }
    if isReserved ? kind.type == id : !kind.isSole { return kind }
    let message =
      isReserved
      ? "\(id) is the built-in provider and can have no other type"
      : "the type \(type) is the built-in provider \(type) alone"
    values.complain("wrong-provider-type", message, at: member.value.position)
    return nil
  }

  /// Whether an entry of this kind has such a member; if it does not, that is said.
  private mutating func belongs(
    _ member: JSONNode.Member, to kind: Kind, _ kinds: [Kind]
  ) -> Bool {
    if kind.keys.contains(member.key) { return true }
    let owners = kinds.filter { $0.keys.contains(member.key) }.map { $0.type }
    if owners.isEmpty {
      complainOfKey(member, kind)
    } else {
      values.complain(
        "misplaced-key",
        "\"\(member.key)\" is a key of providers of type \(owners.joined(separator: ", ")); "
          + "\(quoted) is of type \(kind.type)", at: member.keyPosition)
    }
    return false
  }

  private mutating func complainOfKey(_ member: JSONNode.Member, _ kind: Kind) {
    let secrets = ["key", "apikey", "token", "secret", "password", "xiapikey"]
    let letters = member.key.lowercased().filter(\.isLetter)
    if secrets.contains(letters) {
      values.complain(
        "secret-in-configuration",
        "keys do not belong into this file: remove \"\(member.key)\" and run "
          + "`guion2audio providers login \(id)`", at: member.keyPosition)
      return
    }
    values.complainOfKey(member, of: "\(quoted), of type \(kind.type)", known: kind.keys)
  }

  // MARK: What all have

  private mutating func enabled(_ node: JSONNode, _ kind: Kind) -> Bool? {
    guard let isOn = values.bool(node, "enabled") else { return nil }
    if isOn || !kind.isAlwaysThere { return isOn }
    values.complain(
      "always-enabled", "\(id) is always there and cannot be disabled", at: node.position)
    return nil
  }

  private mutating func prices(_ node: JSONNode) -> ProviderPrices? {
    let keys = ["perThousandCharacters", "currency"]
    guard let fields = values.members(node, "prices", keys: keys) else { return nil }
    var price: Double?
    var currency: String?
    for field in fields {
      switch field.key {
      case "currency": currency = self.currency(field.value)
      default: price = values.number(field.value, field.key, in: 0...1_000)
      }
    }
    for key in keys where !fields.contains(where: { $0.key == key }) {
      values.complain("missing-key", "prices need \"\(key)\"", at: node.position)
    }
    guard let price, let currency else { return nil }
    return ProviderPrices(perThousandCharacters: price, currency: currency)
  }

  /// Three capitals, as ISO 4217 has them.
  private mutating func currency(_ node: JSONNode) -> String? {
    guard let text = values.string(node, "currency") else { return nil }
    let isCode = text.utf8.count == 3 && text.utf8.allSatisfy { (0x41...0x5A).contains($0) }
    if isCode { return text }
    values.complain(
      "bad-currency", "\"\(text)\" is not a currency such as USD or EUR", at: node.position)
    return nil
  }
}
