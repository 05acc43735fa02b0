import Audio
import Audiobook
import Hablare
import TestSupport
import Testing

/// Tests of whole builds with the real engine.
@Suite struct EspeakBookTests {
  private let script = """
    Title: Two Rooms
    Author: Ann Ash

    INT. HALL - DAY

    It is dark. A light goes on.

    ANN
    Who is there?

    BEN
    (whispering)
    Nobody you know.

    ANN ^
    I see you!

    INT. CELLAR - NIGHT

    BEN (V.O.)
    (beat)
    Well, well.
    """

  private func book(_ provider: EspeakNGVoiceProvider, jobs: Int) async throws -> ToneBook {
    let version = try await provider.version()
    return ToneBook(script, provider: provider) {
      $0.engineVersion = version
      $0.sampleRate = 22_050
      $0.options.jobs = jobs
      $0.options.formats = [.wav, .mp3]
    }
  }

  @Test func everyBuildGivesTheSameBytes() async throws {
    let folders = [try TemporaryFolder(), try TemporaryFolder()]
    for (folder, jobs) in zip(folders, [1, 3]) {
      let provider = EspeakNGVoiceProvider(slots: jobs)
      try await book(provider, jobs: jobs).render(into: folder.path)
      await provider.shutdown()
    }
    #expect(try FolderState.contents(folders[0].path) == FolderState.contents(folders[1].path))
    #expect(try FolderState.names(folders[0].path).count == 8)
  }

  @Test func pausesAndSpeechesAreAtTheTimesOfTheManifest() async throws {
    let folder = try TemporaryFolder()
    let provider = EspeakNGVoiceProvider(slots: 2)
    try await book(provider, jobs: 2).render(into: folder.path)
    await provider.shutdown()
    for chapter in try Manifest(in: folder.path).chapters {
      let places = chapter.places
      let first = try #require(places.first)
      let last = try #require(places.map(\.upperBound).max())
      // Rounding can make the silence of 10 ms that a clip keeps one sample longer or shorter.
      let isScene = chapter.items.contains { $0.kind == "scene-heading" }
      #expect(abs(first.lowerBound - 22_050 * (isScene ? 1 : 3) / 4) <= 1)
      #expect(abs(chapter.samples - last - (isScene ? 22_050 / 2 : 2 * 22_050)) <= 1)
      let probe = try Program.run(
        "ffprobe",
        [
          "-v", "error", "-show_entries", "stream=duration_ts", "-of", "csv=p=0",
          folder.path(of: chapter.file),
        ])
      #expect(probe.output == "\(chapter.samples)\n")
      for place in places { #expect(place.count > 22_050 / 10) }
    }
  }
}
