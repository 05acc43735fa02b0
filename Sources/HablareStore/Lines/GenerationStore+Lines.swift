public import Guion

extension GenerationStore {
  /// Returns the stored lines of a document in order, each with its audio.
  ///
  /// If `status` or `type` is given, returns only the lines with this status or element type.
  ///
  /// The audio of a line was generated for the line's current text. Audio for earlier texts is left out. Throws the
  /// errors of the store.
  public func speakableLines(
    of document: GuionDocumentModel, status: SpeakableItemStatus? = nil, type: ElementType? = nil
  ) throws -> [SpeakableLine] {
    try lines(of: document.id, status: status, type: type).map { stored in
      var line = stored
      line.audioVersions = try records(of: line.id).filter { $0.prompt == line.speakableText }
      return line
    }
  }

  /// Returns the lines of the document with this id in order, without their audio.
  ///
  /// If `status` or `type` is given, returns only the lines with this status or element type. A later version may have
  /// stored values that this version does not know: an unknown type is read as action, an unknown status as
  /// `textGenerated`, and an unknown tone as `narrative`. Throws the errors of the store.
  public func lines(
    of document: GuionDocumentModel.ID, status: SpeakableItemStatus? = nil,
    type: ElementType? = nil
  ) throws -> [SpeakableLine] {
    try perform { (database) throws(StoreError) in
      try database.rows(
        LineRow.select, [.text(document), .text(status?.rawValue), .text(type?.storedName)]
      ) { (row: borrowing DatabaseRow) in LineRow.read(row) }
    }
  }

  /// Writes lines in one transaction.
  /// A line replaces the line of its document with the same id. The audio of the lines is not stored.
  /// If `replacing` is true, the other lines of `document` are removed in the same transaction, with
  /// the audio that belongs to them.
  package func saveLines(
    _ lines: [SpeakableLine], of document: GuionDocumentModel.ID, replacing: Bool = false
  ) throws {
    try write { (database) throws(StoreError) in
      if replacing { try Self.removeLines(of: document, except: lines.map(\.id), in: database) }
      for line in lines {
        try database.run(LineRow.upsert, LineRow.values(of: line, document: document))
      }
    }
    if replacing { try removeFiles() }
    send(.lines, document: document)
  }

  /// Removes the lines of a document with their audio: all lines, or those of one element type.
  ///
  /// Audio that another record uses stays. Throws the errors of the store.
  public func deleteLines(of document: GuionDocumentModel.ID, type: ElementType? = nil) throws {
    try write { (database) throws(StoreError) in
      try Self.removeLines(of: document, type: type, except: [], in: database)
    }
    try removeFiles()
    send(.lines, document: document)
  }

  private static func removeLines(
    of document: String, type: ElementType? = nil, except kept: [SpeakableLine.ID],
    in database: Database
  ) throws(StoreError) {
    let former = try database.rows(
      "DELETE FROM lines WHERE document = ?1 AND (?2 IS NULL OR type = ?2) RETURNING id",
      [.text(document), .text(type?.storedName)]
    ) { (row: borrowing DatabaseRow) in row.text(0) }
    var audio: [String] = []
    for line in Set(former).subtracting(kept) {
      audio += try database.rows(
        "DELETE FROM records WHERE element = ? RETURNING audio", [.text(line)]
      ) { (row: borrowing DatabaseRow) in row.text(0) }
    }
    try removeUnreferenced(audio, in: database)
  }

  /// Replaces all lines of a document, in one transaction.
  /// A line that is already stored with the same text keeps its status.
  func replaceLines(_ lines: [SpeakableLine], of document: GuionDocumentModel) throws {
    let former = Dictionary(
      try self.lines(of: document.id).map { ($0.id, $0) }
    ) { first, _ in first }
    let replaced = lines.map { line in
      var line = line
      if let old = former[line.id], old.speakableText == line.speakableText {
        line.status = old.status
      }
      return line
    }
    try saveLines(replaced, of: document.id, replacing: true)
  }

  /// Sets the status of lines of a document, in one transaction.
  ///
  /// Throws the errors of the store.
  public func setStatus(
    _ status: SpeakableItemStatus, ofLines ids: [SpeakableLine.ID], in document: GuionDocumentModel
  ) throws {
    try write { (database) throws(StoreError) in
      for id in ids {
        try database.run(
          "UPDATE lines SET status = ? WHERE document = ? AND id = ?",
          [.text(status.rawValue), .text(document.id), .text(id)])
      }
    }
    send(.lines, document: document.id)
  }

  /// Returns the elements of a document's lines in document order: only elements that have audio,
  /// or only elements that have no audio.
  ///
  /// An element has audio if a record belongs to the element or to one of its lines. Throws the errors of the store.
  /// `elements(of:withAudio:)` with the document itself does not need stored lines.
  public func elements(of document: String, withAudio: Bool = true) throws -> [String] {
    let sql =
      "SELECT element FROM lines l WHERE document = ?1 GROUP BY element HAVING max("
      + "EXISTS (SELECT 1 FROM records WHERE element = l.element) OR "
      + "EXISTS (SELECT 1 FROM records WHERE element = l.id)) = ?2 ORDER BY min(position)"
    return try perform { (database) throws(StoreError) in
      try database.rows(sql, [.text(document), .int(withAudio ? 1 : 0)]) {
        (row: borrowing DatabaseRow) in row.text(0)
      }
    }
  }
}

