import FoundationEssentials
import Testing

@testable import Hablare
import TestSupport

struct SpokenSoundReaderTests {
  static let samples = FakeSpeechServer.samples(of: "Hello")

  /// Returns a WAV file with these chunks.
  static func wav(_ chunks: [(String, [UInt8], UInt32?)]) -> [UInt8] {
    var bytes = Array("RIFF".utf8)
    bytes.append(little: UInt32.max)
    bytes += Array("WAVE".utf8)
    for (name, content, size) in chunks {
      bytes += Array(name.utf8)
      bytes.append(little: size ?? UInt32(content.count))
      bytes += content + (content.count % 2 == 1 ? [0] : [])
    }
    return bytes
  }

  static func format(
    tag: UInt16 = 1, channels: UInt16 = 1, rate: UInt32 = 24_000, bits: UInt16 = 16,
    more: [UInt8] = []
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(little: tag)
    bytes.append(little: channels)
    bytes.append(little: rate)
    bytes.append(little: rate * UInt32(channels) * UInt32(bits / 8))
    bytes.append(little: channels * bits / 8)
    bytes.append(little: bits)
    return bytes + more
  }

  static func read(
    _ body: [UInt8], _ headers: [String: String] = [:], rate: Int? = nil
  ) -> Result<SpokenSound, SpokenSoundReader.Problem> {
    let response = HTTPResponse(status: 200, headers: headers, body: body)
    return Result { () throws(SpokenSoundReader.Problem) in
      try SpokenSoundReader.sound(in: response, rate: rate)
    }
  }

  static let extensible: [UInt8] = [22, 0, 16, 0, 4, 0, 0, 0, 1, 0, 0, 0, 0, 0, 16, 0]

  static let files: [(String, [UInt8])] = [
    ("sizes that are true", FakeSpeechServer.wav(samples, rate: 24_000)),
    ("sizes left open", FakeSpeechServer.wav(samples, rate: 24_000, isStreamed: true)),
    ("a size of zero", wav([("fmt ", format(), nil), ("data", samples, 0)])),
    (
      "other chunks before and behind",
      wav([
        ("LIST", [1, 2, 3], nil), ("fmt ", format(), nil), ("fact", [1, 2, 3, 4], nil),
        ("data", samples, nil), ("LIST", [4, 5], nil),
      ])
    ),
    (
      "the extensible form",
      wav([("fmt ", format(tag: 0xFFFE, more: extensible), nil), ("data", samples, nil)])
    ),
  ]

  @Test(arguments: files) func `WAV becomes raw samples`(name: String, file: [UInt8]) {
    let expected = SpokenSound(form: .pcm16(rate: 24_000), bytes: Self.samples[...])
    #expect(Self.read(file) == .success(expected))
    // The server's media type does not matter.
    #expect(Self.read(file, ["content-type": "text/html"], rate: 8000) == .success(expected))
  }

  @Test(arguments: [
    format(channels: 2), format(tag: 3, bits: 32), format(bits: 8), format(bits: 24),
  ])
  func `other WAV stays WAV, with correct sizes`(format: [UInt8]) throws {
    let data = [UInt8](repeating: 7, count: 48)
    let sound = try Self.read(Self.wav([("fmt ", format, nil), ("data", data, .max)])).get()
    let output = sound.output(metadata: [:])
    #expect(output.audioFormat == .wav)
    #expect(output.sampleRate == 24_000)
    let whole = try WAVFile(output.audioData)
    #expect(Array(output.audioData[whole.samples]) == data)
    #expect(Array(output.audioData[whole.format]) == format)
    #expect([UInt8](output.audioData).count == 8 + 4 + 8 + format.count + 8 + data.count)
    #expect(sound.wav == output.audioData)
  }

  static let encodings: [([UInt8], VoiceEngineAudioFormat)] = [
    (SoundBytes.flac(), .flac), (SoundBytes.opus(), .opus), (SoundBytes.vorbis(), .ogg),
    (SoundBytes.id3 + FakeSpeechServer.mp3(frames: 5), .mp3),
    (FakeSpeechServer.mp3(frames: 2), .mp3), (FakeSpeechServer.mp3(frames: 1), .mp3),
    (SoundBytes.aiff(), .aiff),
  ]

