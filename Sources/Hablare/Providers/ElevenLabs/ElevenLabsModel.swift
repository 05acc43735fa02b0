/// A model of ElevenLabs, with the abilities that its id implies.
///
/// Families and limits follow the vendor's documents of 2025-08 and its Python SDK 2.78.0 (2026).
struct ElevenLabsModel: Sendable, Hashable {
  /// The id, such as `eleven_multilingual_v2`.
  let id: String

  /// The default model, which the vendor recommends for long narration.
  ///
  /// The service has the same default.
  static let standard = ElevenLabsModel(id: "eleven_multilingual_v2")
  /// The lowest limit of any model for one request, in characters.
  ///
  /// A text up to this length fits any model, so the list of models is not needed.
  static let leastLimit = 2_000

  /// The plausible range of cost multipliers of a voice or a model.
  ///
  /// A value outside this range is treated as a mistake.
  static let rates = 0.0...1_000

  private static let limits = [
    "eleven_multilingual_v2": 10_000, "eleven_multilingual_v1": 10_000,
    "eleven_monolingual_v1": 10_000, "eleven_flash_v2_5": 40_000, "eleven_turbo_v2_5": 40_000,
    "eleven_flash_v2": 30_000, "eleven_turbo_v2": 30_000, "eleven_v3": 3_000,
  ]

  /// The maximum number of characters in one request, for use if the service does not state a
  /// limit.
  ///
  /// Sources differ for v3 (3,000 and 5,000) and v4 (2,000 and 10,000). The lower value is used.
  var defaultLimit: Int { Self.limits[id] ?? Self.leastLimit }

  /// The number after `_v`: 2.5 for `eleven_flash_v2_5`, 3 for `eleven_v3_conversational`.
  var version: Double? {
    let parts = id.split(separator: "_")
    guard
      let place = parts.firstIndex(where: { $0.hasPrefix("v") && Int($0.dropFirst()) != nil }),
      let major = Int(parts[place].dropFirst())
    else { return nil }
    let minor = parts[(place + 1)...].first.flatMap { Int($0) } ?? 0
    return Double("\(major).\(minor)")
  }

  /// Whether the model treats a tag such as `[whispering]` in the text as a direction.
  ///
  /// Other models read the tag aloud.
  var takesTags: Bool { version.map { $0 >= 3 } ?? false }

  /// Whether the model accepts `previous_text` and `next_text`.
  ///
  /// True for a model of an unknown family, so that a request tries the parameters.
  var takesContext: Bool { version.map { $0 < 3 } ?? true }

  /// Whether the model accepts `language_code`.
  ///
  /// Older models refuse the parameter or speak only English.
  var takesLanguageCode: Bool { version.map { $0 > 2 } ?? false }

  /// The credits for one character, for use if the service does not state them: 0.5 for flash and
  /// turbo models of v2 and v2.5, otherwise 1.
  var defaultCharacterCost: Double {
    let isFast = id.contains("_flash_") || id.contains("_turbo_")
    return isFast && version.map { $0 < 3 } == true ? 0.5 : 1
  }
}
