import Basics
public import FoundationEssentials
public import Hablare

extension GenerationStore {
  /// Returns the newest audio of an item's speech; nil if there is no undamaged audio.
  ///
  /// The speech is the same if provider, voice, language, settings and text are equal. Audio of the
  /// item's own element is preferred to newer audio of other elements.
  public func existingAudio(for item: any SpeakableItem) async throws -> TypedDataStorage? {
    try candidates(for: await item.asSpoken).first { isWhole($0) }
  }

  /// Returns the records of an item's speech.
  /// Records of the item's own element come first. Within each of the two groups, the newest
  /// records come first.
  func candidates(for item: any SpeakableItem) throws(StoreError) -> [TypedDataStorage] {
    let request = item.engineRequest
    let all = try select("WHERE r.item = ?", [.text(RecordRow.itemKey(of: item))]).filter {
      // The same words with other phonemes are other speech. Older records do not tell.
      let phonemes = $0.metadata[TypedDataStorage.phonemesKey]
      return phonemes == nil || request.isPhonemes && phonemes == .string(request.text)
    }
    guard let owner = item.owningElement else { return all }
    return all.filter { $0.owningElement == owner } + all.filter { $0.owningElement != owner }
  }

  /// Returns the records of an element, the newest version first.
  public func records(of element: String) throws -> [TypedDataStorage] {
    try select("WHERE r.element = ?", [.text(element)])
  }

  /// Returns the records whose audio has a MIME type with this prefix, such as `audio/` or
  /// `audio/mpeg`.
  ///
  /// The newest records come first.
  public func records(mimePrefix: String) throws -> [TypedDataStorage] {
    try select("WHERE substr(r.mime, 1, length(?1)) = ?1", [.text(mimePrefix)])
  }

  /// Returns the record with an id; nil if no record has the id.
  public func record(id: String) throws -> TypedDataStorage? {
    try select("WHERE r.id = ?", [.text(id)]).first
  }

  /// Writes a record with its audio and returns the stored record.
  ///
  /// The stored record replaces any record with the same id.
  @discardableResult
  public func save(_ record: TypedDataStorage, audio: Data) throws -> TypedDataStorage {
    try save([(record, audio)]).first ?? record
  }

  /// Writes records with their audio in one transaction: either all or none.
  ///
  /// Returns the stored records in the same order. When this returns, the records are on disk. Throws
  /// `StoreError.notAudio` if the MIME type of a record is not a type of audio.
  @discardableResult
  public func save(_ records: [(TypedDataStorage, Data)]) throws -> [TypedDataStorage] {
    if records.isEmpty { return [] }
    for (record, _) in records where VoiceEngineAudioFormat(mimeType: record.mimeType) == nil {
      throw StoreError.notAudio(mimeType: record.mimeType)
    }
    // Large audio is written before the transaction begins, so that the transaction is short.
    var staged: [StagedAudio] = []
    defer { for audio in staged { audio.discard(from: archive) } }
    for (_, data) in records {
      staged.append(try StagedAudio(data, archive: archive))
    }
    let audios = staged
    do throws(StoreError) {
      try write { (database) throws(StoreError) in
        for (entry, audio) in zip(records, audios) {
          try Self.insert(entry.0, audio, entry.1, into: database, archive: archive)
        }
        if audios.contains(where: { $0.path != nil }) { try archive.flush() }
      }
    } catch {
      // Some files may already have their final names although no record uses them. Such files are
      // removed.
      try? note(files: audios.compactMap(\.reference.file))
      throw error
    }
    staged.removeAll()
    try removeFiles()
    for (record, _) in records {
      send(.saved, document: record.owningDocument, owner: record.owningElement)
    }
    return zip(records, audios).map { entry, audio in
      var record = entry.0
      record.audio = .stored(audio.reference, in: archive)
      return record
    }
  }

