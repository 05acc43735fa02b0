public import FoundationEssentials

/// The problem with the text of a voice URI.
public enum VoiceURIError: LocalizedError, Equatable, Sendable {
  /// The text has no `://` between provider and voice.
  case missingSeparator(String)
  /// The text is similar to the short name `nearest`, but no voice has this short name.
  case unknownName(String, nearest: String)
  /// The text before `://` is empty.
  case emptyProvider
  /// The provider contains a character other than ASCII letters, digits, `-`, `_` and `.`.
  case invalidProvider(String)
  /// The text after `://` is empty.
  case emptyVoice
  /// `%` is not followed by two hexadecimal digits, or the bytes are not UTF-8.
  case invalidPercentEncoding(String)
  /// The query has an unknown key; `nearest` is the closest known key.
  case unknownKey(String, nearest: String?)
  /// The query contains a key twice.
  case repeatedKey(String)
  /// The key has no value.
  case missingValue(key: String)
  /// The value is not a decimal number.
  case notANumber(key: String, value: String)
  /// The number is outside the range of its key.
  case outOfRange(key: String, value: Double, range: ClosedRange<Double>)

  /// The message for people.
  public var errorDescription: String? { description }
}

extension VoiceURIError: CustomStringConvertible {
  /// The problem and the correct form.
  public var description: String {
    switch self {
    case .missingSeparator(let text):
      "'\(text)' is not a voice URI: write <provider>://<voice>, such as hibari://heart"
    case .unknownName(let text, let nearest):
      "no voice has the short name '\(text)'; did you mean \(nearest)?"
    case .emptyProvider: "the provider is missing; write it before ://, as in espeak://en-us"
    case .invalidProvider(let provider):
      "'\(provider)' cannot be a provider: use letters, digits, '-', '_' and '.'"
    case .emptyVoice: "the voice is missing; write it after ://, as in espeak://en-us"
    case .invalidPercentEncoding(let text):
      "'\(text)' has a % that does not begin a percent-encoded UTF-8 character; write %25 for %"
    case .unknownKey(let key, let nearest):
      "unknown key '\(key)' in a voice URI; "
        + (nearest.map { "did you mean \($0)?" }
          ?? "known keys are \(VoiceURI.queryKeys.joined(separator: ", "))")
    case .repeatedKey(let key): "the key '\(key)' appears twice in the voice URI"
    case .missingValue(let key): "the key '\(key)' has no value; write \(key)=…"
    case .notANumber(let key, let value): "'\(value)' is not a number for \(key)"
    case .outOfRange(let key, let value, let range):
      "\(key) \(VoiceURI.text(of: value)) is out of range: "
        + "\(VoiceURI.text(of: range.lowerBound)) to \(VoiceURI.text(of: range.upperBound))"
    }
  }
}
