import FoundationEssentials

/// The body of `POST /v1/text-to-speech/{voice}`.
struct ElevenLabsSpeechBody: Encodable, Equatable, Sendable {
  var text: String
  var modelId: String
  var languageCode: String?
  var voiceSettings: ElevenLabsSettings?
  var seed: Int?
  var previousText: String?
  var nextText: String?

  enum CodingKeys: String, CodingKey {
    case text, seed
    case modelId = "model_id"
    case languageCode = "language_code"
    case voiceSettings = "voice_settings"
    case previousText = "previous_text"
    case nextText = "next_text"
  }

  /// The seeds that the service accepts.
  static let seedRange = 0...4_294_967_295

  /// Whether the body includes surrounding text.
  var hasContext: Bool { previousText != nil || nextText != nil }

  /// The same body without the surrounding text.
  var withoutContext: Self {
    var body = self
    (body.previousText, body.nextText) = (nil, nil)
    return body
  }

  /// The JSON, which has the same bytes for equal bodies.
  var json: [UInt8] {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return [UInt8](try encoder.encode(self))
    }
  }
}
