import Foundation
import Hablare
import TestSupport
import Testing

/// Tests of measurements, with files by ffmpeg and libsndfile.
@Suite struct SoundMeasureTests {
  @Test(arguments: [
    ("wav", VoiceEngineAudioFormat.wav, 22_050, 1, ["-c:a", "pcm_s16le"]),
    ("flac", .flac, 44_100, 2, []),
    ("ogg", .ogg, 32_000, 1, ["-c:a", "libvorbis"]),
    ("opus", .opus, 48_000, 1, ["-c:a", "libopus"]),
    ("aiff", .aiff, 22_050, 1, ["-c:a", "pcm_s16be"]),
    ("aiff", .aiff, 8_000, 2, ["-c:a", "pcm_s16le"]),
    ("m4a", .m4a, 44_100, 2, ["-c:a", "alac"]),
    ("m4a", .m4a, 22_050, 1, ["-c:a", "aac"]),
    ("m4a", .m4a, 44_100, 2, ["-c:a", "aac"]),
    // The rate does not fit into its field in the file.
    ("m4a", .m4a, 96_000, 2, ["-c:a", "aac"]),
    ("m4a", .m4a, 48_000, 1, ["-c:a", "aac", "-movflags", "+faststart"]),
    // QuickTime, with the decoder's box in another position.
    ("mov", .m4a, 44_100, 1, ["-c:a", "aac"]),
  ])
  func `audio is measured to the frame`(
    ending: String, format: VoiceEngineAudioFormat, rate: Int, channels: Int, codec: [String]
  ) throws {
    let data = try sound(ending, rate: rate, channels: channels, codec: codec)
    let measure = try #require(
      SoundMeasure(VoiceEngineOutput(audioData: data, audioFormat: format)))
    #expect(
      measure == SoundMeasure(sampleRate: rate, channels: channels, frames: rate * 6 / 5))
  }

  @Test(arguments: [
    ("-pcm16", 22_050, 1), ("-pcm24", 44_100, 2), ("-float32", 48_000, 1), ("-ulaw", 8_000, 1),
  ])
  func `an AIFF by libsndfile is measured to the frame`(
    encoding: String, rate: Int, channels: Int
  ) throws {
    let data = try libsndfile(encoding, rate: rate, channels: channels)
    let measure = try #require(
      SoundMeasure(VoiceEngineOutput(audioData: data, audioFormat: .aiff)))
    #expect(measure == SoundMeasure(sampleRate: rate, channels: channels, frames: rate * 6 / 5))
  }

  /// A packet holds 64 samples, and the last one is padded.
  @Test func `an AIFF of packets is measured including its padding`() throws {
    let files = [
      try libsndfile("-ima-adpcm", rate: 22_050, channels: 1),
      try sound("aiff", rate: 22_050, channels: 1, codec: ["-c:a", "adpcm_ima_qt"]),
    ]
    for data in files {
      let measure = try #require(
        SoundMeasure(VoiceEngineOutput(audioData: data, audioFormat: .aiff)))
      #expect((26_460..<26_460 + 64).contains(measure.frames))
      #expect(measure.sampleRate == 22_050)
    }
  }

  /// A fragmented stream has one length in each fragment.
  ///
  /// The reader does not search the fragments.
  @Test func `a fragmented MPEG-4 is not measured`() throws {
    let data = try sound(
      "m4a", rate: 44_100, channels: 1, codec: ["-c:a", "aac", "-movflags", "+empty_moov"])
    #expect(SoundMeasure(VoiceEngineOutput(audioData: data, audioFormat: .m4a)) == nil)
  }

  @Test(arguments: ["aiff", "m4a"])
  func `truncated or damaged files are measured or not, without a crash`(
    ending: String
  ) throws {
    let data = try sound(ending, rate: 8_000, channels: 1, codec: [])
    let format: VoiceEngineAudioFormat = ending == "aiff" ? .aiff : .m4a
    func frames(_ data: Data) -> Int? {
      SoundMeasure(VoiceEngineOutput(audioData: data, audioFormat: format))?.frames
    }
    #expect(frames(data) == 9_600)
    var generator = SeededGenerator(seed: 18)
    for _ in 0..<300 {
      let cut = data.prefix(Int.random(in: 0...data.count, using: &generator))
      #expect(frames(Data(cut)) ?? 0 >= 0)
      var damaged = data
      for _ in 0..<8 {
        let place = Int.random(in: 0..<data.count, using: &generator)
        damaged[place] = UInt8.random(in: 0...255, using: &generator)
      }
      // The index of an MPEG-4 file can be at its end.
      damaged[Int.random(in: data.count - 200..<data.count, using: &generator)] ^= 0xFF
      #expect(frames(damaged) ?? 0 >= 0)
    }
  }

  /// MPEG frames are whole.
  ///
  /// The encoder's delay and the padding make the stream up to three frames longer.
  @Test(arguments: [(44_100, 1152), (22_050, 576), (11_025, 576)])
  func `an MP3 is measured including its padding`(rate: Int, frame: Int) throws {
    for tag in ["0", "1"] {
      let data = try sound("mp3", rate: rate, channels: 1, codec: ["-write_xing", tag])
      let measure = try #require(
        SoundMeasure(VoiceEngineOutput(audioData: data, audioFormat: .mp3)))
      #expect(measure.sampleRate == rate)
      #expect((rate * 6 / 5...rate * 6 / 5 + 3 * frame).contains(measure.frames))
    }
  }

  @Test func `a streamed WAV without sizes ends with its bytes`() throws {
    var data = try sound("wav", rate: 8_000, channels: 1, codec: ["-c:a", "pcm_s16le"])
    let place = try #require(data.range(of: Data("data".utf8))).upperBound
    data.replaceSubrange(place..<place + 4, with: [0xFF, 0xFF, 0xFF, 0xFF])
    let measure = SoundMeasure(VoiceEngineOutput(audioData: data, audioFormat: .wav))
    #expect(measure == SoundMeasure(sampleRate: 8_000, channels: 1, frames: 9_600))
  }

  @Test(arguments: VoiceEngineAudioFormat.allCases)
  func `data that is not audio is not measured`(format: VoiceEngineAudioFormat) {
    for bytes in [Data(), Data("<html>no</html>".utf8), Data("RIFF".utf8), Data("OggS".utf8)] {
      let output = VoiceEngineOutput(audioData: bytes, audioFormat: format)
      #expect(SoundMeasure(output) == nil)
    }
  }

  /// Returns 1.2 seconds of audio as an AIFF that libsndfile has encoded.
  private func libsndfile(_ encoding: String, rate: Int, channels: Int) throws -> Data {
    let folder = try TemporaryFolder()
    let (wave, path) = (folder.path(of: "sound.wav"), folder.path(of: "sound.aiff"))
    let plain = try sound("wav", rate: rate, channels: channels, codec: ["-c:a", "pcm_s16le"])
    try plain.write(to: URL(filePath: wave))
    let result = try Program.run("sndfile-convert", [encoding, wave, path])
    #expect(result.status == 0, "\(result.errors)")
    return try Data(contentsOf: URL(filePath: path))
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
