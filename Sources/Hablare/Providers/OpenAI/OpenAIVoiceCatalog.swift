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

/// The parameters of one utterance, and the request bodies built from them.
struct OpenAISpeech: Equatable {
  var model: String
  var voice: String
  var options: VoiceOptions
  /// Whether the request goes to OpenAI itself, which accepts only its own fields.
  var isOpenAI: Bool
  /// The sample rate in hertz of the headerless samples to request, or nil to request WAV.
  var sampleRate: Int?
  /// The words to stress.
  var stressed: [String] = []

  /// The sample rate of OpenAI's `pcm`, in hertz (OpenAI's API reference, audio/speech).
  static let openAIRate = 24_000
  /// The maximum length of `input` and of `instructions`, in characters (OpenAI's API reference,
  /// audio/speech).
  /// The limit applies to other servers too, because many servers check the same limit.
  static let maximumLength = 4096
  /// The maximum length of `input`, in characters, for writing systems that need about one token
  /// for each character.
  /// OpenAI's models read 2,000 tokens at most (OpenAI's error message, 2025-03).
  static let maximumDenseLength = 1000
  /// The tempos that servers accept (OpenAI's API reference, audio/speech).
  static let speeds = 0.25...4.0
  /// Fields that come from the request and the configuration.
  /// These fields cannot be set as parameters.
  static let reserved: Set = [
    "model", "input", "voice", "response_format", "speed", "instructions", "stream",
    "stream_format", "sample_rate",
  ]

  /// The sample rate to assume for headerless samples, or nil if WAV is requested.
  var assumedRate: Int? { isOpenAI ? Self.openAIRate : sampleRate }

  /// The audio format to request.
  var format: String { assumedRate == nil ? "wav" : "pcm" }

  /// The advice to the user if the audio format cannot be decoded, or nil if there is no advice.
  var formatAdvice: String? {
    if isOpenAI { return nil }
    return sampleRate == nil
      ? "configure the server to send wav"
      : "remove \"sampleRate\" from the configuration, so that wav is requested"
  }

  /// Returns whether a model accepts directions: tts-1 and tts-1-hd refuse them.
  static func takesInstructions(_ model: String) -> Bool { !isOld(model) }

  /// Returns whether a model is one of OpenAI's first two models, with or without a date in its
  /// name.
  static func isOld(_ model: String) -> Bool {
    model == "tts-1" || model == "tts-1-hd" || model.hasPrefix("tts-1-1")
      || model.hasPrefix("tts-1-hd-1")
  }

  /// Throws if the options cannot be sent in a request.
  func check() throws(VoiceProviderError) {
    for name in options.parameters.keys.sorted() where Self.reserved.contains(name) {
      throw .invalidRequest(
        "\"\(name)\" cannot be set in the URI of a voice, because the program sets it; remove it"
          + (name == "speed" ? ", or use rate" : ""))
    }
    if let style = options.style, style.unicodeScalars.count > Self.maximumLength {
      throw .invalidRequest(
        "the direction is longer than \(Self.maximumLength) characters; shorten it")
    }
  }

  /// Splits a text into pieces, one for each request.
  func pieces(of text: String) -> [String] {
    let pieces = TextCutter.pieces(of: text, limit: limit(for: text))
    return pieces.count == 1 ? pieces : pieces.map(\.trimmed).filter { !$0.isEmpty }
  }

  /// Returns the maximum number of characters of a text in one request.
  func limit(for text: String) -> Int {
    guard isOpenAI, !Self.isOld(model) else { return Self.maximumLength }
    let scalars = text.unicodeScalars
    // Most letters after U+024F are not Latin and may need a token each. If at most a tenth of the
    // characters are such letters, the text stays far below the token limit.
    let dense = scalars.count { $0.value > 0x24F && $0.properties.isAlphabetic }
    return dense * 10 > scalars.count ? Self.maximumDenseLength : Self.maximumLength
  }

  /// Returns the request body for one piece.
  func body(_ input: String) throws -> [UInt8] {
    var fields = options.parameters.mapValues(Self.value)
    fields["model"] = .string(model)
    fields["input"] = .string(input)
    fields["voice"] =
      isOpenAI && voice.hasPrefix("voice_") ? .object(["id": .string(voice)]) : .string(voice)
    fields["response_format"] = .string(format)
    if options.rate.isFinite, options.rate != 1 {
      fields["speed"] = .double(
        min(max(options.rate, Self.speeds.lowerBound), Self.speeds.upperBound))
    }
    let instructions = instructions(for: input)
    if !instructions.isEmpty, Self.takesInstructions(model) {
      fields["instructions"] = .string(instructions)
    }
    if !isOpenAI {
      // Without this field, Kokoro-FastAPI streams its response.
      fields["stream"] = .bool(false)
      if let sampleRate { fields["sample_rate"] = .int(sampleRate) }
    }
    return try JSONValue.object(fields).encoded()
  }

  /// Returns the direction, and the words of a piece to stress.
  private func instructions(for input: String) -> String {
    let words = stressed.filter { input.firstRange(of: $0) != nil }.map { "\"\($0)\"" }
    let stress = words.isEmpty ? nil : "Stress \(words.joined(separator: ", "))."
    return [options.style?.trimmed, stress].compactMap(\.self).filter { !$0.isEmpty }
      .joined(separator: ". ")
  }

  /// Returns the JSON value of a parameter's text: a number, a Boolean or a string.
  /// Quotes around a string are removed.
  static func value(_ text: String) -> JSONValue {
    guard let value = JSONValue(Array(text.utf8)) else { return .string(text) }
    return switch value {
    case .int, .double, .bool, .string: value
    case .null, .array, .object: .string(text)
    }
  }
}
