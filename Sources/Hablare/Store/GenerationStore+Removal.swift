import FoundationEssentials

extension GenerationStore {
  /// Removes a record.
  ///
  /// The record's audio is removed, too, if no other record uses the audio.
  public func delete(_ record: TypedDataStorage) throws {
    try remove(records: "id = ?", [.text(record.id)])
  }

  /// Removes all records of an element, and their audio if no other record uses it.
  ///
  /// The element's lines stay.
  public func deleteAll(of element: String) throws {
    try remove(records: "element = ?", [.text(element)])
  }

  /// Removes an element: its lines, its records, and their audio if no other record uses it.
  public func deleteElement(_ element: String) throws {
    try remove(
      records: "element = ?1 OR element IN (SELECT id FROM lines WHERE element = ?1)",
      lines: "element = ?1", [.text(element)])
  }

  /// Removes a document: its lines, the records of its elements, and their audio if no other record
  /// uses it.
  public func deleteDocument(_ document: String) throws {
    try remove(
      records: "element IN (SELECT element FROM lines WHERE document = ?1 "
        + "UNION SELECT id FROM lines WHERE document = ?1)",
      lines: "document = ?1", [.text(document)])
  }

  private func remove(
    records condition: String, lines: String? = nil, _ values: [DatabaseValue]
  ) throws(StoreError) {
    try write { (database) throws(StoreError) in
      let audio = try database.rows(
        "DELETE FROM records WHERE \(condition) RETURNING audio", values
      ) { (row: borrowing DatabaseRow) in row.text(0) }
      if let lines { try database.run("DELETE FROM lines WHERE \(lines)", values) }
      try Self.removeUnreferenced(audio, in: database)
    }
    try removeFiles()
  }

  /// Removes audio that no record uses any more.
  ///
  /// If the audio is in a file, adds the file to the table `removed_files`.
  static func removeUnreferenced(
    _ hashes: [String], in database: Database
  ) throws(StoreError) {
    for hash in Set(hashes).sorted() {
      let files = try database.rows(
        "DELETE FROM audio WHERE sha256 = ?1 "
          + "AND NOT EXISTS (SELECT 1 FROM records WHERE audio = ?1) RETURNING file",
        [.text(hash)]
      ) { (row: borrowing DatabaseRow) in row.optionalText(0) }
      for case let file? in files {
        try database.run("INSERT OR IGNORE INTO removed_files (name) VALUES (?)", [.text(file)])
      }
    }
  }

  /// Adds files that may be unused to the table `removed_files`, and then removes the unused files.
  func note(files: [String]) throws(StoreError) {
    if files.isEmpty { return }
    try write { (database) throws(StoreError) in
      for file in files {
        try database.run("INSERT OR IGNORE INTO removed_files (name) VALUES (?)", [.text(file)])
      }
    }
    try removeFiles()
  }

  /// Removes the files in `removed_files` that no record uses.
  ///
  /// This function has its own transaction. If the process is killed before the files are removed,
  /// the next removal deletes them. The files are removed inside the transaction, so that no other
  /// process can start to use them at the same time.
  func removeFiles() throws(StoreError) {
    let isNeeded = try perform { (database) throws(StoreError) in
      try database.hasRows("SELECT 1 FROM removed_files LIMIT 1")
    }
    if !isNeeded { return }
    try write { (database) throws(StoreError) in
      let names = try database.rows(
        "DELETE FROM removed_files RETURNING name"
      ) { (row: borrowing DatabaseRow) in row.text(0) }
      for name in names {
        let isInUse = try database.hasRows("SELECT 1 FROM audio WHERE file = ?", [.text(name)])
        if !isInUse { try archive.remove(name) }
      }
    }
  }
}
