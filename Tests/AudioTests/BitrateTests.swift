import Audio
import Testing

@Suite("Bit rates")
struct BitrateTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let format: SoundFormat
    let sampleRate: Int
    let wanted: Int
    /// The bit rate that the format uses instead, in kbit/s.
    let effective: Int?
    var testDescription: String { "\(format) \(sampleRate) Hz \(wanted) kbit/s" }
  }

  static let cases =
    [
      (44_100, 192, 192), (44_100, 128, 128), (44_100, 64, 64), (44_100, 100, 96),
      (44_100, 1000, 320), (44_100, 32, 32), (44_100, 48, 48), (22_050, 64, 64), (22_050, 48, 48),
      (22_050, 24, 24), (22_050, 1, 8), (24_000, 56, 56), (24_000, 80, 80), (24_000, 320, 160),
      (8000, 24, 24), (8000, 128, 64), (11_025, 8, 8), (12_000, 40, 40), (16_000, 32, 32),
      (32_000, 32, 32), (48_000, 56, 56), (48_000, 64, 64),
    ].map { Case(format: .mp3, sampleRate: $0, wanted: $1, effective: $2) }
    + [
      Case(format: .ogg, sampleRate: 22_050, wanted: 48, effective: 48),
      Case(format: .ogg, sampleRate: 22_050, wanted: 500, effective: 90),
      Case(format: .ogg, sampleRate: 44_100, wanted: 10, effective: 48),
      Case(format: .ogg, sampleRate: 8000, wanted: 30, effective: 30),
      Case(format: .opus, sampleRate: 22_050, wanted: 32, effective: 32),
      Case(format: .opus, sampleRate: 48_000, wanted: 64, effective: 64),
      Case(format: .opus, sampleRate: 48_000, wanted: 1, effective: 6),
      Case(format: .wav, sampleRate: 22_050, wanted: 64, effective: nil),
      Case(format: .flac, sampleRate: 22_050, wanted: 64, effective: nil),
    ]

  @Test(arguments: cases)
  func theWantedBitrateIsApproached(_ example: Case) throws {
    let options = EncodingOptions(bitrate: example.wanted)
    let effective = options.effectiveBitrate(for: example.format, sampleRate: example.sampleRate)
    #expect(effective == example.effective)
    #expect(
      EncodingOptions().effectiveBitrate(for: example.format, sampleRate: 44_100) == nil)

    let folder = try TemporaryFolder()
    let path = folder.path("a")
    let clip = Signal.babble(count: example.sampleRate * 10, rate: example.sampleRate)
    // The writer itself compares the length of the file with the written length. The lengths are equal even
    // if the file has no room for LAME's header.
    #expect(try example.format.write(clip, to: path, encoding: options) == clip.samples.count)
    guard let effective else { return }
    let found = Double(try folder.bytes("a").count) * 8 / 10 / 1000
    switch example.format {
    case .mp3: #expect(abs(found / Double(effective) - 1) < 0.2)
    // Vorbis and Opus adapt to the audio. The effective bit rate is an average over audio of every kind.
    default: #expect((0.4...1.9).contains(found / Double(effective)), "\(found) kbit/s")
    }
  }
}
