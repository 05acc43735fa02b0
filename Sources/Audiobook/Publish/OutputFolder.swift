import Basics
import Foundation
import Glibc
import Guion
import Hablare

/// The folder a build writes into: held by one build at a time, or by builds of different shares, with a
/// record of what is ours.
final class OutputFolder {
  /// The folder's path.
  let path: String
  /// The share that is built; nil for the whole book.
  let shard: Shard?
  /// The folder of our own records.
  let records: String
  private let lock: FolderLock
  /// What this build writes down, and what it or its like wrote down before.
  private(set) var journal: Journal
  /// What builds of other shares wrote down, and for a share those of the whole book.
  private let otherJournals: [Journal]
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
    try recover()
  }

  /// The path of a file in the folder.
  func path(of name: String) -> String { path + "/" + name }

  // MARK: Files in the making

  /// The path of a file in the making.
  func temporaryPath(of name: String) -> String {
    FolderRecords.isStretch(name)
      ? records + "/" + temporaryPrefix + name.dropFirst(FolderRecords.name.count + 1)
      : path + "/" + temporaryPrefix + name
  }

  /// Shares that are built at once must not meet in a name.
  private var temporaryPrefix: String {
    FileSystem.temporaryPrefix + (shard.map { $0.fileWord + "-" } ?? "")
  }

  /// Clears up behind a build that was killed: a file that was complete and written down gets the name
  /// that was due to it, anything else it had in the making goes.
  private func recover() throws(RenderError) {
    var due: [String: FileRecord]?
    for name in namesInTheMaking {
      let temporary = temporaryPath(of: name)
      // A folder of that name is somebody's own.
      guard let status = FileSystem.status(of: temporary), !status.isFolder else { continue }
      let records = due ?? Dictionary(journal.allFiles.map { ($0.file, $0) }) { $1 }
      due = records
      if let record = records[name], record.matches(status), try isOursToReplace(name) {
        try FileSystem.rename(temporary, to: path(of: name))
      } else {
        try FileSystem.remove(temporary)
      }
    }
  }

  /// The names of files that a build before this one has left in the making.
  private var namesInTheMaking: [String] {
    func names(in folder: String) -> [String] {
      FolderListing.names(in: folder).filter { $0.hasPrefix(temporaryPrefix) }
        .map { String($0.dropFirst(temporaryPrefix.count)) }
    }
    let stretches = names(in: records).map { "\(FolderRecords.name)/\($0)" }
    return names(in: path) + stretches.filter(FolderRecords.isStretch)
  }

  /// Whether nothing stands under a name, or a file of ours that nobody has changed.
  private func isOursToReplace(_ name: String) throws(RenderError) -> Bool {
    guard FileSystem.status(of: path(of: name)) != nil else { return true }
    for record in knownFiles where record.file == name {
      if try isUnchanged(record) { return true }
    }
    return false
  }

  // MARK: What is ours

  /// Every chapter that was ever finished and is not known to be gone, newest last.
  private var knownChapters: [ChapterRecord] {
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

  private var knownFiles: [FileRecord] {
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
      !FolderRecords.isStretch($0) && !ours.contains($0)
        && FileSystem.status(of: path(of: $0)) != nil
    }
  }

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

  // MARK: Publishing

  /// The record of a file that is complete under its temporary name.
  func record(of name: String, sha256: String) throws(RenderError) -> FileRecord {
    guard let status = FileSystem.status(of: temporaryPath(of: name)) else {
      throw .output(path: path(of: name), reason: "the finished file is gone")
    }
    return FileRecord(
      file: name, sha256: sha256, size: status.size, modified: status.modified,
      inode: status.inode)
  }

  /// Publishes chapters whose files are complete: a line in the journal, then their names.
  ///
  /// Of several that take each other's names none is lost on the way: what is written down gets its
  /// name from the next build if this one is killed.
  func publish(_ chapters: [ChapterRecord]) throws(RenderError) {
    try journal.add(chapters)
    for file in chapters.flatMap(\.files) { try publishFile(file.file) }
  }

  /// Publishes a text file: its bytes, a line in the journal, its name.
  ///
  /// One that is there already with these bytes stays as it is. The text is written twice, once to
  /// see that; it is never held whole, because a long book's manifest is larger than its script.
  ///
  /// `madeOf` is written down with it, for `contents(of:madeOf:)`.
  func publish(
    _ name: String, madeOf digest: String? = nil, write: FileSystem.TextWriter
  ) throws(RenderError) -> (record: FileRecord, isNew: Bool) {
    var hash = SHA256()
    try write { bytes throws(RenderError) in hash.update(bytes) }
    let sha256 = hash.finish().hex
    if var seen = try current(name, sha256: sha256) {
      seen.madeOf = digest
      // What another share wrote is ours to name from now on.
      if journal.newest[name] == nil { try journal.add(seen) }
      return (seen, false)
    }
    var new: FileRecord?
    try FileSystem.replace(
      path(of: name), by: temporaryPath(of: name),
      beforeNaming: { () throws(RenderError) in
        var record = try record(of: name, sha256: sha256)
        record.madeOf = digest
        try journal.add(record)
        new = record
      }, write: write)
    guard let new else { throw .output(path: path(of: name), reason: "the finished file is gone") }
    return (new, true)
  }

  /// Publishes a file that is joined from others, and `make` writes to a path: its bytes, a line in the
  /// journal, its name.
  ///
  /// One that is there already and was made of the same stays as it is.
  func publish(
    _ name: String, madeOf digest: String, make: (_ path: String) throws(RenderError) -> Void
  ) throws(RenderError) -> (record: FileRecord, isNew: Bool) {
    if let known = journal.files.last(where: { $0.file == name }), known.madeOf == digest,
      case .unchanged(let seen) = try FileState(of: known, in: path)
    {
      return (seen, false)
    }
    let temporary = temporaryPath(of: name)
    do throws(RenderError) {
      try make(temporary)
      try FileSystem.flush(temporary)
      var record = try record(of: name, sha256: FileDigest.sha256(of: temporary))
      record.madeOf = digest
      try journal.add(record)
      try publishFile(name)
      return (record, true)
    } catch {
      // On a full disk it would take up room for nothing.
      try? FileSystem.remove(temporary)
      throw error
    }
  }

  private func publishFile(_ name: String) throws(RenderError) {
    try FileSystem.rename(temporaryPath(of: name), to: path(of: name))
  }

  // MARK: The end

  /// Ends a build of the whole book: removes our files that it no longer has, if they are unchanged,
  /// and keeps the records of those that it has.
  ///
  /// Without `removesOld` the others stay, and stay known as ours.
  func finish(chapters: [ChapterRecord], files: [FileRecord], removesOld: Bool)
    throws(RenderError)
  {
    let kept = Set(chapters.flatMap { $0.files.map(\.file) } + files.map(\.file))
    let oldChapters = knownChapters.filter { $0.files.allSatisfy { !kept.contains($0.file) } }
    let inOldChapters = Set(oldChapters.flatMap { $0.files.map(\.file) })
    let old = knownFiles.filter { !kept.contains($0.file) }
    if removesOld {
      for file in old where try isUnchanged(file) { try FileSystem.remove(path(of: file.file)) }
      try journal.compact(chapters: chapters, files: files)
    } else {
      let others = old.filter { !inOldChapters.contains($0.file) }
      try journal.compact(chapters: oldChapters + chapters, files: others + files)
    }
    // All of theirs is in this one now.
    for other in otherJournals { try FileSystem.remove(other.path) }
  }

  /// Removes what builds of shares have left for `assemble`.
  func removeParts() throws(RenderError) {
    for shard in FolderRecords.shards(in: records, prefix: FolderRecords.partPrefix) {
      try removePart(of: shard)
    }
  }

  /// Removes what the build of a share has left for `assemble`.
  func removePart(of shard: Shard) throws(RenderError) {
    try FileSystem.remove(records + "/" + FolderRecords.part(of: shard))
  }

  /// Ends a build of a share: what it no longer has stays, and stays known as ours.
  func finish(share chapters: [ChapterRecord]) throws(RenderError) {
    let kept = Set(chapters.flatMap { $0.files.map(\.file) })
    let old = journal.chapters.filter { $0.files.allSatisfy { !kept.contains($0.file) } }
    // A text that was written again has a line for each time.
    let files = journal.files.filter { journal.newest[$0.file] == $0 }
    try journal.compact(chapters: old + chapters, files: files)
  }
}
