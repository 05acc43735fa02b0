import FoundationEssentials

extension GenerationService {
  /// The voices of a provider for a language, from the list that is kept for a day where they are not
  /// on this machine.
  ///
  /// A list that is older is fetched anew; where that fails, the old one is given and the caller warned.
  public func fetchVoices(from providerId: String, languageCode: String) async throws -> [Voice] {
    let provider = try await configuredProvider(providerId)
    guard provider.listsVoicesRemotely else {
      return try await provider.fetchVoices(languageCode: languageCode)
    }
    let cached = await cachedVoices(of: providerId, languageCode)
    if !cached.isEmpty, !cached.contains(where: { $0.isStale() }) { return cached.map(\.voice) }
    do {
      let voices = try await provider.fetchVoices(languageCode: languageCode)
      await keep(voices, of: providerId, languageCode)
      return voices
    } catch  where !cached.isEmpty && !(error is CancellationError) {
      onWarning(
        "the voices of \(providerId) could not be fetched (\(error)); this is an older list")
      return cached.map(\.voice)
    }
  }

  /// The voices of every provider that is enabled and configured, and beside them why others failed.
  public func fetchAllVoices(
    languageCode: String
  ) async -> (voices: [String: [Voice]], failures: [String: any Error]) {
    let ids = await usableProviders()
    let lists = await withTaskGroup(of: VoiceList.self) { group in
      for id in ids { group.addTask { await self.list(of: id, languageCode) } }
      var lists: [VoiceList] = []
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
  private struct VoiceList: Sendable {
    var id: String
    var voices: [Voice] = []
    var error: (any Error)?
  }

  private func list(of id: String, _ languageCode: String) async -> VoiceList {
    do {
      return VoiceList(id: id, voices: try await fetchVoices(from: id, languageCode: languageCode))
    } catch {
      return VoiceList(id: id, error: error)
    }
  }

  /// Whether there is a list of that provider's voices for a language that is not older than a day.
  public func hasValidCache(for providerId: String, languageCode: String) async -> Bool {
    let cached = await cachedVoices(of: providerId, languageCode)
    return !cached.isEmpty && !cached.contains { $0.isStale() }
  }

  /// Forgets the voices of a provider for a language, or for all languages.
  public func clearVoiceCache(
    for providerId: String, languageCode: String? = nil
  ) async throws {
    _ = try await store?.clearVoices(provider: providerId, language: languageCode)
  }

  /// A cache that cannot be read is one that is empty: the list is fetched.
  private func cachedVoices(of providerId: String, _ language: String) async -> [VoiceCacheModel] {
    do {
      return try await store?.cachedVoices(provider: providerId, language: language) ?? []
    } catch {
      onWarning("the list of voices that was kept cannot be read: \(error)")
      return []
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
