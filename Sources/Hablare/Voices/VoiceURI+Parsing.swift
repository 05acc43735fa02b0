import Basics

extension VoiceURI {
  /// Parses a URI, or throws an error that describes the problem.
  public static func parse(_ text: String) throws(VoiceURIError) -> VoiceURI {
    guard let separator = text.firstRange(of: "://") else {
      throw VoiceURIError.missingSeparator(text)
    }
    let provider = text[..<separator.lowerBound]
    if provider.isEmpty { throw VoiceURIError.emptyProvider }
    guard provider.utf8.allSatisfy(PercentEncoding.provider.contains) else {
      throw VoiceURIError.invalidProvider(String(provider))
    }
    let parts = text[separator.upperBound...].split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let voice = try Self.decoded(parts[0])
    if voice.isEmpty { throw VoiceURIError.emptyVoice }
    var uri = VoiceURI(providerId: String(provider), voiceId: voice)
    if parts.count == 2 { try uri.read(query: parts[1]) }
    return uri
  }

  private mutating func read(query: Substring) throws(VoiceURIError) {
    var seen = Set<String>()
    for item in query.split(separator: "&") {
      let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let key = try Self.decoded(pair[0])
      guard isKnown(key) else {
        let nearest = Spelling.nearest(to: key, among: Self.queryKeys, limit: 1).first
        throw VoiceURIError.unknownKey(key, nearest: nearest)
      }
      guard seen.insert(key).inserted else { throw VoiceURIError.repeatedKey(key) }
      guard pair.count == 2, !pair[1].isEmpty else { throw VoiceURIError.missingValue(key: key) }
      try set(key, to: try Self.decoded(pair[1]))
    }
  }

  /// Returns whether a key is allowed in this URI.
  ///
  /// espeak accepts only `queryKeys`. All other providers check their additional keys later.
  private func isKnown(_ key: String) -> Bool {
    if Self.queryKeys.contains(key) { return true }
    return providerId != Self.builtInProvider && !key.isEmpty
      && key.utf8.allSatisfy(PercentEncoding.provider.contains)
  }

  private mutating func set(_ key: String, to value: String) throws(VoiceURIError) {
    switch key {
    case "rate": rate = try Self.number(value, key: key, in: Self.rateRange)
    case "pitch": pitch = try Self.number(value, key: key, in: Self.pitchRange)
    case "gain": gain = try Self.number(value, key: key, in: Self.gainRange)
    case "pan": pan = try Self.number(value, key: key, in: Self.panRange)
    case "lang": language = value
    case "model": model = value
    case "seed":
      let number = try Self.number(value, key: key, in: Self.seedBounds)
      guard let seed = Int(exactly: number) else {
        throw VoiceURIError.notANumber(key: key, value: value)
      }
      self.seed = seed
    default: parameters[key] = value
    }
  }

  private static let seedBounds = Double(seedRange.lowerBound)...Double(seedRange.upperBound)

  private static func number(
    _ text: String, key: String, in range: ClosedRange<Double>
  ) throws(VoiceURIError) -> Double {
    // `Double` would also accept `nan`, `inf` and hexadecimal.
    guard text.utf8.allSatisfy(PercentEncoding.number.contains), let value = Double(text) else {
      throw VoiceURIError.notANumber(key: key, value: text)
    }
    guard range.contains(value) else {
      throw VoiceURIError.outOfRange(key: key, value: value, range: range)
    }
    return value
  }

  private static func decoded(_ text: Substring) throws(VoiceURIError) -> String {
    guard let decoded = PercentEncoding.decode(text) else {
      throw .invalidPercentEncoding(String(text))
    }
    return decoded
  }
}
