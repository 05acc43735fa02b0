/// The texts that a setting allows.
public enum TextRule: Sendable, Hashable {
  /// Text on one line that is not blank.
  case line
  /// A BCP 47 language tag such as `en-US`.
  case languageTag
  /// Text that matches a pattern.
  case pattern(TextPattern)
}

/// A regular expression that must match a whole text, with the message for a text that does not match.
public struct TextPattern: Sendable, Hashable, Codable {
  /// The expression, in the syntax that Swift and JavaScript share.
  ///
  /// An expression that is not valid matches nothing.
  public var pattern: String
  /// The code of the problem, such as `bad-currency`.
  public var code: String
  /// The message of the problem, with `{value}` in the place of the text.
  ///
  /// Omit `{value}` if the text could be a secret.
  public var message: String

  /// Creates a pattern.
  public init(_ pattern: String, code: String, message: String) {
    self.pattern = pattern
    self.code = code
    self.message = message
  }

  /// Returns whether the expression matches the whole text, compared by Unicode scalars.
  func matches(_ text: String) -> Bool {
    guard let regex = try? Regex(pattern).matchingSemantics(.unicodeScalar) else { return false }
    return (try? regex.wholeMatch(in: text)) != nil
  }

  /// Returns the problem message for a text.
  func problem(with text: String) -> String { message.replacing("{value}", with: text) }
}

extension TextRule: Codable {
  private enum CodingKeys: String, CodingKey {
    case format, pattern
  }

  private enum Format: String, Codable {
    case language
  }

  /// Reads the rule from the key `format`, or from the keys `pattern`, `code` and `message`.
  ///
  /// Without these keys the rule is `line`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if try container.decodeIfPresent(Format.self, forKey: .format) != nil {
      self = .languageTag
    } else if container.contains(.pattern) {
      self = .pattern(try TextPattern(from: decoder))
    } else {
      self = .line
    }
  }

  /// Writes the key `format`, or the keys `pattern`, `code` and `message`.
  ///
  /// Writes no key for `line`.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .line: break
    case .languageTag:
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(Format.language, forKey: .format)
    case .pattern(let pattern): try pattern.encode(to: encoder)
    }
  }
}
