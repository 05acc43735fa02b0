public import Hablare

/// The providers a build may use, by id: where a voice is looked up.
public struct VoiceDirectory: Sendable {
  private let providers: [String: any VoiceProvider]
  private let unusable: [String: UnusableProvider]
  private let unchecked: Set<String>
  private let priced: Set<String>
  /// All providers that exist, for messages.
  private let known: [String]
  private let knownIds: Set<String>
  private let spellings: SpellingIndex
  private let advice: ProviderAdvice

  /// Makes a directory of providers.
  ///
  /// `unusable` are those that exist but cannot speak now; `unchecked` those of `providers` that cannot
  /// be asked for their voices, so that any voice is taken for theirs; `priced` those whose speech may
  /// cost money, nil for those that need a key; `known` all that exist, for messages; `advice` what messages say is to
  /// be done.
  public init(
    _ providers: [any VoiceProvider], unusable: [String: UnusableProvider] = [:],
    unchecked: Set<String> = [], priced: Set<String>? = nil, known: [String] = [],
    advice: ProviderAdvice = .library
  ) {
    self.providers = Dictionary(providers.map { ($0.providerId, $0) }) { first, _ in first }
    self.unusable = unusable
    self.unchecked = unchecked
    self.priced = priced ?? Set(providers.filter(\.requiresAPIKey).map(\.providerId))
    self.known = known.isEmpty ? self.providers.keys.sorted() : known
    knownIds = Set(self.known)
    spellings = SpellingIndex(self.known)
    self.advice = advice
  }

  /// The provider of that id.
  public func provider(_ id: String) -> (any VoiceProvider)? { providers[id] }

  /// The ids, sorted.
  public var ids: [String] { providers.keys.sorted() }

  /// The providers of natural voices, the most natural first.
  public var naturalIds: [String] {
    let order = ["hibari", "kokoro", "piper"]
    return ids.filter { providers[$0]?.isNatural == true }
      .sorted {
        (order.firstIndex(of: $0) ?? order.count) < (order.firstIndex(of: $1) ?? order.count)
      }
  }

  /// Whether speech of a provider may cost money.
  public func isPriced(_ id: String) -> Bool { priced.contains(id) }

  /// Whether a voice of a provider may be listened to unasked: it is free, and it is on this machine.
  public func isFreeToHear(_ id: String) -> Bool {
    !isPriced(id) && providers[id]?.listsVoicesRemotely == false
  }

  /// What can be asked of a voice.
  public func abilities(of uri: VoiceURI) -> VoiceAbilities {
    providers[uri.providerId]?.abilities(model: uri.model) ?? VoiceAbilities()
  }

  /// What is wrong with a voice or with what its URI asks of it: nil if nothing is.
  ///
  /// `suggests` says whether the provider of an unknown voice is asked for voices of nearly that name.
  public func complaint(
    about uri: VoiceURI, suggests: Bool = true
  ) async -> VoiceComplaint? {
    if let unusable = unusable[uri.providerId] {
      let kind: VoiceComplaint.Kind =
        unusable.isRefusal ? .providerRefused : .providerUnavailable
      return VoiceComplaint(
        kind: kind, message: unusable.message + (Self.installation(of: uri).map { "; \($0)" } ?? "")
      )
    }
    guard let provider = providers[uri.providerId] else {
      return complaint(aboutProvider: uri.providerId)
        ?? VoiceComplaint(
          kind: .providerUnavailable, message: "the provider \(uri.providerId) was not made ready")
    }
    if let message = provider.complaint(about: uri.options) {
      return VoiceComplaint(kind: .badSetting, message: message)
    }
    if unchecked.contains(uri.providerId) { return nil }
    if await provider.isVoiceAvailable(voiceId: uri.voiceId) { return nil }
    if let absence = await provider.absence(of: uri.voiceId) {
      return VoiceComplaint(
        kind: .voiceNotInstalled,
        message: "\(provider.displayName): \(absence)" + Self.installation(of: uri, after: absence))
    }
    let nearest = suggests ? await nearestVoices(to: uri.voiceId, of: provider) : []
    let meant = nearest.map { "\(uri.providerId)://\($0)" }.joined(separator: " or ")
    let hints = [meant.isEmpty ? nil : "did you mean \(meant)?", Self.installation(of: uri)]
      .compactMap(\.self)
    let hint =
      hints.isEmpty
      ? advice.words(.unknownVoice(providerId: uri.providerId)) : hints.joined(separator: " ")
    return VoiceComplaint(
      kind: .unknownVoice,
      message: "\(provider.displayName) has no voice \"\(uri.voiceId)\"; \(hint)")
  }

  /// The command that installs a voice that is missing, behind the words that say so.
  private static func installation(of uri: VoiceURI, after absence: VoiceProviderError) -> String {
    guard case .voiceNotInstalled = absence else { return "" }
    return installation(of: uri).map { "; \($0)" } ?? ""
  }

  /// The command that installs a voice; nil if it is none that can be installed.
  private static func installation(of uri: VoiceURI) -> String? {
    guard VoiceCatalogue.mayHave(uri) else { return nil }
    let voice = VoiceURI(
      providerId: uri.providerId, voiceId: String(uri.voiceId.prefix { $0 != "/" }))
    return "`guion2audio voices install \(voice)` installs it"
  }

  /// What is wrong with a provider's name: nil if there is one of that name, usable or not.
  func complaint(aboutProvider id: String) -> VoiceComplaint? {
    if knownIds.contains(id) || providers[id] != nil || unusable[id] != nil { return nil }
    let hint =
      spellings.nearest(to: id).map { "did you mean \($0)?" }
      ?? "there is \(Self.listed(known))"
    return VoiceComplaint(
      kind: .unknownVoice, message: "there is no provider \"\(id)\"; \(hint)")
  }

  /// The most providers that a message lists.
  private static let mostListed = 20

  private static func listed(_ ids: [String]) -> String {
    let others = ids.count - mostListed
    return ids.prefix(mostListed).joined(separator: ", ")
      + (others > 0 ? " and \(others) more" : "")
  }

  /// A provider names the nearest voices when it is asked to speak with one that it has not.
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

/// What is wrong with a voice that somebody named.
public struct VoiceComplaint: Sendable, Equatable {
  /// The kinds of wrong, each with its code in diagnostics.
  public enum Kind: String, Sendable {
    /// There is no such provider, or it has no such voice.
    case unknownVoice = "unknown-voice"
    /// The provider knows the voice, but its files are not on this machine.
    case voiceNotInstalled = "voice-not-installed"
    /// The voice cannot do what its URI asks.
    case badSetting = "bad-setting"
    /// The provider is disabled, or lacks a key.
    case providerRefused = "provider-refused"
    /// The provider cannot be reached.
    case providerUnavailable = "provider-unavailable"
  }

  /// What kind it is.
  public var kind: Kind
  /// What is wrong and what to do, in words for people.
  public var message: String
}
