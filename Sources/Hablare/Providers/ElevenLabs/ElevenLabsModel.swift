/// A model of ElevenLabs, as far as its id tells what it takes.
///
/// Families and limits by the vendor's documents of 2025-08 and its Python SDK 2.78.0 (2026).
struct ElevenLabsModel: Sendable, Hashable {
  /// The id, such as `eleven_multilingual_v2`.
  let id: String

  /// The model that speaks where nobody names one: the vendor's advice for long narration and the
  /// service's own default.
  static let standard = ElevenLabsModel(id: "eleven_multilingual_v2")
  /// The least any model takes in one request, in characters; shorter texts need no look at the list.
  static let leastLimit = 2_000

  /// Times that a voice or a model may cost the usual; beyond that it is a mistake.
  static let rates = 0.0...1_000

  private static let limits = [
    "eleven_multilingual_v2": 10_000, "eleven_multilingual_v1": 10_000,
    "eleven_monolingual_v1": 10_000, "eleven_flash_v2_5": 40_000, "eleven_turbo_v2_5": 40_000,
    "eleven_flash_v2": 30_000, "eleven_turbo_v2": 30_000, "eleven_v3": 3_000,
  ]

  /// Characters in one request where the service has not said so itself.
  ///
  /// Sources differ for v3 (3,000 and 5,000) and v4 (2,000 and 10,000): the lower counts.
  var usualLimit: Int { Self.limits[id] ?? Self.leastLimit }

  /// The number behind `_v`: 2.5 of `eleven_flash_v2_5`, 3 of `eleven_v3_conversational`.
  var version: Double? {
    let parts = id.split(separator: "_")
    guard
      let place = parts.firstIndex(where: { $0.hasPrefix("v") && Int($0.dropFirst()) != nil }),
      let major = Int(parts[place].dropFirst())
    else { return nil }
    let minor = parts[(place + 1)...].first.flatMap { Int($0) } ?? 0
    return Double("\(major).\(minor)")
  }

  /// Whether `[whispering]` in the text is a direction; other models read it aloud.
  var takesTags: Bool { version.map { $0 >= 3 } ?? false }

  /// Whether it takes `previous_text` and `next_text`; a model of an unknown family may be asked.
  var takesContext: Bool { version.map { $0 < 3 } ?? true }

  /// Whether it takes `language_code`; the older ones refuse it or speak English alone.
  var takesLanguageCode: Bool { version.map { $0 > 2 } ?? false }

  /// Credits for one character where the service has not said so itself: half for flash and turbo
  /// of v2 and v2.5, else one.
  var usualCharacterCost: Double {
    let isFast = id.contains("_flash_") || id.contains("_turbo_")
    return isFast && version.map { $0 < 3 } == true ? 0.5 : 1
  }
}
