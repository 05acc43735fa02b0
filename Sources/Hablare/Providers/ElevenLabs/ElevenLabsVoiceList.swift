import FoundationEssentials

/// The voices of an account, in the service's order.
struct ElevenLabsVoiceList: Sendable, Equatable {
  private(set) var voices: [ElevenLabsVoice] = []
  private var places: [String: Int] = [:]

  /// Adds a page.
  ///
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
  ///
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
  ///
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
  ///
  /// Entries without an id are left out.
  let voices: [ElevenLabsVoice]
  /// The token for the next page, or nil on the last page.
  let nextToken: String?

  /// Parses the response.
  ///
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
