public import Hablare

/// The providers that a build can use, by id, for looking up voices.
public struct VoiceDirectory: Sendable {
  private let providers: [String: any VoiceProvider]
  private let unusable: [String: UnusableProvider]
  private let unchecked: Set<String>
  private let priced: Set<String>
  private let paidServices: Set<String>
  /// The ids of all providers that exist, for messages.
  private let known: [String]
  private let knownIds: Set<String>
  private let spellings: SpellingIndex
  private let advice: ProviderAdvice
  private let installedTimbres: @Sendable (VoiceURI) -> VoiceTimbre?

  /// Creates a directory of providers.
  ///
  /// - Parameters:
  ///   - providers: The providers that can speak.
  ///   - unusable: The providers that exist but cannot speak now.
  ///   - unchecked: The ids of providers that cannot list their voices. Any voice of these providers is accepted.
  ///   - priced: The ids of providers whose speech may cost money. If nil, these are all providers that need a key.
  ///   - paidServices: The ids of services that charge for every line. If nil, these are all providers that need a key.
  ///   - known: The ids of all providers that exist, for messages.
  ///   - advice: The wording of advice in messages.
  ///   - installedTimbres: Returns the timbre that was measured when a voice was installed.
  public init(
    _ providers: [any VoiceProvider], unusable: [String: UnusableProvider] = [:],
    unchecked: Set<String> = [], priced: Set<String>? = nil, paidServices: Set<String>? = nil,
    known: [String] = [], advice: ProviderAdvice = .library,
    installedTimbres: @escaping @Sendable (VoiceURI) -> VoiceTimbre? = { _ in nil }
  ) {
    self.providers = Dictionary(providers.map { ($0.providerId, $0) }) { first, _ in first }
    self.unusable = unusable
    self.unchecked = unchecked
    let keyed = Set(providers.filter(\.requiresAPIKey).map(\.providerId))
    (self.priced, self.paidServices) = (priced ?? keyed, paidServices ?? keyed)
    self.known = known.isEmpty ? self.providers.keys.sorted() : known
    knownIds = Set(self.known)
    spellings = SpellingIndex(self.known)
    self.advice = advice
    self.installedTimbres = installedTimbres
  }

  /// Returns the provider with an id, or nil if no provider that can speak has this id.
  public func provider(_ id: String) -> (any VoiceProvider)? { providers[id] }

  /// The ids of the providers that can speak, sorted.
  public var ids: [String] { providers.keys.sorted() }

  /// The ids of the providers of natural voices, the most natural first.
  package var naturalIds: [String] {
    let order = ["hibari", "kokoro", "piper"]
    return ids.filter { providers[$0]?.isNatural == true }
      .sorted {
        (order.firstIndex(of: $0) ?? order.count) < (order.firstIndex(of: $1) ?? order.count)
      }
  }

  /// Whether speech of the provider may cost money.
  package func isPriced(_ id: String) -> Bool { priced.contains(id) }

  /// Whether the provider is a service that charges for every line.
  /// The answer depends on the kind of provider, not on keys or prices.
  func isPaidService(_ id: String) -> Bool { paidServices.contains(id) }

  /// Whether voices of the provider can be played without asking the user, because they are free and run on this
  /// machine.
  package func isFreeToHear(_ id: String) -> Bool {
    !isPriced(id) && providers[id]?.listsVoicesRemotely == false
  }

  /// Returns the features that a voice supports.
  package func abilities(of uri: VoiceURI) -> VoiceAbilities {
    providers[uri.providerId]?.abilities(model: uri.model) ?? VoiceAbilities()
  }

  /// Returns the timbre that comes with a voice or was measured when the voice was installed; nil if it is not known.
  /// Nothing is measured here.
  func timbre(of uri: VoiceURI) -> VoiceTimbre? {
    providers[uri.providerId]?.timbre(of: uri.voiceId) ?? installedTimbres(uri.plain)
  }

  /// Returns the message about a failure of a provider: its id, what happened and what to do.
  package func message(about error: any Error, of id: String) -> String {
    switch error {
    case VoiceProviderError.notConfigured, VoiceProviderError.authenticationFailed:
      UnusableProvider(id, error, advice: advice).message
    default: "\(id): \(advice.description(of: error))"
    }
  }

