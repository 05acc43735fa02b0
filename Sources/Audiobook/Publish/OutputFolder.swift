import Audio
import Digest
import Foundation
import Glibc
import Guion
import Hablare

/// The folder a build writes into: held by one build at a time, with a record of what is ours.
final class OutputFolder {
  /// The folder's path.
  let path: String
  private(set) var journal: Journal
  private let lock: FolderLock
  /// What is ours by the manifest, for a folder whose records are lost.
  private let manifestFiles: [FileRecord]

  /// Makes the folder where there is none, and holds it.
  init(path: String) throws(RenderError) {
    self.path = path
    let records = path + "/.guion2audio"
    try FileSystem.makeFolder(records)
    guard FileSystem.status(of: records)?.isFolder == true else {
      throw .output(path: records, reason: "it is a link, not a folder")
    }
    lock = try FolderLock(path: records + "/lock", folder: path)
    journal = try Journal(path: records + "/journal")
    manifestFiles = Self.filesInManifest(of: path)
    // What a killed build left under names that no finished file has.
    for name in FolderListing.names(in: path) where name.hasPrefix(Self.temporaryPrefix) {
      // A folder of that name is somebody's own.
      guard FileSystem.status(of: path + "/" + name)?.isFolder == false else { continue }
      try FileSystem.remove(path + "/" + name)
    }
  }

  /// The path of a file in the folder.
  func path(of name: String) -> String { path + "/" + name }

  /// The path of a file in the making.
  func temporaryPath(of name: String) -> String { Self.temporaryName(for: path(of: name)) }

  private static let temporaryPrefix = ".guion2audio-"

  static func temporaryName(for path: String) -> String {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let name = slash.map(path.utf8.index(after:)) ?? path.startIndex
    return path[..<name] + temporaryPrefix + path[name...]
  }

  /// Fails with every name under which somebody else's file stands.
  func checkForeign(_ names: [String]) throws(RenderError) {
    let ours = journal.names.union(manifestFiles.map(\.file))
    let foreign = names.filter { !ours.contains($0) && FileSystem.status(of: path(of: $0)) != nil }
    if !foreign.isEmpty { throw .foreignFiles(foreign.map(path(of:))) }
  }

  /// Records, by fingerprint, of the chapters whose files are still as they were written.
  func currentChapters() throws(RenderError) -> [String: [ChapterRecord]] {
    var current: [String: [ChapterRecord]] = [:]
    for record in journal.chapters {
      var unchanged = true
      for file in record.files where unchanged { unchanged = try isUnchanged(file) }
      if unchanged { current[record.fingerprint, default: []].append(record) }
    }
    return current
  }

  /// Whether a file is what was recorded; only one whose size, time or inode differs is hashed.
  func isUnchanged(_ record: FileRecord) throws(RenderError) -> Bool {
    guard let status = FileSystem.status(of: path(of: record.file)) else { return false }
    guard status.size == record.size else { return false }
    if status.modified == record.modified, status.inode == record.inode { return true }
    return try FileDigest.sha256(of: path(of: record.file)) == record.sha256
  }

  /// The record of a file that is complete under its temporary name.
  func record(of name: String, sha256: String) throws(RenderError) -> FileRecord {
    guard let status = FileSystem.status(of: temporaryPath(of: name)) else {
      throw .output(path: path(of: name), reason: "the finished file is gone")
    }
    return FileRecord(
      file: name, sha256: sha256, size: status.size, modified: status.modified,
      inode: status.inode)
  }

  /// Publishes a chapter whose files are complete: a line in the journal, then their names.
  func publish(_ chapter: ChapterRecord) throws(RenderError) {
    try journal.add(chapter)
    for file in chapter.files { try publishFile(file.file) }
  }

  /// Writes a text in pieces.
  typealias TextWriter = (_ output: ([UInt8]) throws(RenderError) -> Void) throws(RenderError) ->
    Void

  /// Publishes a text file: its bytes, a line in the journal, its name.
  ///
  /// One that is there already with these bytes stays as it is. The text is written twice, once to
  /// see that; it is never held whole, because a long book's manifest is larger than its script.
  func publish(_ name: String, write: TextWriter) throws(RenderError)
    -> (record: FileRecord, isNew: Bool)
  {
    var hash = SHA256()
    try write { bytes throws(RenderError) in hash.update(bytes) }
    let sha256 = hash.finish().hex
    if let known = journal.files.last(where: { $0.file == name }), known.sha256 == sha256,
      try isUnchanged(known)
    {
      return (known, false)
    }
    let file = try OutputFile(creating: temporaryPath(of: name))
    try write { bytes throws(RenderError) in try file.write(bytes) }
    try file.finish()
    let record = try record(of: name, sha256: sha256)
    try journal.add(record)
    try publishFile(name)
    return (record, true)
  }

  private func publishFile(_ name: String) throws(RenderError) {
    try FileSystem.rename(temporaryPath(of: name), to: path(of: name))
  }

  /// Ends a build: removes our files that it no longer has, if they are unchanged, and keeps the
  /// records of those that it has.
  ///
  /// Without `removesOld` the others stay, and stay known as ours.
  func finish(chapters: [ChapterRecord], files: [FileRecord], removesOld: Bool)
    throws(RenderError)
  {
    let kept = Set(chapters.flatMap { $0.files.map(\.file) } + files.map(\.file))
    let oldChapters = journal.chapters.filter { $0.files.allSatisfy { !kept.contains($0.file) } }
    let inOldChapters = Set(oldChapters.flatMap { $0.files.map(\.file) })
    let known = journal.chapters.flatMap(\.files) + journal.files + manifestFiles
    let old = known.filter { !kept.contains($0.file) && Self.isName($0.file) }
    if removesOld {
      for file in old where try isUnchanged(file) { try FileSystem.remove(path(of: file.file)) }
      try journal.compact(chapters: chapters, files: files)
    } else {
      let others = old.filter { !inOldChapters.contains($0.file) }
      try journal.compact(chapters: oldChapters + chapters, files: others + files)
    }
  }

  /// Records are data that anyone may have written: nothing outside the folder is ours.
  private static func isName(_ name: String) -> Bool {
    !name.utf8.contains(UInt8(ascii: "/")) && name != "." && name != ".."
  }

  /// The files that a manifest of ours lists, and itself.
  ///
  /// Their times are not known, so that a look at one of them hashes it.
  private static func filesInManifest(of folder: String) -> [FileRecord] {
    guard let bytes = try? FileSystem.contents(of: folder + "/manifest.json"),
      let manifest = try? JSONDecoder().decode(ManifestFiles.self, from: Data(bytes)),
      manifest.generator.hasPrefix("guion2audio ")
    else { return [] }
    let itself = ManifestFiles.File(file: "manifest.json", sha256: SHA256.hash(bytes).hex)
    return (manifest.files + [itself]).compactMap { file in
      guard isName(file.file), let status = FileSystem.status(of: folder + "/" + file.file) else {
        return nil
      }
      return FileRecord(
        file: file.file, sha256: file.sha256, size: status.size, modified: 0, inode: 0)
    }
  }

  private struct ManifestFiles: Decodable {
    struct File: Decodable {
      var file: String
      var sha256: String
    }
    var generator: String
    var files: [File]
  }
}
