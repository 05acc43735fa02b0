import Guion
import Hablare

/// Reads what a user's configuration says about one provider.
struct ProviderEntryReader {
  let id: String
  let node: JSONNode
  /// Reads typed values and collects what is wrong with them.
  var values: PlacedValueReader

  private var quoted: String { "\"\(id)\"" }

  /// The settings, as far as they could be read; nil where not even their type is known.
  mutating func read() -> ProviderSettings? {
    guard let members = values.uniqueMembers(node, quoted), let type = type(members) else {
      return nil
    }
    let fields = fields(members, of: type)
    var settings = ProviderSettings(id: id, kind: kind(type, fields))
    for field in fields {
      switch field.key {
      case .enabled: settings.isEnabled = enabled(field.value)
      case .name: settings.name = text(field.value, "name")
      case .prices: settings.prices = prices(field.value)
      default: break
      }
    }
    return settings
  }

  typealias Field = (key: ProviderKey, value: JSONNode)

  // MARK: The type and the keys that go with it

  /// What the entry says, else what the id means.
  private mutating func type(_ members: [JSONNode.Member]) -> ProviderType? {
    let known = ProviderType(rawValue: id).flatMap { $0 == .command ? nil : $0 }
    guard let member = members.first(where: { $0.key == ProviderKey.type.rawValue }) else {
      if let known { return known }
      values.complain(
        "missing-key", "\(quoted) needs \"type\": openai, elevenlabs, command or piper",
        at: node.position)
      return nil
    }
    guard let type: ProviderType = values.choice(member.value, "type") else { return nil }
    if (id == "espeak") == (type == .espeak) { return type }
    let message =
      id == "espeak"
      ? "espeak is the built-in provider and can have no other type"
      : "the type espeak is the built-in provider espeak alone"
    values.complain("wrong-provider-type", message, at: member.value.position)
    return nil
  }

  /// The fields that an entry of this type has; the others are complained of.
  private mutating func fields(_ members: [JSONNode.Member], of type: ProviderType) -> [Field] {
    members.compactMap { member in
      guard let key = ProviderKey(rawValue: member.key) else {
        complainOfKey(member, type)
        return nil
      }
      if type.keys.contains(key) { return (key, member.value) }
      let owners = ProviderType.having(key).map(\.rawValue).joined(separator: ", ")
      values.complain(
        "misplaced-key",
        "\"\(member.key)\" is a key of providers of type \(owners); \(quoted) is of type "
          + type.rawValue, at: member.keyPosition)
      return nil
    }
  }

  private mutating func complainOfKey(_ member: JSONNode.Member, _ type: ProviderType) {
    let secrets = ["key", "apikey", "token", "secret", "password", "xiapikey"]
    let letters = member.key.lowercased().filter(\.isLetter)
    if secrets.contains(letters) {
      values.complain(
        "secret-in-configuration",
        "keys do not belong into this file: remove \"\(member.key)\" and run "
          + "`guion2audio providers login \(id)`", at: member.keyPosition)
      return
    }
    values.complainOfKey(
      member, of: "\(quoted), of type \(type.rawValue)", known: type.keys.map(\.rawValue))
  }

  // MARK: What all have

