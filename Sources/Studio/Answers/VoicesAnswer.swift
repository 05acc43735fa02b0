import Audiobook
import Hablare
import Narration

/// The answer with the available voices.
///
/// Keys without a value are left out.
struct VoicesAnswer: Encodable {
  struct Entry: Encodable {
    var uri: String
    var name: String
    var provider: String
    var providerName: String
    var language: String?
    var gender: String?
    var age: String?
    /// Words about the speaker, such as `woman, low, calm`.
    var words: String?
    /// The pitch in hertz, or nil if it is not known.
    var pitch: Double?
    var licence: String?
    var commercialUse: String?
    var quality: String?
    var natural: Bool
    var paid: Bool
  }

  var voices: [Entry]
  /// The reasons why enabled providers list no voices.
  var problems: [String]

  /// Lists the voices of all languages, and the variants for the language of the book.
  init(_ desk: StudioDesk) async throws {
    let speech = await desk.speech
    let language = await desk.view?.book.plan.language ?? ""
    let service = speech.service()
    var lists = await service.fetchAllVoices(languageCode: "")
    if !language.isEmpty {
      let own = await service.fetchAllVoices(languageCode: language)
      lists.voices.merge(own.voices) { all, own in
        let known = Set(all.map(\.id))
        return own.filter { !known.contains($0.id) } + all
      }
    }
    let kept = speech.timbres()
    voices = []
    for (id, list) in lists.voices.sorted(by: { $0.key < $1.key }) {
      guard let provider = try? await speech.registry.configuredProvider(for: id) else { continue }
      let isPaid = await speech.isPriced(provider)
      voices += list.map { voice in
        let uri = VoiceURI(providerId: id, voiceId: voice.id)
        let licence = VoiceLicence(of: voice)
        return Entry(
          uri: uri.description, name: voice.name, provider: id,
          providerName: provider.displayName, language: voice.language, gender: voice.gender,
          age: voice.age, words: voice.words,
          pitch: (kept.timbre(of: uri) ?? provider.timbre(of: voice.id))?.fundamental,
          licence: licence?.name,
          commercialUse: licence?.commercialUse.rawValue, quality: voice.quality,
          natural: provider.isNatural, paid: isPaid)
      }
    }
    problems = lists.failures.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
  }
}
