import Audio
import Audiobook
import Foundation
import Guion
import Hablare
import HablareTesting
import TestSupport
import Synchronization
import Testing

/// Tests of how loud books are, with the real engine and another program's meter.
@Suite struct LoudnessTests {
  private static let script = """
    Title: Levels

    INT. HALL - DAY

    ANN
    The quick brown fox jumps over the lazy dog. Pack my box with five dozen liquor jugs! How \
    vexingly quick daft zebras jump. Sphinx of black quartz, judge my vow, and then go home again.

    BEN
    Whatever happens now, we shall not leave this room before somebody tells us who it was, and why. \
    That may take the whole night; I have brought sandwiches, two blankets and a pack of cards.

    CAM
    My uncle sold boats on the river for thirty years, and never once did he learn to swim. He said \
    that the water could wait. It did wait, in the end, longer than anyone had thought it would.

    ANN
    (whispering)
    This is a secret, and nobody but you is going to hear it, so listen closely to what I say now.

    INT. CELLAR - NIGHT

    BEN
    Yes.
    """

  private static let cast = """
    { "narrator": "espeak://en-gb", "speech": { "credits": false, "sceneHeadings": true },
      "characters": { "ANN": "espeak://en-us+f3", "BEN": "espeak://en-us+m3", "CAM": "espeak://en-us+croak" } }
    """

  private func book(
    _ provider: EspeakNGVoiceProvider, script: String = script, cast: String = cast,
    _ change: (inout ToneBook) -> Void = { _ in }
  ) async throws -> ToneBook {
    let version = try await provider.version()
    return ToneBook(script, cast: cast, provider: provider) {
      $0.engineVersion = version
      $0.sampleRate = 22_050
      $0.options.jobs = 2
      $0.options.loudness = .mono(-19)
      change(&$0)
    }
  }

  private static func rms(_ samples: ArraySlice<Int16>) -> Double {
    let energy = samples.reduce(0.0) { $0 + Double($1) * Double($1) }
    return (energy / Double(samples.count)).squareRoot()
  }

  /// Returns the loudness of one speaker's lines in LUFS, measured by ffmpeg.
  private func loudness(
    of lines: [Manifest.Item], in chapter: Manifest.Chapter, _ folder: TemporaryFolder
  ) throws -> Double {
    let samples = try SoundFileReader(path: folder.path(of: chapter.file)).readAll().samples
    let rate = Double(chapter.sampleRate)
    var writer = try SoundFileWriter(
      creating: folder.path(of: "voice.wav"), format: .wav, sampleRate: chapter.sampleRate)
    for line in lines {
      try writer.write(Array(samples[Int(line.start * rate)..<Int(line.end * rate)]))
    }
    _ = try writer.finish()
    return try HeardLoudness(of: folder.path(of: "voice.wav")).integrated
  }

