import Basics
import FoundationEssentials

/// A voice as ElevenLabs describes it.
/// The service may omit everything but the id.
struct ElevenLabsVoice: Sendable, Equatable {
  struct Language: Sendable, Equatable {
    /// The BCP 47 tag: the locale if the service names one, otherwise the language.
    var tag: String
    var accent: String?
  }

  var id: String
  var name: String
  /// The languages without duplicates, the main language first.
  var languages: [Language]
  var gender: String?
  var quality: String?
  var category: String?
  /// The labels, with keys in lower case.
  var labels: [String: String]
  var description: String?
  var previewURL: URL?
  /// The cost of the voice as a multiple of the usual credits (`sharing.rate`).
  var creditRate: Double
  /// The time of creation, in seconds since 1970.
  var created: Int?

  /// The name, and the part of the name before a dash: "Roger" for "Roger - Laid-Back, Resonant".
  var names: [String] {
    guard let dash = name.firstRange(of: " - ") else { return [name] }
    return [name, String(name[..<dash.lowerBound])]
  }

  /// Returns whether `word` is one of the voice's names, ignoring case.
  func isCalled(_ word: String) -> Bool {
    names.contains { $0.lowercased() == word.lowercased() }
  }

  /// Returns the voice's description for users, as a voice that speaks `language`.
  func described(as language: Language?, providerId: String) -> Voice {
    let region = language?.tag.split(separator: "-").last.map(String.init)
    return Voice(
      id: id, name: name, providerId: providerId, language: language?.tag,
      locality: language?.accent ?? (region != language?.tag ? region : nil), gender: gender,
      age: age, quality: quality, category: category, labels: labels.merging(ownLabels) { $1 },
      description: description, previewURL: previewURL)
  }
}

// MARK: Stored from an earlier run

extension ElevenLabsVoice {
  /// Data for which `Voice` has no member, stored as labels: the languages with their accents, the
  /// cost and the time of creation.
  private enum OwnLabel: String, CaseIterable {
    case languages, creditRate, created
  }

  private var ownLabels: [String: String] {
    let tags = languages.map { one in one.accent.map { "\(one.tag)=\($0)" } ?? one.tag }
    var labels: [String: String] = [:]
    if !tags.isEmpty { labels[OwnLabel.languages.rawValue] = tags.joined(separator: ";") }
    if creditRate != 1 { labels[OwnLabel.creditRate.rawValue] = String(creditRate) }
    if let created { labels[OwnLabel.created.rawValue] = String(created) }
    return labels
  }

  /// Restores a voice from its description.
  init(_ voice: Voice) {
    func label(_ own: OwnLabel) -> String? { voice.labels[own.rawValue] }
    (id, name, gender) = (voice.id, voice.name, voice.gender)
    (quality, category) = (voice.quality, voice.category)
    (description, previewURL) = (voice.description, voice.previewURL)
    languages = (label(.languages) ?? "").split(separator: ";").map { entry in
      let parts = entry.split(separator: "=", maxSplits: 1)
      return Language(tag: String(parts[0]), accent: parts.count > 1 ? String(parts[1]) : nil)
    }
    creditRate = Self.rate(label(.creditRate).flatMap(Double.init))
    created = label(.created).flatMap { Int($0) }
    let own = Set(OwnLabel.allCases.map(\.rawValue))
    labels = voice.labels.filter { !own.contains($0.key) }
  }
}

extension ElevenLabsVoice {
  /// Parses the service's data.
  /// Nil if the id is missing or contains the API key.
  init?(_ wire: ElevenLabsWireVoice, hiding key: SecureString? = nil) {
    guard let id = wire.voice_id?.value, !id.isEmpty, !ServiceMessage.has(key, in: id) else {
      return nil
    }
    self.id = id
    let name = Self.shown(wire.name, key) ?? ""
    self.name = name.isEmpty ? id : name
    labels = Self.labels(wire.labels?.value ?? [:], key)
    languages = Self.languages(labels, wire.verified_languages?.value ?? [], key)
    gender = Self.gender(labels["gender"])
    quality = Self.shown(wire.recording_quality, key)
    category = Self.shown(wire.category, key)
    description = Self.shown(wire.description, key) ?? labels["description"]
    previewURL = wire.preview_url?.value.flatMap {
      ServiceMessage.has(key, in: $0) ? nil : URL(string: $0)
    }
    creditRate = Self.rate(wire.sharing?.value?.rate?.value)
    created = wire.created_at_unix?.value
  }

