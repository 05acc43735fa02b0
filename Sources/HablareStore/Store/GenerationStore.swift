import Basics
import Dispatch
public import FoundationEssentials
public import Hablare

/// A database of generated speech, of the lines that the speech was generated for, and of voice
/// lists.
///
/// Several processes can use one store at once. They wait for each other only when necessary. Audio
/// above 256 KiB is in files in a folder beside the database (`NAME-audio`). A file's name is the
/// hash of its content. A second folder (`NAME-clips`) holds the finished items of an interrupted
/// list until the list is generated again.
///
/// If the database is damaged, it is set aside with a notice, and the store continues with an empty
/// database. The audio files stay.
public actor GenerationStore {
  private let executor = StoreExecutor(label: "hablare.store")
  /// The store's own thread.
  ///
  /// While the store waits for a disk or another process, other actors can work.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  nonisolated let archive: AudioArchive
  nonisolated let observers = ChangeBroadcaster<StoreChange>()
  /// The cache for clips whose records are not stored yet.
  nonisolated let pending: PendingClips
  private let file: DatabaseFile?
  private let reported: StoreNotices
  private var database: Database
  private var identity: FileIdentity?

  /// Opens the store at a path.
  ///
  /// If the file or its folders do not exist, creates them.
  ///
  /// - Parameters:
  ///   - url: the database file. The store's folders are beside it.
  ///   - onNotice: receives the facts that the user needs to know, on any thread. `notices` also
  ///     contains these facts.
  /// - Throws: `StoreError`, such as `newerVersion` for a database that must not be changed.
  public init(at url: URL, onNotice: (@Sendable (StoreNotice) -> Void)? = nil) throws {
    try self.init(path: url.path, schema: .store, onNotice: onNotice)
  }

  init(
    path: String, schema: DatabaseSchema, onNotice: (@Sendable (StoreNotice) -> Void)? = nil
  ) throws(StoreError) {
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      try PrivateFiles.makeFolder(String(path[..<slash]))
    }
    let file = DatabaseFile(path: path, schema: schema)
    let connected = try file.connect()
    let reported = StoreNotices(report: onNotice)
    self.reported = reported
    if let notice = connected.notice { reported.add(notice) }
    database = connected.database
    identity = FileIdentity(path: path)
    PrivateFiles.sweep("\(path)-audio")
    archive = .folder("\(path)-audio", database: path)
    pending = PendingClips(folder: "\(path)-clips") { reported.add($0) }
    self.file = file
  }

  private init(inMemory database: Database) {
    let reported = StoreNotices()
    self.reported = reported
    self.database = database
    pending = PendingClips(folder: nil) { reported.add($0) }
    archive = .memory(MemoryAudio())
    file = nil
  }

  /// Returns a store in memory.
  ///
  /// The content is lost when the last reference to the store is released.
  public static func inMemory() throws -> GenerationStore {
    let database = try Database(path: ":memory:", creating: true)
    try database.run("PRAGMA foreign_keys = ON")
    try DatabaseSchema.store.prepare(database)
    return GenerationStore(inMemory: database)
  }

  /// The notices for the user, in the order of their occurrence.
  public nonisolated var notices: [StoreNotice] { reported.all }

  nonisolated func report(_ notice: StoreNotice) { reported.add(notice) }

  /// Runs `body` with the database.
  /// If the database is damaged, runs `body` again with a new database.
  func perform<Value>(
    _ body: (Database) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try followFile()
    do throws(StoreError) {
      return try body(database)
    } catch .damaged(let path, let reason) {
      guard let file else { throw .damaged(file: path, reason: reason) }
      use(try file.replace(identity, because: reason), of: file)
      return try body(database)
    }
  }

  /// Runs `body` as one transaction: either all its changes are stored, or none.
  func write<Value>(
    _ body: (Database) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try perform { (database) throws(StoreError) in
      try database.transaction { () throws(StoreError) in try body(database) }
    }
  }

  /// Connects to the file that now has the store's path.
  /// Another process may have set this store's file aside, or the user may have removed it. Changes
  /// written to the old file would be lost.
  private func followFile() throws(StoreError) {
    guard let file, FileIdentity(path: file.path) != identity else { return }
    if let slash = file.path.lastIndex(of: "/"), slash != file.path.startIndex {
      try PrivateFiles.makeFolder(String(file.path[..<slash]))
    }
    use(try file.connect(), of: file)
  }

  private func use(_ connected: DatabaseFile.Connected, of file: DatabaseFile) {
    if let notice = connected.notice { report(notice) }
    database = connected.database
    identity = FileIdentity(path: file.path)
  }

  /// A serial executor that has its own thread while it has work.
  /// Work that waits for a disk or for another process's lock must not occupy one of the few threads
  /// of Swift's pool. Dispatch's own serial executor is not available on Linux.
  private final class StoreExecutor: SerialExecutor {
    private let queue: DispatchQueue

    init(label: String) { queue = DispatchQueue(label: label) }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
  }
}

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

  /// Removes a document: its lines, its records, and their audio if no other record uses it.
  ///
  /// Records that an older version stored without their document are removed if the document has
  /// stored lines of their elements, and no other document has. `deleteDocument(_:)` with the
  /// document itself finds all of them.
  public func deleteDocument(_ document: String) throws {
    try deleteDocument(document, elements: [])
  }

  /// Removes a document whose elements have these ids.
  func deleteDocument(_ document: String, elements: [String]) throws {
    try remove(
      records: "document = ?1 OR document IS NULL AND ("
        + "element IN (SELECT id FROM lines WHERE document = ?1) "
        + "OR element IN (SELECT element FROM lines WHERE document = ?1 "
        + "UNION SELECT value FROM json_each(?2)) AND NOT EXISTS "
        + "(SELECT 1 FROM lines WHERE lines.element = records.element AND lines.document <> ?1))",
      lines: "document = ?1", [.text(document), .text(try StoredJSON.text(elements))])
  }

  /// Removes the records for which a condition holds, and the lines for which `lines` holds.
  /// `lines` has only the first of the values.
  private func remove(
    records condition: String, lines: String? = nil, _ values: [DatabaseValue]
  ) throws(StoreError) {
    let (removed, documents) = try write { (database) throws(StoreError) in
      let removed = try database.rows(
        "DELETE FROM records WHERE \(condition) RETURNING audio, document, coalesce("
          + "(SELECT element FROM lines WHERE id = records.element LIMIT 1), element)", values
      ) { (row: borrowing DatabaseRow) in
        (audio: row.text(0), document: row.optionalText(1), element: row.optionalText(2))
      }
      var documents: [String] = []
      if let lines {
        documents = try database.rows(
          "DELETE FROM lines WHERE \(lines) RETURNING document", Array(values.prefix(1))
        ) { (row: borrowing DatabaseRow) in row.text(0) }
      }
      try Self.removeUnreferenced(removed.map(\.audio), in: database)
      return (removed, documents)
    }
    try removeFiles()
    for record in removed { send(.removed, document: record.document, owner: record.element) }
    for document in Set(documents).sorted() { send(.lines, document: document) }
  }

  /// Removes audio that no record uses any more.
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
