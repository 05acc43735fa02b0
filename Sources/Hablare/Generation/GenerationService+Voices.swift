import FoundationEssentials

extension GenerationService {
  /// Returns the voices of a provider for a language.
  ///
  /// If `languageCode` is nil, the system's language is used. An empty `languageCode` means all
  /// languages.
  ///
  /// A list that the provider gets from a service is cached for a day, even if the list is empty.
  /// After a day, the list is fetched again and replaces the cached list. If fetching fails, the
  /// cached list is returned with a warning. If no voices are cached, the error is thrown.
  public func fetchVoices(
    from providerId: String, languageCode: String? = nil
  ) async throws -> [Voice] {
    let language = languageCode ?? LanguageCodeResolver.systemLanguageCode
    let provider = try await configuredProvider(providerId)
    guard provider.listsVoicesRemotely else {
      return try await provider.fetchVoices(languageCode: language)
    }
    let cached = await cachedList(of: providerId, language)
    if let cached, !cached.isStale() { return cached.voices }
    do {
      let voices = try await provider.fetchVoices(languageCode: language)
      await cache(voices, of: providerId, language)
      return voices
    } catch {
      guard let cached, !cached.voices.isEmpty, !(error is CancellationError) else { throw error }
      onWarning(
        "cannot fetch the voices of \(providerId) (\(error)); using an older list")
      return cached.voices
    }
  }

  /// Returns the voices of every enabled and configured provider, and the errors of providers that
  /// failed.
  ///
  /// If `languageCode` is nil, the system's language is used. An empty `languageCode` means all
  /// languages.
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

  /// The result of listing one provider's voices.
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

  /// Returns whether a voice list for this provider and language is cached and at most a day old.
  ///
  /// The list may be empty.
  public func hasValidCache(for providerId: String, languageCode: String) async -> Bool {
    await cachedList(of: providerId, languageCode).map { !$0.isStale() } ?? false
  }

  /// Removes the cached voices of a provider for a language, or for all languages.
  public func clearVoiceCache(
    for providerId: String, languageCode: String? = nil
  ) async throws {
    try await voiceLists.removeLists(of: providerId, language: languageCode)
  }

  /// Returns the cached list, which may be out of date; nil if no list is cached or if the list
  /// cannot be read.
  private func cachedList(of providerId: String, _ language: String) async -> VoiceList? {
    do {
      return try await voiceLists.cachedList(of: providerId, language: language)
    } catch {
      onWarning("the cached voice list cannot be read: \(error)")
      return nil
    }
  }

  private func cache(_ voices: [Voice], of providerId: String, _ language: String) async {
    do {
      try await voiceLists.cache(
        VoiceList(fetchedAt: Date(), voices: voices), of: providerId, language: language)
    } catch {
      onWarning("the voice list cannot be cached: \(error)")
    }
  }
}
