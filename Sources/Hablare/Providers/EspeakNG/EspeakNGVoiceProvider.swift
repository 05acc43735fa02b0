public import FoundationEssentials

/// The voices of espeak-ng: always available, free, and the same on every machine.
public struct EspeakNGVoiceProvider: VoiceProvider {
  /// The engine that speaks.
  public let engine: EspeakNGVoiceEngine

  /// Creates a provider with its own engine.
  ///
  /// `EspeakNGVoiceEngine` explains the parameters.
  public init(
    workerPath: String? = nil, slots: Int = ProcessInfo.processInfo.activeProcessorCount
  ) {
    engine = EspeakNGVoiceEngine(workerPath: workerPath, slots: slots)
  }

  /// Creates a provider for an engine.
  public init(engine: EspeakNGVoiceEngine) { self.engine = engine }

  /// `espeak`.
  public var providerId: String { EspeakNGVoiceEngine.id }
  /// The name shown to users.
  public var displayName: String { "eSpeak NG" }
  /// Always false.
  public var requiresAPIKey: Bool { false }
  /// `audio/wav`.
  public var mimeType: String { VoiceEngineAudioFormat.wav.mimeType }
  /// `en-us`, the most likely language of a screenplay.
  public var defaultVoiceId: String? { "en-us" }
  /// 22,050 Hz (libespeak-ng 1.51, measured).
  public var nativeSampleRate: Int? { 22_050 }

  /// False: the voices are local and may change at any time.
  public var listsVoicesRemotely: Bool { false }

  /// Returns any tempo and pitch, and phonemes in espeak's own notation.
  public func abilities(model: String?) -> VoiceAbilities {
    var abilities = VoiceAbilities(supportsPhonemes: true)
    abilities.stress = .marked
    return abilities
  }

  /// False: espeak renders at about 700 times real time (measured), so a line takes less time than
  /// a cache lookup.
  public var clipsAreWorthCaching: Bool { false }

  /// Always true.
  public func isConfigured() async -> Bool { true }

  /// Returns the voices of a language, followed by the variants of its main voice.
  public func fetchVoices(languageCode: String) async throws -> [Voice] {
    try await engine.fetchVoices(languageCode: languageCode)
  }

  /// Speaks `text` and returns a WAV file.
  public func generateAudio(
    text: String, voiceId: String, languageCode: String, options: VoiceOptions
  ) async throws -> Data {
    let request = VoiceEngineRequest(
      text: text, voiceId: voiceId, languageCode: languageCode, options: options)
    return try await engine.generateWAV(request: request).audioData
  }

  /// Speaks one utterance and returns `pcm16` with the positions of its words.
  public func generate(request: VoiceEngineRequest) async throws -> VoiceEngineOutput {
    try await engine.generateAudio(request: request)
  }

  /// Estimates the duration from the length of the text, in seconds.
  public func estimateDuration(text: String, voiceId: String) async -> TimeInterval {
    engine.estimateDuration(
      request: VoiceEngineRequest(text: text, voiceId: voiceId, languageCode: ""))
  }

  /// Returns whether espeak has the voice, and the variant if the id names one.
  public func isVoiceAvailable(voiceId: String) async -> Bool {
    await engine.isVoiceAvailable(voiceId: voiceId)
  }

  /// Returns pleasant, distinct voices of a language, women and men in turn, in a fixed order.
  public func castingVoices(languageCode: String) async throws -> [Voice] {
    try await engine.catalog.value().castingVoices(languageCode: languageCode)
  }

  /// Returns the voices of `castingVoices`, and the variants of old speakers.
  public func roleVoices(languageCode: String) async throws -> [Voice] {
    try await engine.catalog.value().roleVoices(languageCode: languageCode)
  }

  /// Returns the timbre of a variant, measured with the voice en-us.
  public func timbre(of voiceId: String) -> VoiceTimbre? { EspeakTimbres.timbre(of: voiceId) }

