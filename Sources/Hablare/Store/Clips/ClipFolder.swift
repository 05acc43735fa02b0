import FoundationEssentials
import Glibc

/// The files of a clip cache: `xx/NAME`, after the first two digits of the name.
///
/// There is no index that could be damaged, or that processes would wait for: a clip is found by
/// its name, is complete or not there, says itself what it is, and was last used when it was last
/// modified. What is lost with an index is only the listing, which takes a walk.
struct ClipFolder: Sendable {
  /// A clip as a walk finds it.
  struct Entry {
    var path: String
    /// Room on the disk, in bytes.
    var bytes: Int
    /// The last use, in nanoseconds since 1970.
    var used: Int
  }

  /// How exactly the last use is known, in seconds: reading is cheap when the disk is not written.
  static let exactness = 3_600

  let path: String

  /// The bytes of a clip's file; nil where there is none.
  func read(_ name: String) throws(StoreError) -> Data? {
    try PrivateFiles.contents(of: file(name))
  }

  /// Writes a clip, which is on disk, name and all, when this returns with the size of its file.
  func write(_ pieces: [Data], as name: String) throws(StoreError) -> Int {
    let folder = folder(name)
    let isNew = FileIdentity(path: folder) == nil
    try PrivateFiles.makeFolder(folder)
    let temporary = try PrivateFiles.writeTemporary(pieces, in: folder)
    do throws(StoreError) {
      try PrivateFiles.rename(temporary, to: file(name))
      try PrivateFiles.flush(folder: folder)
      if isNew { try PrivateFiles.flush(folder: path) }
    } catch {
      unlink(temporary)
      throw error
    }
    return pieces.reduce(0) { $0 + $1.count }
  }

  /// Notes that a clip is used now, where the last note is old.
  func touch(_ name: String) {
    var status = stat()
    guard stat(file(name), &status) == 0, status.st_mtim.tv_sec < time(nil) - Self.exactness
    else { return }
    // Where it cannot be noted the clip counts as used before; it is a cache.
    utimensat(AT_FDCWD, file(name), nil, 0)
  }

  /// All clips, in no order; files that a killed process left are removed on the way.
  func entries() -> [Entry] {
    var found: [Entry] = []
    for shelf in PrivateFiles.names(in: path) where shelf.count == 2 {
      PrivateFiles.sweep("\(path)/\(shelf)")
      for name in PrivateFiles.names(in: "\(path)/\(shelf)") where !name.hasPrefix(".") {
        let file = "\(path)/\(shelf)/\(name)"
        var status = stat()
        guard lstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
        let used = status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
        found.append(Entry(path: file, bytes: Int(status.st_size), used: used))
      }
    }
    return found
  }

  /// Removes the clips used least recently until the rest has at most so many bytes.
  ///
  /// Those used within so many seconds are spared. Gives the bytes that are left.
  func prune(to bytes: Int, sparing seconds: Int) -> Int {
    let entries = entries().sorted { ($0.used, $0.path) < ($1.used, $1.path) }
    var left = entries.reduce(0) { $0 + $1.bytes }
    let latest = (time(nil) - seconds) * 1_000_000_000
    for entry in entries where left > bytes && (seconds == 0 || entry.used < latest) {
      if unlink(entry.path) == 0 || errno == ENOENT { left -= entry.bytes }
    }
    return left
  }

  func file(_ name: String) -> String { "\(folder(name))/\(name)" }

  private func folder(_ name: String) -> String { "\(path)/\(name.prefix(2))" }
}
