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

/// A line of a document as stored between runs: its text, its speaker, and the status of its audio.
///
/// The program that creates the lines defines the possible types, statuses and tones.
public struct StoredLine: Hashable, Sendable, Identifiable {
  /// The id of the line, unique within its document.
  public var id: String
  /// The line's position in the document, counted from 0.
  public var orderIndex: Int
  /// The id of the document.
  public var documentID: String
  /// The id of the element from which the line was created.
  public var sourceElementID: String
  /// The type of that element.
  public var sourceElementType: String
  /// The id of the line's scene; nil if the line belongs to no scene.
  public var sceneID: String?
  /// The words to speak.
  public var text: String
  /// The name of the speaking character, in the form used for matching; nil for the narrator.
  public var characterName: String?
  /// The name of the speaking character, as the document writes it.
  public var rawCharacterName: String?
  /// The status of the line's audio.
  public var status: String
  /// The version of the rules that created the line.
  public var ruleVersion: String
  /// Whether the words begin with an announcement of the speaker.
  public var includesCharacterAnnouncement: Bool
  /// The intended tone of the line.
  public var toneHint: String

  /// Creates a line.
  public init(
    id: String, orderIndex: Int, documentID: String, sourceElementID: String,
    sourceElementType: String, sceneID: String? = nil, text: String,
    characterName: String? = nil, rawCharacterName: String? = nil, status: String,
    ruleVersion: String, includesCharacterAnnouncement: Bool = false, toneHint: String
  ) {
    self.id = id
    self.orderIndex = orderIndex
    self.documentID = documentID
    self.sourceElementID = sourceElementID
    self.sourceElementType = sourceElementType
    self.sceneID = sceneID
    self.text = text
    self.characterName = characterName
    self.rawCharacterName = rawCharacterName
    self.status = status
    self.ruleVersion = ruleVersion
    self.includesCharacterAnnouncement = includesCharacterAnnouncement
    self.toneHint = toneHint
  }
}
