import Audio
import HablareTesting
import Audiobook
import Foundation
import TestSupport
import Testing

/// Tests of the manifest's times against the file, sample by sample.
@Suite struct TimingTests {
  private static let rate = ToneVoiceProvider.sampleRate

  private struct Take {
    var folder: TemporaryFolder
    var chapter: Manifest.Chapter
    var samples: [Int16]

    /// The ranges with sound: from the first sample that is not silent to the end of the last one.
    ///
    /// Silence means at least a twentieth of a second of zeros.
    var sounding: [Range<Int>] {
      var ranges: [Range<Int>] = []
      for (index, sample) in samples.enumerated() where sample != 0 {
        if let last = ranges.last, index - last.upperBound < TimingTests.rate / 20 {
          ranges[ranges.count - 1] = last.lowerBound..<index + 1
        } else {
          ranges.append(index..<index + 1)
        }
      }
      return ranges
    }
  }

  private func take(_ script: String, cast: String = "{}") async throws -> Take {
    let folder = try TemporaryFolder()
    try await ToneBook(script, cast: cast).render(into: folder.path)
    let chapter = try #require(try Manifest(in: folder.path).chapters.first)
    let samples = try SoundFileReader(path: folder.path(of: chapter.file)).readAll().samples
    return Take(folder: folder, chapter: chapter, samples: samples)
  }

  /// Returns the pauses between items in milliseconds, including those before the first item and after the
  /// last.
  private func pauses(_ take: Take) -> [Double] {
    let places = take.chapter.places
    let starts = places.map(\.lowerBound) + [take.chapter.samples]
    let ends = [0] + places.map(\.upperBound)
    return zip(starts, ends).map { Double($0 - $1) * 1000 / Double(Self.rate) }
  }

  private let script = """
    INT. HALL - DAY

    A door.

    ANN
    One.

    ANN
    Again.

    BEN
    Two.

    Silence.

    ===

    Morning.
    """

  @Test func everyPauseHasTheLengthOfTheTable() async throws {
    let take = try await take(script)
    #expect(
      take.chapter.items.map(\.kind) == [
        "scene-heading", "action", "announcement", "dialogue", "dialogue", "announcement",
        "dialogue",
        "action", "action",
      ])
    #expect(pauses(take) == [250, 1000, 650, 150, 400, 500, 150, 650, 1500, 500])
  }

  @Test func theSamplesAreAtTheTimesOfTheManifest() async throws {
    let take = try await take(script)
    #expect(take.sounding == take.chapter.places)
    #expect(
      take.chapter.places.map(\.count)
        == take.chapter.items.map {
          $0.text.unicodeScalars.count * ToneVoiceProvider.samplesPerCharacter
        })
  }

  @Test func theLengthIsTheNumberOfSamples() async throws {
    let take = try await take(script)
    #expect(take.chapter.samples == take.samples.count)
    #expect(take.chapter.duration == Double(take.samples.count) / Double(Self.rate))
    let probe = try Program.run(
      "ffprobe",
      [
        "-v", "error", "-show_entries", "stream=duration_ts,sample_rate,channels", "-of", "csv=p=0",
        take.folder.path(of: take.chapter.file),
      ])
    #expect(probe.output == "8000,1,\(take.samples.count)\n")
  }

  /// An independent check: ffmpeg finds silence exactly at the manifest's pauses.
  @Test func ffmpegFindsTheSamePauses() async throws {
    let take = try await take(script)
    let result = try Program.run(
      "ffmpeg",
      [
        "-hide_banner", "-nostats", "-i", take.folder.path(of: take.chapter.file), "-af",
        "silencedetect=noise=-60dB:duration=0.1", "-f", "null", "-",
      ])
    func times(_ key: String) -> [Double] {
      result.errors.split(separator: "\n").compactMap { line in
        line.range(of: key + ": ").flatMap { Double(line[$0.upperBound...].prefix { $0 != " " }) }
      }
    }
    let starts = times("silence_start")
    let ends = times("silence_end")
    #expect(starts.count == take.chapter.items.count + 1)
    for (heard, said) in zip(starts, [0] + take.chapter.items.map(\.end)) {
      #expect(abs(heard - said) < 0.001)
    }
    for (heard, said) in zip(ends, take.chapter.items.map(\.start)) {
      #expect(abs(heard - said) < 0.001)
    }
  }

  @Test func pausesOfTheCastFileAreExactToTheMillisecond() async throws {
    let take = try await take(
      script,
      cast: """
        {"pauses": {"chapterStart": 0, "afterHeading": 1, "paragraph": 21, "betweenSpeakers": 333,
         "sameSpeaker": 100, "afterAnnouncement": 20, "pageBreak": 4321, "chapterEnd": 7, "afterScene": 0}}
        """)
    // Each clip keeps 10 ms of its own silence before and after. No pause between two clips is shorter than
    // 20 ms, and no pause at an end is shorter than 10 ms.
    #expect(pauses(take) == [10, 20, 21, 20, 100, 333, 20, 21, 4321, 10])
    #expect(take.samples.count == take.chapter.samples)
  }

  @Test func simultaneousSpeechesStartTogether() async throws {
    let take = try await take(
      """
      Before.

      ANN
      Short.

      BEN ^
      A much longer speech than hers.

      After.
      """, cast: #"{"speech": {"announce": "never"}}"#)
    let places = take.chapter.places
    try #require(places.count == 4)
    #expect(places[1].lowerBound == places[2].lowerBound)
    #expect(places[1].count < places[2].count)
    // The next item waits for the longer of the two speeches.
    #expect(places[3].lowerBound - places[2].upperBound == Self.rate * 650 / 1000)
    #expect(take.sounding == [places[0], places[2], places[3]])
    // Both voices together are louder than each alone.
    let alone =
      take.samples[places[1].upperBound..<places[2].upperBound].map { abs(Int($0)) }.max() ?? 0
    let both = take.samples[places[1]].map { abs(Int($0)) }.max() ?? 0
    #expect(both > alone + 1000)
  }

  @Test func aBeatWithinASpeechIsInsideItsItem() async throws {
    let take = try await take(
      "ANN\nOne.\n(beat)\nTwo.\n\nWords.", cast: #"{"speech": {"announce": "never"}}"#)
    #expect(take.chapter.items.map(\.text) == ["One. Two.", "Words."])
    let pieces = take.sounding
    try #require(pieces.count == 3)
    #expect(pieces[1].lowerBound - pieces[0].upperBound == Self.rate * 700 / 1000)
    #expect(take.chapter.places[0] == pieces[0].lowerBound..<pieces[1].upperBound)
  }
}
