import Foundation
import TestSupport
import Testing

@testable import Hablare

/// Tests of audio, and of data that only begins like audio.
///
/// Another program writes the audio files.
struct SoundCheckTests {
  @Test(arguments: [
    ("wav", "pcm_u8"), ("wav", "pcm_s24le"), ("wav", "pcm_f32le"), ("wav", "pcm_f64le"),
    ("flac", "flac"), ("ogg", "libvorbis"), ("opus", "libopus"),
    ("mp3", "libmp3lame"), ("aiff", "pcm_s16be"), ("ipod", "aac"),
  ])
  func `files of another program are audio`(form: String, codec: String) throws {
    let folder = try TemporaryFolder()
    for (seconds, rate) in [("0.05", "16000"), ("1.5", "48000")] {
      let path = folder.path(of: "\(rate).\(form)")
      let result = try Program.run(
        "ffmpeg",
        [
          "-v", "error", "-f", "lavfi", "-i", "sine=sample_rate=\(rate):duration=\(seconds)",
          "-c:a", codec, "-metadata", "title=x", "-f", form, path,
        ])
      #expect(result.status == 0, "\(result.errors)")
      let data = try Data(contentsOf: URL(filePath: path))
      guard case .format(let format) = SoundSignature(data) else {
        Issue.record("\(form) is not recognised")
        continue
      }
      #expect(SoundCheck.accepts(data, as: format))
      #expect(SoundCheck.accepts((Data([1, 2]) + data)[2...], as: format))
    }
  }

  static let refused: [(VoiceEngineAudioFormat, [UInt8])] = [
    (.flac, SoundBytes.flac(rate: 1)), (.flac, SoundBytes.flac(rate: 700_000)),
    (.flac, SoundBytes.flac(block: [0, 1])), (.flac, SoundBytes.flac().dropLast(4) + [1, 2, 3, 4]),
    (.flac, Array("fLaC".utf8) + SoundBytes.noise), (.opus, SoundBytes.opus(channels: 0)),
    (.opus, SoundBytes.opus().dropLast(1)), (.opus, SoundBytes.opus() + [0]),
    (.ogg, SoundBytes.vorbis(rate: [1, 0, 0, 0])), (.ogg, Array("OggS".utf8)),
    (.mp3, SoundBytes.id3), (.mp3, SoundBytes.id3 + SoundBytes.noise),
    (.mp3, FakeSpeechServer.mp3(frames: 2) + SoundBytes.noise), (.aiff, Array("FORM....AIFF".utf8)),
    (.mp3, FakeSpeechServer.mp3(frames: 5).dropLast(9)), (.aiff, SoundBytes.aiff().dropLast(1)),
    (.aiff, SoundBytes.aiff(channels: 9)), (.m4a, Array("\u{0}\u{0}\u{0}\u{8}ftyp".utf8)),
    (.wav, Array("RIFF....WAVE".utf8)), (.wav, FakeSpeechServer.wav([0, 0], rate: 7_999)),
    (.pcm16, []), (.pcm16, [1]),
  ]

  @Test(arguments: refused)
  func `contradictory data is not audio`(format: VoiceEngineAudioFormat, bytes: [UInt8]) {
    #expect(!SoundCheck.accepts(bytes, as: format))
  }

  @Test(arguments: [
    (Double.infinity, "later"), (-.infinity, "later"), (.nan, "later"), (1e300, "later"),
    (-1, "later"), (1.5, "in 2 s"),
  ])
  func `any time to wait can be shown`(seconds: Double, words: String) {
    let error = VoiceProviderError.rateLimited(retryAfter: seconds)
    #expect(error.description == "too many requests: try again \(words)")
    #expect(
      !VoiceProviderError.voiceNotFound(nearest: ["a\u{1B}[2J"]).description.contains("\u{1B}"))
  }
}
