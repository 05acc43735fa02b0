import Audio
import Digest
import Foundation
import Glibc
import Guion

/// The folder a build writes into: held by one build at a time, with a record of what is ours.
final class OutputFolder {
  /// The folder's path.
  let path: String
  private(set) var journal: Journal
  private let lock: FolderLock
  /// What is ours by the manifest, for a folder whose records are lost.
  private let manifestNames: Set<String>

  /// Makes the folder where there is none, and holds it.
  init(path: String) throws(RenderError) {
    self.path = path
    let records = path + "/.guion2audio"
    try FileSystem.makeFolder(records)
    lock = try FolderLock(path: records + "/lock", folder: path)
    journal = try Journal(path: records + "/journal")
    manifestNames = Self.namesInManifest(path + "/manifest.json")
    // What a killed build left under names that no finished file has.
    for name in FileSystem.names(in: path) where name.hasPrefix(Self.temporaryPrefix) {
      try FileSystem.remove(path + "/" + name)
    }
  }

  /// The path of a file in the folder.
  func path(of name: String) -> String { path + "/" + name }

  /// The path of a file in the making.
  func temporaryPath(of name: String) -> String { Self.temporaryName(for: path(of: name)) }

  private static let temporaryPrefix = ".guion2audio-"

  static func temporaryName(for path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    return path.dropLast(name.utf8.count) + temporaryPrefix + name
  }

  /// Fails with every name under which somebody else's file stands.
  func checkForeign(_ names: [String]) throws(RenderError) {
    let ours = journal.names.union(manifestNames)
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

  /// Publishes a small file: its bytes, a line in the journal, its name.
  func publish(_ bytes: [UInt8], as name: String) throws(RenderError) -> FileRecord {
    let temporary = temporaryPath(of: name)
    try FileSystem.replace(temporary, with: bytes)
    let record = try record(of: name, sha256: SHA256.hash(bytes).hex)
    try journal.add(record)
    try publishFile(name)
    return record
  }

  private func publishFile(_ name: String) throws(RenderError) {
    try FileSystem.rename(temporaryPath(of: name), to: path(of: name))
  }

  /// Ends a build: removes our files that it no longer has, if they are unchanged, and keeps the
  /// records of those that it has.
  func finish(chapters: [ChapterRecord], files: [FileRecord], removesOld: Bool)
    throws(RenderError)
  {
    let kept = Set(chapters.flatMap { $0.files.map(\.file) } + files.map(\.file))
    var remaining: [ChapterRecord] = []
    for record in journal.chapters where !record.files.contains(where: { kept.contains($0.file) }) {
      guard removesOld else {
        remaining.append(record)
        continue
      }
      for file in record.files where try isUnchanged(file) {
        try FileSystem.remove(path(of: file.file))
      }
    }
    try journal.compact(chapters: remaining + chapters, files: files)
  }

  /// The files that a manifest of ours lists.
  private static func namesInManifest(_ path: String) -> Set<String> {
    guard let bytes = try? FileSystem.contents(of: path),
      let manifest = try? JSONDecoder().decode(ManifestNames.self, from: Data(bytes)),
      manifest.generator.hasPrefix("guion2audio ")
    else { return [] }
    return Set(manifest.files.map(\.file) + ["manifest.json"])
  }

  private struct ManifestNames: Decodable {
    struct File: Decodable { var file: String }
    var generator: String
    var files: [File]
  }
}
