import Basics

// Checks values against the rules of their fields, for `config.json` and for settings panels.
extension PlacedValueReader {
  /// Returns the value of a field.
  ///
  /// If the value breaks the field's rules, reports a problem and returns nil.
  mutating func value(_ node: JSONNode, of field: SettingField) -> JSONValue? {
    value(node, field.key, field.kind)
  }

  /// Reports required fields that are missing from the keys of an object.
  mutating func reportMissing(
    _ fields: [SettingField], among keys: [String], of name: String, at position: SourcePosition
  ) {
    for field in fields where field.isRequired && !keys.contains(field.key) {
      report("missing-key", Self.missing(field, of: name), at: position)
    }
  }

  /// Returns the problem message for a missing required field.
  static func missing(_ field: SettingField, of name: String) -> String {
    let isPlural = name.hasSuffix("s") && !name.contains(" ")
    let help = field.help.prefix(1).lowercased() + field.help.dropFirst()
    return "\(name) \(isPlural ? "need" : "needs") \"\(field.key)\""
      + (help.isEmpty ? "" : ": \(help)")
  }

  private mutating func value(
    _ node: JSONNode, _ name: String, _ kind: SettingField.Kind
  ) -> JSONValue? {
    switch kind {
    case .text(let rule): text(node, name, rule).map(JSONValue.string)
    case .secret: secret(node, name).map(JSONValue.string)
    case .url(let rule): url(node, name, rule).map(JSONValue.string)
    case .number(let range, isWhole: true, unit: _):
      integer(node, name, in: range).map(JSONValue.int)
    case .number(let range, isWhole: false, unit: _):
      number(node, name, in: range).map(JSONValue.init(number:))
    case .choice(let options):
      word(node, name, among: options.map(\.value)).map(JSONValue.string)
    case .toggle: bool(node, name).map(JSONValue.bool)
    case .path: line(node, name).map(JSONValue.string)
    case .list(let entry, let allowsSingle): list(node, name, of: entry, allowsSingle: allowsSingle)
    case .dictionary(let fields, let shorthand): object(node, name, fields, shorthand)
    }
  }

  // MARK: Texts

  /// Returns a text that is on one line and not blank.
  ///
  /// For any other value, reports a problem and returns nil.
  private mutating func line(_ node: JSONNode, _ name: String) -> String? {
    guard let text = string(node, name) else { return nil }
    let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    let isBlank = text.allSatisfy(\.isWhitespace)
    if isPlain, !isBlank { return text }
    report(
      "bad-text", isBlank ? "\(name) must not be empty" : "\(name) must be text on one line",
      at: node.position)
    return nil
  }

  private mutating func text(_ node: JSONNode, _ name: String, _ rule: TextRule) -> String? {
    switch rule {
    case .line: return line(node, name)
    case .languageTag: return languageTag(node, name)
    case .pattern(let pattern):
      guard let text = string(node, name) else { return nil }
      if pattern.matches(text) { return text }
      report(pattern.code, pattern.problem(with: Self.shown(text)), at: node.position)
      return nil
    }
  }

  /// Returns the key of a service.
  ///
  /// Problem messages do not quote the key.
  private mutating func secret(_ node: JSONNode, _ name: String) -> String? {
    guard let text = string(node, name, limit: .key) else { return nil }
    do throws(CredentialError) {
      _ = try KeyForm.checked(SecureString(text), from: nil)
      return text
    } catch {
      report("bad-setting", error.description, at: node.position)
      return nil
    }
  }

  private mutating func url(_ node: JSONNode, _ name: String, _ rule: URLRule) -> String? {
    guard let text = string(node, name) else { return nil }
    do throws(HTTPError) {
      let address = try ServiceAddress(text)
      if rule == .any || address.sendsKeysSafely { return text }
      report(
        "bad-address", "\(name): the key would be sent unencrypted; use https://",
        at: node.position)
    } catch {
      report("bad-address", Self.problem(with: name, error), at: node.position)
    }
    return nil
  }

  /// Returns the message about an address that is not valid.
  private static func problem(with name: String, _ error: HTTPError) -> String {
    guard case .invalidAddress(let reason) = error else { return "\(name): \(error)" }
    // A reason can begin with "it", which means the address. The name of the field replaces "it" here.
    return reason.hasPrefix("it ") ? "\(name) \(reason.dropFirst(3))" : "\(name): \(reason)"
  }

  // MARK: Lists and objects

  private mutating func list(
    _ node: JSONNode, _ name: String, of entry: SettingField.Kind, allowsSingle: Bool
  ) -> JSONValue? {
    if allowsSingle, case .string = node.value {
      return value(node, name, entry).map { .array([$0]) }
    }
    guard case .array(let nodes) = node.value, !nodes.isEmpty else {
      wrongType(node, name, Self.words(forListOf: entry))
      return nil
    }
    let values = nodes.compactMap { value($0, "an entry of \(name)", entry) }
    return values.count == nodes.count ? .array(values) : nil
  }

  /// Returns a description of the list that is expected.
  private static func words(forListOf entry: SettingField.Kind) -> String {
    switch entry {
    case .text, .secret, .url, .choice, .path: "a list of one or more strings"
    case .number: "a list of one or more numbers"
    case .toggle: "a list of values that are true or false"
    case .list: "a list of lists"
    case .dictionary(_, shorthand: .none): "a list of one or more objects"
    case .dictionary(_, shorthand: .some(let key)):
      "a list of strings or of objects with \"\(key)\""
    }
  }

  private mutating func object(
    _ node: JSONNode, _ name: String, _ fields: [SettingField], _ shorthand: String?
  ) -> JSONValue? {
    if case .string = node.value, let field = fields.first(where: { $0.key == shorthand }) {
      return value(node, name, field.kind).map { .object([field.key: $0]) }
    }
    guard let found = members(node, name, keys: fields.map(\.key)) else { return nil }
    var values: [String: JSONValue] = [:]
    for member in found {
      guard let field = fields.first(where: { $0.key == member.key }) else { continue }
      values[field.key] = value(member.value, of: field)
    }
    reportMissing(fields, among: found.map(\.key), of: name, at: node.position)
    let isWhole =
      values.count == found.count
      && fields.allSatisfy { !$0.isRequired || values[$0.key] != nil }
    return isWhole ? .object(values) : nil
  }
}
