import Basics

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
  /// No endpoint lists these voices.
  static func openAI(model: String, providerId: String) -> OpenAIVoiceCatalog {
    let names = openAIVoices.filter { !OpenAISpeech.isOld(model) || !newVoices.contains($0) }
    return OpenAIVoiceCatalog(
      voices: names.map { Voice(id: $0, name: $0, providerId: providerId) })
  }

  /// Creates a catalog of the voices that a server or its user lists.
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
  /// A voice without a stated language is returned for every language, because it may speak any
  /// language, as OpenAI's voices do.
  func voices(languageCode: String) -> [Voice] {
    voices.speaking(languageCode, unnamedSpeakAny: true)
  }

  /// Returns whether the server has a voice.
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

/// Parses the lists of voices and models that servers send.
/// Each server has its own format.
enum OpenAIVoiceReader {
  /// Returns the voices in a response, or nil if the response lists no voices.
  /// Accepts a list of names or of objects, bare or under `voices` or `data`. Skips voices whose id
  /// contains the key. In other texts, dots replace the key.
  static func voices(
    _ json: JSONValue, providerId: String, hiding key: SecureString? = nil
  ) -> [Voice]? {
    guard let values = json.values ?? json["voices"]?.values ?? json["data"]?.values else {
      return nil
    }
    let voices = values.compactMap { voice($0, providerId: providerId, hiding: key) }
    return voices.isEmpty ? nil : voices
  }

  /// Returns the names of the models in a response, or nil if the response has no list.
  static func models(_ json: JSONValue, hiding key: SecureString? = nil) -> [String]? {
    guard let values = json.values ?? json["data"]?.values ?? json["models"]?.values else {
      return nil
    }
    return values.compactMap { $0.text ?? $0.text("id", "name", "model") }
      .filter { !ServiceMessage.has(key, in: $0) }
  }

  private static func voice(
    _ json: JSONValue, providerId: String, hiding key: SecureString?
  ) -> Voice? {
    guard let id = json.text ?? json.text("id", "voice_id", "name", "voice"), isClean(id),
      !ServiceMessage.has(key, in: id)
    else { return nil }
    func shown(_ text: String) -> String? {
      let shown = ServiceMessage.shown(text, hiding: key)
      return shown.isEmpty ? nil : shown
    }
    let name = json.text("name", "display_name").flatMap(shown) ?? shown(id) ?? id
    let said = json.text("language", "locale", "lang", "language_code").flatMap(shown)
    return Voice(
      id: id, name: name, providerId: providerId,
      language: said.flatMap(tag) ?? azureLocale(of: name),
      gender: json.text("gender").flatMap(gender),
      description: json.text("description").flatMap(shown))
  }

  private static func isClean(_ text: String) -> Bool {
    text.unicodeScalars.count <= 500
      && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }

  /// Returns a language tag in its usual spelling, or nil for other words, such as `multilingual`.
  private static func tag(_ text: String) -> String? {
    let tag = text.replacing("_", with: "-")
    let subtags = tag.split(separator: "-", omittingEmptySubsequences: false)
    guard let first = subtags.first, (2...3).contains(first.count),
      subtags.allSatisfy({ (1...8).contains($0.count) && $0.allSatisfy(\.isASCII) }),
      tag.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" })
    else { return nil }
    return LanguageTag.cased(tag)
  }

  private static func gender(_ text: String) -> String? {
    switch text.lowercased() {
    case "female", "f", "woman": "female"
    case "male", "m", "man": "male"
    case "neutral", "nonbinary", "non-binary": "neutral"
    default: nil
    }
  }

  /// Returns the locale at the start of the name of a Microsoft voice, such as `en-US-JennyNeural`.
  private static func azureLocale(of name: String) -> String? {
    guard name.hasSuffix("Neural") else { return nil }
    let parts = name.split(separator: "-").dropLast()
    return parts.count >= 2 ? tag(parts.joined(separator: "-")) : nil
  }
}

/// A server that implements OpenAI's speech endpoint, as described by its address.
struct OpenAIServer: Sendable {
  /// The base address of the server's endpoints.
  let address: ServiceAddress
  /// Whether the server is OpenAI itself.
  /// OpenAI's voices, limits and formats are documented.
  let isOpenAI: Bool
  /// Host, port and path.
  /// This text distinguishes the server's audio from the audio of other servers.
  let identity: String

  /// Parses a base address, with or without `/v1` at its end.
  /// If `isOpenAI` is nil, the host name decides whether the server is OpenAI.
  init(_ text: String, isOpenAI: Bool? = nil) throws(VoiceProviderError) {
    let parts = Parts(text)
    // If the host is missing, libcurl would treat the first component of the path as the host.
    guard !parts.authority.isEmpty else {
      throw .invalidRequest("the address of the speech server has no host")
    }
    do throws(HTTPError) {
      address = try ServiceAddress("\(parts.scheme)://\(parts.authority)\(parts.path)")
    } catch {
      throw .invalidRequest("the address of the speech server: \(error)")
    }
    let host = parts.host
    self.isOpenAI = isOpenAI ?? (host == "api.openai.com" || host.hasSuffix(".api.openai.com"))
    identity = parts.authority.lowercased() + parts.path
  }

  /// The parts of an address.
  /// The path includes a version such as `/v1`, which the endpoints need.
  private struct Parts {
    let scheme: String
    let authority: String
    let path: String

    init(_ text: String) {
      let text = text.trimmed
      let start = text.firstRange(of: "://")
      scheme = start.map { text[..<$0.lowerBound].lowercased() } ?? ""
      let rest = start.map { text[$0.upperBound...] } ?? text[...]
      authority = String(rest.prefix { $0 != "/" })
      var components = rest.dropFirst(authority.count).split(separator: "/").map(String.init)
      // Some users copy the full endpoint address from a server's manual.
      if components.suffix(2) == ["audio", "speech"] { components.removeLast(2) }
      // Paths such as `/openai/v1`, `/api/paas/v4` and `/v1/openai` have a version. Other paths
      // need one.
      if !components.contains(where: Self.isVersion) { components.append("v1") }
      path = components.map { "/\($0)" }.joined()
    }

    var host: String {
      let name = authority.lowercased()
      if name.hasPrefix("[") { return String(name.dropFirst().prefix { $0 != "]" }) }
      return String(name.prefix { $0 != ":" })
    }

    private static func isVersion(_ component: String) -> Bool {
      component.hasPrefix("v") && UInt(component.dropFirst()) != nil
    }
  }
}
