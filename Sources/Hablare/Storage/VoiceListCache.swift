import Basics
package import FoundationEssentials
import Synchronization

/// The voices that a provider listed for a language.
///
/// The list is cached for a day to save requests. An empty list means that the provider has no voice for the language.
package struct VoiceList: Codable, Hashable, Sendable {
  /// The time at which the provider returned the list.
  package var fetchedAt: Date
  /// The voices in the provider's order.
  package var voices: [Voice]

  /// Creates a list.
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
  /// Removes the list of a provider for a language, or its lists for all languages.
  func removeLists(of provider: String, language: String?) async throws
}

/// Lists of voices in memory.
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
///
/// Any number of processes can use the folder. A file is replaced as a whole. A damaged file is treated as missing.
package struct VoiceListFiles: VoiceListCache {
  /// A list with the request that it answers.
  ///
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
      Result<VoiceList?, FileFailure> { () throws(FileFailure) in
        do throws(FileFailure) {
          let bytes = try Files<FileFailure>.contents(of: path, limit: Self.limit)
          let contents = bytes.flatMap { try? JSONDecoder().decode(Contents.self, from: Data($0)) }
          guard let contents, contents.provider == provider, contents.language == language else {
            return nil
          }
          return contents.list
        } catch {
          if case .system = error.fault { throw error }
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
      Result<Void, FileFailure> { () throws(FileFailure) in
        Files<FileFailure>.sweep(folder)
        // The file is not flushed, because a file damaged by a power cut is treated as missing.
        try Files<FileFailure>.write([data], to: path, isFlushed: false)
      }
    }.get()
  }

  package func removeLists(of provider: String, language: String?) async throws {
    let (folder, name) = (folder, Self.word(provider))
    let own = language.map { path(provider, $0) }
    try await BlockingWork.run {
      Result<Void, FileFailure> { () throws(FileFailure) in
        if let own { return try Files<FileFailure>.remove(own) }
        for file in FolderListing.names(in: folder)
        where file == "\(name).json" || file.hasPrefix("\(name)@") {
          try Files<FileFailure>.remove("\(folder)/\(file)")
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
