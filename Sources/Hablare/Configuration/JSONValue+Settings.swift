import Basics

// Settings as JSON values, after a reader has checked their types.
extension JSONValue {
  /// The Boolean; nil for any other value.
  var flag: Bool? { if case .bool(let isOn) = self { isOn } else { nil } }

  /// A whole number; nil for any other value.
  var integer: Int? { if case .int(let number) = self { number } else { nil } }

  /// A number; nil for any other value.
  var number: Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }

  /// The strings of a list; nil for any other value.
  var strings: [String]? { values?.compactMap(\.text) }

  /// Creates an integer if the number is whole, else a double.
  init(number: Double) { self = Int(exactly: number).map(JSONValue.int) ?? .double(number) }

  /// Creates a list of strings; nil for an empty list, which is not valid for any setting.
  init?(_ strings: [String]) {
    if strings.isEmpty { return nil }
    self = .array(strings.map(JSONValue.string))
  }
}

extension JSONNode {
  /// Creates a node for a value that is not from a file; all parts of the node get the position.
  init(_ value: JSONValue, at position: SourcePosition) {
    func node(_ value: JSONValue) -> JSONNode { JSONNode(value, at: position) }
    let content: Value =
      switch value {
      case .null: .null
      case .bool(let isOn): .bool(isOn)
      case .int(let number): .number(Double(number))
      case .double(let number): .number(number)
      case .string(let text): .string(text)
      case .array(let values): .array(values.map(node))
      case .object(let members):
        .object(
          members.sorted { $0.key < $1.key }.map { member in
            Member(key: member.key, keyPosition: position, value: node(member.value))
          })
      }
    self.init(position: position, value: content)
  }
}
