import Basics
import Foundation
import Glibc
import Guion
import Hablare

/// The folder a build writes into: who holds it, and which of its files are ours.
///
/// One build holds it at a time, or builds of different shares do. It changes no file but the lock;
/// `FolderTransaction` does.
final class OutputFolder {
  /// The folder's path.
  let path: String
  /// The share that is built; nil for the whole book.
  let shard: Shard?
  /// The folder of our own records.
  let records: String
  private let lock: FolderLock
  /// What earlier builds of the same share wrote down, and what `FolderTransaction` adds.
  var journal: Journal
  /// What builds of other shares wrote down, and for a share those of the whole book.
  let otherJournals: [Journal]
  /// The files beside the chapters that they wrote down, by name.
  private lazy var newestOfOthers = otherJournals.reduce(into: [:]) { $0.merge($1.newest) { $1 } }
  /// What is ours by the manifest, for a folder whose records are lost.
  private lazy var manifestFiles = filesOfManifest()

  /// Makes the folder where there is none, and holds it, or a share of it.
  init(path: String, shard: Shard? = nil) throws(RenderError) {
    self.path = path
    self.shard = shard
    let records = path + "/" + FolderRecords.name
    self.records = records
    try FileSystem.makeFolder(records)
    guard FileSystem.status(of: records)?.isFolder == true else {
      throw .output(path: records, reason: "it is a link, not a folder")
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

  /// The path of a file in the folder.
  func path(of name: String) -> String { path + "/" + name }

  // MARK: What is ours

  /// Every chapter that was ever finished and is not known to be gone, newest last.
  var knownChapters: [ChapterRecord] {
    otherJournals.flatMap(\.chapters) + journal.chapters
  }

  /// Of a manifest that the journal knows, it knows the files too.
  private func filesOfManifest() -> [FileRecord] {
    let known = journal.files.last { $0.file == "manifest.json" }
    if journal.isWhole, let known, let status = FileSystem.status(of: path(of: known.file)),
      known.matches(status)
    {
      return []
    }
    return ManifestFiles.records(in: path)
  }

  /// Every file that is ours, newest last.
  var knownFiles: [FileRecord] {
    manifestFiles + otherJournals.flatMap(\.allFiles) + journal.allFiles
  }

  /// Fails with every name under which somebody else's file stands; among the records there is none.
  func checkForeign(_ names: [String]) throws(RenderError) {
    var foreign = foreignNames(names, ours: knownFiles)
    // A journal may have lost a line without a trace: the manifest still knows the file.
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

  /// Whether nothing stands under a name, or a file of ours that nobody has changed.
  func isOursToReplace(_ name: String) throws(RenderError) -> Bool {
    guard FileSystem.status(of: path(of: name)) != nil else { return true }
    for record in knownFiles where record.file == name {
      if try isUnchanged(record) { return true }
    }
    return false
  }

  // MARK: What has become of it

  /// What has become of the chapters of earlier builds, newest last.
  func survey() throws(RenderError) -> [SurveyedChapter] {
    var chapters: [SurveyedChapter] = []
    for record in knownChapters { chapters.append(try SurveyedChapter(record, in: path)) }
    return chapters
  }

  /// A chapter with its files as they are now; nil where one is not what was recorded.
  func unchanged(_ record: ChapterRecord) throws(RenderError) -> ChapterRecord? {
    let chapter = try SurveyedChapter(record, in: path)
    return chapter.fault == nil ? chapter.record : nil
  }

  /// Files as they are now; nil where one is not what was recorded.
  func unchanged(_ records: [FileRecord]) throws(RenderError) -> [FileRecord]? {
    var seen: [FileRecord] = []
    for record in records {
      guard case .unchanged(let file) = try FileState(of: record, in: path) else { return nil }
      seen.append(file)
    }
    return seen
  }

  /// A text file of ours that has these bytes already; nil where there is none.
  func current(_ name: String, sha256: String) throws(RenderError) -> FileRecord? {
    guard let known = journal.newest[name] ?? newestOfOthers[name], known.sha256 == sha256 else {
      return nil
    }
    return try unchanged([known])?.first
  }

  /// A file of ours that was made of the same, and is as it was written; nil where there is none.
  func current(_ name: String, madeOf digest: String) throws(RenderError) -> FileRecord? {
    guard let known = journal.newest[name] ?? newestOfOthers[name], known.madeOf == digest else {
      return nil
    }
    return try unchanged([known])?.first
  }

  /// Files of ours that were made of the same; nil if one of them is not as it was written.
  func current(_ names: [String], madeOf digest: String) throws(RenderError) -> [FileRecord]? {
    var files: [FileRecord] = []
    for name in names {
      guard let file = try current(name, madeOf: digest) else { return nil }
      files.append(file)
    }
    return files
  }

  /// All bytes of a file of ours that was made of the same; nil where there is none.
  func contents(of name: String, madeOf digest: String) throws(RenderError) -> [UInt8]? {
    guard let known = journal.newest[name] ?? newestOfOthers[name], known.madeOf == digest,
      try isUnchanged(known)
    else { return nil }
    return try? FileSystem.contents(of: path(of: name))
  }

  /// Whether a file is what was recorded.
  func isUnchanged(_ record: FileRecord) throws(RenderError) -> Bool {
    if case .unchanged = try FileState(of: record, in: path) { true } else { false }
  }
}

extension OutputFolder {
  /// Holds a folder, or a share of it; where `waits` it does so when the folder is free, and `onWait` is
  /// told once who has it until then.
  static func hold(
    _ path: String, shard: Shard? = nil, waits: Bool, onWait: (_ holder: String) async -> Void
  ) async throws -> OutputFolder {
    var isTold = false
    while true {
      do {
        return try OutputFolder(path: path, shard: shard)
      } catch {
        guard case .held(_, let holder) = error, waits else { throw error }
        if !isTold { await onWait(holder) }
        isTold = true
        // The kernel tells nobody when a lock is free, unless a thread sleeps for it.
        try await Task.sleep(for: .milliseconds(100))
      }
    }
  }
}
