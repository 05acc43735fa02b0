public import FoundationEssentials

extension GenerationStore {
  /// Returns the voices that a provider listed for a language; nil if they were never fetched.
  public func voiceList(provider: String, language: String) throws -> CachedVoiceList? {
    try perform { (database) throws(StoreError) in
      let fetched = try database.rows(
        "SELECT fetched FROM voice_lists WHERE provider = ? AND cache_language = ?",
        [.text(provider), .text(language)]
      ) { (row: borrowing DatabaseRow) in row.double(0) }
      guard let time = fetched.first else { return nil }
      return CachedVoiceList(
        providerId: provider, languageCode: language,
        fetchedAt: Date(timeIntervalSinceReferenceDate: time),
        models: try Self.models(of: provider, language, in: database))
    }
  }

  /// Returns the voices that a provider listed for a language.
  ///
  /// The voices of its last list come first, in order, followed by voices of earlier lists that are no
  /// longer available. The list is empty if the voices were never fetched or the provider has none;
  /// `voiceList(provider:language:)` distinguishes the two.
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

  /// Stores a list just fetched from a provider, in one transaction; it can be empty.
  ///
  /// A voice from an earlier list keeps its `cachedAt`. A voice that is no longer in the list stays as
  /// unavailable.
  public func replaceVoices(
    _ voices: [Voice], provider: String, language: String, at date: Date = Date()
  ) throws {
    let now = date.timeIntervalSinceReferenceDate
    // Encode the text first: an encoder must neither delay the transaction nor end it with an error.
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

  /// Removes the voices of a provider, for one language or for all, and returns how many there were.
  @discardableResult
  public func clearVoices(provider: String, language: String? = nil) throws -> Int {
    try write { (database) throws(StoreError) in
      // Two statements instead of a condition on NULL, because each is a single walk along the key.
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
