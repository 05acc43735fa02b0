import Basics
public import FoundationEssentials

/// A voice and its manner of speaking, as one line of text.
///
/// The form is `<provider>://<voice>?lang=…&rate=…&pitch=…&gain=…&pan=…&model=…&seed=…`, followed by
/// settings that only one provider knows, such as `stability=0.4`.
public struct VoiceURI: Hashable, Sendable {
  /// The id of espeak-ng's provider, whose URIs contain only `queryKeys`.
  static let builtInProvider = "espeak"

  /// The id of the provider, such as `espeak`.
  public var providerId: String
  /// The id that the provider uses for the voice, such as `en-us+f3`.
  public var voiceId: String
  /// The BCP 47 tag of the language to speak; nil for the text's language.
  public var language: String?
  /// The tempo as a multiple of the voice's normal tempo, within `rateRange`.
  public var rate: Double?
  /// The pitch in semitones above the voice's normal pitch, within `pitchRange`.
  public var pitch: Double?
  /// The level in decibels above the voice's normal level, within `gainRange`.
  public var gain: Double?
  /// The stereo position from left (−1) to right (1), within `panRange`.
  public var pan: Double?
  /// The voice model of the provider, if the provider has several; nil for its usual model.
  public var model: String?
  /// The seed for providers that draw random numbers, within `seedRange`.
  public var seed: Int?
  /// Settings that only this provider has, keyed by the provider's own names.
  ///
  /// The provider validates them.
  public var parameters: [String: String]

  /// The tempos allowed in a URI.
  public static let rateRange = 0.5...2.0
  /// The pitches allowed in a URI, in semitones.
  public static let pitchRange = -12.0...12.0
  /// The levels allowed in a URI, in decibels.
  public static let gainRange = -24.0...12.0
  /// The stereo positions allowed in a URI.
  public static let panRange = -1.0...1.0
  /// The seeds allowed in a URI: unsigned 32-bit numbers, as ElevenLabs accepts them.
  package static let seedRange = 0...4_294_967_295
  /// The keys that all providers accept, in the order in which they are printed.
  static let queryKeys = ["lang", "rate", "pitch", "gain", "pan"]
  /// The keys of providers that have several models or draw random numbers.
  /// These keys are printed after `queryKeys` and before the settings that only one provider has.
  static let modelKeys = ["model", "seed"]

  /// Creates a URI from its parts, without checking them.
  public init(
    providerId: String, voiceId: String, language: String? = nil, rate: Double? = nil,
    pitch: Double? = nil, gain: Double? = nil, pan: Double? = nil, model: String? = nil,
    seed: Int? = nil, parameters: [String: String] = [:]
  ) {
    self.providerId = providerId
    self.voiceId = voiceId
    self.language = language
    self.rate = rate
    self.pitch = pitch
    self.gain = gain
    self.pan = pan
    self.model = model
    self.seed = seed
    self.parameters = parameters
  }

  /// The same voice without any speaking options.
  package var plain: VoiceURI { VoiceURI(providerId: providerId, voiceId: voiceId) }

  /// The options for the engine.
  ///
  /// Gain and pan are left out, because the mixer applies them.
  public var options: VoiceOptions {
    VoiceOptions(
      rate: rate ?? 1, pitch: pitch ?? 0, model: model, seed: seed, parameters: parameters)
  }
}

extension VoiceURI: LosslessStringConvertible {
  /// Parses a URI; nil if the URI is not valid.
  ///
  /// To get the reason, call `parse`.
  public init?(_ text: String) {
    guard let parsed = try? Self.parse(text) else { return nil }
    self = parsed
  }

  /// The canonical form.
  ///
  /// Only the necessary characters are percent-encoded. The keys are in a fixed order, and numbers
  /// are as short as possible.
  public var description: String {
    let values = [
      language, rate.map(Self.text), pitch.map(Self.text), gain.map(Self.text),
      pan.map(Self.text), model, seed.map(String.init),
    ]
    let own = parameters.sorted { $0.key < $1.key }
    let pairs =
      Array(zip(Self.queryKeys + Self.modelKeys, values)) + own.map { ($0.key, $0.value) }
    let items = pairs.compactMap { key, value in
      value.map { "\(key)=\(PercentEncoding.encode($0, keeping: PercentEncoding.queryValue))" }
    }
    let voice = PercentEncoding.encode(voiceId, keeping: PercentEncoding.voice)
    let head = "\(providerId)://\(voice)"
    return items.isEmpty ? head : "\(head)?\(items.joined(separator: "&"))"
  }

  /// Returns a number without trailing zeros: `1`, `0.95`, `-2`.
  package static func text(of number: Double) -> String {
    // Adding zero turns −0 into 0.
    let text = String(describing: number + 0)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension VoiceURI: Codable {
  /// Reads the URI from its text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      self = try Self.parse(try container.decode(String.self))
    } catch let error as VoiceURIError {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: error.description)
    }
  }

  /// Writes the URI as its canonical text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

/// The characters that need no encoding in the parts of a voice URI.
extension PercentEncoding {
  static let provider = unreserved.subtracting("~".utf8)
  static let queryValue = provider.union("~+:@/,".utf8)
  static let voice = queryValue.union("!$'()*;=".utf8)
  static let number = Set("0123456789+-.eE".utf8)
}

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
