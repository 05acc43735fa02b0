public import FoundationEssentials
import Phonemes

/// The natural voices of hibari, which come with the program: free, and without a network.
///
/// Voice ids are `heart`, `heart+NAME` for a speaker made of it, and the names of other voices whose files
/// are installed. Rate is the graph's speed, pitch moves the fundamental, `formant` (0.8 to 1.1) the envelope.
/// Text is read by lexicons; espeak is asked for words that they do not have. `[[…]]` is spoken as IPA where
/// the request says so.
public struct HibariVoiceProvider: VoiceProvider {
  /// The provider's id, the scheme of its voices' URIs.
  public static let id = "hibari"
  /// The ratios by which a cast may stretch the formants of a voice (`formant`).
  public static var formants: ClosedRange<Double> { HibariManner.formants }
  /// The most phonemes that are spoken at once, about 16 seconds.
  ///
  /// A process takes 3 MB for each second of its longest line (measured). The voice's maker cuts at 400.
  private static let longestSentence = 250
  /// The silence between two sentences, in frames: 0.3 s, what the graph's own pad would be.
  private static let pause = 7200
  /// The rate of all voices, in hertz.
  static let sampleRate = HibariModel.sampleRate

  private let engine: NeuralEngine
  private let reader: HibariReader
  private let found: FetchOnce<HibariCatalog>
  private let readiness: FetchOnce<Readiness>

  /// Whether the voice of the program can speak.
  private struct Readiness: Sendable {
    /// Why it cannot.
    var fault: VoiceProviderError?
  }

  /// Makes a provider whose `speller` is asked for words that no lexicon has.
  ///
  /// `folder` holds the files of the voice, and may hold ONNX Runtime; by default both are looked for beside the program,
  /// and where `GUION2AUDIO_NATURAL` says. `slots` is how many
  /// lines are spoken at once, 1 to 128. `advice` is what the error says is to be done if there are no files.
  public init(
    speller: EspeakNGVoiceEngine = EspeakNGVoiceEngine(), folder: String? = nil,
    slots: Int = ProcessInfo.processInfo.activeProcessorCount,
    advice: ProviderAdvice = .library
  ) {
    self.init(
      parts: NeuralParts(speller: speller, folder: folder, slots: slots), folder: folder,
      advice: advice)
  }

  init(parts: NeuralParts, folder: String?, advice: ProviderAdvice) {
    let natural = folder ?? NaturalFiles.folder()
    let folders = HibariCatalog.folders(natural: natural)
    let engine = parts.engine
    let reader = HibariReader(folder: natural, speller: parts.speller)
    (self.engine, self.reader) = (engine, reader)
    let found = FetchOnce { HibariCatalog(folders: folders) }
    self.found = found
    readiness = FetchOnce {
      do {
        try await Self.check(try await found.value(), natural, engine, reader, advice)
        return Readiness()
      } catch let error as VoiceProviderError {
        return Readiness(fault: error)
      }
    }
  }

  private static func check(
    _ catalog: HibariCatalog, _ natural: String?, _ engine: NeuralEngine, _ reader: HibariReader,
    _ advice: ProviderAdvice
  ) async throws {
    guard natural != nil, let path = catalog.paths[.heart] else {
      throw VoiceProviderError.engineUnavailable(
        "the natural voice is not installed; " + advice.words(.noNaturalVoice))
    }
    try await reader.check(.american)
    try await engine.check(NeuralModel(path: path, sha256: HibariModel.heart.sha256))
  }

  /// The name of a voice for people: "Heart", and "Raven" for a speaker that is made of it; nil for voices of other
  /// providers.
  package static func shownName(of voice: VoiceURI) -> String? {
    guard voice.providerId == id, let voice = HibariVoiceID(voice.voiceId) else { return nil }
    return (voice.preset?.name ?? voice.model.name).capitalized
  }

  private func catalog() async throws -> HibariCatalog { try await found.value() }

  /// `hibari`.
  public var providerId: String { Self.id }
  /// The name shown to people.
  public var displayName: String { "Hibari" }
  /// Always false.
  public var requiresAPIKey: Bool { false }
  /// `audio/wav`.
  public var mimeType: String { VoiceEngineAudioFormat.wav.mimeType }
  /// `heart`.
  public var defaultVoiceId: String? { HibariModel.heart.name }
  /// True.
  public var isNatural: Bool { true }
  /// 24,000 Hz.
  public var nativeSampleRate: Int? { Self.sampleRate }
  /// False: they are on this machine.
  public var listsVoicesRemotely: Bool { false }
  /// False: a line is spoken at more than a hundred times real time.
  public var clipsAreWorthKeeping: Bool { false }

  /// Half to twice the voice's tempo, any pitch, and IPA.
  public func abilities(model: String?) -> VoiceAbilities {
    VoiceAbilities(rates: HibariManner.speeds, takesIPA: true)
  }