  @Test func `chapters reach the target, voices have one level, whispers are softer`() async throws
  {
    let folder = try TemporaryFolder()
    let provider = EspeakNGVoiceProvider(slots: 2)
    try await book(provider).render(into: folder.path)
    await provider.shutdown()
    let manifest = try Manifest(in: folder.path)
    let chapter = try #require(manifest.chapters.first)
    let found = try HeardLoudness(of: folder.path(of: chapter.file))
    #expect(abs(found.integrated + 19) <= 0.5)
    #expect(found.truePeak <= -1)
    let told = try #require(chapter.loudness)
    #expect(abs((told.integrated ?? 0) - found.integrated) <= 0.11)
    #expect(abs((told.truePeak ?? 0) - found.truePeak) <= 0.11)
    let voices = try ["ANN", "BEN", "CAM"].map { name in
      try loudness(
        of: [#require(chapter.items.first { $0.speaker == name })], in: chapter, folder)
    }
    #expect((voices.max() ?? 0) - (voices.min() ?? 0) <= 1, "\(voices)")
    let whisper = try loudness(
      of: [#require(chapter.items.last)], in: chapter, folder)
    #expect(whisper < voices[0] - 3)
  }

  @Test func `speeches are above the narrator, announcements below`() async throws {
    let folder = try TemporaryFolder()
    let provider = EspeakNGVoiceProvider(slots: 2)
    let script = """
      INT. HALL - DAY

      They wait for a long time in the dark hall, and nobody dares to say a word before the \
      clock strikes.

      ANN
      Whatever happens now, we shall not leave this room before somebody tells us who it was, and why.

      BEN
      No.

      ANN
      Oh, never mind.

      BEN
      Yes.
      """
    let speech = #""speech": { "announce": "always", "credits": false, "sceneHeadings": true"#
    let cast = Self.cast.replacing(
      #""speech": { "credits": false, "sceneHeadings": true"#, with: speech)
    try await book(provider, script: script, cast: cast).render(into: folder.path)
    await provider.shutdown()
    let chapter = try #require(try Manifest(in: folder.path).chapters.first)
    func level(_ chosen: (Manifest.Item) -> Bool) throws -> Double {
      try loudness(of: chapter.items.filter(chosen), in: chapter, folder)
    }
    let narrator = try level { $0.kind == "action" }
    let long = try level { $0.speaker == "ANN" && $0.text.utf8.count > 50 }
    let short = try level { !$0.speaker.isEmpty && $0.text.utf8.count < 50 }
    let announcements = try level { $0.kind == "announcement" }
    #expect(abs(long - narrator - 1) <= 0.7, "\(long) \(narrator)")
    #expect(abs(short - long) <= 1, "\(short) \(long)")
    #expect(abs(announcements - narrator + 2) <= 0.7, "\(announcements) \(narrator)")
    #expect(announcements <= Swift.min(short, long) - 1)
  }

  /// A heading and a short line are too short to have a loudness.
  ///
  /// Such a chapter gets the gain of the rest of the book.
  @Test func `a chapter under three seconds gets the book's gain`() async throws {
    let folder = try TemporaryFolder()
    let provider = EspeakNGVoiceProvider(slots: 2)
    let pauses = #"{ "chapterStart": 100, "chapterEnd": 100, "afterScene": 100 }"#
    let script = Self.script.replacing("INT. CELLAR - NIGHT", with: ".HERE")
      .replacing("Yes.", with: "Why ever not?")
    let cast = Self.cast.replacing(
      "\"speech\"", with: #""pauses": \#(pauses), "speech""#)
    try await book(provider, script: script, cast: cast).render(into: folder.path)
    await provider.shutdown()
    let chapters = try Manifest(in: folder.path).chapters
    #expect(chapters.count == 2 && chapters[1].duration < 3)
    let levels = try chapters.map { chapter in
      try loudness(
        of: [#require(chapter.items.first { $0.speaker == "BEN" })], in: chapter, folder)
    }
    // A short line is compared with a long one. The tolerance covers how much the loudness of short lines
    // varies, but not a chapter raised to the target.
    #expect(abs(levels[0] - levels[1]) < 3, "\(levels)")
  }

  @Test func `a target that peaks do not allow is reported`() async throws {
    let folder = try TemporaryFolder()
    let provider = EspeakNGVoiceProvider(slots: 2)
    let warnings = Mutex<[String]>([])
    let outcome = try await book(provider) { $0.options.loudness = .mono(-9) }
      .render(into: folder.path) { event in
        guard case .warning(_, _, let diagnostic) = event else { return }
        warnings.withLock { $0.append(diagnostic.message) }
      }
    await provider.shutdown()
    let told = warnings.withLock(\.self)
    #expect(told.count == outcome.warnings)
    let chapter = try #require(try Manifest(in: folder.path).chapters.first)
    let message = try #require(told.first { $0.hasPrefix("\"\(chapter.title)\" stays ") })
    #expect(
      message.hasSuffix("LU below the loudness target, because its peaks leave no more room"))
    let missing = -9 - (try HeardLoudness(of: folder.path(of: chapter.file)).integrated)
    let words = message.split(separator: " ")
    let said = try #require(words.firstIndex(of: "LU").flatMap { Double(words[$0 - 1]) })
    #expect(abs(said - missing) <= 0.15)
  }

  @Test func `a gain of the cast is kept`() async throws {
    let folder = try TemporaryFolder()
    let provider = EspeakNGVoiceProvider(slots: 2)
    let cast = Self.cast.replacing("en-us+m3", with: "en-us+m3?gain=-6")
    try await book(provider, cast: cast).render(into: folder.path)
    await provider.shutdown()
    let chapter = try #require(try Manifest(in: folder.path).chapters.first)
    let levels = try ["ANN", "BEN"].map { name in
      try loudness(
        of: [#require(chapter.items.first { $0.speaker == name })], in: chapter, folder)
    }
    #expect(abs(levels[0] - levels[1] - 6) <= 1, "\(levels)")
  }

  @Test func `two channels are as loud as one channel`() async throws {
    let folder = try TemporaryFolder()
    let provider = EspeakNGVoiceProvider(slots: 2)
    let cast = Self.cast.replacing("en-us+m3", with: "en-us+m3?pan=-0.8")
    try await book(provider, cast: cast) {
      $0.options.channels = 2
      $0.options.formats = [.flac]
    }.render(into: folder.path)
    await provider.shutdown()
    let chapter = try #require(try Manifest(in: folder.path).chapters.first)
    #expect(chapter.channels == 2)
    let samples = try SoundFileReader(path: folder.path(of: chapter.file)).readInterleaved()
    func balance(_ name: String) throws -> Double {
      let line = try #require(chapter.items.first { $0.speaker == name })
      let frames = Int(line.start * 22_050)..<Int(line.end * 22_050)
      let left = Self.rms(frames.map { samples[2 * $0] }[...])
      return 20 * log10(left / Self.rms(frames.map { samples[2 * $0 + 1] }[...]))
    }
    // BEN has the place of the cast. The others are at most at 35 %, on different sides.
    #expect(try balance("BEN") > 10)
    let (ann, cam) = try (balance("ANN"), balance("CAM"))
    #expect(ann * cam < 0 && abs(ann) > 1 && abs(ann) < 6 && abs(cam) < 6, "\(ann) \(cam)")
    let found = try HeardLoudness(of: folder.path(of: chapter.file))
    #expect(abs(found.integrated + 16) <= 0.5)
  }

  @Test func `a voice is measured once`() async throws {
    let folder = try TemporaryFolder()
    func build(_ script: String, into name: String) async throws -> Int {
      let provider = ToneVoiceProvider()
      let levels = folder.path(of: "levels")
      try await ToneBook(script, provider: provider) { $0.options.loudness = .ebu }
        .render(into: folder.path(of: name), levels: levels)
      return provider.requests.count
    }
    let first = try await build(ToneBook.threeScenes, into: "a")
    let again = try await build(ToneBook.threeScenes, into: "b")
    let kept = try folder.names(in: "levels")
    #expect(kept.count == first - again && kept.count == 3)
    // Stored values that make no sense are measured again. An unusable folder does no harm.
    for name in kept { try folder.write("no number", as: "levels/" + name) }
    #expect(try await build(ToneBook.threeScenes, into: "c") == first)
    #expect(
      try FolderState.contents(folder.path(of: "a")) == FolderState.contents(folder.path(of: "c")))
    try FileManager.default.removeItem(atPath: folder.path(of: "levels"))
    try folder.write("a file", as: "levels")
    #expect(try await build(ToneBook.threeScenes, into: "d") == first)
  }

  @Test func `a book for a shop follows its rules`() async throws {
    let folder = try TemporaryFolder()
    let provider = EspeakNGVoiceProvider(slots: 2)
    let cast = Self.cast.replacing(
      "\"speech\"", with: #""pauses": { "chapterStart": 0, "chapterEnd": 0 }, "speech""#)
    let outcome = try await book(provider, cast: cast) {
      $0.options.loudness = .acx
      $0.options.formats = [.wav, .mp3]
      $0.options.bitrate = ACXRules.bitrate
      $0.sampleRate = 44_100
    }.render(into: folder.path)
    await provider.shutdown()
    #expect(outcome.failures.isEmpty)
    for chapter in try Manifest(in: folder.path).chapters {
      // Shops want a room tone, and no digital silence.
      let head = try SoundFileReader(path: folder.path(of: chapter.file)).readAll().samples
        .prefix(11_025)
      #expect((-72 ... -64).contains(20 * log10(Self.rms(head) / 32_768)))
      // Shops get the MP3 file, which is a little quieter than the WAV file.
      let files = [chapter.file, chapter.file.replacing(".wav", with: ".mp3")]
      for file in files {
        let (path, wave) = (folder.path(of: file), folder.path(of: "decoded.wav"))
        #expect(try HeardLoudness(of: path).truePeak <= -3)
        _ = try Program.run("ffmpeg", ["-v", "error", "-y", "-i", path, wave])
        let sox = try Program.run("sox", [wave, "-n", "stats"])
        let rms = try #require(
          sox.errors.split(separator: "\n").first { $0.hasPrefix("RMS lev dB") }?
            .split(separator: " ").last.flatMap { Double($0) })
        #expect((-23 ... -18).contains(rms), "\(file)")
      }
      #expect((0.5...1).contains(chapter.items[0].start))
      #expect((1...5).contains(chapter.duration - (chapter.items.last?.end ?? 0)))
    }
  }

  @Test func `a chapter that cannot follow a shop's rules fails with the reasons`() async throws {
    let folder = try TemporaryFolder()
    let provider = EspeakNGVoiceProvider(slots: 2)
    let script = Self.script + "\n\nCAM\nNo.\n\nBEN\nYes.\n\nCAM\nNo.\n"
    let cast = Self.cast.replacing(
      "\"speech\"",
      with: #""pauses": { "betweenSpeakers": 60000, "afterScene": 60000 }, "speech""#)
    let outcome = try await book(provider, script: script, cast: cast) {
      $0.options.loudness = .acx
      $0.options.keepGoing = true
      $0.sampleRate = 44_100
    }.render(into: folder.path)
    await provider.shutdown()
    // The chapter has minutes of silence and a few words, so it cannot reach the RMS that ACX requires.
    let failure = try #require(outcome.failures.first { $0.chapter == 2 })
    let reason = failure.error.description
    #expect(
      reason.hasPrefix("\"INT. CELLAR - NIGHT\" does not meet the rules of ACX: the RMS "))
    #expect(try !Manifest(in: folder.path).chapters.contains { $0.index == 2 })
  }
}