extension GenerationStore {
  /// Returns the elements of a document in order: only elements that have audio, or only elements
  /// with text to speak that have no audio.
  ///
  /// An element has audio if a record belongs to the element or to one of its lines. A record of
  /// another document does not count. Throws the errors of the store.
  public func elements(
    of document: GuionDocumentModel, withAudio: Bool = true
  ) throws -> [GuionElementModel.ID] {
    let sql =
      "SELECT r.element FROM records r WHERE r.element IS NOT NULL "
      + "AND (r.document IS NULL OR r.document = ?1) UNION "
      + "SELECT l.element FROM lines l JOIN records r ON r.element = l.id WHERE l.document = ?1"
    let spoken = Set(
      try perform { (database) throws(StoreError) in
        try database.rows(sql, [.text(document.id)]) { (row: borrowing DatabaseRow) in row.text(0) }
      })
    return document.elements.filter { element in
      spoken.contains(element.id) ? withAudio : !withAudio && element.element.isSpeakable
    }.map(\.id)
  }

  /// Removes a document: its lines, its records, and their audio if no other record uses it.
  ///
  /// Also removes the records of its elements that an older version stored without their document,
  /// unless another document has stored lines of the element.
  public func deleteDocument(_ document: GuionDocumentModel) throws {
    try deleteDocument(document.id, elements: document.elements.map(\.id))
  }
}

/// The columns and values of a line in the table `lines`.
private enum LineRow {
  static let upsert =
    "INSERT OR REPLACE INTO lines (document, id, position, element, type, scene, text, character, "
    + "raw_character, status, rules, announces, tone) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)"

  static let select =
    "SELECT document, id, position, element, type, scene, text, character, raw_character, status, "
    + "rules, announces, tone FROM lines WHERE document = ?1 AND (?2 IS NULL OR status = ?2) "
    + "AND (?3 IS NULL OR type = ?3) ORDER BY position, id"

  static func values(of line: SpeakableLine, document: String) -> [DatabaseValue] {
    [
      .text(document), .text(line.id), .int(line.orderIndex), .text(line.sourceElementID),
      .text(line.sourceElementType.storedName), .text(line.sceneID), .text(line.speakableText),
      .text(line.characterName), .text(line.rawCharacterName), .text(line.status.rawValue),
      .text(line.ruleVersion), .int(line.includesCharacterAnnouncement ? 1 : 0),
      .text(line.toneHint.rawValue),
    ]
  }

  static func read(_ row: borrowing DatabaseRow) -> SpeakableLine {
    SpeakableLine(
      id: row.text(1), orderIndex: row.int(2), screenplayID: row.text(0),
      sourceElementID: row.text(3),
      sourceElementType: ElementType(storedName: row.text(4)) ?? .action,
      sceneID: row.optionalText(5), speakableText: row.text(6),
      characterName: row.optionalText(7), rawCharacterName: row.optionalText(8),
      status: SpeakableItemStatus(rawValue: row.text(9)) ?? .textGenerated,
      ruleVersion: row.text(10), includesCharacterAnnouncement: row.int(11) != 0,
      toneHint: ToneHint(rawValue: row.text(12)) ?? .narrative)
  }
}

extension ElementType {
  /// The name of the type.
  /// The name of a section heading includes the level: `section-heading 2`.
  fileprivate var storedName: String { isSectionHeading ? "\(identifier) \(level)" : identifier }

  fileprivate init?(storedName: String) {
    let plain: [ElementType] = [
      .sceneHeading, .action, .character, .dialogue, .parenthetical, .transition, .synopsis,
      .comment, .boneyard, .lyrics, .pageBreak, .sound,
    ]
    if let type = plain.first(where: { $0.identifier == storedName }) {
      self = type
      return
    }
    let heading = ElementType.sectionHeading(level: 1).identifier + " "
    guard storedName.hasPrefix(heading), let level = Int(storedName.dropFirst(heading.count)) else {
      return nil
    }
    self = .sectionHeading(level: level)
  }
}

extension GuionElementModel {
  /// Returns all content that was generated for the element and its lines, the newest first.
  ///
  /// Elements of two documents can have the same id. Such elements share the content that belongs to the element
  /// itself, but never the content of lines. Throws the errors of the store.
  public func generatedContent(in store: GenerationStore) async throws -> [TypedDataStorage] {
    try await store.content(of: id, in: document.id)
  }
}

extension GenerationStore {
  fileprivate func content(of element: String, in document: String) throws -> [TypedDataStorage] {
    let lines = try lines(of: document).filter { $0.sourceElementID == element }
    let all = try ([element] + lines.map(\.id)).flatMap { try records(of: $0) }
    return all.sorted { $0.createdAt > $1.createdAt }
  }
}