  private mutating func enabled(_ node: JSONNode) -> Bool? {
    guard let isOn = values.bool(node, "enabled") else { return nil }
    if isOn || id != "espeak" { return isOn }
    values.complain(
      "always-enabled", "espeak is always there and cannot be disabled", at: node.position)
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

  /// A string with something in it.
  mutating func text(_ node: JSONNode, _ name: String) -> String? {
    guard let text = values.string(node, name) else { return nil }
    let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    if isPlain, text.contains(where: { !$0.isWhitespace }) { return text }
    values.complain("bad-text", "\(name) must be text on one line", at: node.position)
    return nil
  }

  /// A list of strings with something in each.
  mutating func texts(_ node: JSONNode, _ name: String) -> [String]? {
    guard case .array(let nodes) = node.value, !nodes.isEmpty else {
      values.wrongType(node, name, "a list of strings with at least one")
      return nil
    }
    let texts = nodes.compactMap { text($0, "an entry of \(name)") }
    return texts.count == nodes.count ? texts : nil
  }

  mutating func concurrency(_ node: JSONNode) -> Int? {
    values.integer(node, "concurrency", in: 1...64)
  }

  // A day: a line that takes longer than that is no line.
  mutating func timeout(_ node: JSONNode) -> Int? {
    values.integer(node, "timeout", in: 1...86_400)
  }

  /// The rates that files can have.
  mutating func sampleRate(_ node: JSONNode) -> Int? {
    values.integer(node, "sampleRate", in: 8_000...192_000)
  }

  private mutating func baseURL(_ node: JSONNode) -> String? {
    guard let text = values.string(node, "baseURL") else { return nil }
    do throws(HTTPError) {
      _ = try ServiceAddress(text)
      return text
    } catch {
      values.complain("bad-address", "baseURL: \(error)", at: node.position)
      return nil
    }
  }

  // MARK: The kinds

  private mutating func kind(_ type: ProviderType, _ fields: [Field]) -> ProviderSettings.Kind {
    switch type {
    case .espeak: .espeak
    case .elevenlabs: .elevenLabs(elevenLabs(fields))
    case .openai: .openAI(openAI(fields))
    case .command: .command(command(fields))
    case .piper: .piper(piper(fields))
    }
  }

  private mutating func elevenLabs(_ fields: [Field]) -> ElevenLabsConfiguration {
    var result = ElevenLabsConfiguration()
    for (key, value) in fields {
      switch key {
      case .baseURL: result.baseURL = baseURL(value) ?? result.baseURL
      case .model: result.model = text(value, "model")
      case .concurrency: result.concurrency = concurrency(value) ?? result.concurrency
      case .context: result.usesContext = values.bool(value, "context") ?? result.usesContext
      default: break
      }
    }
    return result
  }

  private mutating func openAI(_ fields: [Field]) -> OpenAIConfiguration {
    var result = OpenAIConfiguration()
    for (key, value) in fields {
      switch key {
      case .baseURL: result.baseURL = baseURL(value) ?? result.baseURL
      case .model: result.model = text(value, "model")
      case .concurrency: result.concurrency = concurrency(value) ?? result.concurrency
      case .keyVariable: result.keyVariable = variable(value)
      case .voices: result.voices = texts(value, "voices") ?? []
      case .sampleRate: result.sampleRate = sampleRate(value)
      default: break
      }
    }
    return result
  }

  /// The name of an environment variable, in capitals: what is written here may be the key itself, by
  /// mistake, and is not repeated in the message.
  private mutating func variable(_ node: JSONNode) -> String? {
    guard let text = values.string(node, "keyVariable") else { return nil }
    let isName = text.utf8.allSatisfy {
      (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "_")
    }
    if isName, let first = text.first, !first.isNumber { return text }
    values.complain(
      "bad-variable",
      "keyVariable must be the name of an environment variable, such as KOKORO_API_KEY, not the key",
      at: node.position)
    return nil
  }

  private mutating func piper(_ fields: [Field]) -> PiperConfiguration {
    var result = PiperConfiguration()
    for (key, value) in fields {
      switch key {
      case .program: result.program = program(value) ?? result.program
      case .voices: result.voices = texts(value, "voices") ?? []
      case .reproducible:
        result.isReproducible = values.bool(value, "reproducible") ?? result.isReproducible
      case .timeout: result.timeout = timeout(value) ?? result.timeout
      case .concurrency: result.concurrency = concurrency(value)
      default: break
      }
    }
    return result
  }

  /// A program alone, or with what stands before its options.
  private mutating func program(_ node: JSONNode) -> [String]? {
    if case .string = node.value { return text(node, "program").map { [$0] } }
    return texts(node, "program")
  }
}
