import Guion
import Hablare

extension CastReader {
  mutating func object(_ node: JSONNode, _ name: String) -> [JSONNode.Member]? {
    if case .object(let members) = node.value { return members }
    wrongType(node, name, "an object")
    return nil
  }

  /// The members whose keys are known, each once; the others are complained of.
  mutating func known(_ members: [JSONNode.Member], _ keys: [String], in place: String)
    -> [JSONNode.Member]
  {
    unique(members).filter { member in
      if keys.contains(member.key) { return true }
      let nearest = Spelling.nearest(to: member.key, among: keys, limit: 1).first
      let hint =
        nearest.map { "did you mean \"\($0)\"?" } ?? "known are \(keys.joined(separator: ", "))"
      complain(
        "unknown-key", "\"\(member.key)\" is not a key of \(place); \(hint)", at: member.keyPosition
      )
      return false
    }
  }

  mutating func unique(_ members: [JSONNode.Member]) -> [JSONNode.Member] {
    var seen: Set<String> = []
    return members.filter { member in
      if seen.insert(member.key).inserted { return true }
      complain("duplicate-key", "\"\(member.key)\" stands here twice", at: member.keyPosition)
      return false
    }
  }

  mutating func string(_ node: JSONNode, _ name: String) -> String? {
    if case .string(let text) = node.value { return text }
    wrongType(node, name, "a string")
    return nil
  }

  mutating func strings(_ node: JSONNode, _ name: String) -> [(String, SourcePosition)] {
    guard case .array(let nodes) = node.value else {
      wrongType(node, name, "a list of strings")
      return []
    }
    return nodes.compactMap { item in
      string(item, "an entry of \(name)").map { ($0, item.position) }
    }
  }

  mutating func bool(_ node: JSONNode, _ name: String) -> Bool? {
    if case .bool(let on) = node.value { return on }
    wrongType(node, name, "true or false")
    return nil
  }

  mutating func number(_ node: JSONNode, _ name: String, in range: ClosedRange<Double>)
    -> Double?
  {
    guard case .number(let number) = node.value else {
      wrongType(
        node, name, "a number from \(short(range.lowerBound)) to \(short(range.upperBound))")
      return nil
    }
    if range.contains(number) { return number }
    let limits = "\(short(range.lowerBound)) to \(short(range.upperBound))"
    complain("out-of-range", "\(name) \(short(number)) is not within \(limits)", node)
    return nil
  }

  mutating func choice<Choice: RawRepresentable & CaseIterable>(
    _ node: JSONNode, _ name: String
  ) -> Choice? where Choice.RawValue == String {
    let all = Choice.allCases.map(\.rawValue)
    guard case .string(let text) = node.value else {
      wrongType(node, name, all.map { "\"\($0)\"" }.joined(separator: " or "))
      return nil
    }
    if let choice = Choice(rawValue: text) { return choice }
    let nearest = Spelling.nearest(to: text, among: all, limit: 1).first
    let hint =
      nearest.map { "did you mean \"\($0)\"?" } ?? "known are \(all.joined(separator: ", "))"
    complain("unknown-value", "\"\(text)\" is not a value of \(name); \(hint)", node)
    return nil
  }

  mutating func languageTag(_ node: JSONNode, _ name: String) -> String? {
    guard let text = string(node, name) else { return nil }
    if LanguageTag.isWellFormed(text) { return text }
    complain("bad-language", "\"\(text)\" is not a language tag such as en-US", node)
    return nil
  }

  mutating func wrongType(_ node: JSONNode, _ name: String, _ expected: String) {
    complain("wrong-type", "\(name) must be \(expected)", node)
  }

  mutating func complain(_ code: String, _ message: String, _ node: JSONNode) {
    complain(code, message, at: node.position)
  }

  mutating func complain(_ code: String, _ message: String, at position: SourcePosition) {
    diagnostics.append(
      Diagnostic(
        code: code, severity: .error, message: message, file: file, position: position))
  }

  func short(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
  }
}
