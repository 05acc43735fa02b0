import Audiobook
import Foundation
import Glibc
import TestSupport
import Testing

/// Tests of manifests that contradict themselves, that this program did not write, or that are malicious.
@Suite struct ManifestReadingTests {
  @Test(arguments: [
    ("[]", "it is not an object"), ("", "it is not valid JSON"), ("{", "it is not valid JSON"),
    ("{}", "generator is missing"),
    (#"{"generator": "other 1.0", "version": 1}"#, "another program wrote it"),
    (#"{"generator": "guion2audio 9.0", "version": 2}"#, "its version is 2, not 1"),
    (#"{"generator": "guion2audio 1.0", "version": "1"}"#, "version has the wrong type"),
    (#"{"generator": "guion2audio 1.0", "version": 1}"#, "sources is missing"),
    (String(repeating: "[", count: 100_000), "it is not valid JSON"),
  ]) func foreignManifestsAreErrors(_ text: String, _ reason: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write(text, as: "manifest.json")
    let error = await #expect(throws: VerifyError.self) {
      try await FolderVerifier(folder: folder.path).verify()
    }
    #expect(error == .notOurs(path: folder.path + "/manifest.json", reason: reason))
  }

  @Test(arguments: ["/etc/hostname", "../other", "a/b", "..", ".", "", "a\u{0}b"])
  func aNameOutsideTheFolderIsAForeignManifest(_ name: String) async throws {
    for key in ["chapters", "files"] {
      let book = try await FinishedBook("Words.")
      try book.editManifest { manifest in
        var entries = try #require(manifest[key] as? [[String: Any]])
        entries[0]["file"] = name
        manifest[key] = entries
      }
      let error = await #expect(throws: VerifyError.self) { try await book.report() }
      #expect(
        error
          == .notOurs(
            path: book.path + "/manifest.json",
            reason: "\"\(name)\" is not the name of a file in this folder"))
    }
  }

  @Test(arguments: [
    ("samples", -1), ("samples", Int.max), ("sampleRate", 0), ("sampleRate", Int.max),
    ("channels", 0), ("bookStart", -1), ("bookStart", Int.min),
  ]) func anImpossibleNumberIsAForeignManifest(_ key: String, _ value: Int) async throws {
    let book = try await FinishedBook("Words.")
    try book.editChapter(0) { $0[key] = value }
    let error = await #expect(throws: VerifyError.self) { try await book.report() }
    #expect(
      error
        == .notOurs(
          path: book.path + "/manifest.json", reason: "\(key) cannot be \(value)"))
  }

  @Test func theLargestNumbersAreOnlyFindings() async throws {
    let book = try await FinishedBook("Words.")
    try book.editManifest { $0["duration"] = 1e308 }
    try book.editChapter(0) { chapter in
      chapter["samples"] = 1 << 40
      chapter["bookStart"] = 1 << 40
      chapter["sampleRate"] = 1
      chapter["duration"] = -1e308
      chapter["index"] = Int.min
    }
    try book.editItem(0, ofChapter: 0) {
      $0["end"] = 1e308
      $0["line"] = Int.max
    }
    let codes = Set(try await book.report().findings.map(\.code))
    #expect(codes == [.contradiction, .misplacedLine, .wrongForm])
  }

  @Test func aMissingFolderCannotBeRead() async throws {
    let folder = try TemporaryFolder()
    try folder.write("text", as: "file")
    try FileManager.default.createDirectory(
      atPath: folder.path(of: "empty"), withIntermediateDirectories: false)
    for (name, path, reason) in [
      ("none", "none", "No such file or directory"),
      ("file", "file", "Not a directory"),
    ] {
      let error = await #expect(throws: VerifyError.self) {
        try await FolderVerifier(folder: folder.path(of: name)).verify()
      }
      #expect(error == .unreadable(path: folder.path(of: path), reason: reason))
    }
  }

