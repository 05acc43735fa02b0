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
    guard try whole.lock(shard == nil ? LOCK_EX : LOCK_SH) else {
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
        let isFree = try? file.lock(LOCK_SH), !isFree
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
private final class LockFile {
  private let descriptor: Int32
  private let path: String

  init(path: String) throws(RenderError) {
    self.path = path
    descriptor = try FileSystem.openRecord(path, O_RDWR | O_CREAT)
  }

  deinit {
    // A child forked a moment ago shares the file until it executes its program: closing alone would
    // let it hold the folder.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Takes the lock; false where another has it.
  func lock(_ kind: Int32) throws(RenderError) -> Bool {
    while flock(descriptor, kind | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return false }
      // A file system that knows no locks cannot say that nobody else is at work.
      if errno != EINTR { throw FileSystem.failure(path) }
    }
    return true
  }

  /// Takes the lock for oneself.
  ///
  /// One who only looks whether it is held has it for an instant: that is
  /// waited for.
  func lockPatiently() throws(RenderError) -> Bool {
    for _ in 0..<5 {
      if try lock(LOCK_EX) { return true }
      usleep(2_000)
    }
    return false
  }

  /// Writes down who has the lock.
  ///
  /// The machine is named too: a folder may be shared by many.
  func sign() {
    ftruncate(descriptor, 0)
    let text = Array("\(getpid()) \(Self.machine)\n".utf8)
    _ = text.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
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
    var bytes = [UInt8](repeating: 0, count: 300)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    let words = String(decoding: bytes[..<max(0, count)], as: UTF8.self)
      .split(whereSeparator: \.isWhitespace)
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
