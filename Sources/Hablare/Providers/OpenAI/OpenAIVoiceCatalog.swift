/// The voices of a server.
struct OpenAIVoiceCatalog: Equatable, Sendable {
  /// The voices, in the server's order, each id once.
  var voices: [Voice]
  /// Whether every name is accepted as a voice, because the server lists no voices.
  var isOpen = false
  /// Ids that the server accepts but does not list.
  var aliases: Set<String> = []

  /// OpenAI's voices (OpenAI's Python library 3.52.0, `SpeechCreateParams`).
  static let openAIVoices = [
    "alloy", "ash", "ballad", "coral", "echo", "fable", "onyx", "nova", "sage", "shimmer", "verse",
    "marin", "cedar",
  ]
  /// OpenAI's voices that tts-1 and tts-1-hd do not have.
  static let newVoices: Set = ["ballad", "verse", "marin", "cedar"]

  /// Returns OpenAI's own voices for a model.
  ///
  /// No endpoint lists these voices.
  static func openAI(model: String, providerId: String) -> OpenAIVoiceCatalog {
    let names = openAIVoices.filter { !OpenAISpeech.isOld(model) || !newVoices.contains($0) }
    return OpenAIVoiceCatalog(
      voices: names.map { Voice(id: $0, name: $0, providerId: providerId) })
  }

  /// Creates a catalog of the voices that a server or its user lists.
  ///
  /// If the voices are those of Kokoro, the names of the voices supply their languages and genders.
  init(voices: [Voice], isOpen: Bool = false) {
    var seen = Set<String>()
    self.voices = voices.filter { seen.insert($0.id).inserted }
    self.isOpen = isOpen
    if KokoroName.names(all: self.voices.map(\.id), besides: Self.openAIVoices) {
      self.voices = self.voices.map { KokoroName($0.id)?.describing($0) ?? $0 }
      // Kokoro-FastAPI also accepts the names of OpenAI's first voices (Kokoro-FastAPI's
      // openai_mappings.json).
      aliases = Set(Self.openAIVoices).subtracting(Self.newVoices)
    }
  }

  /// Returns the voices for a language.
  ///
  /// A voice without a stated language is returned for every language, because it may speak any
  /// language, as OpenAI's voices do.
  func voices(languageCode: String) -> [Voice] {
    voices.speaking(languageCode, unnamedSpeakAny: true)
  }

  /// Returns whether the server has a voice.
  ///
  /// If the id is a mix such as `af_bella(2)+af_sky`, returns whether the server has all voices of the mix.
  func has(_ id: String) -> Bool {
    if isOpen || hasSingle(id) { return true }
    let parts = id.split(separator: "+", omittingEmptySubsequences: false)
    return parts.count > 1
      && parts.allSatisfy { part in
        let name = part.prefix { $0 != "(" }
        let weight = part.dropFirst(name.count)
        return hasSingle(String(name))
          && (weight.isEmpty || weight.last == ")" && Double(weight.dropFirst().dropLast()) != nil)
      }
  }

  /// Returns the ids that a misspelt id may mean.
  func nearest(to id: String) -> [String] {
    Spelling.nearest(to: id, among: voices.map(\.id).filter { $0 != id })
  }

  private func hasSingle(_ id: String) -> Bool {
    aliases.contains(id) || voices.contains { $0.id == id }
  }
}
