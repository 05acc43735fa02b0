import Audio
import Foundation
import TestSupport
import Testing

@testable import Audiobook

/// Tests of books in one file that contains their chapters.
@Suite struct WholeBookTests {
  /// The chapters of a file as ffprobe lists them.
  private struct Probe: Decodable {
    struct Chapter: Decodable {
      var start_time: String
      var end_time: String
      var tags: [String: String]
    }
    var chapters: [Chapter]
  }

  private struct Manifest: Decodable {
    struct Chapter: Decodable {
      var title: String
      var file: String
      var sha256: String
      var bookStart: Int
      var samples: Int
      var sampleRate: Int
    }
    struct File: Decodable {
      var role: String
      var format: String?
      var file: String
      var sha256: String
    }
    var chapters: [Chapter]
    var files: [File]
  }

  private func manifest(_ folder: String) throws -> Manifest {
    let data = try Data(contentsOf: URL(filePath: folder + "/manifest.json"))
    return try JSONDecoder().decode(Manifest.self, from: data)
  }

  private func chapters(_ path: String) throws -> [Probe.Chapter] {
    let result = try Program.run("ffprobe", ["-v", "error", "-of", "json", "-show_chapters", path])
    try #require(result.status == 0, "\(result.errors)")
    return try JSONDecoder().decode(Probe.self, from: Data(result.output.utf8)).chapters
  }

  private func scenes(_ count: Int) -> String {
    "Title: A Book: Of Scenes\n\n"
      + (1...count).map { "INT. ROOM \($0) - DAY\n\nAction \($0).\n\n" }.joined()
  }

  /// A format, and the largest gap before a chapter in samples at 22,050 Hz.
  struct Gap: Sendable {
    var format: BookFormat
    var most: Int
  }

  @Test(arguments: [
    Gap(format: .m4b, most: M4BFile.maximumPadding), Gap(format: .mp3, most: 3 * 576),
    Gap(format: .opus, most: 441 + 144),
  ])
  func `other programs find the chapters at the manifest's times`(row: Gap) async throws {
    let folder = try TemporaryFolder()
    let out = folder.path(of: "out")
    try await ToneBook(scenes(300)) {
      ($0.options.formats, $0.options.books) = ([], [row.format])
    }.render(into: out)
    let name = "A Book - Of Scenes.\(row.format)"
    #expect(try FolderState.names(out) == [name, "manifest.json", "playlist.m3u8"])
    let manifest = try manifest(out)
    let found = try chapters("\(out)/\(name)")
    #expect(found.count == 301)
    #expect(found.map { $0.tags["title"] } == manifest.chapters.map(\.title))
    for (found, chapter) in zip(found, manifest.chapters) {
      let start = Double(chapter.bookStart) / Double(chapter.sampleRate)
      #expect(abs((Double(found.start_time) ?? -1) - start) < 0.002)
    }
    for (chapter, next) in zip(manifest.chapters, manifest.chapters.dropFirst()) {
      let gap = next.bookStart - chapter.bookStart - chapter.samples
      #expect((0...row.most).contains(gap))
    }
    #expect(Set(manifest.chapters.map(\.file)) == [name])
    #expect(manifest.files.map(\.role) == ["book", "playlist"])
    #expect(manifest.files[0].format == row.format.rawValue)
    #expect(manifest.files[0].sha256 == manifest.chapters[0].sha256)
  }

  /// The audio in the book is at the same positions as in the files of its chapters, to the sample.
  @Test func `a book and the files of its chapters have the same audio`() async throws {
    let folder = try TemporaryFolder()
    let out = folder.path(of: "out")
    try await ToneBook(scenes(5)) {
      ($0.options.formats, $0.options.books) = ([.wav], [.m4b])
    }.render(into: out)
    let manifest = try manifest(out)
    #expect(Set(manifest.chapters.map(\.bookStart)) == [0])
    #expect(manifest.files.count { $0.role == "chapter" } == 6)
    let decoded = try samples(out + "/A Book - Of Scenes.m4b")
    var start = 0
    for chapter in manifest.chapters {
      let sound = try SoundFileReader(path: out + "/" + chapter.file).readAll().samples
      let heard = decoded[start..<min(decoded.count, start + sound.count)]
      try #require(heard.count == sound.count)
      let noise = zip(sound, heard).map { Double($0) - Double($1) }
      #expect(power(noise) < 0.02 * power(sound.map(Double.init)))
      start += AACPadding.padded(sound)
    }
    #expect(start == decoded.count)
  }

  @Test func `a lossless book has the audio of its chapters, bit by bit`() async throws {
    let folder = try TemporaryFolder()
    let out = folder.path(of: "out")
    try await ToneBook(scenes(3)) {
      ($0.options.formats, $0.options.books) = ([.mp3], [.flac, .wav])
    }.render(into: out)
    let flac = try samples(out + "/A Book - Of Scenes.flac")
    let wave = try samples(out + "/A Book - Of Scenes.wav")
    var (start, end) = (0, 0)
    for chapter in try manifest(out).chapters {
      let sound = wave[end..<end + chapter.samples]
      #expect(flac[start...].starts(with: sound))
      // Each chapter takes whole blocks of 4,096 samples. Silence fills the last block.
      let next = start + (chapter.samples + 4095) / 4096 * 4096
      #expect(flac[(start + chapter.samples)..<next].allSatisfy { $0 == 0 })
      (start, end) = (next, end + chapter.samples)
    }
    #expect(start == flac.count && end == wave.count)
  }

