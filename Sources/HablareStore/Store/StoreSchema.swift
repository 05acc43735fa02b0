extension DatabaseSchema {
  /// The tables of `GenerationStore`.
  /// `created` is the number of seconds since 2001-01-01 UTC, as in `Date`, so that dates are
  /// restored exactly.
  static let store = DatabaseSchema(migrations: [
    """
    CREATE TABLE audio (
      sha256 TEXT PRIMARY KEY,
      bytes INTEGER NOT NULL,
      file TEXT,
      data BLOB,
      CHECK ((file IS NULL) <> (data IS NULL))
    );
    CREATE TABLE records (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      item TEXT NOT NULL,
      provider TEXT NOT NULL,
      requestor TEXT NOT NULL,
      mime TEXT NOT NULL,
      format TEXT NOT NULL,
      prompt TEXT NOT NULL,
      characters INTEGER NOT NULL,
      duration REAL NOT NULL,
      sample_rate INTEGER NOT NULL,
      channels INTEGER NOT NULL,
      voice_id TEXT NOT NULL,
      voice_name TEXT NOT NULL,
      language TEXT NOT NULL,
      options TEXT NOT NULL,
      metadata TEXT NOT NULL,
      created REAL NOT NULL,
      element TEXT,
      audio TEXT NOT NULL REFERENCES audio (sha256)
    );
    CREATE INDEX records_by_item ON records (item);
    CREATE INDEX records_by_element ON records (element);
    CREATE INDEX records_by_audio ON records (audio);
    CREATE INDEX records_by_mime ON records (mime);
    CREATE TABLE removed_files (name TEXT PRIMARY KEY) WITHOUT ROWID;
    CREATE TABLE lines (
      document TEXT NOT NULL,
      id TEXT NOT NULL,
      position INTEGER NOT NULL,
      element TEXT NOT NULL,
      type TEXT NOT NULL,
      scene TEXT,
      text TEXT NOT NULL,
      character TEXT,
      raw_character TEXT,
      status TEXT NOT NULL,
      rules TEXT NOT NULL,
      announces INTEGER NOT NULL,
      tone TEXT NOT NULL,
      PRIMARY KEY (document, id)
    ) WITHOUT ROWID;
    CREATE INDEX lines_by_element ON lines (element);
    CREATE TABLE voices (
      provider TEXT NOT NULL,
      cache_language TEXT NOT NULL,
      id TEXT NOT NULL,
      position INTEGER NOT NULL,
      voice TEXT NOT NULL,
      is_available INTEGER NOT NULL,
      cached REAL NOT NULL,
      validated REAL NOT NULL,
      PRIMARY KEY (provider, cache_language, id)
    ) WITHOUT ROWID;
    """,
    // The time at which a list was fetched has its own table, because the table `voices` can have no
    // row for an empty list.
    """
    CREATE TABLE voice_lists (
      provider TEXT NOT NULL,
      cache_language TEXT NOT NULL,
      fetched REAL NOT NULL,
      PRIMARY KEY (provider, cache_language)
    ) WITHOUT ROWID;
    INSERT INTO voice_lists SELECT provider, cache_language, min(validated) FROM voices
      GROUP BY provider, cache_language;
    """,
    // A record of a line belongs to the line's document. The document of other older records is unknown.
    """
    ALTER TABLE records ADD COLUMN document TEXT;
    CREATE INDEX records_by_document ON records (document);
    UPDATE records SET document = lines.document FROM lines WHERE lines.id = records.element;
    """,
    """
    CREATE TABLE tasks (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      task TEXT NOT NULL
    );
    """,
  ])
}
