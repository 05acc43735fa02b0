import Foundation
import Hablare
import TestSupport
import Testing

/// Against files of another program: sox and ffmpeg make them, ffprobe decodes and counts them.
@Suite struct SoundMeasureTests {
  @Test(arguments: [
    ("wav", VoiceEngineAudioFormat.wav, 22_050, 1, ["-c:a", "pcm_s16le"]),
    ("flac", .flac, 44_100, 2, []),
    ("ogg", .ogg, 32_000, 1, ["-c:a", "libvorbis"]),
    ("opus", .opus, 48_000, 1, ["-c:a", "libopus"]),
  ])
  func `a sound is measured to the frame`(
    ending: String, format: VoiceEngineAudioFormat, rate: Int, channels: Int, codec: [String]
  ) throws {
    let data = try sound(ending, rate: rate, channels: channels, codec: codec)
    let measure = try #require(
      SoundMeasure(VoiceEngineOutput(audioData: data, audioFormat: format)))
    #expect(
      measure == SoundMeasure(sampleRate: rate, channels: channels, frames: rate * 6 / 5))
  }

  /// MPEG frames are whole: encoder delay and padding make the stream up to three frames longer.
  @Test(arguments: [(44_100, 1152), (22_050, 576), (11_025, 576)])
  func `an MP3 is measured to its padding`(rate: Int, frame: Int) throws {
    for tag in ["0", "1"] {
      let data = try sound("mp3", rate: rate, channels: 1, codec: ["-write_xing", tag])
      let measure = try #require(
        SoundMeasure(VoiceEngineOutput(audioData: data, audioFormat: .mp3)))
      #expect(measure.sampleRate == rate)
      #expect((rate * 6 / 5...rate * 6 / 5 + 3 * frame).contains(measure.frames))
    }
  }

  @Test func `a stream's WAV without sizes ends with its bytes`() throws {
    var data = try sound("wav", rate: 8_000, channels: 1, codec: ["-c:a", "pcm_s16le"])
    let place = try #require(data.range(of: Data("data".utf8))).upperBound
    data.replaceSubrange(place..<place + 4, with: [0xFF, 0xFF, 0xFF, 0xFF])
    let measure = SoundMeasure(VoiceEngineOutput(audioData: data, audioFormat: .wav))
    #expect(measure == SoundMeasure(sampleRate: 8_000, channels: 1, frames: 9_600))
  }

  @Test(arguments: VoiceEngineAudioFormat.allCases)
  func `what is not a sound is not measured`(format: VoiceEngineAudioFormat) {
    for bytes in [Data(), Data("<html>no</html>".utf8), Data("RIFF".utf8), Data("OggS".utf8)] {
      let output = VoiceEngineOutput(audioData: bytes, audioFormat: format)
      #expect(SoundMeasure(output) == nil)
    }
  }

  private func sound(_ ending: String, rate: Int, channels: Int, codec: [String]) throws -> Data {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "sound." + ending)
    let result = try Program.run(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", "sine=frequency=440:sample_rate=\(rate):duration=1.2"]
        + codec + ["-ac", "\(channels)", "-ar", "\(rate)", path])
    #expect(result.status == 0, "\(result.errors)")
    return try Data(contentsOf: URL(filePath: path))
  }
}
