import Foundation
import TestSupport
import Testing

/// The result of an undisturbed build, with which disturbed builds are compared.
struct CleanBuild {
  let files: [String: Data]
  /// The stretches of a book in one file, from the records folder.
  private let stretches: [String: Data]
  /// The file changes of the build, in order.
  let changes: [FileChange]
  private let chapters: [Chapter]

  /// Whether the book is one file.
  private let isOneFile: Bool

  private struct Manifest: Decodable { var chapters: [Chapter] }
  private struct Chapter: Decodable {
    var fingerprint: String
    var tagsFingerprint: String
    var file: String
  }

  /// Builds and requires success.
  init(_ stage: CrashStage) throws {
    let build = try stage.build()
    try #require(build.status == 0, "\(build.errors)")
    files = try stage.contents()
    stretches = try stage.contents(of: Self.records).filter { $0.key.first?.isNumber == true }
    isOneFile = !stretches.isEmpty
    changes = build.changes
    let manifest = try #require(files["manifest.json"])
    chapters = try JSONDecoder().decode(Manifest.self, from: manifest).chapters
  }

  /// Returns what an ended build has left by mistake: incomplete files, temporary names that are never
  /// removed, and processes.
  ///
  /// A file with the contents of an older build is allowed.
  func remains(in stage: CrashStage, older: [String: Data] = [:]) throws -> [String] {
    var remains: [String] = []
    for (name, bytes) in try stage.contents() where !Self.isTemporary(name) {
      if bytes != files[name], bytes != older[name] { remains.append("\(name) is incomplete") }
    }
    for (name, bytes) in try stage.contents(of: Self.records)
    where !Self.isRecord(name) && !Self.isTemporary(name) && bytes != stretches[name] {
      remains.append("\(name) in the records folder")
    }
    if !RunningCommand.eventually({ stage.processes().isEmpty }) {
      remains += stage.processes().map { "process \($0)" }
    }
    return remains
  }

  /// Returns what is wrong with the next build.
  ///
  /// The next build must use all complete chapters, render at most this many items, and end with the same
  /// files as a clean build.
  func shortcomings(
    ofNextIn stage: CrashStage, rendering items: Int = .max
  ) throws -> [String] {
    let complete = try completeChapters(in: stage)
    let next = try stage.build()
    guard next.status == 0 else { return ["exit \(next.status): \(next.errors)"] }
    var faults: [String] = []
    if let rendered = next.items, rendered > items { faults.append("\(rendered) items rendered") }
    if next.reused != complete { faults.append("\(next.reused ?? -1) reused, not \(complete)") }
    let contents = try stage.contents()
    for name in Set(contents.keys).union(files.keys) where contents[name] != files[name] {
      faults.append("\(name) differs")
    }
    let records = try stage.contents(of: Self.records)
    let expected = Set(stretches.keys).union(["journal", "lock"])
    if Set(records.keys) != expected { faults.append("records \(records.keys.sorted())") }
    for (name, bytes) in stretches where records[name] != bytes { faults.append("\(name) differs") }
    return faults
  }

  /// Returns how many chapters need not be rendered again: those in the journal whose files exist.
  ///
  /// The journal lists a chapter before its files get their final names, and the next build gives them these
  /// names. So the number includes every chapter that a user sees as complete, and perhaps one more.
  func completeChapters(in stage: CrashStage) throws -> Int {
    struct Line: Decodable {
      var chapter: Record?
      var chapters: [Record]?
      struct Record: Decodable {
        var fingerprint: String
        var tagsFingerprint: String
        var files: [File]
      }
      struct File: Decodable { var file: String }
    }
    guard let journal = try? stage.folder.text(of: "out/.guion2audio/journal") else { return 0 }
    let contents = try stage.contents()
    let own = try stage.contents(of: Self.records)
    let complete =
      files.filter { name, bytes in
        contents[name] == bytes || contents[Self.temporaryPrefix + name] == bytes
      }.keys
      + stretches.filter { name, bytes in
        own[name] == bytes || own[Self.temporaryPrefix + name] == bytes
      }.keys.map { ".guion2audio/\($0)" }
    let records = journal.lines
      .compactMap { try? JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
      .flatMap { ($0.chapters ?? []) + [$0.chapter].compactMap(\.self) }
      .filter { $0.files.allSatisfy { complete.contains($0.file) } }
    return chapters.count { chapter in
      records.contains {
        $0.fingerprint == chapter.fingerprint && $0.tagsFingerprint == chapter.tagsFingerprint
          && (isOneFile || $0.files.first?.file == chapter.file)
      }
    }
  }

  private static let records = "out/.guion2audio"
  private static let temporaryPrefix = ".guion2audio-"
  /// Returns whether a file belongs to the records of a build or of a shard.
  private static func isRecord(_ name: String) -> Bool {
    ["lock", "journal"].contains(name)
      || ["lock-", "journal-", "part-"].contains { name.hasPrefix($0) && name.contains("-of-") }
  }

  private static func isTemporary(_ name: String) -> Bool { name.hasPrefix(temporaryPrefix) }
}
