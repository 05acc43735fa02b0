extension VoiceURIError {
  /// The correct form of a voice URI, as a sentence for people.
  public var recoverySuggestion: String? {
    switch self {
    case .missingSeparator, .emptyProvider, .invalidProvider, .emptyVoice:
      "Write a provider, :// and a voice, as in espeak://en-us."
    case .unknownName(_, let nearest): "Write \(nearest), or a provider, :// and a voice."
    case .invalidPercentEncoding: "Write %25 for a percent sign."
    case .unknownKey: "Known keys are \(VoiceURI.queryKeys.joined(separator: ", "))."
    case .repeatedKey(let key): "Remove one of the values of \(key)."
    case .missingValue(let key), .notANumber(let key, _): "Write a valid value after \(key)=."
    case .outOfRange(let key, _, let range):
      "Choose a value of \(key) from \(VoiceURI.text(of: range.lowerBound)) to "
        + "\(VoiceURI.text(of: range.upperBound))."
    }
  }
}
