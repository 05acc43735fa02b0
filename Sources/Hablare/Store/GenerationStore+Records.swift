public import FoundationEssentials

extension GenerationStore {
  /// The newest audio that was generated for an item, compared by provider, voice, language,
  /// settings and text; nil where there is none that is whole.
  ///
  /// Audio of the item's own element comes before that of other elements, which say the same words.
  public func existingAudio(for item: any SpeakableItem) async throws -> TypedDataStorage? {
    try candidates(for: item).first { isWhole($0) }
  }

  /// The records of the same speech, those of the item's element first, then the newest first.
  func candidates(for item: any SpeakableItem) throws(StoreError) -> [TypedDataStorage] {
    let all = try select("WHERE r.item = ?", [.text(RecordRow.itemKey(of: item))])
    guard let owner = item.owningElement else { return all }
    return all.filter { $0.owningElement == owner } + all.filter { $0.owningElement != owner }
  }

  /// The records of an element, the newest version first.
  public func records(of element: String) throws -> [TypedDataStorage] {
    try select("WHERE r.element = ?", [.text(element)])
  }

  /// The records whose audio is of a kind, such as `audio/` or `audio/mpeg`, the newest first.
  public func records(mimePrefix: String) throws -> [TypedDataStorage] {
    try select("WHERE substr(r.mime, 1, length(?1)) = ?1", [.text(mimePrefix)])
  }

  /// The record of an id.
  public func record(id: String) throws -> TypedDataStorage? {
    try select("WHERE r.id = ?", [.text(id)]).first
  }

  /// Writes a record with its audio, in place of the record of its id, and gives it as it is stored.
  @discardableResult
  public func save(_ record: TypedDataStorage, audio: Data) throws -> TypedDataStorage {
    try save([(record, audio)]).first ?? record
  }

  /// Writes records with their audio in one transaction: all of them or none.
  ///
  /// Gives them as they are stored, in the same order. They are on disk when this returns.
  @discardableResult
  public func save(_ records: [(TypedDataStorage, Data)]) throws -> [TypedDataStorage] {
    if records.isEmpty { return [] }
    // Large audio is written before the transaction, which is then over soon.
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
      // Some files may have their names already, with no record that is theirs.
      try? note(files: audios.compactMap(\.reference.file))
      throw error
    }
    staged.removeAll()
    try removeFiles()
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
    if let path = audio.path, let name = reference.file { try archive.keep(path, as: name) }
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

  /// A file may have been damaged or removed without the database; what the database itself holds
  /// is looked at when it is read.
  private func isWhole(_ record: TypedDataStorage) -> Bool {
    guard case .stored(let reference, let archive) = record.audio, reference.file != nil else {
      return true
    }
    do {
      _ = try archive.read(reference)
      return true
    } catch {
      if case .damagedAudio(let file) = error { tell(.audioDamaged(file: file)) }
      return false
    }
  }
}

/// Audio on its way into the store.
private struct StagedAudio {
  var reference: AudioReference
  /// Where it is until the transaction; nil for what goes into the database.
  var path: String?

  init(_ data: Data, archive: AudioArchive) throws(StoreError) {
    let sha256 = data.contentName
    let isForFile = archive.isForFile(bytes: data.count)
    reference = AudioReference(
      sha256: sha256, byteCount: data.count,
      file: isForFile ? sha256 : nil)
    path = isForFile ? try archive.stage(data) : nil
  }

  /// Without effect once the audio has its name.
  func discard(from archive: AudioArchive) {
    if let path { archive.discard(path) }
  }
}

extension TypedDataStorage {
  /// Writes the record with its audio to a store, in place of the record of this id if there is one.
  ///
  /// `fileName`, a name for the audio where it is given to people, is kept in the metadata.
  public mutating func saveBinary(
    _ data: Data, to store: GenerationStore, fileName: String? = nil
  ) async throws {
    if let fileName { metadata["fileName"] = .string(fileName) }
    self = try await store.save(self, audio: data)
  }
}