  private static func insert(
    _ record: TypedDataStorage, _ audio: StagedAudio, _ data: Data, into database: Database,
    archive: AudioArchive
  ) throws(StoreError) {
    let reference = audio.reference
    if let path = audio.path, let name = reference.file { try archive.store(path, as: name) }
    try database.run(
      "INSERT INTO audio (sha256, bytes, file, data) VALUES (?, ?, ?, ?) "
        + "ON CONFLICT (sha256) DO UPDATE SET file = excluded.file, data = excluded.data",
      [
        .text(reference.sha256), .int(reference.byteCount), .text(reference.file),
        reference.file == nil ? .bytes(data) : .null,
      ])
    let before = try database.rows(
      "SELECT audio FROM records WHERE id = ?", [.text(record.id)]
    ) { (row: borrowing DatabaseRow) in row.text(0) }
    try database.run(
      RecordRow.upsert, try RecordRow.values(of: record, sha256: reference.sha256))
    try removeUnreferenced(before, in: database)
  }

  func select(
    _ condition: String, _ values: [DatabaseValue]
  ) throws(StoreError) -> [TypedDataStorage] {
    try perform { (database) throws(StoreError) in
      try database.rows(RecordRow.select + condition + RecordRow.newestFirst, values) {
        (row: borrowing DatabaseRow) throws(StoreError) in
        try RecordRow.read(row, archive: archive)
      }
    }
  }

  /// Returns whether the audio of a record is undamaged.
  /// A file can be damaged or removed independently of the database, so the file is checked here.
  /// Audio in the database itself is checked when it is read.
  func isWhole(_ record: TypedDataStorage) -> Bool {
    guard case .stored(let reference, let archive) = record.audio, reference.file != nil else {
      return true
    }
    do {
      _ = try archive.read(reference)
      return true
    } catch {
      if case .damagedAudio(let file) = error { report(.audioDamaged(file: file)) }
      return false
    }
  }
}

/// Audio that is about to be stored.
private struct StagedAudio {
  var reference: AudioReference
  /// The temporary file that holds the audio before the transaction; nil for audio in the database
  /// itself.
  var path: String?

  init(_ data: Data, archive: AudioArchive) throws(StoreError) {
    let sha256 = data.contentName
    let isForFile = archive.isForFile(bytes: data.count)
    reference = AudioReference(
      sha256: sha256, byteCount: data.count,
      file: isForFile ? sha256 : nil)
    path = isForFile ? try archive.stage(data) : nil
  }

  /// Removes the temporary file.
  /// Does nothing if the audio already has its final name.
  func discard(from archive: AudioArchive) {
    if let path { archive.discard(path) }
  }
}

extension TypedDataStorage {
  /// Writes the record with its audio to a store.
  ///
  /// The stored record replaces any record with the same id.
  ///
  /// `fileName` is the name under which people see the audio. The name is stored in the metadata.
  public mutating func saveBinary(
    _ data: Data, to store: GenerationStore, fileName: String? = nil
  ) async throws {
    if let fileName { metadata["fileName"] = .string(fileName) }
    self = try await store.save(self, audio: data)
  }
}

/// The columns and values of a record in the table `records`.
enum RecordRow {
  /// The written columns, in the order of `values`.
  static let columns = [
    "id", "item", "provider", "requestor", "mime", "format", "prompt", "characters", "duration",
    "sample_rate", "channels", "voice_id", "voice_name", "language", "options", "metadata",
    "created", "element", "document", "audio",
  ]

  /// The statement that writes a record.
  /// The statement replaces any record with the same id.
  static let upsert: String = {
    let places = columns.map { _ in "?" }.joined(separator: ", ")
    let updates = columns.dropFirst().map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    return "INSERT INTO records (\(columns.joined(separator: ", "))) VALUES (\(places)) "
      + "ON CONFLICT (id) DO UPDATE SET \(updates)"
  }()

  /// The statement that reads records and the details of their audio.
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
      .text(record.owningDocument), .text(sha256),
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
      owningElement: row.optionalText(17), owningDocument: row.optionalText(18))
    record.audio = .stored(
      AudioReference(sha256: row.text(19), byteCount: row.int(20), file: row.optionalText(21)),
      in: archive)
    return record
  }

  /// Returns the key of a speech: a hash of provider, voice, language, settings and text.
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
