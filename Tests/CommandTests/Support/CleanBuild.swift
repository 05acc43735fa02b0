import Foundation
import TestSupport
import Testing

/// What a build gives that nobody disturbs: the measure of those that somebody does.
struct CleanBuild {
  let files: [String: Data]
  /// The stretches of a book in one file, among the records.
  private let stretches: [String: Data]
  /// What it changed, in order.
  let changes: [FileChange]
  private let chapters: [Chapter]

  /// Whether the chapters are in one file.
  private let isOneFile: Bool

  private struct Manifest: Decodable { var chapters: [Chapter] }
  private struct Chapter: Decodable {
    var fingerprint: String
    var tagsFingerprint: String
    var file: String
  }

  /// Builds, and requires success.
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

  /// What an ended build must not leave: files of which only a part is there, whatever their names say,
  /// names that nobody removes, and processes.
  ///
  /// Older files may be those of another build.
  func remains(in stage: CrashStage, older: [String: Data] = [:]) throws -> [String] {
    var remains: [String] = []
    for (name, bytes) in try stage.contents() where !Self.isTemporary(name) {
      if bytes != files[name], bytes != older[name] { remains.append("\(name) is not whole") }
    }
    for (name, bytes) in try stage.contents(of: Self.records)
    where !Self.isRecord(name) && !Self.isTemporary(name) && bytes != stretches[name] {
      remains.append("\(name) among the records")
    }
    if !RunningCommand.eventually({ stage.processes().isEmpty }) {
      remains += stage.processes().map { "process \($0)" }
    }
    return remains
  }

  /// What is wrong with the next build.
  ///
  /// It is to use all that is there, to render no more than so many items, and to end where a clean
  /// one ends.
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

  /// The chapters that need not be made again: those in the journal whose files are there.
  ///
  /// A line is in the journal before its files get their names, and files that have not got them yet
  /// get them from the next build. So each chapter counts that is complete to a user's eye, and perhaps
  /// one more.
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
  /// A build's own records, or those of a share of it.
  private static func isRecord(_ name: String) -> Bool {
    ["lock", "journal"].contains(name)
      || ["lock-", "journal-", "part-"].contains { name.hasPrefix($0) && name.contains("-of-") }
  }

  private static func isTemporary(_ name: String) -> Bool { name.hasPrefix(temporaryPrefix) }
}
