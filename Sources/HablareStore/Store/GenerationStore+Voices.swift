public import FoundationEssentials
public import Hablare

extension GenerationStore: VoiceListCache {
  /// Returns the list of voices that a provider returned for a language; nil if it was never
  /// fetched.
  package func cachedList(of provider: String, language: String) throws -> VoiceList? {
    try perform { (database) throws(StoreError) in
      let fetched = try database.rows(
        "SELECT fetched FROM voice_lists WHERE provider = ? AND cache_language = ?",
        [.text(provider), .text(language)]
      ) { (row: borrowing DatabaseRow) in row.double(0) }
      guard let time = fetched.first else { return nil }
      return VoiceList(
        fetchedAt: Date(timeIntervalSinceReferenceDate: time),
        voices: try Self.models(of: provider, language, in: database)
          .filter(\.isAvailable).map(\.voice))
    }
  }

  package func cache(_ list: VoiceList, of provider: String, language: String) throws {
    try replaceVoices(list.voices, provider: provider, language: language, at: list.fetchedAt)
  }

  package func removeLists(of provider: String, language: String?) throws {
    try clearVoices(provider: provider, language: language)
  }

  /// Returns the voices that a provider listed for a language, or for all languages if `language` is
  /// nil.
  ///
  /// The lists are in the order of their languages. In each list, the voices of the provider's last list come first, in order. Voices that only earlier lists
  /// contain follow; they are no longer available. The result is empty if the list was never
  /// fetched, or if the provider has no voices.
  public func cachedVoices(
    provider: String, language: String? = nil
  ) throws -> [VoiceCacheModel] {
    try perform { (database) throws(StoreError) in
      try Self.models(of: provider, language, in: database)
    }
  }

  private static func models(
    of provider: String, _ language: String?, in database: Database
  ) throws(StoreError) -> [VoiceCacheModel] {
    let sql =
      "SELECT voice, is_available, cached, validated, cache_language FROM voices WHERE provider = ?"
      + (language == nil ? "" : " AND cache_language = ?")
      + " ORDER BY cache_language, is_available DESC, position, id"
    return try database.rows(sql, [.text(provider)] + (language.map { [.text($0)] } ?? [])) {
      (row: borrowing DatabaseRow) throws(StoreError) in
      VoiceCacheModel(
        voice: try StoredJSON.value(row.text(0)), cacheLanguageCode: row.text(4),
        isAvailable: row.int(1) != 0,
        cachedAt: Date(timeIntervalSinceReferenceDate: row.double(2)),
        lastValidatedAt: Date(timeIntervalSinceReferenceDate: row.double(3)))
    }
  }

  /// Stores the list that a provider has just returned, in one transaction.
  ///
  /// The list can be empty.
  ///
  /// A voice that an earlier list contained keeps its `cachedAt`. A voice that is not in the new
  /// list stays, marked as unavailable.
  public func replaceVoices(
    _ voices: [Voice], provider: String, language: String, at date: Date = Date()
  ) throws {
    let now = date.timeIntervalSinceReferenceDate
    // The voices are encoded before the transaction, so that encoding neither prolongs the
    // transaction nor makes it fail.
    var texts: [String] = []
    for voice in voices { texts.append(try StoredJSON.text(voice)) }
    let sql =
      "INSERT INTO voices (provider, cache_language, id, position, voice, is_available, cached, "
      + "validated) VALUES (?, ?, ?, ?, ?, 1, ?, ?) ON CONFLICT DO UPDATE SET "
      + "position = excluded.position, voice = excluded.voice, is_available = 1, "
      + "validated = excluded.validated"
    try write { (database) throws(StoreError) in
      try database.run(
        "UPDATE voices SET is_available = 0 WHERE provider = ? AND cache_language = ? "
          + "AND is_available <> 0",
        [.text(provider), .text(language)])
      for (position, voice) in voices.enumerated() {
        try database.run(
          sql,
          [
            .text(provider), .text(language), .text(voice.id), .int(position),
            .text(texts[position]), .double(now), .double(now),
          ])
      }
      try database.run(
        "INSERT INTO voice_lists (provider, cache_language, fetched) VALUES (?, ?, ?) "
          + "ON CONFLICT DO UPDATE SET fetched = excluded.fetched",
        [.text(provider), .text(language), .double(now)])
    }
  }

  /// Removes the voices of a provider, for one language or for all, and returns the number of
  /// removed voices.
  @discardableResult
  public func clearVoices(provider: String, language: String? = nil) throws -> Int {
    try write { (database) throws(StoreError) in
      // With this condition, each statement reads one range of the key. A condition such as `? IS
      // NULL OR …` could make SQLite read the whole table.
      let condition = "provider = ?" + (language == nil ? "" : " AND cache_language = ?")
      let values: [DatabaseValue] = [.text(provider)] + (language.map { [.text($0)] } ?? [])
      try database.run("DELETE FROM voice_lists WHERE \(condition)", values)
      try database.run("DELETE FROM voices WHERE \(condition)", values)
      return database.changes
    }
  }
}

/// A voice as its provider listed it.
///
/// After a day, the provider is asked for its voices again. If the provider no longer lists a voice,
/// the voice stays in the cache as unavailable. An app can then still show the voice's name.
public struct VoiceCacheModel: Hashable, Sendable, Identifiable {
  /// The complete voice.
  public var voice: Voice
  /// The language for which the list was requested.
  ///
  /// It can differ from the voice's own language.
  public var cacheLanguageCode: String
  /// Whether the voice is in the provider's last list.
  public var isAvailable: Bool
  /// When the voice was first listed.
  public var cachedAt: Date
  /// When the provider last listed the voice.
  public var lastValidatedAt: Date

  /// Creates the model of a voice, with the time at which it was listed.
  public init(
    voice: Voice, cacheLanguageCode: String, isAvailable: Bool = true, cachedAt: Date,
    lastValidatedAt: Date? = nil
  ) {
    self.voice = voice
    self.cacheLanguageCode = cacheLanguageCode
    self.isAvailable = isAvailable
    self.cachedAt = cachedAt
    self.lastValidatedAt = lastValidatedAt ?? cachedAt
  }

  /// The id of the model: `providerId:languageCode:voiceId`.
  public var id: String { "\(providerId):\(cacheLanguageCode):\(voiceId)" }
  /// The id of the provider that has the voice.
  public var providerId: String { voice.providerId }
  /// The id that the provider uses for the voice.
  public var voiceId: String { voice.id }
  /// The voice's name, as shown to people.
  public var voiceName: String { voice.name }
  /// The voice's own language.
  public var language: String? { voice.language }
  /// The region or accent.
  public var locality: String? { voice.locality }
  /// `female`, `male` or `neutral`, if the provider states it.
  public var gender: String? { voice.gender }

  /// The time for which a voice list is valid: a day, in seconds.
  public static let defaultMaxAge: TimeInterval = 86_400

  /// Returns whether the voice was last listed more than `maxAge` seconds ago (by default a day),
  /// or at a time in the future.
  public func isStale(
    maxAge: TimeInterval = VoiceCacheModel.defaultMaxAge, now: Date = Date()
  ) -> Bool {
    VoiceList.isStale(lastValidatedAt, maxAge: maxAge, now: now)
  }
}
