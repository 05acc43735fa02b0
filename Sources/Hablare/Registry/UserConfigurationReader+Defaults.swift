import Basics

extension UserConfigurationReader {
  mutating func defaults(_ node: JSONNode) {
    guard let options else { return }
    for member in values.uniqueMembers(node, "defaults") ?? [] {
      guard let option = options.first(where: { $0.name == member.key }) else {
        reportUnknown(member, options)
        continue
      }
      guard let form = option.form else {
        values.report(
          "unknown-key", "--\(option.name) applies to one run only and cannot have a default",
          at: member.keyPosition)
        continue
      }
      if let text = typed(member.value, option.name, form) {
        configuration.defaults[option.name] = text
      }
    }
  }

  private mutating func reportUnknown(
    _ member: JSONNode.Member, _ options: [DefaultableOption]
  ) {
    let name = member.key
    let known = options.filter { $0.form != nil }.map(\.name)
    // If the key begins with dashes, as on the command line, the hint ignores the dashes.
    let bare = String(name.drop { $0 == "-" })
    let hint = PlacedValueReader.hint(for: bare, among: known)
    values.report(
      "unknown-key", "\"\(name)\" cannot have a default; \(hint)",
      at: member.keyPosition)
  }

  /// Returns a value as typed on the command line; nil if a flag is off or the value is not valid.
  private mutating func typed(
    _ node: JSONNode, _ name: String, _ form: DefaultableOption.Form
  ) -> String? {
    switch form {
    case .flag: return values.bool(node, name) == true ? "" : nil
    case .path: return path(node, name)
    case .word(let words): return word(node, name, words)
    case .words(let words): return list(node, name, words)
    case .integer(let range): return integer(node, name, range)
    case .number(let range):
      return values.number(node, name, in: range).map(PlacedValueReader.short)
    case .wordOrNumber(let words, let range):
      if case .number = node.value {
        return values.number(node, name, in: range).map(PlacedValueReader.short)
      }
      let limits =
        "\(PlacedValueReader.short(range.lowerBound)) to \(PlacedValueReader.short(range.upperBound))"
      return word(node, name, words, orNumberFrom: limits)
    case .size: return size(node, name)
    case .voice: return voice(node, name)
    case .language: return values.languageTag(node, name)
    }
  }

  private mutating func path(_ node: JSONNode, _ name: String) -> String? {
    guard let text = values.string(node, name) else { return nil }
    if text.hasPrefix("/") || text.hasPrefix("~/") { return text }
    values.report("bad-path", "\(name) must begin with / or ~/", at: node.position)
    return nil
  }

  private mutating func size(_ node: JSONNode, _ name: String) -> String? {
    if case .number = node.value {
      return values.integer(node, name, in: 0...Double(1 << 53)).map { String($0) }
    }
    guard let text = values.string(node, name) else { return nil }
    let digits = text.last.map { "KMGTkmgt".contains($0) } == true ? text.dropLast() : text[...]
    if Int(digits) ?? -1 >= 0, digits.utf8.count <= 12 { return text }
    values.report(
      "unknown-value", "\(name) must be a size such as \"500M\" or \"10G\"", at: node.position)
    return nil
  }

  private mutating func integer(
    _ node: JSONNode, _ name: String, _ range: ClosedRange<Double>
  ) -> String? {
    values.integer(node, name, in: range).map { String($0) }
  }

  private mutating func word(
    _ node: JSONNode, _ name: String, _ words: [String], orNumberFrom limits: String? = nil
  ) -> String? {
    let number = limits.map { " or a number from \($0)" } ?? ""
    guard case .string(let text) = node.value else {
      let all = words.map { "\"\($0)\"" }.joined(separator: " or ")
      values.wrongType(node, name, all + number)
      return nil
    }
    return check(text, node, name, words, number) ? text : nil
  }

  private mutating func list(_ node: JSONNode, _ name: String, _ words: [String]) -> String? {
    var items: [(text: String, node: JSONNode)] = []
    switch node.value {
    case .string(let text):
      items = text.split(separator: ",", omittingEmptySubsequences: false).map { item in
        (item.split(separator: " ").joined(separator: " "), node)
      }
    case .array(let nodes):
      for node in nodes {
        guard let text = values.string(node, "an entry of \(name)") else { return nil }
        items.append((text, node))
      }
    default:
      values.wrongType(node, name, "words such as \"\(words[0])\" or a list of them")
      return nil
    }
    if items.isEmpty {
      values.report("empty-value", "\(name) must not be empty", at: node.position)
    }
    // Every item is checked, so that all problems are reported.
    let wrong = items.filter { !check($0.text, $0.node, name, words) }
    return wrong.isEmpty && !items.isEmpty ? items.map(\.text).joined(separator: ",") : nil
  }

  private mutating func check(
    _ text: String, _ node: JSONNode, _ name: String, _ words: [String], _ number: String = ""
  ) -> Bool {
    if words.contains(text) { return true }
    let nearest = Spelling.nearest(to: text, among: words, limit: 1).first
    let hint =
      nearest.map { "did you mean \"\($0)\"?" }
      ?? "known: \(words.joined(separator: ", "))\(number)"
    values.report(
      "unknown-value", "\"\(text)\" is not a value of \(PlacedValueReader.quoted(name)); \(hint)",
      at: node.position)
    return false
  }

  private mutating func voice(_ node: JSONNode, _ name: String) -> String? {
    guard let text = values.string(node, name) else { return nil }
    do throws(VoiceURIError) {
      return try VoiceURI.requested(text).description
    } catch {
      values.report("bad-voice", error.description, at: node.position)
      return nil
    }
  }
}