  /// Returns the problem with a voice or with the settings in its URI, or nil if there is no problem.
  /// If the voice is unknown and `suggestsSimilar` is true, its provider is asked for similar names.
  package func problem(
    with uri: VoiceURI, suggestsSimilar: Bool = true
  ) async -> VoiceProblem? {
    if let unusable = unusable[uri.providerId] {
      let kind: VoiceProblem.Kind =
        unusable.isRefusal ? .providerRefused : .providerUnavailable
      return VoiceProblem(
        kind: kind, message: unusable.message + (Self.installation(of: uri).map { "; \($0)" } ?? "")
      )
    }
    guard let provider = providers[uri.providerId] else {
      return problem(withProvider: uri.providerId)
        ?? VoiceProblem(
          kind: .providerUnavailable,
          message: "internal error: the provider \(uri.providerId) was used before it was loaded")
    }
    if let message = provider.problem(with: uri.options) {
      return VoiceProblem(kind: .badSetting, message: message)
    }
    if unchecked.contains(uri.providerId) { return nil }
    if await provider.isVoiceAvailable(voiceId: uri.voiceId) { return nil }
    if let absence = await provider.absence(of: uri.voiceId) {
      return VoiceProblem(
        kind: .voiceNotInstalled,
        message: "\(provider.displayName): \(absence)" + Self.installation(of: uri, after: absence))
    }
    let nearest = suggestsSimilar ? await nearestVoices(to: uri.voiceId, of: provider) : []
    let meant = nearest.map { "\(uri.providerId)://\($0)" }.joined(separator: " or ")
    let hints = [meant.isEmpty ? nil : "did you mean \(meant)?", Self.installation(of: uri)]
      .compactMap(\.self)
    let hint =
      hints.isEmpty
      ? advice.words(.unknownVoice(providerId: uri.providerId)) : hints.joined(separator: " ")
    return VoiceProblem(
      kind: .unknownVoice,
      message: "\(provider.displayName) has no voice \"\(uri.voiceId)\"; \(hint)")
  }

  /// Returns the end of the message about a missing voice: the command that installs the voice.
  /// Empty if there is no command.
  private static func installation(of uri: VoiceURI, after absence: VoiceProviderError) -> String {
    guard case .voiceNotInstalled = absence, let command = installer(of: uri) else { return "" }
    return ", or run \(command)"
  }

  /// Returns a hint about the command that installs a voice, or nil if the catalogue does not have such voices.
  private static func installation(of uri: VoiceURI) -> String? {
    installer(of: uri).map { "\($0) installs this voice" }
  }

  /// Returns the command that installs a voice, or nil if the catalogue does not have such voices.
  private static func installer(of uri: VoiceURI) -> String? {
    guard VoiceCatalogue.mayHave(uri) else { return nil }
    let voice = VoiceURI(
      providerId: uri.providerId, voiceId: String(uri.voiceId.prefix { $0 != "/" }))
    return "`guion2audio voices install \(voice)`"
  }

  /// Returns the problem with the id of a provider.
  /// Nil if the provider exists, even if it cannot speak now.
  func problem(withProvider id: String) -> VoiceProblem? {
    if knownIds.contains(id) || providers[id] != nil || unusable[id] != nil { return nil }
    let hint =
      spellings.nearest(to: id).map { "did you mean \($0)?" }
      ?? "known providers: \(Self.listed(known))"
    return VoiceProblem(
      kind: .unknownVoice, message: "there is no provider \"\(id)\"; \(hint)")
  }

  /// The maximum number of providers that a message lists.
  private static let maximumListed = 20

  private static func listed(_ ids: [String]) -> String {
    let others = ids.count - maximumListed
    return ids.prefix(maximumListed).joined(separator: ", ")
      + (others > 0 ? " and \(others) more" : "")
  }

  /// Returns the names of similar voices.
  /// If a provider gets a request for an unknown voice, its error contains these names.
  private func nearestVoices(to id: String, of provider: any VoiceProvider) async -> [String] {
    let request = VoiceEngineRequest(text: "a", voiceId: id, languageCode: "en")
    do {
      _ = try await provider.generate(request: request)
    } catch VoiceProviderError.voiceNotFound(let nearest) {
      return nearest
    } catch {}
    return []
  }
}

/// What is wrong with a voice that the user named.
package struct VoiceProblem: Sendable, Equatable {
  /// The kinds of problems, with their codes in diagnostics.
  package enum Kind: String, Sendable {
    /// The provider does not exist, or has no such voice.
    case unknownVoice = "unknown-voice"
    /// The provider knows the voice, but the files of the voice are not on this machine.
    case voiceNotInstalled = "voice-not-installed"
    /// The voice does not support a setting in its URI, or the value of the setting.
    case badSetting = "bad-setting"
    /// The provider cannot be used until the user acts, for example enables it or stores a key.
    case providerRefused = "provider-refused"
    /// The provider cannot be used at the moment, for example because it cannot be reached.
    case providerUnavailable = "provider-unavailable"
  }

  package var kind: Kind
  /// A message for the user: what is wrong and what to do.
  package var message: String
}
