import FoundationEssentials

extension GenerationService {
  /// The voices of a provider for a language, from the list that is kept for a day where they are not
  /// on this machine.
  ///
  /// Without a language it is the system's; an empty one stands for all languages. A list that is older
  /// than a day is fetched again, an empty one as well. If that fails, the old list is given and the
  /// caller warned, unless it is empty. Voices that the provider no longer lists are left out.
  public func fetchVoices(
    from providerId: String, languageCode: String? = nil
  ) async throws -> [Voice] {
    let language = languageCode ?? LanguageCodeResolver.systemLanguageCode
    let provider = try await configuredProvider(providerId)
    guard provider.listsVoicesRemotely else {
      return try await provider.fetchVoices(languageCode: language)
    }
    let kept = await keptList(of: providerId, language)
    if let kept, !kept.isStale() { return kept.voices }
    do {
      let voices = try await provider.fetchVoices(languageCode: language)
      await keep(voices, of: providerId, language)
      return voices
    } catch {
      guard let kept, !kept.voices.isEmpty, !(error is CancellationError) else { throw error }
      onWarning(
        "the voices of \(providerId) could not be fetched (\(error)); this is an older list")
      return kept.voices
    }
  }

  /// The voices of every provider that is enabled and configured, and beside them why others failed.
  ///
  /// Without a language it is the system's; an empty one stands for all languages.
  public func fetchAllVoices(
    languageCode: String? = nil
  ) async -> (voices: [String: [Voice]], failures: [String: any Error]) {
    let language = languageCode ?? LanguageCodeResolver.systemLanguageCode
    let ids = await usableProviders()
    let lists = await withTaskGroup(of: Listing.self) { group in
      for id in ids { group.addTask { await self.listing(of: id, language) } }
      var lists: [Listing] = []
      for await list in group { lists.append(list) }
      return lists
    }
    var (voices, failures): ([String: [Voice]], [String: any Error]) = ([:], [:])
    for list in lists {
      if let error = list.error { failures[list.id] = error } else { voices[list.id] = list.voices }
    }
    return (voices, failures)
  }

  /// What came of asking one provider.
  private struct Listing: Sendable {
    var id: String
    var voices: [Voice] = []
    var error: (any Error)?
  }

  private func listing(of id: String, _ language: String) async -> Listing {
    do {
      return Listing(id: id, voices: try await fetchVoices(from: id, languageCode: language))
    } catch {
      return Listing(id: id, error: error)
    }
  }

  /// Whether a list of that provider's voices for a language is kept that is not older than a day; it may
  /// be empty.
  public func hasValidCache(for providerId: String, languageCode: String) async -> Bool {
    await keptList(of: providerId, languageCode).map { !$0.isStale() } ?? false
  }

  /// Forgets the voices of a provider for a language, or for all languages.
  public func clearVoiceCache(
    for providerId: String, languageCode: String? = nil
  ) async throws {
    _ = try await store?.clearVoices(provider: providerId, language: languageCode)
  }

  /// A list that cannot be read is one that is not kept: it is fetched.
  private func keptList(of providerId: String, _ language: String) async -> CachedVoiceList? {
    do {
      return try await store?.voiceList(provider: providerId, language: language)
    } catch {
      onWarning("the list of voices that was kept cannot be read: \(error)")
      return nil
    }
  }

  private func keep(_ voices: [Voice], of providerId: String, _ language: String) async {
    do {
      try await store?.replaceVoices(voices, provider: providerId, language: language, at: Date())
    } catch {
      onWarning("the list of voices cannot be kept: \(error)")
    }
  }
}
