package import Basics

/// Takes values out of a file that people write by hand, whether it is JSON or YAML.
///
/// A value that does not fit gives nil and a diagnostic with its place, so that all that is wrong with
/// a file is said at once. `name` is what a value is called in diagnostics.
package struct PlacedValueReader {
  /// What is wrong with the file so far.
  package private(set) var diagnostics: [Diagnostic] = []
  /// The file, as the user named it; nil where nobody said.
  package let file: String?

  /// Begins to read a file.
  package init(file: String?) { self.file = file }

  /// The one value of a JSON text.
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

  /// The members of an object as they stand there, without keys that are too long.
  package mutating func members(_ node: JSONNode, _ name: String) -> [JSONNode.Member]? {
    if case .object(let members) = node.value {
      return members.filter { isShort($0.key, "this key", .name, at: $0.keyPosition) }
    }
    wrongType(node, name, "an object")
    return nil
  }

  /// The members of an object with keys of the user's own, each once.
  package mutating func uniqueMembers(_ node: JSONNode, _ name: String) -> [JSONNode.Member]? {
    var seen: Set<String> = []
    return members(node, name)?.filter { member in
      if seen.insert(member.key).inserted { return true }
      complain("duplicate-key", "\"\(member.key)\" stands here twice", at: member.keyPosition)
      return false
    }
  }

  /// The members of an object whose keys are among `keys`, each once.
  package mutating func members(_ node: JSONNode, _ name: String, keys: [String])
    -> [JSONNode.Member]?
  {
    uniqueMembers(node, name)?.filter { member in
      if keys.contains(member.key) { return true }
      complainOfKey(member, of: name, known: keys)
      return false
    }
  }

  /// The strings of a list with their places, without what is none.
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

  /// A string of at most so many bytes.
  package mutating func string(
    _ node: JSONNode, _ name: String, limit: InputLimit = .string
  ) -> String? {
    if case .string(let text) = node.value {
      return isShort(text, name, limit, at: node.position) ? text : nil
    }
    wrongType(node, name, "a string")
    return nil
  }

  /// Whether a text is within a limit; if it is not, that is said.
  package mutating func isShort(
    _ text: String, _ name: String, _ limit: InputLimit, at position: SourcePosition
  ) -> Bool {
    guard text.utf8.count > limit.most else { return true }
    complain(InputLimit.code, limit.message(of: name), at: position)
    return false
  }

  /// True or false.
  package mutating func bool(_ node: JSONNode, _ name: String) -> Bool? {
    if case .bool(let on) = node.value { return on }
    wrongType(node, name, "true or false")
    return nil
  }

  /// A number within a range.
  package mutating func number(_ node: JSONNode, _ name: String, in range: ClosedRange<Double>)
    -> Double?
  {
    let limits = "\(Self.short(range.lowerBound)) to \(Self.short(range.upperBound))"
    guard case .number(let number) = node.value else {
      wrongType(node, name, "a number from \(limits)")
      return nil
    }
    if range.contains(number) { return number }
    complain(
      "out-of-range", "\(name) \(Self.short(number)) is not within \(limits)", at: node.position)
    return nil
  }

  /// A whole number within a range.
  package mutating func integer(_ node: JSONNode, _ name: String, in range: ClosedRange<Double>)
    -> Int?
  {
    guard let number = number(node, name, in: range) else { return nil }
    if let whole = Int(exactly: number) { return whole }
    wrongType(node, name, "a whole number")
    return nil
  }

  /// One of several words.
  package mutating func choice<Choice: RawRepresentable & CaseIterable>(
    _ node: JSONNode, _ name: String
  ) -> Choice? where Choice.RawValue == String {
    word(node, name, among: Choice.allCases.map(\.rawValue)).flatMap { Choice(rawValue: $0) }
  }

  /// One of several words.
  package mutating func word(_ node: JSONNode, _ name: String, among all: [String]) -> String? {
    guard case .string(let text) = node.value else {
      wrongType(node, name, all.map { "\"\($0)\"" }.joined(separator: " or "))
      return nil
    }
    if all.contains(text) { return text }
    complain(
      "unknown-value",
      "\"\(Self.shown(text))\" is not a value of \(name); \(Self.hint(for: text, among: all))",
      at: node.position)
    return nil
  }

  /// A BCP 47 tag.
  package mutating func languageTag(_ node: JSONNode, _ name: String) -> String? {
    guard let text = string(node, name) else { return nil }
    if LanguageTag.isWellFormed(text) { return text }
    complainOfTag(text, at: node.position)
    return nil
  }

  // MARK: Complaints

  /// Says that a value is of another type than `expected`.
  package mutating func wrongType(_ node: JSONNode, _ name: String, _ expected: String) {
    complain("wrong-type", "\(name) must be \(expected)", at: node.position)
  }

  /// Says that a key is none of those that are known.
  package mutating func complainOfKey(_ member: JSONNode.Member, of name: String, known: [String]) {
    guard diagnostics.count <= InputLimit.mistakes.most else { return }
    complain(
      "unknown-key",
      "\"\(member.key)\" is not a key of \(name); \(Self.hint(for: member.key, among: known))",
      at: member.keyPosition)
  }

  /// Says that a text is no language tag.
  package mutating func complainOfTag(_ text: String, at position: SourcePosition) {
    complain(
      "bad-language", "\"\(Self.shown(text))\" is not a language tag such as en-US",
      at: position)
  }

  /// Says what is wrong at a place of the file, or with the file, up to the limit of mistakes.
  package mutating func complain(
    _ code: String, _ message: String, at position: SourcePosition? = nil
  ) {
    guard diagnostics.count < InputLimit.mistakes.most else {
      if diagnostics.count == InputLimit.mistakes.most {
        diagnostics.append(.tooLarge(.mistakes, in: file))
      }
      return
    }
    diagnostics.append(
      Diagnostic(
        code: code, severity: .error, message: message, file: file, position: position))
  }

  /// The beginning of a text, where a message quotes it.
  package static func shown(_ text: String) -> String {
    text.utf8.count <= 200 ? text : text.prefix(100) + "…"
  }

  /// A number as people write it: whole ones without a point.
  package static func short(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
  }

  /// What a word that is none of the known ones may have meant.
  package static func hint(for word: String, among known: [String]) -> String {
    let nearest = Spelling.nearest(to: word, among: known, limit: 1).first
    return nearest.map { "did you mean \"\($0)\"?" } ?? "known are \(known.joined(separator: ", "))"
  }
}
