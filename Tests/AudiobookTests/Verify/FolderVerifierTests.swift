import Audio
import Foundation
import TestSupport
import Testing

@testable import Audiobook

/// Tests of finished books, undamaged and damaged.
@Suite struct FolderVerifierTests {
  @Test(arguments: SoundFormat.allCases, [8000, 22_050, 48_000])
  func anUnchangedBookHasNoFindings(_ format: SoundFormat, _ rate: Int) async throws {
    let book = try await FinishedBook(formats: [format]) { $0.sampleRate = rate }
    let report = try await book.report()
    #expect(report.findings == [])
    #expect(report.files == 4)
    let duration = try Manifest(in: book.path).duration
    #expect(abs(report.seconds - duration) < 0.001)
  }

  /// A line at the very end of its file is checked, whatever the sample rate of the decoder.
  @Test(arguments: SoundFormat.allCases, [11_025, 22_050])
  func theLastLineCanEndWithTheFile(_ format: SoundFormat, _ rate: Int) async throws {
    let book = try await FinishedBook(formats: [format]) {
      $0.cast = #"{"pauses": {"chapterEnd": 0}}"#
      $0.sampleRate = rate
    }
    #expect(try await book.findings() == [])
    try book.editItem(4, ofChapter: 1) { $0["text"] = String(repeating: "words ", count: 90) }
    #expect(try await book.findings() == ["too-fast script.fountain:15"])
  }

  @Test func everyFormatAndTheRecordsOfABookAreChecked() async throws {
    let book = try await FinishedBook(formats: [.mp3, .flac, .wav, .ogg, .opus])
    #expect(try await book.report().findings == [])
    #expect(try await book.report().files == 16)
    // One file of each of the five formats is damaged, and the playlist.
    for (name, index) in zip(try book.folder.names().filter { $0.hasPrefix("001") }, 0...) {
      try book.write([UInt8](repeating: 0, count: 100 + index), to: name)
    }
    try book.write([1], to: "playlist.m3u8")
    let findings = try await book.report().findings
    #expect(findings.count { $0.code == .changedFile } == 6)
    #expect(findings.count { $0.code == .undecodable } == 5)
    #expect(findings.count == 11)
    #expect(findings.last?.file == "playlist.m3u8")
  }

