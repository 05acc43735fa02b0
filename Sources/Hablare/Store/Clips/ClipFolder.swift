import Basics
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

  /// The bytes of a clip's file; nil where there is none, `damagedAudio` where it can be no clip.
  func read(_ name: String) throws(StoreError) -> Data? {
    try PrivateFiles.contents(of: file(name), limit: ClipFile.largest).map { Data($0) }
  }

  /// Whether there is a file that could be a clip.
  func contains(_ name: String) -> Bool {
    guard let status = FileStatus(file(name)) else { return false }
    return status.isFile && status.size <= ClipFile.largest
  }

  /// Removes a clip; one that is gone already is no error.
  func remove(_ name: String) throws(StoreError) { try PrivateFiles.remove(file(name)) }

  /// Writes a clip, which is on disk, name and all, when this returns with the size of its file.
  func write(_ pieces: [Data], as name: String) throws(StoreError) -> Int {
    let size = pieces.reduce(0) { $0 + $1.count }
    guard size <= ClipFile.largest else {
      throw .unusable(file: file(name), reason: "a clip is longer than \(ClipFile.largest) bytes")
    }
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
    return size
  }

  /// Notes that a clip is used now, where the last note is old.
  func touch(_ name: String) {
    guard let status = FileStatus(file(name)),
      status.modified < (time(nil) - Self.exactness) * 1_000_000_000
    else { return }
    // Where it cannot be noted the clip counts as used before; it is a cache.
    utimensat(AT_FDCWD, file(name), nil, AT_SYMLINK_NOFOLLOW)
  }

  /// All clips, in no order; files that a killed process left are removed on the way.
  ///
  /// The user may have named a folder with files of other kinds: only what has a clip's name, in the
  /// folder for that name, is a clip.
  func entries() -> [Entry] {
    var found: [Entry] = []
    for shelf in FolderListing.names(in: path) where Self.isHex(shelf, count: 2) {
      let folder = "\(path)/\(shelf)"
      guard FileStatus(folder)?.isFolder == true else { continue }
      PrivateFiles.sweep(folder)
      for name in FolderListing.names(in: folder)
      where name.hasPrefix(shelf) && Self.isHex(name, count: ClipKey.nameLength) {
        let file = "\(folder)/\(name)"
        guard let status = FileStatus(file), status.isFile else { continue }
        found.append(Entry(path: file, bytes: status.size, used: status.modified))
      }
    }
    return found
  }

  /// What pruning left and removed.
  struct Pruning {
    /// The bytes that are left.
    var left: Int
    /// The clips that had been paid for, or of which that is not known, by provider.
    var paid: [String?: ClipHolding] = [:]
  }

  /// Removes the clips used least recently until the rest has at most so many bytes; free clips go
  /// before any that was paid for.
  ///
  /// Those used within so many seconds are spared, but free ones only as long as no paid one would go in their place.
  func prune(to bytes: Int, sparing seconds: Int) -> Pruning {
    let entries = entries().sorted { ($0.used, $0.path) < ($1.used, $1.path) }
    var pruning = Pruning(left: entries.reduce(0) { $0 + $1.bytes })
    let latest = (time(nil) - seconds) * 1_000_000_000
    var paid: [(entry: Entry, origin: ClipOrigin?)] = []
    var recent: [Entry] = []
    for entry in entries where pruning.left > bytes {
      let isRecent = seconds > 0 && entry.used >= latest
      // No file is removed, whatever its name, unless it says itself that it is a clip.
      guard let label = Self.label(of: entry.path) else { continue }
      if label.origin?.characters != 0 {
        if !isRecent { paid.append((entry, label.origin)) }
      } else if isRecent {
        recent.append(entry)
      } else {
        pruning.left -= Self.remove(entry)
      }
    }
    // A build can speak a free clip again, which takes time. A paid one costs money.
    if !paid.isEmpty {
      for entry in recent where pruning.left > bytes { pruning.left -= Self.remove(entry) }
    }
    for (entry, origin) in paid where pruning.left > bytes {
      let removed = Self.remove(entry)
      guard removed > 0 else { continue }
      pruning.left -= removed
      pruning.paid[origin?.providerId, default: ClipHolding(providerId: origin?.providerId)]
        .add(bytes: removed, characters: origin?.characters ?? 0)
    }
    return pruning
  }

  /// The bytes that removing a clip has freed.
  private static func remove(_ entry: Entry) -> Int {
    unlink(entry.path) == 0 || errno == ENOENT ? entry.bytes : 0
  }

  /// What a clip's file says of itself.
  struct Label {
    /// Where the clip comes from; nil if it does not say so.
    var origin: ClipOrigin?
  }

  /// The label of a file; nil if it is not the file of a clip.
  static func label(of path: String) -> Label? {
    guard let file = try? FileDescriptor(regular: path),
      let prefix = try? Data(file.bytes(ClipFile.prefixLength, at: 0)),
      prefix.prefix(ClipFile.magic.count) == ClipFile.magic
    else { return nil }
    guard let length = ClipFile.descriptionLength(in: prefix),
      let description = try? Data(file.bytes(length, at: ClipFile.prefixLength))
    else { return Label() }
    return Label(origin: ClipFile.origin(inDescription: description))
  }

  private static func isHex(_ name: String, count: Int) -> Bool {
    name.utf8.count == count
      && name.utf8.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      }
  }

  func file(_ name: String) -> String { "\(folder(name))/\(name)" }

  private func folder(_ name: String) -> String { "\(path)/\(name.prefix(2))" }
}