  @Test func `a folder without a manifest is not a finished book`() async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path(of: "empty"), withIntermediateDirectories: true)
    let error = await #expect(throws: VerifyError.self) {
      try await FolderVerifier(folder: folder.path(of: "empty")).verify()
    }
    #expect(
      error?.description
        == "\(folder.path(of: "empty")) is not the folder of a finished book: it has no manifest.json; "
        + "build the book first")
  }

  /// An object at the path of a file.
  ///
  /// It must not be followed, waited for or opened.
  enum Thing: String, CaseIterable, Sendable {
    case link, brokenLink, pipe, folder

    func make(at path: String, in folder: TemporaryFolder) throws {
      switch self {
      case .link:
        let copy = folder.path(of: "copy")
        try FileManager.default.moveItem(atPath: path, toPath: copy)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: copy)
      case .brokenLink:
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/nowhere")
      case .pipe:
        try FileManager.default.removeItem(atPath: path)
        try #require(mkfifo(path, 0o600) == 0)
      case .folder:
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      }
    }

    var reason: String {
      switch self {
      case .link, .brokenLink: "it is a link"
      case .pipe: "it is a pipe"
      case .folder: "it is a folder"
      }
    }
  }

  @Test(arguments: Thing.allCases)
  func anotherObjectAtThePathOfAFileIsAFinding(_ thing: Thing) async throws {
    let book = try await FinishedBook()
    for name in [book.chapters[1], "playlist.m3u8"] {
      try thing.make(at: book.folder.path(of: name), in: try TemporaryFolder())
    }
    let findings = try await book.report().findings
    #expect(findings.map(\.file) == [book.chapters[1], "playlist.m3u8"])
    for finding in findings {
      #expect(finding.code == .unreadableFile)
      #expect(finding.message == "it cannot be read: \(thing.reason)")
    }
  }

  @Test(arguments: Thing.allCases)
  func anotherObjectAtThePathOfTheManifestIsAnError(_ thing: Thing) async throws {
    let book = try await FinishedBook("Words.")
    let path = book.folder.path(of: "manifest.json")
    try thing.make(at: path, in: try TemporaryFolder())
    let error = await #expect(throws: VerifyError.self) { try await book.report() }
    #expect(error == .unreadable(path: path, reason: thing.reason))
  }

  // MARK: Contradictions

  @Test func lengthsThatDoNotFitTheSamples() async throws {
    let book = try await FinishedBook()
    try book.editChapter(1) { $0["duration"] = 99.5 }
    try book.editManifest { $0["duration"] = 1.25 }
    let findings = try await book.report().findings
    #expect(findings.map(\.code) == [.contradiction, .contradiction])
    #expect(findings.map(\.chapter) == [2, nil])
    #expect(findings.map(\.file) == [book.chapters[1], nil])
  }

  @Test func twoHashesOfOneFile() async throws {
    let book = try await FinishedBook()
    try book.editChapter(2) { $0["sha256"] = "0123" }
    #expect(try await book.findings() == ["contradiction \(book.chapters[2])"])
    try book.editManifest { manifest in
      var files = try #require(manifest["files"] as? [[String: Any]])
      var last = try #require(files.last)
      last["sha256"] = "4567"
      files.append(last)
      manifest["files"] = files
    }
    #expect(
      try await book.findings() == [
        "contradiction \(book.chapters[2])", "contradiction playlist.m3u8",
      ])
  }

  @Test func aChapterWithoutAnEntryInTheFileListIsStillChecked() async throws {
    let book = try await FinishedBook()
    try book.editManifest { $0["files"] = [] as [Any] }
    try book.folder.write("mine", as: "notes.txt")
    #expect(try await book.findings() == [])
    try book.folder.remove(book.chapters[1])
    #expect(try await book.findings() == ["missing-file \(book.chapters[1])"])
  }

  @Test func unknownKeysDoNotMatter() async throws {
    let book = try await FinishedBook()
    try book.editManifest { $0["mood"] = ["blue": 1] }
    try book.editChapter(0) { chapter in
      chapter["loudness"] = ["integrated": -19]
      chapter["bookStart"] = nil
    }
    try book.editItem(0, ofChapter: 0) { $0["voice"] = "no voice at all" }
    #expect(try await book.findings() == [])
  }

  @Test func linesAtWrongTimes() async throws {
    let book = try await FinishedBook()
    try book.editItem(2, ofChapter: 0) { $0["start"] = 1.5 }
    try book.editItem(1, ofChapter: 1) { $0["start"] = 50 }
    try book.editItem(4, ofChapter: 2) { $0["end"] = 1000 }
    let findings = try await book.report().findings
    let misplaced = findings.filter { $0.code == .misplacedLine }
    #expect(misplaced.map(\.line) == [4, 11, 12, 14, 15, 23])
    #expect(misplaced.first?.message.contains("begins before the previous line") == true)
    #expect(misplaced.last?.message.contains("ends after its chapter") == true)
    // A line at an impossible time is not checked for sound.
    #expect(findings.filter { $0.code != .misplacedLine }.isEmpty)
  }

  @Test func aLineMovedIntoAPauseIsSilent() async throws {
    let book = try await FinishedBook { $0.cast = #"{"pauses": {"chapterEnd": 2000}}"# }
    let chapter = try Manifest(in: book.path).chapters[0]
    try book.editItem(4, ofChapter: 0) { item in
      item["start"] = chapter.duration - 1.5
      item["end"] = chapter.duration - 0.5
    }
    #expect(try await book.findings() == ["silent-line script.fountain:7"])
  }

  /// A manifest may have many chapters and files with the same name.
  ///
  /// The work must not grow with their product.
  @Test func manyChaptersAndFilesWithOneName() async throws {
    let book = try await FinishedBook("Words.")
    try book.editManifest { manifest in
      let chapter = try #require((manifest["chapters"] as? [[String: Any]])?.first)
      var empty = chapter
      empty["items"] = [] as [Any]
      manifest["chapters"] = [chapter] + [[String: Any]](repeating: empty, count: 1_999)
      let stem = book.chapters[0].dropLast(4)
      manifest["files"] = (0..<2_000).map { number in
        ["role": "chapter", "file": "\(stem).\(number)", "sha256": ""]
      }
      manifest["duration"] = (chapter["duration"] as? Double ?? 0) * 2_000
    }
    let report = try await book.report()
    #expect(report.files == 2_001)
    #expect(report.findings.count == 2_000)
    #expect(Set(report.findings.map(\.code)) == [.missingFile])
  }

  /// One file for the whole book: the manifest says where each chapter begins.
  @Test func chaptersInOneFile() async throws {
    let book = try await FinishedBook(
      "INT. A\n\nWords of one.\n\nINT. B\n\nWords of two.\n"
    ) { $0.options.split = .document }
    let whole = try Manifest(in: book.path).chapters[0]
    try #require(whole.items.count == 4)
    let cut = (whole.places[1].upperBound + whole.places[2].lowerBound) / 2
    let seconds = Double(cut) / Double(whole.sampleRate)
    try book.editManifest { manifest in
      let chapter = try #require((manifest["chapters"] as? [[String: Any]])?.first)
      let items = try #require(chapter["items"] as? [[String: Any]])
      var (first, second) = (chapter, chapter)
      first["samples"] = cut
      first["duration"] = seconds
      first["items"] = Array(items[..<2])
      second["index"] = 2
      second["bookStart"] = cut
      second["samples"] = whole.samples - cut
      second["duration"] = whole.duration - seconds
      second["items"] = items[2...].map { item in
        var item = item
        for key in ["start", "end"] { item[key] = (item[key] as? Double ?? 0) - seconds }
        return item
      }
      manifest["chapters"] = [first, second]
    }
    #expect(try await book.findings() == [])
    try book.editSound(ofChapter: 0) { samples, _ in
      for index in whole.places[3] { samples[index] = 0 }
      samples.removeLast(100)
    }
    try await book.forgeHashes()
    #expect(
      try await book.findings() == [
        "wrong-length \(book.chapters[0])", "silent-line script.fountain:7",
      ])
  }
}
