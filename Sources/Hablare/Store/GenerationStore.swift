public import FoundationEssentials

/// A database of generated speech, of the lines it was generated for, and of voice lists.
///
/// Several processes can use one store at once; they wait for each other only when necessary. Audio
/// above 256 KiB is in files named by their content, in a folder beside the database (`NAME-audio`).
/// Finished items of an interrupted list wait in a second folder (`NAME-clips`) until the list is
/// generated again.
///
/// A damaged database is set aside with a notice, and the store continues with an empty one; its audio
/// files stay.
public actor GenerationStore {
  private let executor = BlockingExecutor(label: "hablare.store")
  /// The store's own thread, so that waiting for a disk or another process delays no other actor.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  nonisolated let archive: AudioArchive
  /// The clips of lists that are not stored yet.
  nonisolated let pending: PendingClips
  private let file: DatabaseFile?
  private let reported: StoreNotices
  private var database: Database
  private var identity: FileIdentity?

  /// Opens the store at a path, and creates it and its parent folders if they do not exist.
  ///
  /// - Parameters:
  ///   - url: the database file; its folders are beside it.
  ///   - onNotice: receives what the user needs to know, on any thread; `notices` also contains it.
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

  /// Returns a store in memory, which is gone when its last reference is released.
  public static func inMemory() throws -> GenerationStore {
    let database = try Database(path: ":memory:", creating: true)
    try database.run("PRAGMA foreign_keys = ON")
    try DatabaseSchema.store.prepare(database)
    return GenerationStore(inMemory: database)
  }

  /// The notices for the user, in the order of their occurrence.
  public nonisolated var notices: [StoreNotice] { reported.all }

  nonisolated func report(_ notice: StoreNotice) { reported.add(notice) }

  /// Runs `body` with the database, and again with a new database if the first is damaged.
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

  /// Runs `body` as one transaction: all its changes are stored, or none.
  func write<Value>(
    _ body: (Database) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try perform { (database) throws(StoreError) in
      try database.transaction { () throws(StoreError) in try body(database) }
    }
  }

  /// Switches to the file that now has the store's name.
  ///
  /// Another process may have set this store's file aside, or the user may have removed it; writes to
  /// it would be lost.
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
