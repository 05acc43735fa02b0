public import FoundationEssentials

extension GenerationStore {
  /// The voices a provider listed for a language, in its order; none where it was never asked.
  public func cachedVoices(provider: String, language: String) throws -> [VoiceCacheModel] {
    let sql =
      "SELECT voice, is_available, cached, validated FROM voices "
      + "WHERE provider = ? AND cache_language = ? ORDER BY position, id"
    return try perform { (database) throws(StoreError) in
      try database.rows(sql, [.text(provider), .text(language)]) {
        (row: borrowing DatabaseRow) throws(StoreError) in
        VoiceCacheModel(
          voice: try StoredJSON.value(row.text(0)), cacheLanguageCode: language,
          isAvailable: row.int(1) != 0,
          cachedAt: Date(timeIntervalSinceReferenceDate: row.double(2)),
          lastValidatedAt: Date(timeIntervalSinceReferenceDate: row.double(3)))
      }
    }
  }

  /// Keeps a list as a provider has just given it, in one transaction.
  ///
  /// A voice that was in the list before keeps its `cachedAt`; one that is no longer in it goes.
  public func replaceVoices(
    _ voices: [Voice], provider: String, language: String, at date: Date = Date()
  ) throws {
    let now = date.timeIntervalSinceReferenceDate
    // Text first: an encoder must not hold up the transaction, nor an error end it.
    var texts: [String] = []
    for voice in voices { texts.append(try StoredJSON.text(voice)) }
    let sql =
      "INSERT INTO voices (provider, cache_language, id, position, voice, is_available, cached, "
      + "validated) VALUES (?, ?, ?, ?, ?, 1, ?, ?) ON CONFLICT DO UPDATE SET "
      + "position = excluded.position, voice = excluded.voice, is_available = 1, "
      + "validated = excluded.validated"
    try write { (database) throws(StoreError) in
      // No voice has a place below 0 but those of the list before.
      try database.run(
        "UPDATE voices SET position = -1 WHERE provider = ? AND cache_language = ?",
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
        "DELETE FROM voices WHERE provider = ? AND cache_language = ? AND position < 0",
        [.text(provider), .text(language)])
    }
  }

  /// Forgets the voices of a provider, of one language or of all, and gives how many they were.
  @discardableResult
  public func clearVoices(provider: String, language: String? = nil) throws -> Int {
    try write { (database) throws(StoreError) in
      // Two statements rather than a condition on NULL: each is one walk along the key.
      if let language {
        try database.run(
          "DELETE FROM voices WHERE provider = ? AND cache_language = ?",
          [.text(provider), .text(language)])
      } else {
        try database.run("DELETE FROM voices WHERE provider = ?", [.text(provider)])
      }
      return database.changes
    }
  }

  /// Forgets the voices of all providers.
  public func clearAllVoices() throws {
    try write { (database) throws(StoreError) in try database.run("DELETE FROM voices") }
  }
}
