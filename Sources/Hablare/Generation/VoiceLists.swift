import Basics
package import FoundationEssentials
import Synchronization

/// The voices that a provider listed for a language.
/// The list is cached for a day to save requests. An empty list means that the provider has no voice for the language.
package struct VoiceList: Codable, Hashable, Sendable {
  /// The time at which the provider returned the list.
  package var fetchedAt: Date
  /// The voices in the provider's order.
  package var voices: [Voice]

  package init(fetchedAt: Date, voices: [Voice]) {
    (self.fetchedAt, self.voices) = (fetchedAt, voices)
  }

  /// Returns whether the list is more than a day old, or its date is in the future.
  package func isStale(now: Date = Date()) -> Bool {
    Self.isStale(fetchedAt, maxAge: Self.maxAge, now: now)
  }

  /// The time for which a list is valid: a day, in seconds.
  package static let maxAge: TimeInterval = 86_400

  package static func isStale(_ date: Date, maxAge: TimeInterval, now: Date) -> Bool {
    let age = now.timeIntervalSince(date)
    // If the clock was set back, a list must not stay valid for years.
    return age < 0 || age > maxAge
  }
}

/// The place where a `GenerationService` caches lists of voices.
package protocol VoiceListCache: Sendable {
  /// Returns the list of a provider for a language, which may be out of date; nil if there is no list.
  func cachedList(of provider: String, language: String) async throws -> VoiceList?
  /// Replaces the list of a provider for a language.
  func cache(_ list: VoiceList, of provider: String, language: String) async throws
  func removeLists(of provider: String, language: String?) async throws
}

final class VoiceListMemory: VoiceListCache {
  private let lists = Mutex<[String: [String: VoiceList]]>([:])

  func cachedList(of provider: String, language: String) -> VoiceList? {
    lists.withLock { $0[provider]?[language] }
  }

  func cache(_ list: VoiceList, of provider: String, language: String) {
    lists.withLock { $0[provider, default: [:]][language] = list }
  }

  func removeLists(of provider: String, language: String?) {
    lists.withLock { lists in
      if let language { lists[provider]?[language] = nil } else { lists[provider] = nil }
    }
  }
}

/// Lists of voices as JSON files in a folder, one file for each provider and language.
/// Any number of processes can use the folder. A file is replaced as a whole. A damaged file is treated as missing.
package struct VoiceListFiles: VoiceListCache {
  /// A list with the request that it answers.
  /// The name of a file can be a digest, so the file names its provider and its language itself.
  private struct Contents: Codable {
    var provider: String
    var language: String
    var list: VoiceList
  }

  /// The maximum size of a file in bytes: 60,000 voices fit.
  private static let limit = 1 << 26

  private let folder: String

  /// Creates the cache of a folder, which need not exist.
  package init(folder: String) { self.folder = folder }

  package func cachedList(of provider: String, language: String) async throws -> VoiceList? {
    let path = path(provider, language)
    return try await BlockingWork.run {
      Result<VoiceList?, FileError> { () throws(FileError) in
        do throws(FileError) {
          let bytes = try Files<FileError>.contents(of: path, limit: Self.limit)
          let contents = bytes.flatMap { try? JSONDecoder().decode(Contents.self, from: Data($0)) }
          guard let contents, contents.provider == provider, contents.language == language else {
            return nil
          }
          return contents.list
        } catch {
          if error.isSystem { throw error }
          return nil
        }
      }
    }.get()
  }

  package func cache(_ list: VoiceList, of provider: String, language: String) async throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data = try encoder.encode(Contents(provider: provider, language: language, list: list))
    let (folder, path) = (folder, path(provider, language))
    try await BlockingWork.run {
      Result<Void, FileError> { () throws(FileError) in
        Files<FileError>.sweep(folder)
        // The file is not flushed, because a file damaged by a power cut is treated as missing.
        try Files<FileError>.write([data], to: path, isFlushed: false)
      }
    }.get()
  }

  package func removeLists(of provider: String, language: String?) async throws {
    let (folder, name) = (folder, Self.word(provider))
    let own = language.map { path(provider, $0) }
    try await BlockingWork.run {
      Result<Void, FileError> { () throws(FileError) in
        if let own { return try Files<FileError>.remove(own) }
        for file in FolderListing.names(in: folder)
        where file == "\(name).json" || file.hasPrefix("\(name)@") {
          try Files<FileError>.remove("\(folder)/\(file)")
        }
      }
    }.get()
  }

  private func path(_ provider: String, _ language: String) -> String {
    let name = Self.word(provider) + (language.isEmpty ? "" : "@" + Self.word(language))
    return "\(folder)/\(name).json"
  }

  /// Returns a text as part of a file's name, without `/` and `@`.
  private static func word(_ text: String) -> String {
    let word = PercentEncoding.encode(text, keeping: PercentEncoding.provider)
    return word.utf8.count <= 100 ? word : SHA256.hash(text).hex
  }
}

extension GenerationService {
  /// Returns the voices of a provider for a language.
  ///
  /// If `providerId` is nil, the provider is the only one, or a natural one with voices for the
  /// language, or espeak, or the first that can speak. If `languageCode` is nil, the system's language
  /// is used. An empty `languageCode` means all languages.
  ///
  /// A list that the provider gets from a service is cached for a day, even if the list is empty.
  /// After a day, the list is fetched again and replaces the cached list. If fetching fails, the
  /// cached list is returned with a warning. If no voices are cached, the error is thrown.
  public func fetchVoices(
    from providerId: String? = nil, languageCode: String? = nil
  ) async throws -> [Voice] {
    let language = languageCode ?? LanguageCodeResolver.systemLanguageCode
    let providerId = if let providerId { providerId } else { try await defaultProvider(language) }
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

  private func defaultProvider(_ language: String) async throws -> String {
    let ids = await usableProviders()
    if ids.count > 1 {
      for id in ids {
        let provider = try await configuredProvider(id)
        guard provider.isNatural else { continue }
        let voices = try? await provider.fetchVoices(languageCode: language)
        if voices?.isEmpty == false { return id }
      }
      if ids.contains(EspeakNGVoiceEngine.id) { return EspeakNGVoiceEngine.id }
    }
    guard let id = ids.first else { throw VoiceProviderError.unsupportedProvider }
    return id
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
