public import FoundationEssentials

/// A source of voices, configured and ready for use; any number of calls may run at once.
public protocol VoiceProvider: Sendable {
  /// The provider's stable name, the scheme of its `VoiceURI`s.
  var providerId: String { get }
  /// The name shown to people.
  var displayName: String { get }
  /// Whether the provider works only with a key.
  var requiresAPIKey: Bool { get }
  /// Whether speaking may cost money: the user has set a price, or the provider has a key.
  func isPriced() async -> Bool
  /// The MIME type of everything `generateAudio` returns.
  var mimeType: String { get }
  /// The voice that speaks where none is named.
  var defaultVoiceId: String? { get }
  /// Whether its voices are natural voices of this machine: free, and worth casting unasked.
  var isNatural: Bool { get }
  /// The rate of everything its voices speak, in hertz; nil where that is known only from the sound.
  var nativeSampleRate: Int? { get }
  /// What can be asked of a voice that speaks by this model; nil is the provider's usual one.
  func abilities(model: String?) -> VoiceAbilities
  /// What is wrong with options before anything is asked for, in words for people; nil if nothing is.
  func complaint(about options: VoiceOptions) -> String?
  /// Whether a clip is dearer to make again than to keep: false where the engine is fast and free.
  var clipsAreWorthKeeping: Bool { get }
  /// What the sound depends on beside request and voice, such as the engine's version.
  func version() async throws -> String
  /// The same for one voice, where each has files of its own.
  func version(voiceId: String) async throws -> String

  /// Whether the provider has what it needs to speak.
  func isConfigured() async -> Bool

  /// Why it is not configured, with what to do; nil if it is.
  func configurationError() async -> (any Error)?

  /// The voices for a language: `en` matches every `en-*`, `en-GB` its exact matches, else all
  /// of `en`; a language without a voice gives none.
  func fetchVoices(languageCode: String) async throws -> [Voice]

  /// Whether asking for the voices takes time or may fail, so that a list is worth keeping for a day.
  var listsVoicesRemotely: Bool { get }

  /// Takes a list of all voices that was kept from an earlier run, so that it is not fetched again.
  func remember(voices: [Voice]) async

  /// Speaks `text` and returns sound of type `mimeType`.
  ///
  /// Blank text and unknown voices throw before the engine or the network is touched.
  func generateAudio(
    text: String, voiceId: String, languageCode: String, options: VoiceOptions
  ) async throws -> Data

  /// A guess, in seconds, of how long `text` will be; costs nothing.
  func estimateDuration(text: String, voiceId: String) async -> TimeInterval

  /// Whether the provider has a voice of this name.
  func isVoiceAvailable(voiceId: String) async -> Bool

  /// Why a voice that is not available is missing, such as files that are not installed; nil if the provider knows no
  /// voice of this name.
  func absence(of voiceId: String) async -> VoiceProviderError?

  /// Speaks one utterance and gives all the engine knows about it, such as word timings.
  func generate(request: VoiceEngineRequest) async throws -> VoiceEngineOutput

  /// Pleasant voices for casting without being asked, in an order that never changes.
  func castingVoices(languageCode: String) async throws -> [Voice]

  /// The voice that reads a book in a language where nobody has asked for another; nil if there is none.
  func narratorVoice(languageCode: String) async throws -> Voice?

  /// How many characters a request is charged as; 0 where speaking is free.
  func billedCharacters(for request: VoiceEngineRequest) async -> Int

  /// What the account has left; nil where there is no limit or it cannot be asked for.
  func quota() async throws -> VoiceQuota?

  /// Ends what the provider keeps running; a later request starts it again.
  func shutdown() async

  /// The id of the whispering form of a voice; nil if there is none.
  func whisperVoice(for voiceId: String) async -> String?
}

extension VoiceProvider {
  /// Speaks `text` in the voice's own manner.
  public func generateAudio(
    text: String, voiceId: String, languageCode: String
  ) async throws -> Data {
    try await generateAudio(
      text: text, voiceId: voiceId, languageCode: languageCode, options: VoiceOptions())
  }

  /// Speaks `text` as text of the system's language.
  public func generateAudio(
    text: String, voiceId: String, options: VoiceOptions = VoiceOptions()
  ) async throws -> Data {
    try await generateAudio(
      text: text, voiceId: voiceId, languageCode: LanguageCodeResolver.systemLanguageCode,
      options: options)
  }

