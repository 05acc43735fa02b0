import Basics

// Values that several kinds of providers have.
extension ProviderEntryReader {
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

  /// How many requests or processes at once.
  mutating func concurrency(_ node: JSONNode) -> Int? {
    values.integer(node, "concurrency", in: 1...64)
  }

  /// Seconds, a day at most: a line that takes longer than that is no line.
  mutating func timeout(_ node: JSONNode) -> Int? {
    values.integer(node, "timeout", in: 1...86_400)
  }

  /// The rates that files can have.
  mutating func sampleRate(_ node: JSONNode) -> Int? {
    values.integer(node, "sampleRate", in: 8_000...192_000)
  }

  /// The address of a service.
  mutating func baseURL(_ node: JSONNode) -> String? {
    guard let text = values.string(node, "baseURL") else { return nil }
    do throws(HTTPError) {
      _ = try ServiceAddress(text)
      return text
    } catch {
      values.complain("bad-address", "baseURL: \(error)", at: node.position)
      return nil
    }
  }
}
