import Basics
import FoundationEssentials
import Synchronization

/// The storage for audio that is too large for the database.
/// Audio is named after its content.
enum AudioArchive: Sendable {
  /// A folder of files, with the path of the database beside it.
  case folder(String, database: String)
  /// Memory, for a store that is not on disk.
  case memory(MemoryAudio)

  /// The size in bytes above which audio is stored in a file.
  /// SQLite is faster up to about this size, and the database stays small enough to be copied
  /// (https://sqlite.org/intern-v-extern-blob.html).
  static let largestInDatabase = 262_144

  /// Returns whether audio of this size is stored here, and not in the database.
  /// A store in memory stores all audio here.
  func isForFile(bytes: Int) -> Bool {
    if case .memory = self { return true }
    return bytes > Self.largestInDatabase
  }

  /// Writes audio under a temporary name and returns the name.
  /// If the archive is a folder, the file is complete and on disk when this function returns.
  func stage(_ data: Data) throws(StoreError) -> String {
    switch self {
    case .folder(let folder, _):
      try PrivateFiles.makeFolder(folder)
      return try PrivateFiles.writeTemporary([data], in: folder)
    case .memory(let memory): return memory.stage(data)
    }
  }

  /// Gives staged audio its final name.
  /// If a file already has this name, that file has the same content and is replaced.
  func store(_ staged: String, as name: String) throws(StoreError) {
    switch self {
    case .folder(let folder, _):
      // If a transaction is repeated, the audio already has its final name.
      if FileIdentity(path: staged) == nil, FileIdentity(path: "\(folder)/\(name)") != nil {
        return
      }
      try PrivateFiles.rename(staged, to: "\(folder)/\(name)")
    case .memory(let memory): memory.move(staged, to: name)
    }
  }

  /// Waits until the final names of stored audio are on disk.
  func flush() throws(StoreError) {
    if case .folder(let folder, _) = self { try PrivateFiles.flush(folder: folder) }
  }

  /// Removes staged audio that is no longer needed.
  func discard(_ staged: String) {
    switch self {
    case .folder: try? PrivateFiles.remove(staged)
    case .memory(let memory): memory.remove(staged)
    }
  }

  /// Removes audio.
  /// Missing audio is not an error.
  func remove(_ name: String) throws(StoreError) {
    switch self {
    case .folder(let folder, _): try PrivateFiles.remove("\(folder)/\(name)")
    case .memory(let memory): memory.remove(name)
    }
  }

  /// Returns whether the audio exists with the stated length.
  /// Does not read the audio.
  func has(_ reference: AudioReference) -> Bool {
    // Audio in the database always exists together with its row.
    guard let name = reference.file else { return true }
    switch self {
    case .memory(let memory): return memory.data(name)?.count == reference.byteCount
    case .folder(let folder, _):
      guard let status = FileStatus("\(folder)/\(name)") else { return false }
      return status.isFile && status.size == reference.byteCount
    }
  }

  /// Returns the audio of a reference.
  /// Throws if the audio has changed.
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

  /// Reads audio from the database through a separate connection, so that any thread can read a
  /// record.
  private static func row(_ sha256: String, in path: String) throws(StoreError) -> Data? {
    let database = try Database(path: path, creating: false)
    let sql = "SELECT data FROM audio WHERE sha256 = ?"
    return try database.rows(sql, [.text(sha256)]) { (row: borrowing DatabaseRow) in row.bytes(0) }
      .first
  }
}

/// The place of a record's audio, without the audio itself.
struct AudioReference: Hashable, Sendable {
  var sha256: String
  var byteCount: Int
  /// The name of the audio's file; nil if the audio is in the database itself.
  var file: String?
}

/// The audio of a store in memory.
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
  /// The SHA-256 of the audio as 64 hexadecimal digits, which is the audio's name.
  var contentName: String { withUnsafeBytes { SHA256.hash($0).hex } }
}
