import Audio
import Testing

@Suite("Formats")
struct SoundFormatTests {
  @Test(arguments: [
    (SoundFormat.wav, "wav", "audio/wav"), (.flac, "flac", "audio/flac"),
    (.mp3, "mp3", "audio/mpeg"), (.ogg, "ogg", "audio/ogg"), (.opus, "opus", "audio/ogg"),
  ])
  func names(format: SoundFormat, fileExtension: String, mimeType: String) {
    #expect(format.fileExtension == fileExtension)
    #expect(format.mimeType == mimeType)
    #expect(SoundFormat(rawValue: fileExtension) == format)
  }

  @Test(arguments: [
    (SoundFormat.mp3, 22_050, 22_050), (.mp3, 44_000, 44_100), (.mp3, 96_000, 48_000),
    (.mp3, 1, 8000), (.mp3, 14_000, 16_000), (.mp3, 20_000, 22_050), (.mp3, 19_025, 22_050),
    (.ogg, 22_050, 22_050), (.ogg, 4000, 8000), (.opus, 22_050, 22_050), (.opus, 6000, 8000),
    (.flac, 22_050, 22_050), (.flac, 700_000, 655_350), (.wav, 11_111, 11_111),
  ])
  func nearestRate(format: SoundFormat, rate: Int, nearest: Int) {
    #expect(format.sampleRate(nearest: rate) == nearest)
    #expect(format.supports(sampleRate: rate) == (rate == nearest))
  }

  /// Every rate that a format claims can be written, and another program finds this rate.
  @Test(arguments: SoundFormat.allCases)
  func claimedRatesOpen(format: SoundFormat) throws {
    let folder = try TemporaryFolder()
    let rates = [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000]
    for rate in rates where format.supports(sampleRate: rate) {
      let path = folder.path("\(rate).\(format.fileExtension)")
      #expect(try format.write(Signal.babble(count: rate, rate: rate), to: path) == rate)
      let probe = try Tool.probe(path)
      #expect(probe.streams.map(\.sample_rate) == [format == .opus ? "48000" : "\(rate)"])
      // ffprobe counts whole MP3 frames, including the frames of the encoder's delay.
      #expect(abs((Double(probe.format.duration) ?? 0) - 1) < (format == .mp3 ? 0.2 : 0.01))
    }
  }

  @Test func anUnsupportedRateIsAnError() throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: AudioError.self) {
      try SoundFormat.mp3.write(Signal.babble(count: 9, rate: 23_000), to: folder.path("a.mp3"))
    }
    #expect(error == .unsupportedSampleRate(format: .mp3, sampleRate: 23_000))
    #expect(
      error?.description
        == "mp3 does not support a sample rate of 23000 Hz; the nearest is 22050 Hz")
    #expect(!folder.exists("a.mp3"))
  }
}