  /// Builds the format alone at 22,050 Hz, and together with all other formats at 11,025 Hz.
  @Test(arguments: BookFormat.allCases, [22_050, 11_025])
  func `an unchanged book has no findings`(format: BookFormat, rate: Int) async throws {
    let folder = try TemporaryFolder()
    let out = folder.path(of: "out")
    try await ToneBook(scenes(12)) {
      let others = BookFormat.allCases.filter { $0 != format }
      ($0.options.formats, $0.options.books) = ([], [format] + (rate == 22_050 ? [] : others))
      $0.options.sampleRate = rate
    }.render(into: out)
    let report = try await FolderVerifier(folder: out).verify()
    // A tone is shorter than its text would be if spoken.
    #expect(report.findings.filter { $0.code != .tooFast } == [])
    let manifest = try manifest(out)
    #expect(manifest.files.count == (rate == 22_050 ? 2 : 7))
    // The last chapter moves to a time after the end of the book, where the verifier finds no audio.
    let path = URL(filePath: out + "/manifest.json")
    let last = try #require(manifest.chapters.last)
    let text = try String(contentsOf: path, encoding: .utf8)
    try text.replacing("\"bookStart\": \(last.bookStart),", with: "\"bookStart\": \(1 << 30),")
      .write(to: path, atomically: true, encoding: .utf8)
    let findings = try await FolderVerifier(folder: out).verify().findings
    #expect(findings.contains { $0.code == .wrongLength && $0.chapter == 13 })
  }

  /// The documented rule: whole blocks of 1,024 samples, the last one silent.
  private enum AACPadding {
    static func padded(_ sound: [Int16]) -> Int {
      let blocks = (sound.count + 1023) / 1024
      let isSilent = sound[((blocks - 1) * 1024)...].allSatisfy { $0 == 0 }
      return (isSilent ? blocks : blocks + 1) * 1024
    }
  }

  private func power(_ values: [Double]) -> Double { values.reduce(0) { $0 + $1 * $1 } }

  private func samples(_ path: String) throws -> [Int16] {
    let raw = try TemporaryFolder()
    let result = try Program.run(
      "ffmpeg", ["-v", "error", "-i", path, "-f", "s16le", raw.path(of: "raw")])
    try #require(result.status == 0, "\(result.errors)")
    let data = try Data(contentsOf: URL(filePath: raw.path(of: "raw")))
    return data.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
  }

  @Test func `a foreign file with the book's name stays`() async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path(of: "out"), withIntermediateDirectories: false)
    try folder.write("mine", as: "out/A Book - Of Scenes.m4b")
    let book = ToneBook(scenes(2)) { ($0.options.formats, $0.options.books) = ([], [.m4b]) }
    let error = try await book.failure(into: folder.path(of: "out"))
    guard case .foreignFiles(let files) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(files == [folder.path(of: "out/A Book - Of Scenes.m4b")])
    #expect(try folder.text(of: "out/A Book - Of Scenes.m4b") == "mine")
  }

  @Test func `a title of any length gives a name and a tag`() async throws {
    let folder = try TemporaryFolder()
    let out = folder.path(of: "out")
    let title = String(repeating: "A very long title. ", count: 600)
    try await ToneBook(scenes(2)) {
      ($0.options.formats, $0.options.books) = ([], [.m4b])
      $0.options.title = title
    }.render(into: out)
    let book = try #require(try FolderState.names(out).first { $0.hasSuffix(".m4b") })
    #expect(book.utf8.count <= 124)
    #expect(try chapters("\(out)/\(book)").count == 3)
  }

  @Test func `outdated book files are removed, chapter stretches stay`() async throws {
    let folder = try TemporaryFolder()
    let out = folder.path(of: "out")
    func build(_ script: String, _ books: [BookFormat]) async throws {
      try await ToneBook(script) {
        ($0.options.formats, $0.options.books) = (books.isEmpty ? [.wav] : [], books)
      }.render(into: out)
    }
    func stretches() throws -> [String] {
      try FolderState.all(out + "/.guion2audio").filter { $0.hasSuffix(".aac") }
    }
    try await build(scenes(3), [.m4b])
    #expect(try stretches() == ["1.aac", "2.aac", "3.aac", "4.aac"])
    try await build(scenes(2), [.m4b])
    #expect(try stretches() == ["1.aac", "2.aac", "3.aac"])
    try await build(scenes(2), [])
    #expect(try stretches().isEmpty)
    #expect(try !FolderState.names(out).contains { $0.hasSuffix(".m4b") })
  }
}
