import Foundation
import TestSupport
import Testing

@testable import Hablare

struct ElevenLabsSoundTests {
  @Test func `samples and MP3 are told apart, and do not mix`() throws {
    let pcm = try ElevenLabsSound([0, 0, 1, 0], asked: .pcm)
    #expect(pcm.form == .pcm && pcm.samples == 2 && pcm.sampleRate == 24_000)
    // The service may have its reasons.
    let mp3 = try ElevenLabsSound(FakeElevenLabs.mp3(frames: 3), asked: .pcm)
    #expect(mp3.audioFormat == .mp3 && mp3.sampleRate == 44_100)
    #expect(ElevenLabsSound.joined([pcm, pcm])?.bytes == [0, 0, 1, 0, 0, 0, 1, 0])
    #expect(
      ElevenLabsSound.joined([pcm, mp3]) == nil && ElevenLabsSound.joined([mp3, pcm]) == nil)
    #expect(ElevenLabsSound.joined([]) == nil)
    #expect(throws: ElevenLabsSound.Fault.self) { try ElevenLabsSound([0, 0], asked: .mp3) }
    let wav = WAVHeader.bytes(samples: 1, sampleRate: 24_000) + [0, 0]
    #expect(throws: ElevenLabsSound.Fault.self) { try ElevenLabsSound(wav, asked: .pcm) }
    // Loud samples may look like the first bytes of a frame.
    #expect(try ElevenLabsSound([0xFF, 0xFB, 0x90, 0xC4], asked: .pcm).form == .pcm)
  }

  @Test(arguments: [
    Array("<p>oops gateway</p> ".utf8), Array("upstream connect error or disconnect/reset".utf8),
    Array("ok".utf8), [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10], [0x1F, 0x8B, 8, 0, 0, 0],
    Array("%PDF-1.7\u{0}\u{0}".utf8), [0x50, 0x4B, 3, 4], Array("GIF89a\u{1}\u{0}".utf8),
    [0xFF, 0xD8, 0xFF, 0xE0],
  ])
  func `text, pictures and archives are no samples`(bytes: [UInt8]) {
    #expect(throws: ElevenLabsSound.Fault.self) { try ElevenLabsSound(bytes, asked: .pcm) }
  }

  @Test func `a word takes at least ten milliseconds`() throws {
    let short = try ElevenLabsSound([UInt8](repeating: 0, count: 478), asked: .pcm)
    #expect(throws: ElevenLabsSound.Fault.self) { try short.check(for: "– é") }
    try short.check(for: "… !")
    try ElevenLabsSound([UInt8](repeating: 0, count: 480), asked: .pcm).check(for: "a")
  }

  @Test(
    arguments: [
      (nil, true), ("audio/pcm", true), ("audio/mpeg", true), ("Audio/L16; rate=24000", true),
      ("application/octet-stream", true), ("text/plain", false), ("application/json", false),
      ("video/mp4", false),
    ] as [(String?, Bool)])
  func `an answer's type must be one of sound`(type: String?, isSound: Bool) {
    var response = HTTPResponse(status: 200, body: [0, 0])
    response.headers["content-type"] = type
    #expect(((try? ElevenLabsSound(response, asked: .pcm)) != nil) == isSound)
  }

  @Test func `times of words are those of the text, or none`() throws {
    let sound = try ElevenLabsSound([UInt8](repeating: 0, count: 4_800), asked: .pcm)
    func words(_ characters: [String], _ starts: [Double], of text: String) -> [WordTiming] {
      ElevenLabsAlignment(characters: characters, starts: starts)
        .words(of: text, skipping: 0, sound: sound)
    }
    // One grapheme of two scalars, a line break that became a blank, and a time beyond the end.
    #expect(
      words(
        ["a", " ", "e\u{301}", ".", " ", "b"], [0, 0.01, 0.02, 0.03, 0.04, 9], of: "a\ne\u{301}. b")
        == [
          WordTiming(location: 0, length: 1, sample: 0),
          WordTiming(location: 2, length: 2, sample: 480),
          WordTiming(location: 6, length: 1, sample: 2_400),
        ])
    #expect(words(["a", "b"], [0], of: "ab").isEmpty)
    #expect(words(["a", "c"], [0, 1], of: "ab").isEmpty)
    #expect(words(["a"], [0], of: "ab").isEmpty)
    #expect(words(["a"], [.nan], of: "a") == [WordTiming(location: 0, length: 1, sample: 0)])
    #expect(words(["a", " ", "b"], [0.05, 0, 0.01], of: "a b").map(\.sample) == [1_200, 1_200])
  }
}
