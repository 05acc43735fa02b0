public import FoundationEssentials

/// A database of generated speech, of the lines it was made for, and of voice lists.
///
/// Any number of processes may use one store at once; each waits for the others where it must.
/// Audio above 256 KiB is in files named by their content, in a folder beside the database
/// (`NAME-audio`). Finished items of a list that was cut short wait in another (`NAME-clips`) until the
/// list is generated again. A database that turns out to be damaged is set aside with a notice, and the
/// store goes on with an empty one; files of audio stay where they are.
public actor GenerationStore {
  private let executor = BlockingExecutor(label: "hablare.store")
  /// The store's own thread: what waits for a disk or another process holds up no other actor.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  nonisolated let archive: AudioArchive
  /// The clips of lists that are not stored yet.
  nonisolated let pending: PendingClips
  private let file: DatabaseFile?
  private let told: StoreNotices
  private var database: Database
  private var identity: FileIdentity?

  /// Opens the store at a path, and makes it and the folders above it where there is none.
  ///
  /// - Parameters:
  ///   - url: the database file; its folders are beside it.
  ///   - onNotice: told, on any thread, what the user should know; `notices` has it as well.
  /// - Throws: `StoreError`, such as `newerVersion` for a database that must not be touched.
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
    let told = StoreNotices(tell: onNotice)
    self.told = told
    if let notice = connected.notice { told.add(notice) }
    database = connected.database
    identity = FileIdentity(path: path)
    PrivateFiles.sweep("\(path)-audio")
    archive = .folder("\(path)-audio", database: path)
    pending = PendingClips(folder: "\(path)-clips") { told.add($0) }
    self.file = file
  }

  private init(inMemory database: Database) {
    let told = StoreNotices()
    self.told = told
    self.database = database
    pending = PendingClips(folder: nil) { told.add($0) }
    archive = .memory(MemoryAudio())
    file = nil
  }

  /// A store that is gone when the last reference to it is.
  public static func inMemory() throws -> GenerationStore {
    let database = try Database(path: ":memory:", creating: true)
    try database.run("PRAGMA foreign_keys = ON")
    try DatabaseSchema.store.prepare(database)
    return GenerationStore(inMemory: database)
  }

  /// What the user should know, in the order in which it came up.
  public nonisolated var notices: [StoreNotice] { told.all }

  nonisolated func tell(_ notice: StoreNotice) { told.add(notice) }

  /// Does `body` with the database; with a new one again if the database turns out to be damaged.
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

  /// Does everything in `body` or nothing.
  func write<Value>(
    _ body: (Database) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try perform { (database) throws(StoreError) in
      try database.transaction { () throws(StoreError) in try body(database) }
    }
  }

  /// Goes over to the file that now has the name: another process may have set ours aside, or the
  /// user may have removed it, and what is written there would be lost.
  private func followFile() throws(StoreError) {
    guard let file, FileIdentity(path: file.path) != identity else { return }
    if let slash = file.path.lastIndex(of: "/"), slash != file.path.startIndex {
      try PrivateFiles.makeFolder(String(file.path[..<slash]))
    }
    use(try file.connect(), of: file)
  }

  private func use(_ connected: DatabaseFile.Connected, of file: DatabaseFile) {
    if let notice = connected.notice { tell(notice) }
    database = connected.database
    identity = FileIdentity(path: file.path)
  }
}
