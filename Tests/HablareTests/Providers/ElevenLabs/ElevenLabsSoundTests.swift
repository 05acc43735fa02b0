import Foundation
import TestSupport
import Testing

@testable import Hablare

struct ElevenLabsSoundTests {
  private static func sound(
    _ bytes: [UInt8], type: String? = nil, asked format: ElevenLabsFormat = .pcm
  ) throws(ElevenLabsSound.Problem) -> ElevenLabsSound {
    var response = HTTPResponse(status: 200, body: bytes)
    response.headers["content-type"] = type
    return try ElevenLabsSound(response, asked: format)
  }

  @Test func `samples and MP3 are distinguished, and cannot be joined`() throws {
    let pcm = try Self.sound([0, 0, 1, 0])
    #expect(pcm.measure.map { [$0.sampleRate, $0.samples] } == [24_000, 2])
    // MP3 is accepted even if samples were requested.
    let mp3 = try Self.sound(FakeElevenLabs.mp3(frames: 3))
    #expect(mp3.measure.map { [$0.sampleRate, $0.samples] } == [44_100, 3 * 1152])
    #expect(
      ElevenLabsSound.joined([pcm, pcm])?.output(words: [], metadata: [:]).audioData
        == Data([0, 0, 1, 0, 0, 0, 1, 0]))
    #expect(
      ElevenLabsSound.joined([pcm, mp3]) == nil && ElevenLabsSound.joined([mp3, pcm]) == nil)
    #expect(ElevenLabsSound.joined([]) == nil)
    #expect(throws: ElevenLabsSound.Problem.damaged) { try Self.sound([0, 0], asked: .mp3) }
    // Loud samples can look like the first bytes of an MP3 frame. They are read as MP3 only if the media type
    // says so.
    #expect(try Self.sound([0xFF, 0xFB, 0x90, 0xC4]).measure?.samples == 2)
    #expect(throws: ElevenLabsSound.Problem.cutOff) {
      try Self.sound([0xFF, 0xFB, 0x90, 0xC4], type: "audio/mpeg")
    }
  }

  @Test func `a file instead of samples is used unchanged`() throws {
    let wav = WAVHeader.bytes(samples: 1, sampleRate: 22_050) + [7, 0]
    let output = try Self.sound(wav).output(words: [], metadata: [:])
    #expect(output.audioFormat == .pcm16 && output.sampleRate == 22_050)
    #expect(output.audioData == Data([7, 0]))
    let flac = try Self.sound(SoundBytes.flac(), asked: .mp3)
    #expect(flac.output(words: [], metadata: [:]).audioFormat == .flac && flac.measure == nil)
  }

  @Test(arguments: [
    Array("<p>oops gateway</p> ".utf8), Array("upstream connect error or disconnect/reset".utf8),
    Array("ok".utf8), [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10], [0x1F, 0x8B, 8, 0, 0, 0],
    Array("%PDF-1.7\u{0}\u{0}".utf8), [0x50, 0x4B, 3, 4], Array("GIF89a\u{1}\u{0}".utf8),
    [0xFF, 0xD8, 0xFF, 0xE0],
  ])
  func `text, pictures and archives are not samples`(bytes: [UInt8]) {
    #expect(throws: ElevenLabsSound.Problem.self) { try Self.sound(bytes, type: "audio/pcm") }
  }

  @Test func `a word has at least ten milliseconds`() throws {
    let short = try Self.sound([UInt8](repeating: 0, count: 478))
    #expect(throws: ElevenLabsSound.Problem.cutOff) { try short.check(for: "– é") }
    try short.check(for: "… !")
    try Self.sound([UInt8](repeating: 0, count: 480)).check(for: "a")
  }

  @Test(
    arguments: [
      nil, "audio/pcm", "Audio/L16; rate=24000", "application/octet-stream", "text/plain",
      "text/html; charset=utf-8", "application/json", "video/mp4", "image/png", "",
    ] as [String?])
  func `samples are audio whatever their media type`(type: String?) throws {
    #expect(try Self.sound([0, 0], type: type).measure?.samples == 1)
  }

  @Test func `word times belong to the text, or are left out`() throws {
    let sound = try Self.sound([UInt8](repeating: 0, count: 4_800))
    func words(_ characters: [String], _ starts: [Double], of text: String) -> [WordTiming] {
      ElevenLabsAlignment(characters: characters, starts: starts)
        .words(of: text, skipping: 0, sound: sound)
    }
    // A grapheme of two scalars, a line break that became a space, and a time that was moved by codecs.
    #expect(
      words(
        ["a", " ", "e\u{301}", ".", " ", "b"], [0, 0.01, 0.02, 0.03, 0.04, 0.15],
        of: "a\ne\u{301}. b")
        == [
          WordTiming(location: 0, length: 1, sample: 0),
          WordTiming(location: 2, length: 2, sample: 480),
          WordTiming(location: 6, length: 1, sample: 2_400),
        ])
    #expect(words(["a", "b"], [0], of: "ab").isEmpty)
    #expect(words(["a", "c"], [0, 1], of: "ab").isEmpty)
    #expect(words(["a"], [0], of: "ab").isEmpty)
    #expect(words(["a"], [.nan], of: "a").isEmpty)
    #expect(words(["a"], [-0.2], of: "a").isEmpty)
    #expect(words(["a"], [.infinity], of: "a").isEmpty)
    #expect(words(["a", " ", "b"], [0.05, 0, 0.01], of: "a b").isEmpty)
    #expect(words(["a", " ", "b"], [0, 0.05, 0.3], of: "a b").isEmpty)
    #expect(words(["a", " ", "b"], [0.05, 0.05, 0.05], of: "a b").isEmpty)
    // Sums of fractions are not exact.
    let inexact = words(["a", " ", "b"], [-1e-9, 0.05, 0.05 - 1e-9], of: "a b")
    #expect(inexact.map(\.sample) == [0, 1_200])
    // In scripts without spaces, the positions are those of sentences.
    let days = "今日。「明日"
    let unspaced = words(days.map(String.init), [0, 0.02, 0.04, 0.05, 0.06, 0.07], of: days)
    #expect(unspaced.map(\.location) == [0, 4])
  }
}