  @Test(arguments: encodings)
  func `encoded audio is passed on with its real format`(
    body: [UInt8], format: VoiceEngineAudioFormat
  )
    throws
  {
    let sound = try Self.read(body, ["content-type": "audio/wav"], rate: 24_000).get()
    #expect(sound.form == .encoded(format))
    #expect(Array(sound.bytes) == body)
    #expect(sound.wav == nil)
  }

  /// Samples whose first bytes look like a frame of MP3 or AAC, or like no known format.
  static let deceptive: [[UInt8]] = [
    [0xFF, 0xFF, 0xFF, 0xFF, 0, 0], [0xFF, 0xFB, 0x90, 0, 1, 0], [0xFF, 0xF1, 0x50, 0x80, 2, 0x1F],
    [0xFF, 0xF3, 0x44, 0xC4] + [UInt8](repeating: 1, count: 2000), [0, 0], Array("{".utf8) + [0x01],
  ]

  @Test(arguments: deceptive) func `samples are not mistaken for MPEG or text`(body: [UInt8]) {
    let expected = SpokenSound(form: .pcm16(rate: 24_000), bytes: body[...])
    #expect(Self.read(body, rate: 24_000) == .success(expected))
  }

  static let rates: [([String: String], Int?, Int?)] = [
    (["content-type": "audio/pcm;rate=22050"], nil, 22_050),
    (["content-type": "audio/pcm; Rate=\"16000\""], 24_000, 16_000),
    (["content-type": "audio/pcm", "x-sample-rate": "44100"], nil, 44_100),
    (["content-type": "audio/pcm"], 24_000, 24_000), ([:], nil, nil),
    (["content-type": "audio/pcm;rate=nonsense"], nil, nil),
    (["content-type": "audio/pcm;rate=-1"], nil, nil),
  ]

  @Test(arguments: rates)
  func `the rate of samples is the server's, or else the requested one`(
    headers: [String: String], asked: Int?, rate: Int?
  ) {
    let result = Self.read(Self.samples, headers, rate: asked)
    guard let rate else {
      #expect(result == .failure(.unknownRate))
      return
    }
    #expect(result == .success(SpokenSound(form: .pcm16(rate: rate), bytes: Self.samples[...])))
  }

