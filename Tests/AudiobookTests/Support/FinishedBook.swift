import Audio
import Audiobook
import Foundation
import TestSupport
import Testing

/// A small finished book, which tests can damage.
final class FinishedBook {
  let folder: TemporaryFolder
  var path: String { folder.path }
  /// The file names of the chapters in the first format, in order.
  let chapters: [String]

  /// Builds three chapters of five lines each, spoken at the pace of a person.
  init(
    _ script: String = ToneBook.threeScenes, formats: [SoundFormat] = [.wav],
    _ change: (inout ToneBook) -> Void = { _ in }
  ) async throws {
    folder = try TemporaryFolder()
    let book = ToneBook(script, provider: PacedVoiceProvider()) {
      $0.options.formats = formats
      change(&$0)
    }
    try await book.render(into: folder.path)
    chapters = try Manifest(in: folder.path).chapters.map(\.file)
  }

  /// Returns the findings as `code position`.
  ///
  /// The position is a line or a file.
  func findings(jobs: Int = 2) async throws -> [String] {
    try await report(jobs: jobs).findings.map { finding in
      let file = finding.file ?? "manifest.json"
      let line = finding.line.map { "\(finding.document ?? ""):\($0)" }
      return "\(finding.code.rawValue) \(line ?? file)"
    }
  }

  func report(jobs: Int = 2) async throws -> VerifyReport {
    try await FolderVerifier(folder: path, jobs: jobs).verify()
  }

  // MARK: Damage

  func bytes(of name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: folder.path(of: name))))
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(filePath: folder.path(of: name)))
  }

  /// Changes the manifest as a JSON object.
  func editManifest(_ change: (inout [String: Any]) throws -> Void) throws {
    let url = URL(filePath: folder.path(of: "manifest.json"))
    var object = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any])
    try change(&object)
    try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys]).write(to: url)
  }

  /// Changes a chapter in the manifest, counted from 0.
  func editChapter(_ number: Int, _ change: (inout [String: Any]) throws -> Void) throws {
    try editManifest { manifest in
      var chapters = try #require(manifest["chapters"] as? [[String: Any]])
      try change(&chapters[number])
      manifest["chapters"] = chapters
    }
  }

  /// Changes a line in the manifest.
  ///
  /// Chapter and line are counted from 0.
  func editItem(
    _ number: Int, ofChapter chapter: Int, _ change: (inout [String: Any]) throws -> Void
  ) throws {
    try editChapter(chapter) { chapter in
      var items = try #require(chapter["items"] as? [[String: Any]])
      try change(&items[number])
      chapter["items"] = items
    }
  }

  /// Changes the samples of a chapter, counted from 0, and encodes them again.
  ///
  /// The tags are lost.
  func editSound(
    ofChapter number: Int, _ change: (inout [Int16], Manifest.Chapter) -> Void
  ) throws {
    let manifest = try Manifest(in: path)
    let chapter = manifest.chapters[number]
    let file = folder.path(of: chapter.file)
    let format = try #require(
      chapter.file.split(separator: ".").last.flatMap { SoundFormat(rawValue: String($0)) })
    var pcm = try SoundFileReader(path: file).readAll()
    change(&pcm.samples, chapter)
    var writer = try SoundFileWriter(
      creating: file, format: format, sampleRate: chapter.sampleRate)
    try writer.write(pcm.samples)
    _ = try writer.finish()
  }

  /// Writes the hashes of the current files into the manifest, as a forger would.
  func forgeHashes() async throws {
    let hashes = try await hashesNow()
    try editManifest { manifest in
      for key in ["chapters", "files"] {
        let entries = try #require(manifest[key] as? [[String: Any]])
        manifest[key] = entries.map { entry in
          var entry = entry
          if let hash = hashes[entry["file"] as? String ?? ""] { entry["sha256"] = hash }
          return entry
        }
      }
    }
  }

  private func hashesNow() async throws -> [String: String] {
    let names = try folder.names().filter { !$0.hasPrefix(".") }
    let result = try Program.run("sha256sum", ["--"] + names, in: path)
    try #require(result.status == 0, "\(result.errors)")
    return Dictionary(
      uniqueKeysWithValues: result.output.split(separator: "\n").map { line in
        (String(line.dropFirst(66)), String(line.prefix(64)))
      })
  }
}