  /// The voices for the system's language.
  public func fetchVoices() async throws -> [Voice] {
    try await fetchVoices(languageCode: LanguageCodeResolver.systemLanguageCode)
  }

  /// Speaks one utterance through `generateAudio`; the format follows `mimeType`.
  public func generate(request: VoiceEngineRequest) async throws -> VoiceEngineOutput {
    if request.isPhonemes {
      throw VoiceProviderError.notSupported("phonemes with the provider \(providerId)")
    }
    guard let format = VoiceEngineAudioFormat.allCases.first(where: { $0.mimeType == mimeType })
    else { throw VoiceProviderError.notSupported("sound of type \(mimeType)") }
    let data = try await generateAudio(
      text: request.text, voiceId: request.voiceId, languageCode: request.languageCode,
      options: request.options)
    let isBare = format == .pcm16
    return VoiceEngineOutput(
      audioData: data, audioFormat: format, sampleRate: isBare ? nativeSampleRate : nil,
      channels: isBare ? 1 : nil)
  }

  /// All voices of the language, in the provider's order.
  public func castingVoices(languageCode: String) async throws -> [Voice] {
    try await fetchVoices(languageCode: languageCode)
  }

  /// The first voice of the language.
  public func narratorVoice(languageCode: String) async throws -> Voice? {
    try await fetchVoices(languageCode: languageCode).first
  }

  /// Nil: a voice that is not available is unknown.
  public func absence(of voiceId: String) async -> VoiceProviderError? { nil }

  /// They are not.
  public var isNatural: Bool { false }

  /// Whether it needs a key.
  public func isPriced() async -> Bool { requiresAPIKey }

  /// Not known in advance.
  public var nativeSampleRate: Int? { nil }

  /// That a key or a setting is missing.
  public func configurationError() async -> (any Error)? {
    await isConfigured() ? nil : VoiceProviderError.notConfigured
  }

  /// Any tempo and pitch, neither phonemes nor directions.
  public func abilities(model: String?) -> VoiceAbilities { VoiceAbilities() }

  /// Model, seed and settings of its own are wrong, for it has none; tempo and pitch must be within its
  /// abilities.
  public func complaint(about options: VoiceOptions) -> String? {
    let model = options.model.map { _ in "model" }
    let seed = options.seed.map { _ in "seed" }
    if let key = model ?? seed ?? options.parameters.keys.min() {
      return "\(displayName) has no setting \"\(key)\""
    }
    return abilityComplaint(about: options)
  }

  /// What is wrong with tempo and pitch, by the abilities of the options' model; nil if nothing is.
  public func abilityComplaint(about options: VoiceOptions) -> String? {
    let abilities = abilities(model: options.model)
    if options.pitch != 0, !abilities.takesPitch {
      return "the pitch of \(displayName)'s voices cannot be moved"
    }
    guard !abilities.rates.contains(options.rate) else { return nil }
    let (low, high) = (abilities.rates.lowerBound, abilities.rates.upperBound)
    return "\(displayName)'s voices speak at \(VoiceURI.text(of: low)) to "
      + "\(VoiceURI.text(of: high)) times their own tempo, not \(VoiceURI.text(of: options.rate))"
  }

  /// They are.
  public var clipsAreWorthKeeping: Bool { true }

  /// It does, as far as is known.
  public var listsVoicesRemotely: Bool { true }

  /// The list is of no use.
  public func remember(voices: [Voice]) async {}

  /// Nothing is running.
  public func shutdown() async {}

  /// Nothing is charged.
  public func billedCharacters(for request: VoiceEngineRequest) async -> Int { 0 }

  /// There is no limit.
  public func quota() async throws -> VoiceQuota? { nil }

  /// Nothing beside request and voice.
  public func version() async throws -> String { "" }

  /// What the provider depends on as a whole.
  public func version(voiceId: String) async throws -> String { try await version() }

  /// No whispering form.
  public func whisperVoice(for voiceId: String) async -> String? { nil }
}

/// What an account has left of what a provider sells.
public struct VoiceQuota: Sendable, Equatable {
  /// Billed characters left until the next reset.
  public var remaining: Int
  /// Billed characters between two resets; nil where the service does not say.
  public var limit: Int?

  /// Makes a quota.
  public init(remaining: Int, limit: Int? = nil) {
    self.remaining = remaining
    self.limit = limit
  }
}
