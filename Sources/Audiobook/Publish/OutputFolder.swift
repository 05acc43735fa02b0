import Basics
import Foundation
import Glibc
import Guion
import Hablare

/// The folder that a build writes to: its lock, and the files in it that belong to this program.
/// The folder is locked by one build, or by builds of different shards. This class changes only the lock;
/// `FolderTransaction` changes all other files.
final class OutputFolder {
  let path: String
  /// The shard being built; nil for the whole book.
  let shard: Shard?
  let records: String
  private let lock: FolderLock
  /// The records of earlier builds of the same shard, and the new records of `FolderTransaction`.
  var journal: Journal
  /// The journals of other shards; for a shard, also the journal of the whole book.
  let otherJournals: [Journal]
  /// The newest records of files that do not belong to a chapter, from the other journals, by name.
  private lazy var newestOfOthers = otherJournals.reduce(into: [:]) { $0.merge($1.newest) { $1 } }
  /// The files listed in the manifest, for a folder whose records are lost.
  private lazy var manifestFiles = filesOfManifest()

  /// Creates the folder if it is missing, and locks it or a shard of it.
  init(path: String, shard: Shard? = nil) throws(RenderError) {
    self.path = path
    self.shard = shard
    let records = path + "/" + FolderRecords.name
    self.records = records
    try FileSystem.makeFolder(records)
    guard FileSystem.status(of: records)?.isFolder == true else {
      throw .output(path: records, reason: "it must be a folder, not a link")
    }
    lock = try FolderLock(records: records, folder: path, shard: shard)
    journal = try Journal(path: records + "/" + FolderRecords.journal(of: shard))
    var others: [Journal] = []
    if shard != nil { others.append(try Journal(reading: records + "/journal")) }
    for other in FolderRecords.shards(in: records, prefix: FolderRecords.journalPrefix)
    where other != shard {
      others.append(try Journal(reading: records + "/" + FolderRecords.journal(of: other)))
    }
    otherJournals = others
  }

  func path(of name: String) -> String { path + "/" + name }

  // MARK: Ownership

  /// Every chapter in the journals; the chapters in the journal of this build come last.
  var knownChapters: [ChapterRecord] {
    otherJournals.flatMap(\.chapters) + journal.chapters
  }

  /// Returns the files that the manifest lists.
  /// Returns an empty list if the journal is undamaged and has recorded the current manifest, because the journal
  /// then also contains the records of these files.
  private func filesOfManifest() -> [FileRecord] {
    let known = journal.files.last { $0.file == Manifest.fileName }
    if journal.isWhole, let known, let status = FileSystem.status(of: path(of: known.file)),
      known.matches(status)
    {
      return []
    }
    return ManifestFiles.records(in: path)
  }

  /// Every file that belongs to this program; the newest records come last.
  var knownFiles: [FileRecord] {
    manifestFiles + otherJournals.flatMap(\.allFiles) + journal.allFiles
  }

  /// Throws an error if files with the given names exist and were not written by this program.
  /// The program's own records are not checked.
  func checkForeignFiles(_ names: [String]) throws(RenderError) {
    var foreign = foreignNames(names, ours: knownFiles)
    // The journal may have lost the line about a file. The manifest lists this file in any case.
    if !foreign.isEmpty {
      foreign = foreignNames(foreign, ours: ManifestFiles.records(in: path))
    }
    if !foreign.isEmpty { throw .foreignFiles(foreign.map(path(of:))) }
  }

  private func foreignNames(_ names: [String], ours: [FileRecord]) -> [String] {
    let ours = Set(ours.map(\.file))
    return names.filter {
      !FolderRecords.isOwn($0) && !ours.contains($0)
        && FileSystem.status(of: path(of: $0)) != nil
    }
  }

  /// Whether a name is free, or belongs to a file that this program wrote and that has not changed.
  func isOursToReplace(_ name: String) throws(RenderError) -> Bool {
    guard FileSystem.status(of: path(of: name)) != nil else { return true }
    for record in knownFiles where record.file == name {
      if try isUnchanged(record) { return true }
    }
    return false
  }

  // MARK: The state of earlier builds

  /// Returns the state of the chapters of earlier builds, newest last.
  func survey() throws(RenderError) -> [SurveyedChapter] {
    var chapters: [SurveyedChapter] = []
    for record in knownChapters { chapters.append(try SurveyedChapter(record, in: path)) }
    return chapters
  }

  /// Returns a chapter with the current state of its files, or nil if a file has changed.
  func unchanged(_ record: ChapterRecord) throws(RenderError) -> ChapterRecord? {
    let chapter = try SurveyedChapter(record, in: path)
    return chapter.fault == nil ? chapter.record : nil
  }

