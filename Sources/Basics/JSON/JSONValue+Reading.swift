import FoundationEssentials

/// Access to values of unknown structure: servers that imitate the same service return different structures.
extension JSONValue {
  /// Reads a text; nil if it is not JSON.
  package init?(_ bytes: [UInt8]) {
    guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)) else {
      return nil
    }
    self = value
  }

  /// The member of an object with this key; nil if there is none.
  package subscript(key: String) -> JSONValue? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  /// The text of a string; nil if the string is empty or the value is not a string.
  package var text: String? {
    if case .string(let text) = self, !text.isEmpty { text } else { nil }
  }

  /// The values of an array; nil for any other value.
  package var values: [JSONValue]? {
    if case .array(let values) = self { values } else { nil }
  }

  /// The members of an object; nil for any other value.
  package var members: [String: JSONValue]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// The whole number; nil for any other value.
  package var integer: Int? {
    if case .int(let number) = self { number } else { nil }
  }

  /// The number; nil for any other value.
  package var number: Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }

  /// Returns the text of the first of these members that has a text.
  package func text(_ keys: String...) -> String? {
    keys.lazy.compactMap { self[$0]?.text }.first
  }

  /// Returns the compact text with sorted keys, so that equal values have equal bytes.
  package func encoded() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return [UInt8](try encoder.encode(self))
  }
}

extension JSONValue {
  /// Creates the JSON value that encodes a Swift value.
  package init(encoding value: some Encodable) throws {
    self = try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value))
  }
}
