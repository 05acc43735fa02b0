public import FoundationEssentials

/// A source of voices.
///
/// Any number of calls can run concurrently.
public protocol VoiceProvider: Sendable {
  /// The provider's id, which never changes and is the scheme of its `VoiceURI`s.
  var providerId: String { get }
  /// The name shown to people.
  var displayName: String { get }
  /// Whether the provider works only with a key.
  var requiresAPIKey: Bool { get }
  /// Returns whether speaking can cost money: true if the user has set a price or if the provider
  /// uses a key.
  func isPriced() async -> Bool
  /// The MIME type of the audio that `generateAudio` returns.
  var mimeType: String { get }
  /// The id of the voice that speaks if the caller names no voice.
  var defaultVoiceId: String? { get }
  /// Whether the provider has natural voices on this machine.
  ///
  /// Natural voices are free, and good enough for automatic casting.
  var isNatural: Bool { get }
  /// The sample rate of all voices, in hertz; nil if the rate is not known in advance.
  var nativeSampleRate: Int? { get }
  /// Returns the abilities of the voices when they use `model`.
  ///
  /// A nil `model` means the provider's usual model.
  func abilities(model: String?) -> VoiceAbilities
  /// Returns the problem with options, as a message for people; nil if the options are valid.
  ///
  /// Nothing is sent to the engine or the network.
  func problem(with options: VoiceOptions) -> String?
  /// Whether rendering a clip again costs more than caching it; false if the engine is fast and free.
  var clipsAreWorthCaching: Bool { get }
  /// Returns a text that changes whenever the same request can give different audio, for example
  /// because the engine has a new version.
  func version() async throws -> String
  /// Returns the version for one voice, for providers whose voices have separate files.
  func version(voiceId: String) async throws -> String

  /// Returns whether the provider has everything that it needs to speak, such as a key.
  func isConfigured() async -> Bool

  /// Returns why the provider is not configured and what to do; nil if it is configured.
  func configurationError() async -> (any Error)?

  /// Returns the voices for a language.
  ///
  /// `en` matches `en` and every `en-*`. `en-GB` matches voices with exactly this tag. If no voice
  /// has this tag, `en-GB` matches the same voices as `en`.
  func fetchVoices(languageCode: String) async throws -> [Voice]

  /// Whether fetching the list of voices takes time or can fail.
  ///
  /// If true, the list is cached for a day.
  var listsVoicesRemotely: Bool { get }

  /// Gives the provider the list of all its voices, which an earlier run saved.
  ///
  /// With this list, the provider does not need to fetch its voices.
  func remember(voices: [Voice]) async

  /// Speaks `text` and returns audio of type `mimeType`.
  ///
  /// If the text is blank or the voice is unknown, throws before calling the engine or the network.
  /// A provider without settings can implement `generateAudio(text:voiceId:languageCode:)` instead.
  func generateAudio(
    text: String, voiceId: String, languageCode: String, options: VoiceOptions
  ) async throws -> Data

  /// Speaks `text` in the voice's normal manner.
  ///
  /// A provider implements this function or the function with `options`: each calls the other by
  /// default. If a provider implements neither, both throw `VoiceProviderError.notSupported`.
  func generateAudio(text: String, voiceId: String, languageCode: String) async throws -> Data

  /// Returns an estimate of the length of `text` in seconds; costs nothing.
  func estimateDuration(text: String, voiceId: String) async -> TimeInterval

  /// Returns whether the provider has a voice with this id.
  func isVoiceAvailable(voiceId: String) async -> Bool

  /// Returns why a known voice is not available, for example because its files are not installed;
  /// nil if the provider does not know the voice.
  func absence(of voiceId: String) async -> VoiceProviderError?

  /// Speaks one utterance and returns all data from the engine, such as word timings.
  func generate(request: VoiceEngineRequest) async throws -> VoiceEngineOutput

  /// Returns pleasant voices for automatic casting, in an order that never changes.
  func castingVoices(languageCode: String) async throws -> [Voice]

  /// Returns the voices for roles whose gender and age are known, in an order that never changes.
  ///
  /// The list has all voices of `castingVoices` and may have others, such as the voices of children.
  /// `castingVoices` never grows, because existing books depend on its length.
  func roleVoices(languageCode: String) async throws -> [Voice]

  /// Returns the timbre of a voice that comes with the provider; nil if it is not known.
  ///
  /// Nothing is spoken or measured. `VoiceTimbreStore` has the timbres of installed voices.
  func timbre(of voiceId: String) -> VoiceTimbre?