  @Test func aMissingFileIsReportedOnce() async throws {
    let book = try await FinishedBook(formats: [.wav, .flac])
    try book.folder.remove(book.chapters[1])
    try book.folder.remove("playlist.m3u8")
    #expect(
      try await book.findings() == [
        "missing-file \(book.chapters[1])", "missing-file playlist.m3u8",
      ])
  }

  @Test(arguments: SoundFormat.allCases)
  func aFlippedBitIsAChangedFile(_ format: SoundFormat) async throws {
    let book = try await FinishedBook(formats: [format])
    var bytes = try book.bytes(of: book.chapters[0])
    // The flipped bit is in the tags, where decoders ignore it.
    let title = try #require(bytes.firstRange(of: Array("INT. HALL".utf8)))
    bytes[title.lowerBound + 1] ^= 2
    try book.write(bytes, to: book.chapters[0])
    let findings = try await book.findings()
    #expect(findings.first == "changed-file \(book.chapters[0])")
    // Ogg also has a checksum for each page.
    if format != .ogg, format != .opus { #expect(findings.count == 1) }
  }

  /// The finding for a truncated file names the first incomplete line.
  @Test(arguments: SoundFormat.allCases)
  func aTruncatedFileNamesTheLineWhereItEnds(_ format: SoundFormat) async throws {
    let book = try await FinishedBook(formats: [format])
    let bytes = try book.bytes(of: book.chapters[1])
    try book.write(Array(bytes[..<(bytes.count * 6 / 10)]), to: book.chapters[1])
    let findings = try await book.report().findings
    #expect(findings.first?.code == .changedFile)
    let cut = try #require(
      findings.first { $0.code == (format == .flac ? .undecodable : .wrongLength) })
    #expect(cut.chapter == 2)
    #expect(cut.document == "script.fountain")
    #expect([9, 11, 12, 14].contains(cut.line))
    #expect(cut.message.contains("the first incomplete line is "))
    // The missing lines after it are not reported separately.
    #expect(findings.count == 2)
  }

  @Test func aFileThatIsOneByteShorterIsReported() async throws {
    let book = try await FinishedBook(formats: [.mp3])
    let bytes = try book.bytes(of: book.chapters[2])
    try book.write(bytes.dropLast(), to: book.chapters[2])
    #expect(
      try await book.findings() == [
        "changed-file \(book.chapters[2])", "wrong-length \(book.chapters[2])",
      ])
  }

  @Test func swappedFilesAreBothChanged() async throws {
    let book = try await FinishedBook(
      "# One\n\n" + String(repeating: "Words and more words. ", count: 9) + "\n\n# Two\n\nFew.\n")
    let (first, second) = (book.chapters[0], book.chapters[1])
    let bytes = (try book.bytes(of: first), try book.bytes(of: second))
    try book.write(bytes.1, to: first)
    try book.write(bytes.0, to: second)
    let findings = try await book.report().findings
    for name in [first, second] {
      let codes = findings.filter { $0.file == name }.map(\.code)
      #expect(codes.contains(.changedFile))
      #expect(codes.contains(.wrongLength))
    }
  }

  @Test func anotherRateAndChannelCountAreAnotherForm() async throws {
    let book = try await FinishedBook()
    var writer = try SoundFileWriter(
      creating: book.folder.path(of: book.chapters[0]), format: .wav, sampleRate: 16_000,
      channels: 2)
    try writer.write([Int16](repeating: 9000, count: 200_000))
    _ = try writer.finish()
    try await book.forgeHashes()
    let forms = try await book.report().findings.filter { $0.code == .wrongForm }
    #expect(
      forms.map(\.message) == [
        "it has a sample rate of 16000 Hz instead of 8000 Hz", "it has 2 channels instead of 1",
      ])
  }

  // MARK: Audio

  @Test(arguments: SoundFormat.allCases)
  func aLineThatWasReplacedBySilenceIsReported(_ format: SoundFormat) async throws {
    let book = try await FinishedBook(formats: [format]) { $0.sampleRate = 16_000 }
    try book.editSound(ofChapter: 1) { samples, chapter in
      for index in chapter.places[2] { samples[index] = 0 }
    }
    let found = try await book.findings()
    #expect(found == ["changed-file \(book.chapters[1])", "silent-line script.fountain:12"])
    try await book.forgeHashes()
    let forged = try await book.report().findings
    #expect(forged.map(\.line) == [12])
    #expect(forged.map(\.code) == [.silentLine])
  }

  @Test func aVoiceWithoutAudioLeavesASilentLine() async throws {
    let folder = try TemporaryFolder()
    let provider = HookedVoiceProvider(muted: "Four.")
    try await ToneBook(ToneBook.threeScenes, provider: provider).render(into: folder.path)
    let findings = try await FolderVerifier(folder: folder.path).verify().findings
    let silent = findings.filter { $0.code == .silentLine }
    #expect(silent.map(\.line) == [15])
    #expect(silent.first?.message.hasPrefix("\"Four.\" is silent, ") == true)
    // These voices take ten milliseconds for a character.
    #expect(Set(findings.map(\.code)) == [.silentLine, .tooFast])
    #expect(findings.count == 15)
  }

  @Test(arguments: SoundFormat.allCases)
  func clippedAudioIsReported(_ format: SoundFormat) async throws {
    let book = try await FinishedBook(formats: [format]) { $0.sampleRate = 24_000 }
    try book.editSound(ofChapter: 0) { samples, chapter in
      for index in chapter.places[2] {
        // A slow wave, twelve times too loud.
        let value = 12 * sin(2 * .pi * 200 * Double(index) / 24_000)
        samples[index] = Int16(max(-1, min(1, value)) * 32_767)
      }
    }
    try await book.forgeHashes()
    let findings = try await book.report().findings
    #expect(findings.map(\.code) == [.clipping])
    #expect(findings.first?.line == 4)
  }

  @Test func clippingBetweenTheLinesIsReportedForTheFile() async throws {
    let book = try await FinishedBook()
    try book.editSound(ofChapter: 0) { samples, _ in
      for index in (samples.count - 100)..<(samples.count - 80) { samples[index] = .max }
    }
    try await book.forgeHashes()
    let findings = try await book.report().findings
    #expect(findings.map(\.code) == [.clipping])
    #expect(findings.first?.line == nil)
    #expect(findings.first?.file == book.chapters[0])
  }

  @Test func aLineThatIsMostlyMissingIsTooFast() async throws {
    let script = "INT. HALL\n\nANN\nA long line of which only the beginning is heard.\n"
    let book = try await FinishedBook(script)
    try book.editSound(ofChapter: 0) { samples, chapter in
      for index in chapter.places[2].dropFirst(1600) { samples[index] = 0 }
    }
    try await book.forgeHashes()
    let findings = try await book.report().findings
    #expect(findings.map(\.code) == [.tooFast])
    #expect(findings.first?.line == 4)
    let message = try #require(findings.first?.message)
    #expect(
      message == "\"A long line of which only the beginning …\" is spoken in 0.2 s, 3.08 s into "
        + "\(book.chapters[0]): 245 characters a second, above the limit of 35")
    #expect(findings.first?.retake == "script.fountain:4")
  }

  /// A changed file needs a rebuild, not a new take.
  ///
  /// A new take by espeak would be the same as the old one.
  @Test(
    arguments: [
      ("tone://alto", 12, "script.fountain:12"), ("espeak://en-us", 12, nil), ("no voice", 12, nil),
      ("tone://alto", 0, nil),
    ] as [(String, Int, String?)])
  func `a new take is suggested if it can help`(
    voice: String, line: Int, retake: String?
  ) async throws {
    let book = try await FinishedBook()
    try book.editSound(ofChapter: 1) { samples, chapter in
      for index in chapter.places[2] { samples[index] = 0 }
    }
    try book.editItem(2, ofChapter: 1) { item in
      (item["voice"], item["line"]) = (voice, line)
    }
    let changed = try await book.report().findings
    #expect(changed.map(\.code) == [.changedFile, .silentLine])
    #expect(changed.map(\.retake) == [nil, nil])
    try await book.forgeHashes()
    let found = try #require(try await book.report().findings.first)
    #expect(found.code == .silentLine)
    #expect(found.retake == retake)
  }

  @Test(arguments: [
    ("s.fountain:12", "s.fountain:12"), ("part/übung.md:1", "part/übung.md:1"),
    ("a b.md:1", "'a b.md:1'"), ("it's.md:1", #"'it'\''s.md:1'"#), ("$(x).md:1", "'$(x).md:1'"),
  ])
  func `a word for a shell is quoted if necessary`(word: String, quoted: String) {
    #expect("\(ShellWord(word))" == quoted)
  }

  @Test func aLineThatIsMuchTooLongIsTooSlow() async throws {
    let book = try await FinishedBook { $0.cast = #"{"pauses": {"chapterEnd": 2000}}"# }
    try book.editItem(4, ofChapter: 0) { $0["text"] = "Hm" }
    #expect(try await book.findings() == [])
    try book.editSound(ofChapter: 0) { samples, chapter in
      for index in chapter.places[4].lowerBound..<samples.count { samples[index] = 5000 }
    }
    try book.editItem(4, ofChapter: 0) { $0["end"] = ($0["start"] as? Double ?? 0) + 2.1 }
    try await book.forgeHashes()
    #expect(try await book.findings() == ["too-slow script.fountain:7"])
  }

  @Test func theRequestedTempoIsNotAFault() async throws {
    let book = try await FinishedBook()
    try book.editItem(2, ofChapter: 0) { $0["text"] = "Twenty characters." }
    #expect(try await book.findings() == ["too-fast script.fountain:4"])
    try book.editItem(2, ofChapter: 0) { $0["voice"] = "tone://alto?rate=2" }
    #expect(try await book.findings() == [])
    try book.editItem(2, ofChapter: 0) { $0["voice"] = "tone://alto" }
    try book.editManifest { $0["rate"] = 1.9 }
    #expect(try await book.findings() == [])
  }

  @Test func theManifestHasTheTempoOfTheBuildIfItIsSet() async throws {
    for (rate, expected) in [(1.0, nil), (1.25, 1.25)] as [(Double, Double?)] {
      let book = try await FinishedBook { $0.options.rate = rate }
      try book.editManifest { #expect($0["rate"] as? Double == expected) }
    }
  }

  /// Lines that are spoken simultaneously may overlap in any way.
  @Test func simultaneousLinesAreNotAFault() async throws {
    let script = """
      INT. HALL

      ANN
      A long line, which goes on for quite a while.

      BEN ^
      Short.

      ANN
      Done.
      """
    #expect(try await FinishedBook(script).findings() == [])
  }

  @Test func theOrderIsThatOfTheBookForAnyNumberOfJobs() async throws {
    let book = try await FinishedBook(formats: [.wav, .flac])
    try book.folder.remove("playlist.m3u8")
    for chapter in [2, 0, 1] {
      try book.editSound(ofChapter: chapter) { samples, chapter in
        for place in [4, 2] { for index in chapter.places[place] { samples[index] = 0 } }
      }
      try book.editItem(1, ofChapter: chapter) { $0["end"] = 0 }
    }
    let findings = try await book.findings(jobs: 1)
    #expect(
      findings == [
        "changed-file \(book.chapters[0])", "misplaced-line script.fountain:3",
        "silent-line script.fountain:4", "silent-line script.fountain:7",
        "changed-file \(book.chapters[1])", "misplaced-line script.fountain:11",
        "silent-line script.fountain:12", "silent-line script.fountain:15",
        "changed-file \(book.chapters[2])", "misplaced-line script.fountain:19",
        "silent-line script.fountain:20", "silent-line script.fountain:23",
        "missing-file playlist.m3u8",
      ])
    #expect(try await book.findings(jobs: 8) == findings)
  }

  @Test func cancellingStopsTheVerifier() async throws {
    let book = try await FinishedBook()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await book.report()
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
