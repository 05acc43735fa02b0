public import FoundationEssentials

/// espeak-ng, each utterance in a process of its own.
///
/// What is said depends on the request alone: not on what was said before, nor on how many
/// utterances run at once. Copies share one worker, which starts with the first request and ends
/// with the last copy, with `shutdown()`, or with this process whatever ends it.
public struct EspeakNGVoiceEngine: VoiceEngine {
  /// The engine needs to be told nothing.
  public struct Configuration: Sendable {
    /// Makes the only configuration there is.
    public init() {}
  }

  /// The engine's and its provider's stable name.
  public static let id = VoiceURI.builtInProvider
  /// The longest text of one utterance, in Unicode scalars: about an hour and a half of speech.
  public static let maximumTextLength = 100_000

  private let worker: EspeakWorker
  private let catalog: FetchOnce<EspeakVoiceCatalog>

  /// Makes an engine; its worker is started when first needed.
  ///
  /// `workerPath` names the program `guion2audio-espeak`; by default it is looked for beside the
  /// running program, in `../libexec/guion2audio`, beside the program's name as it was called, and
  /// in the environment variable `GUION2AUDIO_ESPEAK`. `slots` is the number of utterances that
  /// run at once, 1 to 128; further calls wait their turn.
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

  /// The voices of a language and, after them, the variants of its main voice; every voice
  /// without variants for an empty code.
  public func fetchVoices(
    languageCode: String, configuration: Configuration = Configuration()
  ) async throws -> [Voice] {
    try await catalog.value().voices(languageCode: languageCode)
  }

  /// Speaks one utterance, as `pcm16` with the places of its words.
  ///
  /// The voice decides the language; `languageCode` is not looked at. The rate is kept to 80 to 450
  /// words a minute (0.46 to 2.57), the pitch to an octave up or down. Gain is applied to the
  /// samples: what exceeds full scale is clipped.
  public func generateAudio(
    request: VoiceEngineRequest, configuration: Configuration = Configuration()
  ) async throws -> VoiceEngineOutput {
    try await output(for: request, format: .pcm16) { _, _ in [] }
  }

  /// Speaks one utterance, as WAV with the places of its words.
  public func generateWAV(request: VoiceEngineRequest) async throws -> VoiceEngineOutput {
    try await output(for: request, format: .wav) { samples, rate in
      WAVHeader.bytes(samples: samples, sampleRate: rate)
    }
  }

  /// A guess from the length of the text, in seconds: 17 characters a second at rate 1 (measured
  /// over the 142,000 characters of a screenplay).
  public func estimateDuration(
    request: VoiceEngineRequest, configuration: Configuration = Configuration()
  ) -> TimeInterval {
    let rate = Double(EspeakSettings(options: request.options).wordsPerMinute) / 175
    return Double(request.text.unicodeScalars.count) / 17 / rate
  }

  /// Whether espeak has the voice and the variant.
  public func isVoiceAvailable(
    voiceId: String, configuration: Configuration = Configuration()
  ) async -> Bool {
    (try? await catalog.value().resolve(voiceId)) != nil
  }

  /// The version of libespeak-ng, such as `1.51`.
  public func version() async throws -> String { try await catalog.value().version }

  /// The voice that speaks a language best, without a variant.
  public func defaultVoice(languageCode: String) async throws -> Voice? {
    try await catalog.value().defaultVoice(languageCode: languageCode)
  }

  /// Pleasant, distinct voices of a language, women's and men's in turn, in a fixed order.
  public func castingVoices(languageCode: String) async throws -> [Voice] {
    try await catalog.value().castingVoices(languageCode: languageCode)
  }

  /// The whispering form of a voice, which keeps its language and gender but not its variant.
  public func whisperVoice(for voiceId: String) async -> String? {
    (try? await catalog.value())?.whisperVoice(for: voiceId)
  }

  /// How a voice says words: for each its phonemes in the International Phonetic Alphabet, with stress marks
  /// and with `^` between letters that are one sound.
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

  /// How a voice says texts: the clauses of each.
  func clauses(of texts: [String], voiceId: String) async throws -> [[EspeakClause]] {
    let voice = try await catalog.value().resolve(voiceId)
    return try await worker.clauses(of: texts, identifier: voice.identifier)
  }

  /// A word in parts that the engine says whole.
  ///
  /// It says 20 digits of a number and leaves most of a longer one out without a word, and so of words (1.51,
  /// measured: 40 digits, 200 letters).
  private static func parts(of word: String) -> [String] {
    let scalars = Array(word.unicodeScalars)
    let most = scalars.contains { $0.properties.numericType != nil } ? 20 : 40
    guard scalars.count > most else { return [word] }
    return stride(from: 0, to: scalars.count, by: most).map { start in
      String(String.UnicodeScalarView(scalars[start..<min(start + most, scalars.count)]))
    }
  }

  /// Ends the worker; a later request starts another.
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

  /// Refuses text that says nothing or too much.
  private static func check(_ text: String) throws(VoiceProviderError) {
    let scalars = text.unicodeScalars
    if scalars.allSatisfy({ $0.properties.isWhitespace || $0.value < 0x20 }) {
      throw .invalidRequest("the text is blank")
    }
    if scalars.count > maximumTextLength { throw .textTooLong(limit: maximumTextLength) }
  }
}