  /// Returns the whispering form of a voice.
  ///
  /// The whispering form keeps the language and the gender of the voice, but not its variant.
  public func whisperVoice(for voiceId: String) async -> String? {
    (try? await engine.catalog.value())?.whisperVoice(for: voiceId)
  }

  /// Returns the version of libespeak-ng, such as `1.51`.
  public func version() async throws -> String { try await engine.version() }

  /// Ends the worker.
  ///
  /// A later request starts a new worker.
  public func shutdown() async { await engine.shutdown() }
}

/// espeak-ng, with a separate process for each utterance.
///
/// The audio depends only on the request. Earlier requests and simultaneous utterances do not
/// change the audio. Copies share one worker. The worker starts with the first request. The worker
/// ends with the last copy, with `shutdown()`, or with this process, even if the process is killed.
public struct EspeakNGVoiceEngine: VoiceEngine {
  /// The engine's configuration, which has no settings.
  public struct Configuration: Sendable {
    /// Creates the configuration.
    public init() {}
  }

  /// The id of the engine and of its provider.
  public static let id = VoiceURI.builtInProvider
  /// The maximum length of one utterance, in Unicode scalars: about an hour and a half of speech.
  static let maximumTextLength = 100_000

  private let worker: EspeakWorker
  let catalog: FetchOnce<EspeakVoiceCatalog>

  /// Creates an engine.
  ///
  /// Its worker starts with the first request.
  ///
  /// `workerPath` is the path of the program `guion2audio-espeak`. By default this program is
  /// searched for in the folder of the running program, in `../libexec/guion2audio` relative to this
  /// folder, in the folder of `CommandLine.arguments[0]` (another folder if the program was called
  /// through a link), and at the path in the environment variable `GUION2AUDIO_ESPEAK`. `slots` is the number of simultaneous utterances, 1 to 128. Further
  /// calls wait their turn.
  public init(
    workerPath: String? = nil, slots: Int = ProcessInfo.processInfo.activeProcessorCount
  ) {
    self.init(worker: EspeakWorker(workerPath: workerPath, slots: slots))
  }

  init(worker: EspeakWorker) {
    self.worker = worker
    catalog = FetchOnce { EspeakVoiceCatalog(listing: try await worker.listing()) }
  }

  /// `espeak`.
  public var engineId: String { Self.id }

  /// Always true.
  public func canGenerate(with configuration: Configuration) -> Bool { true }

  /// Returns the voices of a language, followed by the variants of its main voice.
  ///
  /// For the empty code, returns every voice, without variants.
  public func fetchVoices(
    languageCode: String, configuration: Configuration = Configuration()
  ) async throws -> [Voice] {
    try await catalog.value().voices(languageCode: languageCode)
  }

  /// Speaks one utterance and returns `pcm16` with the positions of its words.
  ///
  /// The voice determines the language, and `languageCode` is ignored. The rate is clamped to 80 to
  /// 450 words a minute (0.46 to 2.57), and the pitch to about 8 semitones down and 10 semitones
  /// up. Gain is applied to the samples, and samples beyond the range of 16 bits are clipped.
  public func generateAudio(
    request: VoiceEngineRequest, configuration: Configuration = Configuration()
  ) async throws -> VoiceEngineOutput {
    try await output(for: request, format: .pcm16) { _, _ in [] }
  }

  /// Speaks one utterance and returns WAV with the positions of its words.
  func generateWAV(request: VoiceEngineRequest) async throws -> VoiceEngineOutput {
    try await output(for: request, format: .wav) { samples, rate in
      WAVHeader.bytes(samples: samples, sampleRate: rate)
    }
  }

  /// Estimates the duration from the length of the text, in seconds, at 17 characters a second for
  /// rate 1 (measured with a screenplay of 142,000 characters).
  public func estimateDuration(
    request: VoiceEngineRequest, configuration: Configuration = Configuration()
  ) -> TimeInterval {
    let rate = Double(EspeakSettings(options: request.options).wordsPerMinute) / 175
    return Double(request.text.unicodeScalars.count) / 17 / rate
  }

