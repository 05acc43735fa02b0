import Testing

@testable import Audio

/// Tests of samples as FLAC in memory.
struct PCMFLACTests {
  @Test(arguments: [8_000, 16_000, 22_050, 24_000, 48_000])
  func `no sample changes`(rate: Int) throws {
    var noise: UInt32 = 1
    let samples = (0..<rate).map { place -> Int16 in
      noise = noise &* 1_664_525 &+ 1_013_904_223
      return place % 1_000 == 0
        ? (place % 2_000 == 0 ? .min : .max) : Int16(truncatingIfNeeded: noise >> 20)
    }
    let bytes = try PCM(samples: samples, sampleRate: rate).flac()
    #expect(bytes.count < 2 * samples.count)
    let read = try SoundFileReader(bytes: bytes, name: "a clip").readAll()
    #expect(read.samples == samples && read.sampleRate == rate)
    #expect(try PCM(samples: samples, sampleRate: rate).flac() == bytes)
  }

  @Test func `a single sample makes a file, and no samples are an error`() throws {
    let bytes = try PCM(samples: [-1], sampleRate: 22_050).flac()
    #expect(try SoundFileReader(bytes: bytes, name: "a clip").readAll().samples == [-1])
    #expect(throws: AudioError.self) { try PCM(samples: [], sampleRate: 22_050).flac() }
  }
}
