import Basics
import Glibc

/// A lock on an output folder, held while the value exists.
///
/// The kernel releases the lock when the process ends, even after a crash. A build of the whole book has an
/// exclusive lock. Builds of shards share the lock, and each has an exclusive lock on its own shard.
struct FolderLock {
  private let files: [LockFile]

  /// Locks the folder whose records are in `records`, or throws an error that names the holder.
  init(records: String, folder: String, shard: Shard?) throws(RenderError) {
    let whole = try LockFile(path: records + "/lock")
    guard try whole.lock(shard == nil ? .exclusive : .shared) else {
      let holders = Self.heldShards(in: records)
      throw .inUse(path: folder, by: holders.isEmpty ? whole.holder : Self.list(holders))
    }
    guard let shard else {
      whole.sign()
      files = [whole]
      return
    }
    let own = try LockFile(path: records + "/" + Self.name(of: shard))
    guard try own.lockPatiently() else {
      throw .inUse(path: folder, by: "shard \(shard), \(own.holder)")
    }
    own.sign()
    files = [own, whole]
  }

  private static func name(of shard: Shard) -> String { prefix + shard.fileNamePart }
  private static let prefix = "lock-"

  /// Returns a text for each build of a shard that is running now.
  private static func heldShards(in records: String) -> [String] {
    FolderRecords.shards(in: records, prefix: prefix).compactMap { shard in
      guard let file = try? LockFile(path: records + "/" + name(of: shard)),
        let isFree = try? file.lock(.shared), !isFree
      else { return nil }
      return "shard \(shard), \(file.holder)"
    }
  }

  private static func list(_ holders: [String]) -> String {
    let shown = holders.prefix(3).joined(separator: "; ")
    return holders.count > 3 ? "\(shown) and \(holders.count - 3) more" : shown
  }
}

/// A lock file with a line that names its holder.
private struct LockFile {
  private let file: FileLock
  private let path: String

  init(path: String) throws(RenderError) {
    self.path = path
    file = FileLock(try FileSystem.openRecord(path, O_RDWR | O_CREAT))
  }

  /// Takes the lock; returns false if another process has it.
  func lock(_ kind: FileLock.Kind) throws(RenderError) -> Bool {
    // If the file system does not support locks, no other build can be excluded, so this is an error.
    try FileSystem.attempt(path) { () throws(SystemError) in try file.take(kind) }
  }

  /// Takes the exclusive lock, with a few attempts; returns false if all attempts fail.
  ///
  /// A process that only tests the lock holds it for an instant, and a later attempt then succeeds.
  func lockPatiently() throws(RenderError) -> Bool {
    for _ in 0..<5 {
      if try lock(.exclusive) { return true }
      usleep(2_000)
    }
    return false
  }

  /// Writes the holder's process and machine into the file.
  ///
  /// The machine is included because many machines may share a folder.
  func sign() {
    try? file.file.truncate(to: 0)
    try? file.file.write(Array("\(getpid()) \(Self.machine)\n".utf8))
  }

  /// The process that holds the lock, as named in the file.
  ///
  /// A process that has just taken the lock has not yet written its line, so the file may still name a
  /// process that has ended. This property waits up to 100 ms for the new line.
  var holder: String {
    for _ in 0..<20 {
      if let holder = signature { return holder }
      usleep(5_000)
    }
    return "another build"
  }

  /// The holder named in the file; nil if no process is named, or if that process has ended.
  private var signature: String? {
    let bytes = (try? file.file.bytes(300, at: 0)) ?? []
    let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard let first = words.first, let pid = pid_t(first) else { return nil }
    guard words.count > 1, words[1] != Self.machine else {
      return kill(pid, 0) == 0 || errno == EPERM ? "process \(pid)" : nil
    }
    return "process \(pid) on \(words[1])"
  }

  private static let machine: String = {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "?" }
    return String(decoding: name.map(UInt8.init(bitPattern:)).prefix { $0 > 0x20 }, as: UTF8.self)
  }()
}