  /// Returns whether espeak has the voice, and the variant if the id names one.
  public func isVoiceAvailable(
    voiceId: String, configuration: Configuration = Configuration()
  ) async -> Bool {
    (try? await catalog.value().resolve(voiceId)) != nil
  }

  /// Returns the version of libespeak-ng, such as `1.51`.
  public func version() async throws -> String { try await catalog.value().version }

  /// Returns the pronunciation of each word by a voice: its phonemes in the International Phonetic
  /// Alphabet, with stress marks, and with `^` between the letters of one sound.
  public func phonemes(of words: [String], voiceId: String) async throws -> [String] {
    let voice = try await catalog.value().resolve(voiceId)
    let parts = words.map(Self.parts)
    var answers = try await worker.phonemes(
      of: parts.flatMap(\.self), identifier: voice.identifier)[...]
    return parts.map { parts in
      defer { answers = answers.dropFirst(parts.count) }
      return answers.prefix(parts.count).joined(separator: " ")
    }
  }

  /// Returns the clauses of each text, as a voice reads them.
  func clauses(of texts: [String], voiceId: String) async throws -> [[EspeakClause]] {
    let voice = try await catalog.value().resolve(voiceId)
    return try await worker.clauses(of: texts, identifier: voice.identifier)
  }

  /// Splits a word into parts that the engine speaks completely.
  /// The engine speaks the first 20 digits of a longer number and silently drops most of the other
  /// digits. Long words are cut off too (measured with version 1.51, 40 digits and 200 letters).
  private static func parts(of word: String) -> [String] {
    let scalars = Array(word.unicodeScalars)
    let most = scalars.contains { $0.properties.numericType != nil } ? 20 : 40
    guard scalars.count > most else { return [word] }
    return stride(from: 0, to: scalars.count, by: most).map { start in
      String(String.UnicodeScalarView(scalars[start..<min(start + most, scalars.count)]))
    }
  }

  /// Ends the worker.
  ///
  /// A later request starts a new worker.
  public func shutdown() async { await worker.shutdown() }

  private func output(
    for request: VoiceEngineRequest, format: VoiceEngineAudioFormat,
    header: @Sendable (_ samples: Int, _ sampleRate: Int) -> [UInt8]
  ) async throws -> VoiceEngineOutput {
    try Self.check(request.text)
    let catalog = try await catalog.value()
    let voice = try catalog.resolve(request.voiceId)
    let sound = try await worker.speak(request, identifier: voice.identifier, header: header)
    return VoiceEngineOutput(
      audioData: sound.data, audioFormat: format, sampleRate: sound.sampleRate, channels: 1,
      wordTimings: sound.words,
      metadata: ["engine": "espeak-ng \(catalog.version)", "identifier": voice.identifier])
  }

  /// Throws if the text is blank or too long.
  private static func check(_ text: String) throws(VoiceProviderError) {
    let scalars = text.unicodeScalars
    if scalars.allSatisfy({ $0.properties.isWhitespace || $0.value < 0x20 }) {
      throw .invalidRequest("the text is blank")
    }
    if scalars.count > maximumTextLength { throw .textTooLong(limit: maximumTextLength) }
  }
}

/// The configuration of the built-in espeak, which has no settings.
struct EspeakConfiguration: ProviderConfiguration {
  typealias Key = NoKey

  static let type = EspeakNGVoiceEngine.id
  static let isBuiltIn = true
  static let isAlwaysEnabled = true
  static let summary: String? =
    "Robotic voices in more than a hundred languages. Free, on this machine."
  static let isSole = true
  static let hasPrices = false

  func displayName(of id: String) -> String { "eSpeak NG" }

  func makeProvider(
    _ entry: ProviderSettings, in workshop: ProviderWorkshop
  ) -> any VoiceProvider {
    EspeakNGVoiceProvider(slots: workshop.slots)
  }
}

extension ProviderSettings.Kind {
  /// The built-in espeak.
  public static var espeak: Self { Self(EspeakConfiguration()) }
}