  /// Returns the default narrator for a language; nil if the provider has no voice for the
  /// narrator.
  func narratorVoice(languageCode: String) async throws -> Voice?

  /// Returns how many characters are charged for a request; 0 if speaking is free.
  func billedCharacters(for request: VoiceEngineRequest) async -> Int

  /// Returns the quota that remains in the account; nil if there is no limit or the service cannot
  /// report it.
  func quota() async throws -> VoiceQuota?

  /// Stops the provider's running processes; a later request starts them again.
  func shutdown() async

  /// Returns the id of the whispering form of a voice; nil if the voice has no whispering form.
  func whisperVoice(for voiceId: String) async -> String?
}

/// The type of provider whose `generateAudio` with `options` is being answered by its other form.
private enum PlainSpeech {
  @TaskLocal static var type: ObjectIdentifier?
}

extension VoiceProvider {
  /// Speaks `text` in the voice's normal manner.
  public func generateAudio(
    text: String, voiceId: String, languageCode: String
  ) async throws -> Data {
    if PlainSpeech.type == ObjectIdentifier(Self.self) {
      throw VoiceProviderError.notSupported(
        "the provider \(providerId) implements no generateAudio")
    }
    return try await generateAudio(
      text: text, voiceId: voiceId, languageCode: languageCode, options: VoiceOptions())
  }

  /// Speaks `text` in the voice's normal manner.
  ///
  /// If `options` ask for another manner, throws `VoiceProviderError.notSupported`.
  public func generateAudio(
    text: String, voiceId: String, languageCode: String, options: VoiceOptions
  ) async throws -> Data {
    var manner = options
    // Callers apply the gain.
    manner.gain = 0
    guard manner == VoiceOptions() else {
      throw VoiceProviderError.notSupported(
        "\(displayName)'s voices speak only in their normal manner")
    }
    return try await PlainSpeech.$type.withValue(ObjectIdentifier(Self.self)) {
      try await generateAudio(text: text, voiceId: voiceId, languageCode: languageCode)
    }
  }

  /// Speaks `text`, which is assumed to be in the system's language.
  public func generateAudio(
    text: String, voiceId: String, options: VoiceOptions = VoiceOptions()
  ) async throws -> Data {
    try await generateAudio(
      text: text, voiceId: voiceId, languageCode: LanguageCodeResolver.systemLanguageCode,
      options: options)
  }

  /// Returns the voices for the system's language.
  public func fetchVoices() async throws -> [Voice] {
    try await fetchVoices(languageCode: LanguageCodeResolver.systemLanguageCode)
  }

  /// Speaks one utterance through `generateAudio`.
  ///
  /// The audio format follows from `mimeType`.
  public func generate(request: VoiceEngineRequest) async throws -> VoiceEngineOutput {
    if request.isPhonemes { throw VoiceProviderError.noPhonemes(providerId) }
    guard let format = VoiceEngineAudioFormat(mimeType: mimeType) else {
      throw VoiceProviderError.notSupported(
        "\(providerId) sends audio of the type \(mimeType), which is unknown")
    }
    let data = try await generateAudio(
      text: request.text, voiceId: request.voiceId, languageCode: request.languageCode,
      options: request.options)
    let isBare = format == .pcm16
    return VoiceEngineOutput(
      audioData: data, audioFormat: format, sampleRate: isBare ? nativeSampleRate : nil,
      channels: isBare ? 1 : nil)
  }

  /// Returns all voices of the language, in the provider's order.
  public func castingVoices(languageCode: String) async throws -> [Voice] {
    try await fetchVoices(languageCode: languageCode)
  }

  /// Returns the voices of `castingVoices`.
  public func roleVoices(languageCode: String) async throws -> [Voice] {
    try await castingVoices(languageCode: languageCode)
  }

  /// Returns nil: by default, no timbres come with the provider.
  public func timbre(of voiceId: String) -> VoiceTimbre? { nil }

  /// Returns the first voice of the language.
  public func narratorVoice(languageCode: String) async throws -> Voice? {
    try await fetchVoices(languageCode: languageCode).first
  }

  /// Returns nil: by default, the provider knows no voices except the available voices.
  public func absence(of voiceId: String) async -> VoiceProviderError? { nil }

  /// False by default.
  public var isNatural: Bool { false }

  /// Returns whether the provider needs a key.
  public func isPriced() async -> Bool { requiresAPIKey }

  /// Nil by default: the rate is not known in advance.
  public var nativeSampleRate: Int? { nil }

