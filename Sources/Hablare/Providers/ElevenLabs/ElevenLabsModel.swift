import FoundationEssentials

/// A model of ElevenLabs, with the abilities that its id implies.
/// Families and limits follow the vendor's documents of 2025-08 and its Python SDK 2.78.0 (2026).
struct ElevenLabsModel: Sendable, Hashable {
  /// The id, such as `eleven_multilingual_v2`.
  let id: String

  /// The default model, which the vendor recommends for long narration.
  /// The service has the same default.
  static let standard = ElevenLabsModel(id: "eleven_multilingual_v2")
  /// The lowest limit of any model for one request, in characters.
  /// A text up to this length fits any model, so the list of models is not needed.
  static let leastLimit = 2_000

  /// The plausible range of cost multipliers of a voice or a model.
  /// A value outside this range is treated as a mistake.
  static let rates = 0.0...1_000

  private static let limits = [
    "eleven_multilingual_v2": 10_000, "eleven_multilingual_v1": 10_000,
    "eleven_monolingual_v1": 10_000, "eleven_flash_v2_5": 40_000, "eleven_turbo_v2_5": 40_000,
    "eleven_flash_v2": 30_000, "eleven_turbo_v2": 30_000, "eleven_v3": 3_000,
  ]

  /// The maximum number of characters in one request, for use if the service does not state a
  /// limit.
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
  /// Other models read the tag aloud.
  var takesTags: Bool { version.map { $0 >= 3 } ?? false }

  /// Whether the model accepts `previous_text` and `next_text`.
  /// True for a model of an unknown family, so that a request tries the parameters.
  var takesContext: Bool { version.map { $0 < 3 } ?? true }

  /// Whether the model accepts `language_code`.
  /// Older models refuse the parameter or speak only English.
  var takesLanguageCode: Bool { version.map { $0 > 2 } ?? false }

  /// The credits for one character, for use if the service does not state them: 0.5 for flash and
  /// turbo models of v2 and v2.5, otherwise 1.
  var defaultCharacterCost: Double {
    let isFast = id.contains("_flash_") || id.contains("_turbo_")
    return isFast && version.map { $0 < 3 } == true ? 0.5 : 1
  }
}

/// The parsed response of `GET /v1/models`, with the fields that are needed here.
struct ElevenLabsModelList: Sendable, Equatable {
  struct Entry: Sendable, Equatable {
    var id: String
    var speaks: Bool
    /// The maximum number of characters in one request (`maximum_text_length_per_request`).
    var limit: Int?
    /// The credits for one character (`model_rates.character_cost_multiplier`).
    var characterCost: Double?
  }

  var entries: [Entry] = []

  /// Parses the response, which is a bare array.
  init(json: [UInt8], hiding key: SecureString? = nil) throws {
    entries = try JSONDecoder().decode([Lenient<WireModel>].self, from: Data(json))
      .compactMap { $0.value?.entry }
      .filter { !ServiceMessage.has(key, in: $0.id) }
  }

  /// Creates an empty list, for a service that sends no list.
  init() {}

  /// The models that can speak, in the service's order.
  var speakingIds: [String] { entries.filter(\.speaks).map(\.id) }

  /// The entry of a model, or nil if the model is not listed.
  subscript(model: ElevenLabsModel) -> Entry? { entries.first { $0.id == model.id } }

  private struct WireModel: Decodable {
    struct Rates: Decodable {
      var character_cost_multiplier: Double?
    }

    var model_id: String
    var can_do_text_to_speech: Lenient<Bool>?
    var maximum_text_length_per_request: Lenient<Int>?
    var model_rates: Lenient<Rates>?

    var entry: ElevenLabsModelList.Entry {
      let limit = maximum_text_length_per_request?.value.flatMap { $0 > 0 ? $0 : nil }
      let cost = model_rates?.value?.character_cost_multiplier.flatMap {
        ElevenLabsModel.rates.contains($0) ? $0 : nil
      }
      return ElevenLabsModelList.Entry(
        id: model_id, speaks: can_do_text_to_speech?.value ?? true, limit: limit,
        characterCost: cost)
    }
  }
}

/// A JSON member that can be absent, null or of another type than documented.
/// In these cases, the value is nil, and decoding continues.
struct Lenient<Value: Decodable>: Decodable {
  var value: Value?

  init(from decoder: any Decoder) {
    value = try? Value(from: decoder)
  }
}
