public import FoundationEssentials

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

  /// Returns the voices that a provider listed for a language.
  ///
  /// The voices of the provider's last list come first, in order. Voices that only earlier lists
  /// contain follow; they are no longer available. The result is empty if the list was never
  /// fetched, or if the provider has no voices.
  public func cachedVoices(provider: String, language: String) throws -> [VoiceCacheModel] {
    try perform { (database) throws(StoreError) in
      try Self.models(of: provider, language, in: database)
    }
  }

  private static func models(
    of provider: String, _ language: String, in database: Database
  ) throws(StoreError) -> [VoiceCacheModel] {
    let sql =
      "SELECT voice, is_available, cached, validated FROM voices "
      + "WHERE provider = ? AND cache_language = ? ORDER BY is_available DESC, position, id"
    return try database.rows(sql, [.text(provider), .text(language)]) {
      (row: borrowing DatabaseRow) throws(StoreError) in
      VoiceCacheModel(
        voice: try StoredJSON.value(row.text(0)), cacheLanguageCode: language,
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

  /// Removes the voices of all providers.
  public func clearAllVoices() throws {
    try write { (database) throws(StoreError) in
      try database.run("DELETE FROM voice_lists")
      try database.run("DELETE FROM voices")
    }
  }
}
