import Audio
import Audiobook
import Foundation
import TestSupport
import Testing

@Suite struct FormatTests {
  private let script = """
    Title: Ça & là 李
    Author: Zoë
    Author: Éric

    INT. CAFÉ – "QUOTES" - DAY

    Words, words, and more words.
    """

  private func probe(_ path: String, _ entries: String) throws -> [String: String] {
    let result = try Program.run(
      "ffprobe", ["-v", "error", "-show_entries", entries, "-of", "flat=h=0", path])
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    var values: [String: String] = [:]
    for line in result.output.split(separator: "\n") {
      guard let equals = line.firstIndex(of: "=") else { continue }
      let key = line[..<equals].split(separator: ".").last.map { $0.lowercased() } ?? ""
      values[key] = line[line.index(after: equals)...].trimmingCharacters(in: ["\""])
        .replacing("\\\"", with: "\"")
    }
    return values
  }

  @Test func oneChapterInAllFormatsAtOnce() async throws {
    let folder = try TemporaryFolder()
    let formats: [SoundFormat] = [.flac, .mp3, .wav, .ogg, .opus]
    try await ToneBook(script) {
      $0.options.formats = formats
      $0.sampleRate = 24_000
    }.render(into: folder.path)
    let manifest = try Manifest(in: folder.path)
    let chapter = try #require(manifest.chapters.last)
    #expect(chapter.file.hasSuffix(".flac"))
    let stem = chapter.file.dropLast(5)
    let codecs = [
      "flac": "flac", "mp3": "mp3", "wav": "pcm_s16le", "ogg": "vorbis", "opus": "opus",
    ]
    for format in formats {
      let path = folder.path(of: "\(stem).\(format.fileExtension)")
      let found = try probe(path, "stream=codec_name,channels:format=duration")
      #expect(found["codec_name"] == codecs[format.rawValue])
      #expect(found["channels"] == "1")
      let duration = try #require(found["duration"].flatMap(Double.init))
      // MP3 pads to whole frames of 24 ms and adds the decoder's delay. ffprobe counts the 6.5 ms that an
      // Opus decoder skips.
      let padding = [.mp3: 0.1, .opus: 0.0066][format] ?? 0.001
      #expect(abs(duration - chapter.duration) < padding, "\(format)")
    }
  }

  @Test(arguments: SoundFormat.allCases) func tagsAreWrittenInUTF8(_ format: SoundFormat)
    async throws
  {
    let folder = try TemporaryFolder()
    try await ToneBook(script) { $0.options.formats = [format] }.render(into: folder.path)
    let manifest = try Manifest(in: folder.path)
    #expect(manifest.chapters.map(\.index) == [1, 2])
    for chapter in manifest.chapters {
      let tags = try probe(
        folder.path(of: chapter.file),
        "format_tags=title,album,artist,track,genre:stream_tags=title,album,artist,track,genre")
      #expect(tags["title"] == chapter.title)
      #expect(tags["album"] == "Ça & là 李")
      #expect(tags["artist"] == manifest.authors.joined(separator: ", "))
      #expect(tags["track"] == "\(chapter.index)")
      #expect(tags["genre"] == "Audiobook")
    }
  }

  @Test(arguments: SoundFormat.allCases) func theNumberOfJobsChangesNoByte(_ format: SoundFormat)
    async throws
  {
    let folders = [try TemporaryFolder(), try TemporaryFolder()]
    let scenes = (1...6).map { number in
      "INT. ROOM \(number)\n\n"
        + String(repeating: "ANN\nWords of \(number).\n\nBEN ^\nOthers.\n\n", count: number)
    }
    for (folder, jobs) in zip(folders, [1, 4]) {
      try await ToneBook(scenes.joined()) {
        $0.options.formats = [format]
        $0.options.jobs = jobs
      }.render(into: folder.path)
    }
    #expect(try FolderState.contents(folders[0].path) == FolderState.contents(folders[1].path))
    #expect(try FolderState.names(folders[0].path).count == 8)
  }

  @Test(arguments: SoundFormat.allCases) func aHigherRateIsResampled(_ format: SoundFormat)
    async throws
  {
    let folder = try TemporaryFolder()
    try await ToneBook("Words.") {
      $0.sampleRate = 44_100
      $0.options.formats = [format]
    }.render(into: folder.path)
    let chapter = try #require(try Manifest(in: folder.path).chapters.first)
    #expect(chapter.sampleRate == 44_100)
    // 750 ms, six characters of 10 ms each, and 2,000 ms.
    #expect(abs(chapter.duration - 2.81) < 0.001)
    let found = try probe(folder.path(of: chapter.file), "stream=sample_rate")
    // Opus always decodes to 48 kHz.
    #expect(found["sample_rate"] == (format == .opus ? "48000" : "44100"))
  }

  @Test func bitratesAreApplied() async throws {
    let folder = try TemporaryFolder()
    let script = String(repeating: "Many words in a row. ", count: 100)
    var sizes: [Int] = []
    for bitrate in [16, 64] {
      let path = folder.path(of: "\(bitrate)")
      try await ToneBook(script) {
        $0.options.formats = [.mp3]
        $0.options.bitrate = bitrate
        $0.sampleRate = 16_000
      }.render(into: path)
      let file = try #require(try Manifest(in: path).files.first?.file)
      sizes.append(try Data(contentsOf: URL(filePath: "\(path)/\(file)")).count)
    }
    #expect(sizes[1] > 3 * sizes[0])
  }
}
