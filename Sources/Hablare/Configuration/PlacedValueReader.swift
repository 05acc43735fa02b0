package import Basics

/// Reads values from a file that people write by hand, in JSON or YAML.
/// If a value is not valid, the methods return nil and add a diagnostic with the value's position,
/// so that all problems in a file are reported at once. The parameter `name` is the value's name in
/// diagnostics.
package struct PlacedValueReader {
  /// The problems with the file so far.
  package private(set) var diagnostics: [Diagnostic] = []
  /// The file, as the user named it; nil if unknown.
  package let file: String?

  package init(file: String?) { self.file = file }

  /// Returns the root value of a JSON text.
  package mutating func json(_ bytes: [UInt8]) -> JSONNode? {
    switch JSONDocument.parse(bytes) {
    case .success(let root): return root
    case .failure(var diagnostic):
      diagnostic.file = file
      diagnostics.append(diagnostic)
      return nil
    }
  }

  // MARK: Objects and lists

  /// The form of an object, as an error names it.
  static let objectForm = "an object of keys and values"

  /// Returns the members of an object in file order, without keys that are too long.
  /// `form` is the form that the error about another value names.
  package mutating func members(
    _ node: JSONNode, _ name: String, form: String = Self.objectForm
  ) -> [JSONNode.Member]? {
    if case .object(let members) = node.value {
      return members.filter { isShort($0.key, "this key", .name, at: $0.keyPosition) }
    }
    wrongType(node, name, form)
    return nil
  }

  /// Returns the members of an object with user-defined keys, without duplicates.
  package mutating func uniqueMembers(
    _ node: JSONNode, _ name: String, form: String = Self.objectForm
  ) -> [JSONNode.Member]? {
    var seen: Set<String> = []
    return members(node, name, form: form)?.filter { member in
      if seen.insert(member.key).inserted { return true }
      report("duplicate-key", "\"\(member.key)\" appears here twice", at: member.keyPosition)
      return false
    }
  }

  /// Returns the members of an object whose keys are in `keys`, without duplicates.
  package mutating func members(_ node: JSONNode, _ name: String, keys: [String])
    -> [JSONNode.Member]?
  {
    uniqueMembers(node, name)?.filter { member in
      if keys.contains(member.key) { return true }
      reportUnknownKey(member, of: name, known: keys)
      return false
    }
  }

  /// Returns the strings of a list with their positions, without entries that are not strings.
  package mutating func strings(
    _ node: JSONNode, _ name: String, limit: InputLimit = .string
  ) -> [(String, SourcePosition)] {
    guard case .array(let nodes) = node.value else {
      wrongType(node, name, "a list of strings")
      return []
    }
    return nodes.compactMap { item in
      string(item, "an entry of \(name)", limit: limit).map { ($0, item.position) }
    }
  }

  // MARK: Single values

  /// Returns a string within a length limit, in bytes.
  package mutating func string(
    _ node: JSONNode, _ name: String, limit: InputLimit = .string
  ) -> String? {
    if case .string(let text) = node.value {
      return isShort(text, name, limit, at: node.position) ? text : nil
    }
    wrongType(node, name, "a string")
    return nil
  }

  /// Returns whether a text is within a limit, in bytes.
  /// Reports a text that is too long.
  package mutating func isShort(
    _ text: String, _ name: String, _ limit: InputLimit, at position: SourcePosition
  ) -> Bool {
    guard text.utf8.count > limit.maximum else { return true }
    report(InputLimit.code, limit.message(of: name), at: position)
    return false
  }

  /// Returns a Boolean.
  package mutating func bool(_ node: JSONNode, _ name: String) -> Bool? {
    if case .bool(let on) = node.value { return on }
    wrongType(node, name, "true or false")
    return nil
  }

  /// Returns a number within a range.
  package mutating func number(_ node: JSONNode, _ name: String, in range: ClosedRange<Double>)
    -> Double?
  {
    let limits = "\(Self.short(range.lowerBound)) to \(Self.short(range.upperBound))"
    guard case .number(let number) = node.value else {
      wrongType(node, name, "a number from \(limits)")
      return nil
    }
    if range.contains(number) { return number }
    report(
      "out-of-range", "\(name) \(Self.short(number)) is not within \(limits)", at: node.position)
    return nil
  }

  /// Returns a whole number within a range.
  package mutating func integer(_ node: JSONNode, _ name: String, in range: ClosedRange<Double>)
    -> Int?
  {
    guard let number = number(node, name, in: range) else { return nil }
    if let whole = Int(exactly: number) { return whole }
    wrongType(node, name, "a whole number")
    return nil
  }

  /// Returns one of several words.
  package mutating func choice<Choice: RawRepresentable & CaseIterable>(
    _ node: JSONNode, _ name: String
  ) -> Choice? where Choice.RawValue == String {
    word(node, name, among: Choice.allCases.map(\.rawValue)).flatMap { Choice(rawValue: $0) }
  }

  /// Returns one of several words.
  package mutating func word(_ node: JSONNode, _ name: String, among all: [String]) -> String? {
    guard case .string(let text) = node.value else {
      wrongType(node, name, all.map { "\"\($0)\"" }.joined(separator: " or "))
      return nil
    }
    if all.contains(text) { return text }
    report(
      "unknown-value",
      "\"\(Self.shown(text))\" is not a value of \(Self.quoted(name)); \(Self.hint(for: text, among: all))",
      at: node.position)
    return nil
  }

  /// Returns a BCP 47 tag.
  package mutating func languageTag(_ node: JSONNode, _ name: String) -> String? {
    guard let text = string(node, name) else { return nil }
    if LanguageTag.isWellFormed(text) { return text }
    reportInvalidTag(text, at: node.position)
    return nil
  }

  // MARK: Problems

  /// Returns the name of a key in quotes.
  /// Other names of values, such as "an entry of voices", stay as they are.
  package static func quoted(_ name: String) -> String {
    name.contains { $0 == " " || $0 == "\"" } ? name : "\"\(name)\""
  }

  /// Reports that a value must have the type `expected`.
  package mutating func wrongType(_ node: JSONNode, _ name: String, _ expected: String) {
    report("wrong-type", "\(name) must be \(expected)", at: node.position)
  }

  package mutating func reportUnknownKey(
    _ member: JSONNode.Member, of name: String, known: [String]
  ) {
    guard diagnostics.count <= InputLimit.mistakes.maximum else { return }
    report(
      "unknown-key",
      "\"\(member.key)\" is not a key of \(name); \(Self.hint(for: member.key, among: known))",
      at: member.keyPosition)
  }

  /// Reports a text that is not a language tag.
  package mutating func reportInvalidTag(_ text: String, at position: SourcePosition) {
    report(
      "bad-language", "\"\(Self.shown(text))\" is not a language tag such as en-US",
      at: position)
  }

  /// Reports a problem at a position of the file, or a problem with the whole file.
  /// Does nothing after the maximum number of problems.
  package mutating func report(
    _ code: String, _ message: String, as severity: Diagnostic.Severity = .error,
    at position: SourcePosition? = nil
  ) {
    guard diagnostics.count < InputLimit.mistakes.maximum else {
      if diagnostics.count == InputLimit.mistakes.maximum {
        diagnostics.append(.tooLarge(.mistakes, in: file))
      }
      return
    }
    diagnostics.append(
      Diagnostic(
        code: code, severity: severity, message: message, file: file, position: position))
  }

  /// Returns the start of a text, to quote in a message.
  package static func shown(_ text: String) -> String {
    text.utf8.count <= 200 ? text : text.prefix(100) + "…"
  }

  /// Returns a number as people write it: whole numbers without a decimal point.
  package static func short(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
  }

  /// Returns a suggestion for an unknown word: the nearest known word, or all known words.
  package static func hint(for word: String, among known: [String]) -> String {
    let nearest = Spelling.nearest(to: word, among: known, limit: 1).first
    return nearest.map { "did you mean \"\($0)\"?" } ?? "known: \(known.joined(separator: ", "))"
  }
}

// Checks values against the rules of their fields, for `config.json` and for settings panels.
extension PlacedValueReader {
  /// Returns the value of a field.
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
