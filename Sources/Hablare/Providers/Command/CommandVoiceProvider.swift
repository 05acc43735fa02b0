public import FoundationEssentials

/// A local program that speaks, as configured by the user, such as flite, festival or espeak-ng.
///
/// No shell is involved: the text reaches the program through standard input, as a whole argument,
/// or as the value of an option. The program does not inherit variables that hold secrets, and ends
/// with this process.
///
/// The program gets the tempo through `{rate}` in its command. If the command has no `{rate}`, a
/// rate other than 1 is an error. A change of pitch needs `{rate}` too, and also shifts the
/// formants. Gain is applied to the samples. `style`, `model`, `seed` and other parameters are
/// ignored.
public struct CommandVoiceProvider: VoiceProvider {
  /// The provider's id, which is the scheme of its voices' URIs.
  public let providerId: String
  /// The name shown to users.
  public let displayName: String
  /// The program's configuration.
  public let configuration: CommandConfiguration

  private let engine: CommandEngine
  /// The account that pays for lines, or nil if lines are free.
  private let spending: SpendingAccount?

  /// Creates a provider.
  ///
  /// Copies of the provider share its processes. The processes end with the last copy.
  ///
  /// `spending` is the account that pays for each line by the number of its characters; nil if
  /// lines are free.
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

  /// False: the voices are local and may change at any time.
  public var listsVoicesRemotely: Bool { false }

  /// Returns any tempo and pitch if the command has `{rate}`, otherwise only the voice's own tempo
  /// and pitch.
  public func abilities(model: String?) -> VoiceAbilities {
    var abilities =
      engine.takesRate ? VoiceAbilities() : VoiceAbilities(rates: 1...1, supportsPitch: false)
    abilities.varies = true
    return abilities
  }

  /// Always false.
  public var requiresAPIKey: Bool { false }
  /// Whether the user has set a price.
  public func isPriced() async -> Bool { spending != nil }
  /// The number of characters of the text if the user has set a price, otherwise 0.
  public func billedCharacters(for request: VoiceEngineRequest) async -> Int {
    spending == nil ? 0 : request.text.unicodeScalars.count
  }
  /// `audio/wav`.
  public var mimeType: String { VoiceEngineAudioFormat.wav.mimeType }
  /// The id of the first listed voice.
  ///
  /// If no voices are listed and the command has no `{voice}`, the id is `default`. If no voices
  /// are listed and the command has `{voice}`, the id is nil, because the program accepts any plain
  /// name.
  public var defaultVoiceId: String? { engine.voices.first?.id }
  /// The sample rate of raw audio, in Hz.
  ///
  /// Nil for WAV files, which state their own sample rate.
  public var nativeSampleRate: Int? {
    configuration.output == .raw ? configuration.sampleRate : nil
  }

  /// Whether the configuration is valid and the program exists.
  public func isConfigured() async -> Bool { (try? engine.program()) != nil }

  /// Returns an error if the configuration is not valid or the program is missing, otherwise nil.
  public func configurationError() async -> (any Error)? {
    do throws(VoiceProviderError) {
      _ = try engine.program()
      return nil
    } catch {
      return error
    }
  }

  /// Returns the listed voices for a language, in order.
  ///
  /// If the command has `{language}`, a voice without a language speaks every language. Otherwise a
  /// voice without a language is returned only for the empty code.
  ///
  /// If the user has listed no voices and the command has `{voice}`, the result is empty, and the
  /// program accepts any plain name. If the user has listed no voices and the command has no
  /// `{voice}`, the program has one voice, `default`.
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

  /// Speaks one utterance.
  ///
  /// Returns `pcm16` if the program writes mono 16-bit samples, otherwise the program's own format.
  public func generate(request: VoiceEngineRequest) async throws -> VoiceEngineOutput {
    guard let spending else { return try await engine.speak(request) }
    return try await spending.paying(for: request.text.unicodeScalars.count) {
      try await engine.speak(request)
    }
  }

  /// Estimates the duration from the length of the text, in seconds.
  public func estimateDuration(text: String, voiceId: String) async -> TimeInterval {
    SpokenText.estimatedSeconds(text)
  }

  /// Returns whether the voice is listed.
  ///
  /// If no voices are listed and the command has `{voice}`, returns whether the id is a plain name.
  public func isVoiceAvailable(voiceId: String) async -> Bool {
    engine.has(voiceId)
  }

  /// Returns a digest of the command, of the output format, of the program's file and of the files
  /// that its arguments name.
  ///
  /// After an update, the program may sound different, and old clips must not be mixed with new
  /// clips. If an interpreter runs a script, the script's file is an argument. The files of voices
  /// are often arguments too. Other files that the program reads are not part of the digest. If no
  /// voices are listed and the command has `{voice}`, the files of the arguments are not part of
  /// the digest either.
  public func version() async throws -> String { try engine.version() }

  /// Ends the processes.
  ///
  /// A later request starts new processes.
  public func shutdown() async { await engine.shutdown() }
}
