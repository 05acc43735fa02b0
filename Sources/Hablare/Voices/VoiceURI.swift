import Basics

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
  public static let seedRange = 0...4_294_967_295
  /// The keys that all providers accept, in the order in which they are printed.
  public static let queryKeys = ["lang", "rate", "pitch", "gain", "pan"]
  /// The keys of providers that have several models or draw random numbers.
  ///
  /// These keys are printed after `queryKeys` and before the settings that only one provider has.
  public static let modelKeys = ["model", "seed"]

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
  public var plain: VoiceURI { VoiceURI(providerId: providerId, voiceId: voiceId) }

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
