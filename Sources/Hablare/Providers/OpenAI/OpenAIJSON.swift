import FoundationEssentials

/// A JSON value of a shape not known in advance: servers that imitate OpenAI differ.
enum OpenAIJSON: Equatable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([OpenAIJSON])
  case object([String: OpenAIJSON])

  /// Reads a text; nil if it is not JSON.
  init?(_ bytes: [UInt8]) {
    guard let value = try? JSONDecoder().decode(OpenAIJSON.self, from: Data(bytes)) else {
      return nil
    }
    self = value
  }

  /// A member of an object.
  subscript(key: String) -> OpenAIJSON? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  /// The text of a string that says something.
  var text: String? {
    if case .string(let text) = self, !text.isEmpty { text } else { nil }
  }

  /// The values of an array.
  var values: [OpenAIJSON]? {
    if case .array(let values) = self { values } else { nil }
  }

  /// The first of these members that has a text.
  func text(_ keys: String...) -> String? {
    keys.lazy.compactMap { self[$0]?.text }.first
  }

  /// The compact text with sorted keys, so that equal requests have equal bytes.
  func encoded() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return [UInt8](try encoder.encode(self))
  }
}

extension OpenAIJSON: Codable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode([OpenAIJSON].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: OpenAIJSON].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}
