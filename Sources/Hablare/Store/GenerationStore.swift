public import FoundationEssentials

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
  private let executor = BlockingExecutor(label: "hablare.store")
  /// The store's own thread.
  ///
  /// While the store waits for a disk or another process, other actors can work.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  nonisolated let archive: AudioArchive
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
  ///
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
  ///
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
}