  /// Returns an error about a missing key or setting, or nil if the provider is configured.
  public func configurationError() async -> (any Error)? {
    await isConfigured() ? nil : VoiceProviderError.notConfigured
  }

  /// Returns abilities that include any tempo and pitch, but no phonemes and no directions.
  public func abilities(model: String?) -> VoiceAbilities { VoiceAbilities() }

  /// Returns a problem if a model, a seed or other settings are set, or if tempo or pitch is
  /// outside the abilities.
  ///
  /// A provider that does not implement this function has no models, seeds or other settings.
  public func problem(with options: VoiceOptions) -> String? {
    let model = options.model.map { _ in "model" }
    let seed = options.seed.map { _ in "seed" }
    if let key = model ?? seed ?? options.parameters.keys.min() {
      return "\(displayName) has no setting \"\(key)\""
    }
    return abilityProblem(with: options)
  }

  /// Returns the problem with tempo and pitch, according to the abilities of `options.model`; nil
  /// if tempo and pitch are valid.
  public func abilityProblem(with options: VoiceOptions) -> String? {
    let abilities = abilities(model: options.model)
    if options.pitch != 0, !abilities.supportsPitch {
      return "\(displayName)'s voices cannot change their pitch"
    }
    guard !abilities.rates.contains(options.rate) else { return nil }
    if abilities.rates.lowerBound == abilities.rates.upperBound {
      return "\(displayName)'s voices cannot change their tempo"
    }
    let (low, high) = (abilities.rates.lowerBound, abilities.rates.upperBound)
    return "\(displayName)'s voices speak at \(VoiceURI.text(of: low)) to "
      + "\(VoiceURI.text(of: high)) times their own tempo, not \(VoiceURI.text(of: options.rate))"
  }

  /// Nil by default: no voice is preferred.
  public var defaultVoiceId: String? { nil }

  /// True by default.
  public var clipsAreWorthCaching: Bool { true }

  /// True by default, because the source of the list is unknown.
  public var listsVoicesRemotely: Bool { true }

  /// Ignores the list.
  public func remember(voices: [Voice]) async {}

  /// Does nothing, because nothing is running.
  public func shutdown() async {}

  /// Returns 0: nothing is charged.
  public func billedCharacters(for request: VoiceEngineRequest) async -> Int { 0 }

  /// Returns nil: there is no limit.
  public func quota() async throws -> VoiceQuota? { nil }

  /// Returns an empty string: the audio depends only on the request and the voice.
  public func version() async throws -> String { "" }

  /// Returns the version of the provider as a whole.
  public func version(voiceId: String) async throws -> String { try await version() }

  /// Returns nil: there is no whispering form.
  public func whisperVoice(for voiceId: String) async -> String? { nil }
}

/// The quota that remains in an account.
public struct VoiceQuota: Sendable, Equatable {
  /// The number of characters that can still be charged before the next reset.
  public var remaining: Int
  /// The number of characters that can be charged between two resets; nil if the service does not
  /// report it.
  public var limit: Int?

  /// Creates a quota.
  public init(remaining: Int, limit: Int? = nil) {
    self.remaining = remaining
    self.limit = limit
  }
}

/// Why a provider could not list voices or speak.
public enum VoiceProviderError: LocalizedError, Equatable, Sendable {
  /// The provider is missing a key or a setting.
  case notConfigured
  /// The connection to the service failed, for this reason.
  case networkError(String)
  /// The service reported a fault of its own, such as HTTP 500.
  case serviceFailed(String)
  /// The service answered with data that is not speech.
  case invalidResponse
  /// The service answered with audio that cannot be used. The text names the kind of audio and says
  /// what to do.
  case unusableSound(String)
  /// No provider with this id exists.
  case unsupportedProvider
  /// The provider does not support or does not allow the request. The text is a sentence with the
  /// reason.
  case notSupported(String)
  /// The request is not valid, for this reason.
  case invalidRequest(String)
  /// The service refused the key.
  case authenticationFailed
  /// The service asks the client to wait for a time in seconds; nil if the service states no time.
  case rateLimited(retryAfter: TimeInterval?)
  /// The account's quota is used up.
  case quotaExceeded
  /// A request was not sent because it could exceed the run's cost limit. The text gives the
  /// details.
  case costLimit(String)
  /// The voice does not exist. `nearest` contains the most similar existing names.
  case voiceNotFound(nearest: [String])
  /// The voice is known, but its files are not on this machine. The text names the voice and says
  /// how to install it.
  case voiceNotInstalled(String)
  /// The model does not exist. `nearest` contains the most similar existing names.
  case modelNotFound(String, nearest: [String])
  /// The text is longer than the engine's limit, in characters.
  case textTooLong(limit: Int)
  /// The engine failed on this utterance. Other utterances are not affected.
  case engineCrashed(reason: String)
  /// The engine was stopped because it had not finished after this many seconds.
  case timedOut(seconds: Int)
  /// The engine could not be started, for this reason.
  case engineUnavailable(String)

