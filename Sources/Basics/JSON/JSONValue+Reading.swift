import FoundationEssentials

/// Values of shapes not known in advance: servers that imitate one another differ.
extension JSONValue {
  /// Reads a text; nil if it is not JSON.
  package init?(_ bytes: [UInt8]) {
    guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)) else {
      return nil
    }
    self = value
  }

  /// A member of an object.
  package subscript(key: String) -> JSONValue? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  /// The text of a string that says something.
  package var text: String? {
    if case .string(let text) = self, !text.isEmpty { text } else { nil }
  }

  /// The values of an array.
  package var values: [JSONValue]? {
    if case .array(let values) = self { values } else { nil }
  }

  /// The members of an object.
  package var members: [String: JSONValue]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// A whole number.
  package var integer: Int? {
    if case .int(let number) = self { number } else { nil }
  }

  /// A number.
  package var number: Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }

  /// The first of these members that has a text.
  package func text(_ keys: String...) -> String? {
    keys.lazy.compactMap { self[$0]?.text }.first
  }

  /// The compact text with sorted keys, so that equal values have equal bytes.
  package func encoded() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return [UInt8](try encoder.encode(self))
  }
}

extension JSONValue {
  /// What a value is in JSON.
  package init(encoding value: some Encodable) throws {
    self = try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value))
  }
}
