public import Hablare

/// The providers a build may use, by id: where a voice is looked up.
public struct VoiceDirectory: Sendable {
  private let providers: [String: any VoiceProvider]

  /// Makes a directory of providers.
  public init(_ providers: [any VoiceProvider]) {
    self.providers = Dictionary(providers.map { ($0.providerId, $0) }) { first, _ in first }
  }

  /// The provider of that id.
  public func provider(_ id: String) -> (any VoiceProvider)? { providers[id] }

  /// The ids, sorted.
  public var ids: [String] { providers.keys.sorted() }

  /// What is wrong with a voice: nil if it is there.
  public func complaint(about uri: VoiceURI) async -> String? {
    guard let provider = providers[uri.providerId] else {
      let nearest = Spelling.nearest(to: uri.providerId, among: ids, limit: 1).first
      let hint = nearest.map { "did you mean \($0)?" } ?? "there is \(ids.joined(separator: ", "))"
      return "there is no provider \"\(uri.providerId)\"; \(hint)"
    }
    if await provider.isVoiceAvailable(voiceId: uri.voiceId) { return nil }
    let nearest = await nearestVoices(to: uri.voiceId, of: provider)
    let hint =
      nearest.isEmpty
      ? "`guion2audio voices` lists them"
      : "did you mean \(nearest.map { "\(uri.providerId)://\($0)" }.joined(separator: " or "))?"
    return "\(provider.displayName) has no voice \"\(uri.voiceId)\"; \(hint)"
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