  /// The message for people.
  public var errorDescription: String? { description }
}

extension VoiceProviderError: CustomStringConvertible {
  /// What happened and what to do, in one sentence.
  public var description: String {
    switch self {
    case .notConfigured: "the provider needs a key or a setting that is missing"
    case .networkError(let reason): "the connection to the service failed: \(reason)"
    case .serviceFailed(let reason): "the service failed: \(reason)"
    case .invalidResponse:
      "the service answered with data that is not speech; check its address and its model"
    case .unusableSound(let kind): "the service sends \(kind)"
    case .unsupportedProvider: "no such provider"
    case .notSupported(let reason): reason
    case .invalidRequest(let reason): "the request is not valid: \(reason)"
    case .authenticationFailed: "the service refused the key"
    case .rateLimited(let seconds):
      seconds.flatMap { $0 >= 0 ? Int(exactly: $0.rounded(.up)) : nil }
        .map { "too many requests: try again in \($0) s" }
        ?? "too many requests: try again later"
    case .quotaExceeded: "the account's quota is used up"
    case .costLimit(let reason): "the cost limit is reached: \(reason)"
    case .voiceNotFound(let nearest): "no such voice" + Self.suggestion(nearest)
    case .voiceNotInstalled(let what): what
    case .modelNotFound(let model, let nearest):
      "no model named \(ServiceMessage.shown(model))" + Self.suggestion(nearest)
    case .textTooLong(let limit):
      "the text is longer than the engine's limit of \(limit) characters"
    case .engineCrashed(let reason): "the speech engine failed: \(reason)"
    case .timedOut(let seconds): "the speech engine did not finish within \(seconds) s"
    case .engineUnavailable(let reason): "the speech engine cannot be used: \(reason)"
    }
  }

  /// Returns a suggestion of names.
  /// The names can come from a service, so they are made safe to print.
  private static func suggestion(_ nearest: [String]) -> String {
    let names = nearest.map { ServiceMessage.shown($0) }.joined(separator: ", ")
    return nearest.isEmpty ? "" : "; did you mean \(names)?"
  }
}

extension VoiceProviderError {
  /// Returns the error for a request with phonemes to a provider that accepts only text.
  static func noPhonemes(_ providerId: String) -> Self {
    .notSupported(
      "\(providerId) does not accept phonemes; use \"say\" instead of \"ipa\" in the pronunciation")
  }

  /// Whether the whole provider is down or its quota is used up.
  /// If true, the next request would fail, too.
  package var isOutage: Bool {
    switch self {
    case .networkError, .serviceFailed, .engineUnavailable, .rateLimited, .quotaExceeded: true
    default: false
    }
  }
}

extension VoiceProviderError {
  /// What to do about the error, as a sentence for people.
  public var recoverySuggestion: String? {
    switch self {
    case .notConfigured: "Enter the provider's key or the missing setting."
    case .networkError: "Check the network and the service's address, then try again."
    case .serviceFailed: "Try again later, or choose another voice."
    case .invalidResponse: "Check the service's address: something else may be answering there."
    case .unusableSound: "Choose another output format or model for this provider."
    case .unsupportedProvider: "Choose a registered provider."
    case .notSupported:
      "Follow the message, or choose another voice, model or provider."
    case .invalidRequest: "Change the text or the settings as the message says."
    case .authenticationFailed: "Enter another key."
    case .rateLimited: "Wait a while and try again: finished audio is not rendered again."
    case .quotaExceeded: "Wait until the account's quota is renewed, or buy more from the service."
    case .costLimit: "Raise the cost limit, or generate less."
    case .voiceNotFound: "Choose a voice from the provider's list."
    case .voiceNotInstalled: "Install the voice as the message says, or choose another voice."
    case .modelNotFound: "Choose a model from the provider's list."
    case .textTooLong(let limit): "Split the text into parts of at most \(limit) characters."
    case .engineCrashed: "Change the text, or choose another voice."
    case .timedOut: "Try again, or split the text."
    case .engineUnavailable: "Install the engine, or choose another provider."
    }
  }
}
