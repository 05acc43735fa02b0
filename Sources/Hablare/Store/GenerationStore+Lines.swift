import FoundationEssentials

extension GenerationStore {
  /// Writes lines of a document in one transaction.
  ///
  /// A line replaces the line with the same id.
  ///
  /// If `replacing` is true, the document's other lines are removed in the same transaction. The
  /// audio of the removed lines stays.
  public func saveLines(
    _ lines: [StoredLine], of document: String, replacing: Bool = false
  ) throws {
    try write { (database) throws(StoreError) in
      if replacing { try database.run("DELETE FROM lines WHERE document = ?", [.text(document)]) }
      for line in lines {
        try database.run(LineRow.upsert, LineRow.values(of: line, document: document))
      }
    }
  }

  /// Returns the lines of a document in order.
  ///
  /// If `status` or `type` is given, returns only the lines with this status or element type.
  public func lines(
    of document: String, status: String? = nil, type: String? = nil
  ) throws -> [StoredLine] {
    try perform { (database) throws(StoreError) in
      try database.rows(
        LineRow.select, [.text(document), .text(status), .text(type)]
      ) { (row: borrowing DatabaseRow) in LineRow.read(row) }
    }
  }

  /// Sets the audio status of lines, in one transaction.
  public func setStatus(_ status: String, ofLines ids: [String], in document: String) throws {
    try write { (database) throws(StoreError) in
      for id in ids {
        try database.run(
          "UPDATE lines SET status = ? WHERE document = ? AND id = ?",
          [.text(status), .text(document), .text(id)])
      }
    }
  }

  /// Returns the elements of a document's lines in document order: only elements that have audio,
  /// or only elements that have no audio.
  ///
  /// An element has audio if a record belongs to the element or to one of its lines.
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

/// The columns and values of a line in the table `lines`.
private enum LineRow {
  static let upsert =
    "INSERT OR REPLACE INTO lines (document, id, position, element, type, scene, text, character, "
    + "raw_character, status, rules, announces, tone) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)"

  static let select =
    "SELECT document, id, position, element, type, scene, text, character, raw_character, status, "
    + "rules, announces, tone FROM lines WHERE document = ?1 AND (?2 IS NULL OR status = ?2) "
    + "AND (?3 IS NULL OR type = ?3) ORDER BY position, id"

  static func values(of line: StoredLine, document: String) -> [DatabaseValue] {
    [
      .text(document), .text(line.id), .int(line.orderIndex), .text(line.sourceElementID),
      .text(line.sourceElementType), .text(line.sceneID), .text(line.text),
      .text(line.characterName), .text(line.rawCharacterName), .text(line.status),
      .text(line.ruleVersion), .int(line.includesCharacterAnnouncement ? 1 : 0),
      .text(line.toneHint),
    ]
  }

  static func read(_ row: borrowing DatabaseRow) -> StoredLine {
    StoredLine(
      id: row.text(1), orderIndex: row.int(2), documentID: row.text(0),
      sourceElementID: row.text(3), sourceElementType: row.text(4), sceneID: row.optionalText(5),
      text: row.text(6), characterName: row.optionalText(7),
      rawCharacterName: row.optionalText(8), status: row.text(9), ruleVersion: row.text(10),
      includesCharacterAnnouncement: row.int(11) != 0, toneHint: row.text(12))
  }
}
