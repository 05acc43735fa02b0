import Basics
import FoundationEssentials
import Synchronization

/// Where a store keeps audio that is too large for its database, by content.
enum AudioArchive: Sendable {
  /// Files of this folder, which is beside the database at the path.
  case folder(String, database: String)
  /// Nowhere: the store itself is gone with the process.
  case memory(MemoryAudio)

  /// Above so many bytes audio is a file: SQLite is the faster up to about there, and a database
  /// stays small enough to be copied (https://sqlite.org/intern-v-extern-blob.html).
  static let largestInDatabase = 262_144

  /// Whether so many bytes belong in a file.
  func isForFile(bytes: Int) -> Bool {
    if case .memory = self { return true }
    return bytes > Self.largestInDatabase
  }

  /// Writes audio under a passing name, complete and flushed, and gives that name.
  func stage(_ data: Data) throws(StoreError) -> String {
    switch self {
    case .folder(let folder, _):
      try PrivateFiles.makeFolder(folder)
      return try PrivateFiles.writeTemporary([data], in: folder)
    case .memory(let memory): return memory.stage(data)
    }
  }

  /// Gives staged audio its name for good; one that is there already is replaced by its like.
  func keep(_ staged: String, as name: String) throws(StoreError) {
    switch self {
    case .folder(let folder, _):
      // A transaction that is done a second time finds its audio named already.
      if FileIdentity(path: staged) == nil, FileIdentity(path: "\(folder)/\(name)") != nil {
        return
      }
      try PrivateFiles.rename(staged, to: "\(folder)/\(name)")
    case .memory(let memory): memory.move(staged, to: name)
    }
  }

  /// Waits until the names given are on disk.
  func flush() throws(StoreError) {
    if case .folder(let folder, _) = self { try PrivateFiles.flush(folder: folder) }
  }

  /// Forgets staged audio that nobody wants any more.
  func discard(_ staged: String) {
    switch self {
    case .folder: try? PrivateFiles.remove(staged)
    case .memory(let memory): memory.remove(staged)
    }
  }

  /// Removes audio; what is gone already is no error.
  func remove(_ name: String) throws(StoreError) {
    switch self {
    case .folder(let folder, _): try PrivateFiles.remove("\(folder)/\(name)")
    case .memory(let memory): memory.remove(name)
    }
  }

  /// Whether there is audio of a reference's length, which is not read.
  func has(_ reference: AudioReference) -> Bool {
    // What is in the database is there with its row.
    guard let name = reference.file else { return true }
    switch self {
    case .memory(let memory): return memory.data(name)?.count == reference.byteCount
    case .folder(let folder, _):
      guard let status = FileStatus("\(folder)/\(name)") else { return false }
      return status.isFile && status.size == reference.byteCount
    }
  }

  /// The audio of a reference, found to be what was stored.
  func read(_ reference: AudioReference) throws(StoreError) -> Data {
    let place: String
    let found: Data?
    switch self {
    case .memory(let memory):
      (place, found) = ("memory", memory.data(reference.file ?? ""))
    case .folder(let folder, let database):
      if let name = reference.file {
        place = "\(folder)/\(name)"
        found = try PrivateFiles.contents(of: place, limit: reference.byteCount)
          .map { Data($0) }
      } else {
        place = database
        found = try Self.row(reference.sha256, in: database)
      }
    }
    guard let data = found else { throw .missingAudio(file: place) }
    guard data.count == reference.byteCount, data.contentName == reference.sha256 else {
      throw .damagedAudio(file: place)
    }
    return data
  }

  /// Read by a connection of its own, so that records are read from any thread.
  private static func row(_ sha256: String, in path: String) throws(StoreError) -> Data? {
    let database = try Database(path: path, creating: false)
    let sql = "SELECT data FROM audio WHERE sha256 = ?"
    return try database.rows(sql, [.text(sha256)]) { (row: borrowing DatabaseRow) in row.bytes(0) }
      .first
  }
}

/// What a record knows of its audio, without holding it.
struct AudioReference: Hashable, Sendable {
  var sha256: String
  var byteCount: Int
  /// The file's name in the archive; nil for audio in the database itself.
  var file: String?
}

/// The audio of a store that is nowhere but in memory.
final class MemoryAudio: Sendable {
  private let sounds = Mutex<[String: Data]>([:])

  func stage(_ data: Data) -> String {
    let name = "." + UUID().uuidString
    sounds.withLock { $0[name] = data }
    return name
  }

  func move(_ name: String, to final: String) {
    sounds.withLock { sounds in
      if let sound = sounds.removeValue(forKey: name) { sounds[final] = sound }
    }
  }

  func remove(_ name: String) {
    sounds.withLock { sounds in sounds[name] = nil }
  }

  func data(_ name: String) -> Data? { sounds.withLock { $0[name] } }

  var names: [String] { sounds.withLock { $0.keys.sorted() } }
}

extension Data {
  /// The SHA-256 as 64 hexadecimal digits, by which audio is known.
  var contentName: String { withUnsafeBytes { SHA256.hash($0).hex } }
}