  @Test func `samples of two channels become WAV`() throws {
    let headers = ["x-sample-rate": "24000", "x-channels": "2", "x-bit-depth": "16"]
    let output = try Self.read(Self.samples, headers).get().output(metadata: [:])
    let file = try WAVFile(output.audioData)
    #expect((file.channels, file.sampleRate, file.bitsPerSample) == (2, 24_000, 16))
    #expect(
      Self.read(Self.samples, ["x-sample-rate": "24000", "x-bit-depth": "8"])
        == .failure(.undecodable("8-bit PCM")))
  }

  static let failures: [([UInt8], SpokenSoundReader.Problem)] = [
    ([], .empty), ([1, 2, 3], .cutOff), (Array(FakeSpeechServer.wav([], rate: 8000)), .empty),
    (FakeSpeechServer.wav([1, 2, 3], rate: 8000), .cutOff), (Array("RIFF....WAVE".utf8), .cutOff),
    (Array("RIFF....WAVEfmt ".utf8), .cutOff),
    (wav([("fmt ", format(channels: 0), nil), ("data", samples, nil)]), .cutOff),
    (wav([("fmt ", format(), nil), ("data", samples, 1_000_000)]), .cutOff),
    (wav([("data", samples, nil)]), .cutOff), (Array(#"{"error":"no"}"#.utf8), .text),
    (Array("<!DOCTYPE html><html></html>".utf8), .text),
    (Array("Internal Server Error".utf8), .text),
    (Array(String(repeating: "ñandú ", count: 400).utf8), .text),
    (Array("<html>caf".utf8) + [0xE9] + Array("</html>".utf8), .text),
    ([0xFF, 0xFE] + "<!doctype html>".utf8.flatMap { [$0, 0] }, .text),
    ([0xFE, 0xFF] + "<!doctype html>".utf8.flatMap { [0, $0] }, .text),
    (FakeSpeechServer.mp3(frames: 5).dropLast(9), .cutOff),
    (SoundBytes.aiff().dropLast(1), .damaged),
    (Array("....ftypM4A ".utf8), .undecodable("MPEG-4")),
    ([0xFF, 0xF1, 0x50, 0x80, 1, 0x1F, 0xFC, 0], .undecodable("AAC")),
    (Array("fLaC".utf8) + SoundBytes.noise, .damaged),
    (Array("ID3".utf8) + SoundBytes.noise, .damaged),
    (Array("OggS".utf8) + SoundBytes.noise, .damaged),
    ([0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10], .damaged), ([0x1F, 0x8B, 8, 0], .damaged),
    (wav([("fmt ", format(rate: 1), nil), ("data", samples, nil)]), .damaged),
    (wav([("fmt ", format(rate: 500_000), nil), ("data", samples, nil)]), .damaged),
    (FakeSpeechServer.wav(samples, rate: 0xFFFF_FFFF), .cutOff),
    (wav([("fmt ", format(bits: 7), nil), ("data", samples, nil)]), .damaged),
    (wav([("fmt ", format(tag: 3, bits: 32), nil), ("data", [0, 0, 0xC0, 0x7F], nil)]), .damaged),
  ]

  @Test(arguments: failures)
  func `data that is not audio is recognized`(body: [UInt8], problem: SpokenSoundReader.Problem) {
    #expect(Self.read(body, ["content-type": "audio/wav"], rate: 24_000) == .failure(problem))
  }

  @Test func `audio of one format is joined without a gap`() throws {
    let a = SpokenSound(form: .pcm16(rate: 8000), bytes: [1, 2])
    let b = SpokenSound(form: .pcm16(rate: 8000), bytes: [3, 4])
    #expect(
      SpokenSound.joined([a, b]) == SpokenSound(form: .pcm16(rate: 8000), bytes: [1, 2, 3, 4]))
    #expect(SpokenSound.joined([a]) == a)
    #expect(SpokenSound.joined([]) == nil)
    #expect(SpokenSound.joined([a, SpokenSound(form: .pcm16(rate: 9000), bytes: [3, 4])]) == nil)
    let mp3 = SpokenSound(form: .encoded(.mp3), bytes: [1])
    #expect(SpokenSound.joined([mp3, mp3]) == nil)
    #expect(SpokenSound.joined([mp3]) == mp3)
  }

  @Test func `gain changes samples and clips`() {
    let sound = SpokenSound(form: .pcm16(rate: 8000), bytes: [0xE8, 0x03, 0x18, 0xFC, 0xFF, 0x7F])
    #expect(sound.amplified(by: 20).bytes == [0x10, 0x27, 0xF0, 0xD8, 0xFF, 0x7F])
    #expect(sound.amplified(by: 0) == sound)
    #expect(sound.amplified(by: .nan) == sound)
  }

  @Test func `damaged files of all formats give a problem or audio, never a crash`() {
    var random = SeededGenerator(seed: 4)
    let seeds = Self.files.map(\.1) + Self.encodings.map(\.0)
    var sounds = 0
    for _ in 0..<5000 {
      var body = seeds[Int.random(in: 0..<seeds.count, using: &random)]
      for _ in 0..<Int.random(in: 1...6, using: &random) where !body.isEmpty {
        let place = Int.random(in: 0..<min(body.count, 60), using: &random)
        body[place] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
      }
      body.removeLast(Int.random(in: 0..<body.count, using: &random))
      if (try? Self.read(body, rate: 24_000).get().output(metadata: [:])) != nil { sounds += 1 }
    }
    // Some damage is in ignored bytes, and some in bytes that distinguish audio from noise.
    #expect((100...4900).contains(sounds), "\(sounds)")
  }
}