  /// What is wrong with tempo, pitch, or `formant`; nil if nothing is.
  public func complaint(about options: VoiceOptions) -> String? {
    var others = options
    others.parameters = [:]
    if others.model != nil { return "\(displayName) has no setting \"model\"" }
    if others.seed != nil { return "\(displayName) has no setting \"seed\"" }
    return HibariManner.complaint(about: options.parameters) ?? abilityComplaint(about: others)
  }

  /// Whether the voice of the program is installed and can speak.
  public func isConfigured() async -> Bool { await configurationError() == nil }

  /// Why it cannot, with what to do.
  public func configurationError() async -> (any Error)? {
    do {
      return try await readiness.value().fault
    } catch {
      return error
    }
  }

  /// The voices that are installed, for English.
  public func fetchVoices(languageCode: String) async throws -> [Voice] {
    try await catalog().voices.speaking(languageCode)
  }

  /// The voices for roles: all but the narrator's.
  public func castingVoices(languageCode: String) async throws -> [Voice] {
    // An American book may have British speakers: there are few enough voices.
    let catalog = try await catalog()
    let isEnglish = !catalog.voices.speaking(languageCode).isEmpty
    return isEnglish ? catalog.castingVoices : []
  }

  /// Heart for every English: to install a British voice is no wish for another narrator.
  public func narratorVoice(languageCode: String) async throws -> Voice? {
    let voices = try await catalog().voices
    return voices.speaking(languageCode).isEmpty ? nil : voices.first
  }

  /// Speaks `text` and returns a WAV file.
  public func generateAudio(
    text: String, voiceId: String, languageCode: String, options: VoiceOptions
  ) async throws -> Data {
    let output = try await generate(
      request: VoiceEngineRequest(
        text: text, voiceId: voiceId, languageCode: languageCode, options: options))
    let header = WAVHeader.bytes(
      samples: output.audioData.count / MemoryLayout<Int16>.size, sampleRate: Self.sampleRate)
    return Data(header) + output.audioData
  }

  /// Speaks one utterance, as `pcm16` with the places of its words; text in which nothing is spoken has no
  /// samples.
  public func generate(request: VoiceEngineRequest) async throws -> VoiceEngineOutput {
    let catalog = try await catalog()
    let voice = try catalog.resolve(request.voiceId)
    guard let path = catalog.paths[voice.model] else {
      throw VoiceProviderError.voiceNotFound(nearest: [])
    }
    try SpokenText.check(request.text)
    let text = try await reader.read(request, dialect: voice.model.dialect)
    let vocabulary = try await reader.vocabulary()
    let manner = HibariManner(voice, request.options)
    let model = NeuralModel(path: path, sha256: voice.model.sha256)
    var utterance = NeuralUtterance(of: request.text, pause: Self.pause)
    for piece in text.pieces(limit: Self.longestSentence) {
      let line = NeuralLine(piece, vocabulary)
      guard line.hasSound else { continue }
      let speech = try await engine.speak(NeuralRequest(model, line, manner))
      utterance.add(speech, of: line)
    }
    return VoiceEngineOutput(
      audioData: utterance.samples, audioFormat: .pcm16, sampleRate: Self.sampleRate, channels: 1,
      wordTimings: utterance.words, metadata: ["engine": "hibari"])
  }

  /// A guess from the length of the text, in seconds.
  public func estimateDuration(text: String, voiceId: String) async -> TimeInterval {
    SpokenText.estimatedSeconds(text)
  }

  /// Whether the voice is installed.
  public func isVoiceAvailable(voiceId: String) async -> Bool {
    (try? await catalog().resolve(voiceId)) != nil
  }

  /// That the file of a known voice is not installed, with its address and the folder to put it into.
  public func absence(of voiceId: String) async -> VoiceProviderError? {
    try? await catalog().absence(of: voiceId)
  }

  /// The whispering form of a voice: noise in the place of its pulses.
  public func whisperVoice(for voiceId: String) async -> String? {
    (try? await catalog().resolve(voiceId))?.whispering.text
  }

  /// The versions of everything that the sound of all voices depends on.
  public func version() async throws -> String {
    "onnxruntime-\(try await engine.version()) signal-\(NeuralEngine.signalVersion) "
      + (try await reader.version())
  }

  /// The same with the voice's file, and the figures of a made speaker.
  public func version(voiceId: String) async throws -> String {
    let voice = try await catalog().resolve(voiceId)
    let preset = voice.preset.map { " \($0.pitch)/\($0.formant)" } ?? ""
    return "\(try await version()) \(voice.model.sha256.prefix(16))\(preset)"
  }

  /// Ends the processes; a later request starts others.
  public func shutdown() async {
    await engine.shutdown()
    await reader.shutdown()
  }
}

extension NeuralRequest {
  /// The request for a sentence.
  init(_ model: NeuralModel, _ line: NeuralLine, _ manner: HibariManner) {
    self.init(
      model: model, ids: line.ids, speed: manner.speed, pitch: manner.pitch,
      formant: manner.formant, gain: manner.gain, isWhispered: manner.whispers)
  }
}
