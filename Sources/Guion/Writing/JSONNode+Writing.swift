import Basics

extension JSONWriter {
  /// Writes a node with its members in order.
  mutating func node(_ node: JSONNode) {
    switch node.value {
    case .object(let members):
      beginObject(.inline)
      for member in members {
        key(member.key)
        self.node(member.value)
      }
      end()
    case .array(let nodes):
      beginArray(.inline)
      for node in nodes { self.node(node) }
      end()
    case .string(let text): string(text)
    case .number(let number):
      if let whole = Int(exactly: number) { integer(whole) } else { double(number) }
    case .bool(let isOn): bool(isOn)
    case .null: null()
    }
  }
}