  /// Returns a text that is safe to show on a terminal, or nil if it is empty.
  /// People other than the account's owner may have named the voices.
  private static func shown(_ text: Lenient<String>?, _ key: SecureString?) -> String? {
    let shown = ServiceMessage.shown(text?.value ?? "", hiding: key, limit: 1_000)
    return shown.isEmpty ? nil : shown
  }

  /// Returns the labels that have strings as values, with keys in lower case.
  /// If several keys differ only in case, the first key in sorted order is used.
  private static func labels(
    _ wire: [String: Lenient<String>], _ key: SecureString?
  ) -> [String: String] {
    wire.sorted { $0.key < $1.key }.reduce(into: [:]) { labels, entry in
      let name = ServiceMessage.shown(entry.key.lowercased(), hiding: key)
      if labels[name] == nil, let value = shown(entry.value, key) { labels[name] = value }
    }
  }

  /// Returns the languages of a voice, without duplicates.
  /// The language in the labels comes first. If the service has verified the voice for this
  /// language with a locale, the locale is used.
  private static func languages(
    _ labels: [String: String], _ verified: [Lenient<ElevenLabsWireVoice.Verified>],
    _ key: SecureString?
  ) -> [Language] {
    var languages = verified.compactMap { entry -> Language? in
      guard
        let tag = tag(shown(entry.value?.locale, key))
          ?? tag(shown(entry.value?.language, key))
      else { return nil }
      return Language(
        tag: tag, accent: shown(entry.value?.accent, key))
    }
    if let main = tag(labels["language"]) {
      let place = languages.firstIndex { $0.tag == main || $0.tag.hasPrefix("\(main)-") }
      var first = place.map { languages[$0] } ?? Language(tag: main)
      if let accent = labels["accent"] { first.accent = accent }
      languages.insert(first, at: 0)
    }
    var seen = Set<String>()
    return languages.filter { seen.insert($0.tag).inserted }
  }

  /// Returns a language tag in the form of BCP 47, or nil if the text is not a tag but a name such
  /// as `English`.
  private static func tag(_ text: String?) -> String? {
    guard let text else { return nil }
    let tag = String(text.map { $0 == "_" ? "-" : $0 })
    let language = tag.prefix { $0 != "-" }
    guard (2...3).contains(language.utf8.count),
      tag.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || PercentEncoding.provider.contains($0) })
    else { return nil }
    return LanguageTag.cased(tag)
  }

  private static func rate(_ said: Double?) -> Double {
    said.map { $0 > 0 && ElevenLabsModel.rates.contains($0) ? $0 : 1 } ?? 1
  }

  /// `adult` or `old`, from the label `age`; nil if the label is missing or unknown.
  /// The service has no label for children: its "young" is a young adult.
  private var age: String? {
    switch labels["age"]?.lowercased().replacing("_", with: " ").replacing("-", with: " ") {
    case "young", "middle aged": "adult"
    case "old": "old"
    default: nil
    }
  }

  private static func gender(_ label: String?) -> String? {
    switch label?.lowercased() {
    case "female": "female"
    case "male": "male"
    case "neutral", "non-binary", "nonbinary": "neutral"
    default: nil
    }
  }
}

/// A voice as the service sends it.
struct ElevenLabsWireVoice: Decodable {
  struct Verified: Decodable {
    var language: Lenient<String>?
    var locale: Lenient<String>?
    var accent: Lenient<String>?
  }

  struct Sharing: Decodable {
    var rate: Lenient<Double>?
  }

