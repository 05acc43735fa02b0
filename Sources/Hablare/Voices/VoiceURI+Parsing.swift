extension VoiceURI {
  /// Reads a URI, or says what is wrong with it.
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
    let voice = try PercentEncoding.decode(parts[0])
    if voice.isEmpty { throw VoiceURIError.emptyVoice }
    var uri = VoiceURI(providerId: String(provider), voiceId: voice)
    if parts.count == 2 { try uri.read(query: parts[1]) }
    return uri
  }

  private mutating func read(query: Substring) throws(VoiceURIError) {
    var seen = Set<String>()
    for item in query.split(separator: "&") {
      let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let key = try PercentEncoding.decode(pair[0])
      guard isKnown(key) else {
        let nearest = Spelling.nearest(to: key, among: Self.queryKeys, limit: 1).first
        throw VoiceURIError.unknownKey(key, nearest: nearest)
      }
      guard seen.insert(key).inserted else { throw VoiceURIError.repeatedKey(key) }
      guard pair.count == 2, !pair[1].isEmpty else { throw VoiceURIError.missingValue(key: key) }
      try set(key, to: try PercentEncoding.decode(pair[1]))
    }
  }

  /// espeak has neither models nor settings of its own; what another provider has, it says itself.
  private func isKnown(_ key: String) -> Bool {
    if Self.queryKeys.contains(key) { return true }
    return providerId != EspeakNGVoiceEngine.id && !key.isEmpty
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
    // `Double` would also take `nan`, `inf` and hexadecimal.
    guard text.utf8.allSatisfy(PercentEncoding.number.contains), let value = Double(text) else {
      throw VoiceURIError.notANumber(key: key, value: text)
    }
    guard range.contains(value) else {
      throw VoiceURIError.outOfRange(key: key, value: value, range: range)
    }
    return value
  }
}

/// Percent-encoding of the parts of a `VoiceURI` (RFC 3986, section 2.1).
///
/// `+` stands for itself, since espeak's voice ids have one.
enum PercentEncoding {
  static let provider = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._".utf8)
  static let queryValue = provider.union("~+:@/,".utf8)
  static let voice = queryValue.union("!$'()*;=".utf8)
  static let number = Set("0123456789+-.eE".utf8)

  /// `text` with every byte outside `kept` written as `%XX`.
  static func encode(_ text: String, keeping kept: Set<UInt8>) -> String {
    let digits = Array("0123456789ABCDEF")
    return text.utf8.reduce(into: "") { result, byte in
      if kept.contains(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        result += ["%", digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
  }

  /// `text` with every `%XX` replaced by its byte.
  static func decode(_ text: Substring) throws(VoiceURIError) -> String {
    var bytes = [UInt8]()
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(hexDigit),
        let low = rest.popFirst().flatMap(hexDigit)
      else { throw VoiceURIError.invalidPercentEncoding(String(text)) }
      bytes.append(high << 4 | low)
    }
    guard let decoded = String(validating: bytes, as: UTF8.self) else {
      throw VoiceURIError.invalidPercentEncoding(String(text))
    }
    return decoded
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
  }
}
