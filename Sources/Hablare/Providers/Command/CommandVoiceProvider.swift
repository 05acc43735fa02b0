public import FoundationEssentials

/// A local program that speaks, as its user has described it: flite, festival, espeak-ng.
///
/// No shell is involved: a script's text reaches the program by standard input or as an argument of
/// its own. Variables that hold secrets are not inherited, and the program ends with this one.
///
/// Tempo is the program's to change, by `{rate}` in its command: a rate other than 1 without it is an
/// error, never silently lost. Pitch needs `{rate}` too and moves the formants along. Gain is applied
/// to the samples. `style`, `model`, `seed` and other parameters mean nothing to a program.
public struct CommandVoiceProvider: VoiceProvider {
  /// The provider's id, the scheme of its voices' URIs.
  public let providerId: String
  /// The name shown to people.
  public let displayName: String
  /// What is run and how.
  public let configuration: CommandConfiguration

  private let engine: CommandEngine
  /// The account that lines are paid on; nil if they cost nothing.
  private let spending: SpendingAccount?

  /// Makes a provider; copies share its processes, which end with the last one.
  ///
  /// `spending` is the account that each line is paid on, by its characters; nil if lines cost nothing.
  public init(
    id: String, name: String? = nil, configuration: CommandConfiguration,
    spending: SpendingAccount? = nil
  ) {
    providerId = id
    displayName = name ?? id
    self.configuration = configuration
    self.spending = spending
    engine = CommandEngine(providerId: id, configuration: configuration)
  }

  /// False: they are here, and may change at any time.
  public var listsVoicesRemotely: Bool { false }

  /// Tempo and pitch where the command has `{rate}`.
  public func abilities(model: String?) -> VoiceAbilities {
    engine.takesRate
      ? VoiceAbilities() : VoiceAbilities(rates: 1...1, takesPitch: false)
  }

  /// Always false.
  public var requiresAPIKey: Bool { false }
  /// Whether the user has set a price.
  public func isPriced() async -> Bool { spending != nil }
  /// The characters of the text if the user has set a price, else 0.
  public func billedCharacters(for request: VoiceEngineRequest) async -> Int {
    spending == nil ? 0 : request.text.unicodeScalars.count
  }
  /// `audio/wav`.
  public var mimeType: String { VoiceEngineAudioFormat.wav.mimeType }
  /// The first voice listed; `default` if there is none to choose.
  public var defaultVoiceId: String? { engine.voices.first?.id }
  /// The rate of raw sound; that of WAV files is known only from them.
  public var nativeSampleRate: Int? {
    configuration.output == .raw ? configuration.sampleRate : nil
  }

  /// Whether the configuration makes sense and the program is there.
  public func isConfigured() async -> Bool { (try? engine.program()) != nil }

  /// What is wrong with the configuration, or that the program is not there.
  public func configurationError() async -> (any Error)? {
    do throws(VoiceProviderError) {
      _ = try engine.program()
      return nil
    } catch {
      return error
    }
  }

  /// The voices listed for a language, in their order.
  ///
  /// A voice without a language is one of every language if the command has `{language}`; else it is
  /// listed only for the empty code. A program without a list has one voice, `default`, or with
  /// `{voice}` in its command any of a plain name.
  public func fetchVoices(languageCode: String) async throws -> [Voice] {
    engine.voices.speaking(languageCode, unnamedSpeakAny: engine.takesLanguage)
  }

  /// Speaks `text` and returns a WAV file.
  public func generateAudio(
    text: String, voiceId: String, languageCode: String, options: VoiceOptions
  ) async throws -> Data {
    let request = VoiceEngineRequest(
      text: text, voiceId: voiceId, languageCode: languageCode, options: options)
    return try ProgramSound.wav(try await generate(request: request))
  }

  /// Speaks one utterance: as `pcm16` where the program gives one channel of 16-bit samples, else in
  /// the form that it gives.
  public func generate(request: VoiceEngineRequest) async throws -> VoiceEngineOutput {
    guard let spending else { return try await engine.speak(request) }
    return try await spending.paying(for: request.text.unicodeScalars.count) {
      try await engine.speak(request)
    }
  }

  /// A guess from the length of the text, in seconds.
  public func estimateDuration(text: String, voiceId: String) async -> TimeInterval {
    SpokenText.estimatedSeconds(text)
  }

  /// Whether the voice is listed; where none is and the command has `{voice}`, whether it can be a name.
  public func isVoiceAvailable(voiceId: String) async -> Bool {
    engine.has(voiceId)
  }

  /// A digest of the command, of the program's file and of the files its arguments name.
  ///
  /// The program is the engine: another one under the same name, after an update say, gives another
  /// sound, and clips of the old one must not be mixed with it. Of a script, the file that matters is
  /// an argument, and so are the files of voices; what else a program reads is not known.
  public func version() async throws -> String { try engine.version() }

  /// Ends the processes; a later request starts others.
  public func shutdown() async { await engine.shutdown() }
}