  var voice_id: Lenient<String>?
  var name: Lenient<String>?
  var category: Lenient<String>?
  var description: Lenient<String>?
  var preview_url: Lenient<String>?
  var recording_quality: Lenient<String>?
  var labels: Lenient<[String: Lenient<String>]>?
  var verified_languages: Lenient<[Lenient<Verified>]>?
  var sharing: Lenient<Sharing>?
  var created_at_unix: Lenient<Int>?
}

/// The voices of an account, in the service's order.
struct ElevenLabsVoiceList: Sendable, Equatable {
  private(set) var voices: [ElevenLabsVoice] = []
  private var places: [String: Int] = [:]

  /// Adds a page.
  /// Voices that are already listed are skipped.
  mutating func add(_ page: [ElevenLabsVoice]) {
    for voice in page where places[voice.id] == nil {
      places[voice.id] = voices.count
      voices.append(voice)
    }
  }

  /// The voice with an id, or nil if no such voice is listed.
  subscript(id: String) -> ElevenLabsVoice? { places[id].map { voices[$0] } }

  /// Returns up to three ids that the user may have meant by `word`: the ids of voices with the
  /// name `word`, otherwise the ids of voices with a similar id or name.
  func nearest(to word: String) -> [String] {
    let named = voices.filter { $0.isCalled(word) }
    if !named.isEmpty { return named.prefix(3).map(\.id) }
    // Ids are random letters, so two ids differ in many places. If an id differs from `word` in at
    // most two places, the user almost certainly meant this id.
    let names =
      Spelling.nearest(to: word, among: voices.map(\.id), within: 2)
      + Spelling.nearest(to: word, among: voices.flatMap(\.names))
    var seen = Set<String>()
    let ids = names.flatMap { name in
      voices.filter { $0.id == name || $0.names.contains(name) }.map(\.id)
    }
    return Array(ids.filter { seen.insert($0).inserted }.prefix(3))
  }

  /// Returns the voices that speak a language (`LanguageFilter`), each with the matching tag.
  /// For the empty code, returns every voice with its main language.
  func voices(languageCode: String, providerId: String) -> [Voice] {
    let filter = LanguageFilter(languageCode, among: voices.flatMap(\.languages).map(\.tag))
    return voices.compactMap { voice in
      let language = voice.languages.first { filter.accepts($0.tag) }
      if language == nil, !filter.takesAny { return nil }
      return voice.described(as: language, providerId: providerId)
    }
  }

  /// Returns the voices for automatic casting, the oldest first, so that new voices do not change a
  /// cast.
  /// Voices that cost more than the usual credits are left out. If all matching voices cost more,
  /// all are returned.
  func castingVoices(languageCode: String, providerId: String) -> [Voice] {
    let matches = voices(languageCode: languageCode, providerId: providerId)
    let plain = matches.filter { self[$0.id]?.creditRate ?? 1 <= 1 }
    return (plain.isEmpty ? matches : plain).sorted { first, second in
      let (a, b) = (self[first.id]?.created ?? .max, self[second.id]?.created ?? .max)
      return (a, first.id) < (b, second.id)
    }
  }
}

/// One page of `GET /v2/voices`.
struct ElevenLabsVoicePage: Sendable {
  /// The voices of the page.
  /// Entries without an id are left out.
  let voices: [ElevenLabsVoice]
  /// The token for the next page, or nil on the last page.
  let nextToken: String?

  /// Parses the response.
  /// Voices whose ids contain the API key are left out.
  init(json: [UInt8], hiding key: SecureString? = nil) throws {
    let page = try JSONDecoder().decode(WirePage.self, from: Data(json))
    voices = page.voices.compactMap { entry in
      entry.value.flatMap { ElevenLabsVoice($0, hiding: key) }
    }
    let token = page.next_page_token?.value ?? ""
    nextToken = page.has_more?.value == true && !token.isEmpty ? token : nil
  }

  private struct WirePage: Decodable {
    var voices: [Lenient<ElevenLabsWireVoice>]
    var has_more: Lenient<Bool>?
    var next_page_token: Lenient<String>?
  }
}

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
