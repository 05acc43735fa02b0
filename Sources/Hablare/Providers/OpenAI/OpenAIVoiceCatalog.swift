/// The voices of a server.
struct OpenAIVoiceCatalog: Equatable, Sendable {
  /// The voices, in the server's order, each id once.
  var voices: [Voice]
  /// Whether every name is a voice, since the server lists none.
  var isOpen = false
  /// Ids that the server takes though it does not list them.
  var aliases: Set<String> = []

  /// OpenAI's voices (its Python library 3.52.0, `SpeechCreateParams`).
  static let openAIVoices = [
    "alloy", "ash", "ballad", "coral", "echo", "fable", "onyx", "nova", "sage", "shimmer", "verse",
    "marin", "cedar",
  ]
  /// Those of them that tts-1 and tts-1-hd do not have.
  static let newVoices: Set = ["ballad", "verse", "marin", "cedar"]

  /// The voices of OpenAI itself; no route lists them.
  static func openAI(model: String, providerId: String) -> OpenAIVoiceCatalog {
    let names = openAIVoices.filter { !OpenAISpeech.isOld(model) || !newVoices.contains($0) }
    return OpenAIVoiceCatalog(
      voices: names.map { Voice(id: $0, name: $0, providerId: providerId) })
  }

  /// Voices as a server or its user lists them, with what Kokoro's names say.
  init(voices: [Voice], isOpen: Bool = false) {
    var seen = Set<String>()
    self.voices = voices.filter { seen.insert($0.id).inserted }
    self.isOpen = isOpen
    if KokoroName.names(all: self.voices.map(\.id), besides: Self.openAIVoices) {
      self.voices = self.voices.map { KokoroName($0.id)?.describing($0) ?? $0 }
      // Kokoro-FastAPI maps OpenAI's first names to voices of its own (its openai_mappings.json).
      aliases = Set(Self.openAIVoices).subtracting(Self.newVoices)
    }
  }

  /// The voices of a language; one whose language is not stated may speak any, as OpenAI's do.
  func voices(languageCode: String) -> [Voice] {
    voices.speaking(languageCode, unnamedSpeakAny: true)
  }

  /// Whether the server has a voice, or a mix such as `af_bella(2)+af_sky` of voices it has.
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

  /// The voices that a misspelt id may mean.
  func nearest(to id: String) -> [String] {
    Spelling.nearest(to: id, among: voices.map(\.id).filter { $0 != id })
  }

  private func hasSingle(_ id: String) -> Bool {
    aliases.contains(id) || voices.contains { $0.id == id }
  }
}
