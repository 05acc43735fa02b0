import FoundationEssentials

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
}

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
      id: model_id, speaks: can_do_text_to_speech?.value ?? true, limit: limit, characterCost: cost)
  }
}

/// A JSON member that can be absent, null or of another type than documented.
///
/// In these cases, the value is nil, and decoding continues.
struct Lenient<Value: Decodable>: Decodable {
  var value: Value?

  init(from decoder: any Decoder) {
    value = try? Value(from: decoder)
  }
}
