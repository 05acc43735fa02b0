import FoundationEssentials

/// A JSON value (RFC 8259) that distinguishes whole numbers from other numbers.
public enum JSONValue: Hashable, Sendable {
  /// Nothing.
  case null
  /// True or false.
  case bool(Bool)
  /// A whole number.
  case int(Int)
  /// A number that is not whole, or too large for `int`.
  ///
  /// A `double` that is whole becomes an `int` when it is written and read again. JSON has no infinite
  /// numbers and no NaN.
  case double(Double)
  /// A text.
  case string(String)
  /// Values in order.
  case array([JSONValue])
  /// Values by name.
  case object([String: JSONValue])
}

extension JSONValue: Codable {
  /// Reads any value.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .int(value)
    } else if let value = try? container.decode(Double.self) {
      self = .double(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let values = try? container.decode([JSONValue].self) {
      self = .array(values)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .int(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let values): try container.encode(values)
    case .object(let values): try container.encode(values)
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// A text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A whole number.
  public init(integerLiteral value: Int) { self = .int(value) }
  /// A number.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// True or false.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Values in order.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// Values by name.
  ///
  /// If a name occurs twice, the last value is used.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { $1 })
  }
}

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
  package init(encoding value: some Encodable) throws {
    self = try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value))
  }
}