  /// Returns a chapter with the current state of all its files, or nil if a file has changed.
  func unchanged(_ chapter: FinishedChapter) throws(RenderError) -> FinishedChapter? {
    guard let record = try unchanged(chapter.record) else { return nil }
    var seen = chapter
    seen.record = record
    for index in seen.artifacts.indices {
      guard let file = try unchanged(seen.artifacts[index].file) else { return nil }
      seen.artifacts[index].file = file
    }
    return seen
  }

  /// Returns the current state of a file, or nil if the file has changed.
  func unchanged(_ record: FileRecord) throws(RenderError) -> FileRecord? {
    if case .unchanged(let seen) = try FileState(of: record, in: path) { seen } else { nil }
  }

  /// Returns a text file of this program that already has these bytes, or nil.
  func current(_ name: String, sha256: String) throws(RenderError) -> FileRecord? {
    guard let known = journal.newest[name] ?? newestOfOthers[name], known.sha256 == sha256 else {
      return nil
    }
    return try unchanged(known)
  }

  /// Returns an unchanged file of this program that was built from the same input, or nil.
  func current(_ name: String, builtFrom digest: String?) throws(RenderError) -> FileRecord? {
    guard let digest, let known = journal.newest[name] ?? newestOfOthers[name],
      known.builtFrom == digest
    else {
      return nil
    }
    return try unchanged(known)
  }

  /// Returns all bytes of an unchanged file built from the same input, or nil.
  func contents(of name: String, builtFrom digest: String) throws(RenderError) -> [UInt8]? {
    guard let known = journal.newest[name] ?? newestOfOthers[name], known.builtFrom == digest,
      try isUnchanged(known)
    else { return nil }
    return try? FileSystem.contents(of: path(of: name))
  }

  /// Returns whether a file is unchanged since it was recorded.
  func isUnchanged(_ record: FileRecord) throws(RenderError) -> Bool {
    try unchanged(record) != nil
  }

  /// The files listed in a manifest of this program, for a folder without records.
  /// It reads fewer keys than `Manifest`, so a manifest with damage in other keys still lists its files.
  private struct ManifestFiles: Decodable {
    private struct File: Decodable {
      var file: String
      var sha256: String
    }

    private var generator: String
    private var files: [File]

    /// Returns records of the manifest and of the files that it lists; empty if the folder has no manifest of
    /// this program.
    /// The modification times of the files are unknown, so checking a file computes its hash.
    static func records(in folder: String) -> [FileRecord] {
      // Read errors are ignored, because the manifest matters only for files that are missing in the journal.
      guard
        let bytes = try? FileSystem.contents(
          of: folder + "/" + Manifest.fileName, limit: .manifest),
        let manifest = try? JSONDecoder().decode(Self.self, from: Data(bytes)),
        Manifest.isOwnFile(generator: manifest.generator)
      else { return [] }
      let itself = File(file: Manifest.fileName, sha256: SHA256.hash(bytes).hex)
      return (manifest.files + [itself]).compactMap { file in
        guard FileRecord.isListed(file.file),
          let status = FileSystem.status(of: folder + "/" + file.file)
        else { return nil }
        return FileRecord(
          file: file.file, sha256: file.sha256, size: status.size, modified: 0, inode: 0)
      }
    }
  }

  /// A lock on an output folder, held while the value exists.
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
    /// A process that only tests the lock holds it for an instant, and a later attempt then succeeds.
    func lockPatiently() throws(RenderError) -> Bool {
      for _ in 0..<5 {
        if try lock(.exclusive) { return true }
        usleep(2_000)
      }
      return false
    }

    /// Writes the holder's process and machine into the file.
    /// The machine is included because many machines may share a folder.
    func sign() {
      try? file.file.truncate(to: 0)
      try? file.file.write(Array("\(getpid()) \(Self.machine)\n".utf8))
    }

    /// The process that holds the lock, as named in the file.
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
}

extension OutputFolder {
  /// Locks a folder, or a shard of it.
  /// If another build has locked the folder and `waits` is true, `onWait` is called once with the holder of the lock.
  /// This build then locks the folder as soon as it is free.
  static func hold(
    _ path: String, shard: Shard? = nil, waits: Bool, onWait: (_ holder: String) async -> Void
  ) async throws -> OutputFolder {
    var isTold = false
    while true {
      do {
        return try OutputFolder(path: path, shard: shard)
      } catch {
        guard case .inUse(_, let holder) = error, waits else { throw error }
        if !isTold { await onWait(holder) }
        isTold = true
        // The kernel reports a free lock only to a thread that blocks on the lock, so this loop polls.
        try await Task.sleep(for: .milliseconds(100))
      }
    }
  }
}
