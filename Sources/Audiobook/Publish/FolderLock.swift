import Basics
import Glibc

/// Holds a folder for as long as it lives; the kernel lets go of it when the process ends, however it
/// ends.
///
/// A build of the whole book holds it alone. Builds of shares hold it together, and each of them holds
/// its own share alone.
struct FolderLock {
  private let files: [LockFile]

  /// Holds the folder whose records are in `records`, or fails with who holds it.
  init(records: String, folder: String, shard: Shard?) throws(RenderError) {
    let whole = try LockFile(path: records + "/lock")
    guard try whole.lock(shard == nil ? .exclusive : .shared) else {
      let holders = Self.heldShards(in: records)
      throw .held(path: folder, by: holders.isEmpty ? whole.holder : Self.list(holders))
    }
    guard let shard else {
      whole.sign()
      files = [whole]
      return
    }
    let own = try LockFile(path: records + "/" + Self.name(of: shard))
    guard try own.lockPatiently() else {
      throw .held(path: folder, by: "shard \(shard), \(own.holder)")
    }
    own.sign()
    files = [own, whole]
  }

  private static func name(of shard: Shard) -> String { prefix + shard.fileWord }
  private static let prefix = "lock-"

  /// Everyone who builds a share just now, in words.
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

/// A file whose lock somebody may hold, with a line in it that says who does.
private struct LockFile {
  private let file: FileLock
  private let path: String

  init(path: String) throws(RenderError) {
    self.path = path
    file = FileLock(try FileSystem.openRecord(path, O_RDWR | O_CREAT))
  }

  /// Takes the lock; false where another has it.
  func lock(_ kind: FileLock.Kind) throws(RenderError) -> Bool {
    // A file system that knows no locks cannot say that nobody else is at work.
    try FileSystem.attempt(path) { () throws(SystemError) in try file.take(kind) }
  }

  /// Takes the lock for oneself.
  ///
  /// One who only looks whether it is held has it for an instant: that is
  /// waited for.
  func lockPatiently() throws(RenderError) -> Bool {
    for _ in 0..<5 {
      if try lock(.exclusive) { return true }
      usleep(2_000)
    }
    return false
  }

  /// Writes down who has the lock.
  ///
  /// The machine is named too: a folder may be shared by many.
  func sign() {
    try? file.file.truncate(to: 0)
    try? file.file.write(Array("\(getpid()) \(Self.machine)\n".utf8))
  }

  /// Who has the lock, by what they wrote down.
  ///
  /// One who has taken it this instant has not written yet, and what is there is by somebody who has
  /// ended since: that is waited for a little.
  var holder: String {
    for _ in 0..<20 {
      if let holder = signature { return holder }
      usleep(5_000)
    }
    return "another build"
  }

  /// Who wrote down that they have the lock; nil where nobody did who still can have it.
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
