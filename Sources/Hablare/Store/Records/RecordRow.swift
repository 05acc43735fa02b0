import FoundationEssentials

/// The columns and values of a record in the table `records`.
enum RecordRow {
  /// The written columns, in the order of `values`.
  static let columns = [
    "id", "item", "provider", "requestor", "mime", "format", "prompt", "characters", "duration",
    "sample_rate", "channels", "voice_id", "voice_name", "language", "options", "metadata",
    "created", "element", "audio",
  ]

  /// The statement that writes a record.
  ///
  /// The statement replaces any record with the same id.
  static let upsert: String = {
    let places = columns.map { _ in "?" }.joined(separator: ", ")
    let updates = columns.dropFirst().map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    return "INSERT INTO records (\(columns.joined(separator: ", "))) VALUES (\(places)) "
      + "ON CONFLICT (id) DO UPDATE SET \(updates)"
  }()

  /// The statement that reads records and the details of their audio.
  ///
  /// Callers append conditions and an order.
  static let select =
    "SELECT " + columns.map { "r.\($0)" }.joined(separator: ", ")
    + ", a.bytes, a.file FROM records r JOIN audio a ON a.sha256 = r.audio "

  /// The order in which the newest records come first.
  static let newestFirst = " ORDER BY r.created DESC, r.number DESC"

  static func values(
    of record: TypedDataStorage, sha256: String
  ) throws(StoreError) -> [DatabaseValue] {
    [
      .text(record.id), .text(itemKey(of: record)), .text(record.providerId),
      .text(record.requestorID), .text(record.mimeType), .text(record.audioFormat.rawValue),
      .text(record.prompt), .int(record.characterCount), .double(record.durationSeconds),
      .int(record.sampleRate), .int(record.channels), .text(record.voiceID),
      .text(record.voiceName), .text(record.languageCode),
      .text(try StoredJSON.text(record.voiceOptions)), .text(try StoredJSON.text(record.metadata)),
      .double(record.createdAt.timeIntervalSinceReferenceDate), .text(record.owningElement),
      .text(sha256),
    ]
  }

  static func read(
    _ row: borrowing DatabaseRow, archive: AudioArchive
  ) throws(StoreError) -> TypedDataStorage {
    guard let format = VoiceEngineAudioFormat(rawValue: row.text(5)) else {
      throw .refused(statement: select, reason: "no audio format is called \(row.text(5))")
    }
    var record = TypedDataStorage(
      id: row.text(0), providerId: row.text(2), requestorID: row.text(3), mimeType: row.text(4),
      audioFormat: format, prompt: row.text(6), characterCount: row.int(7),
      durationSeconds: row.double(8), sampleRate: row.int(9), channels: row.int(10),
      voiceID: row.text(11), voiceName: row.text(12), languageCode: row.text(13),
      voiceOptions: try StoredJSON.value(row.text(14)),
      metadata: try StoredJSON.value(row.text(15)),
      createdAt: Date(timeIntervalSinceReferenceDate: row.double(16)),
      owningElement: row.optionalText(17))
    record.audio = .stored(
      AudioReference(sha256: row.text(18), byteCount: row.int(19), file: row.optionalText(20)),
      in: archive)
    return record
  }

  /// Returns the key of a speech: a hash of provider, voice, language, settings and text.
  ///
  /// Two requests with the same key are the same speech.
  static func itemKey(
    provider: String, voice: String, language: String, options: VoiceOptions, text: String
  ) -> String {
    var hasher = FieldHasher("hablare item 1")
    hasher.add(provider)
    hasher.add(voice)
    hasher.add(language)
    hasher.add(options)
    hasher.add(text)
    return hasher.finish()
  }

  /// Returns the key of a record's speech.
  static func itemKey(of record: TypedDataStorage) -> String {
    itemKey(
      provider: record.providerId, voice: record.voiceID, language: record.languageCode,
      options: record.voiceOptions, text: record.prompt)
  }

  /// Returns the key of an item's speech.
  static func itemKey(of item: any SpeakableItem) -> String {
    itemKey(
      provider: item.voiceProvider.providerId, voice: item.voiceId, language: item.languageCode,
      options: item.voiceOptions, text: item.textToSpeak)
  }
}

/// Encodes values as JSON for the database.
///
/// Equal values have equal texts.
enum StoredJSON {
  static func text(_ value: some Encodable) throws(StoreError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch {
      throw .refused(statement: "JSON", reason: "\(error)")
    }
  }

  static func value<Value: Decodable>(_ text: String) throws(StoreError) -> Value {
    do {
      return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    } catch {
      throw .refused(statement: "JSON", reason: "\(error)")
    }
  }
}
