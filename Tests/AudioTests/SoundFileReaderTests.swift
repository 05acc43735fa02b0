import Audio
import Glibc
import Testing

@Suite("Reading sound files")
struct SoundFileReaderTests {
  /// A format, a rate in hertz and a bit rate.
  struct Row: Sendable, CustomTestStringConvertible {
    var format: SoundFormat
    var rate: Int
    var bitrate: Int?
    var testDescription: String { "\(format) \(rate) Hz \(bitrate.map(String.init) ?? "")" }
  }

  static let rows: [Row] = SoundFormat.allCases.flatMap { format in
    [8000, 11_025, 12_000, 16_000, 17_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000]
      .filter(format.supports)
      .flatMap { rate in
        (format.isLossless ? [nil] : [nil, 16, 48, 96]).map {
          Row(format: format, rate: rate, bitrate: $0)
        }
      }
  }

  /// Returns the number of all frames of a file, decoded in blocks.
  private func frames(of reader: consuming SoundFileReader, block: Int) throws -> Int {
    var reader = reader
    var block = [Float](repeating: 0, count: block)
    var frames = 0
    while true {
      let count = try reader.read(into: &block)
      if count == 0 { return frames }
      frames += count
    }
  }

  /// The number of decoded frames, which can differ from the number in the file's header.
  @Test(arguments: rows) func decodingGivesTheFramesThatWereWritten(_ row: Row) throws {
    let folder = try TemporaryFolder()
    for count in [1, 9_001] {
      let path = folder.path("\(count)")
      try row.format.write(
        Signal.babble(count: count, rate: row.rate), to: path,
        encoding: EncodingOptions(bitrate: row.bitrate))
      let expected = row.format.decoded(
        SoundFileInfo(frames: count, sampleRate: row.rate, channels: 1))
      let reader = try SoundFileReader(path: path)
      #expect(reader.info == expected)
      #expect(try frames(of: reader, block: 4096) == expected.frames)
    }
  }

  /// A file is read from its beginning, even after it has been read before.
  ///
  /// The caller keeps the descriptor.
  @Test(arguments: SoundFormat.allCases)
  func aDescriptorIsReadFromTheBeginning(_ format: SoundFormat) throws {
    let folder = try TemporaryFolder()
    let encoded = folder.path("encoded")
    try format.write(Signal.babble(count: 20_000), to: encoded)
    // The file has tags. In MP3 some of them come before the audio.
    let path = folder.path("a")
    try TagPass.write(Tags(title: "Title"), from: encoded, to: path, format: format) { _ in }
    let descriptor = open(path, O_RDONLY)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    lseek(descriptor, 100, SEEK_SET)
    for _ in 1...2 {
      let pcm = try SoundFileReader(descriptor: descriptor, name: "a").readAll()
      #expect(try pcm == SoundFileReader(path: path).readAll())
    }
    #expect(fcntl(descriptor, F_GETFD) >= 0)
  }

  @Test func otherFilesAreErrorsWithTheirName() throws {
    let folder = try TemporaryFolder()
    try folder.write(Array("not a sound file at all".utf8), to: "a")
    let descriptor = open(folder.path("a"), O_RDONLY)
    defer { close(descriptor) }
    for number in [descriptor, -1] {
      let error = #expect(throws: AudioError.self) {
        _ = try SoundFileReader(descriptor: number, name: "a name").info
      }
      guard case .cannotOpen("a name", let reason)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(!reason.isEmpty)
    }
  }

  @Test func blocksAreInterleavedAndOfAnySize() throws {
    let folder = try TemporaryFolder()
    let samples: [Int16] = [100, -100, 200, -200, 300, -300, .max, .min, 0, 16_384]
    try SoundFormat.wav.write(
      PCM(samples: samples, sampleRate: 8000), to: folder.path("a"), channels: 2)
    for size in [2, 3, 4, 7, 10, 64] {
      var reader = try SoundFileReader(path: folder.path("a"))
      var block = [Float](repeating: 9, count: size)
      var all: [Float] = []
      while true {
        let frames = try reader.read(into: &block)
        if frames == 0 { break }
        #expect(frames <= size / 2)
        all += block[..<(frames * 2)]
      }
      #expect(all == samples.map { Float($0) / 32_768 })
      #expect(try reader.read(into: &block) == 0)
    }
  }

  /// libsndfile forgets an error of the decoder at the next call.
  @Test func damageIsAnErrorAfterTheDecodedFrames() throws {
    let folder = try TemporaryFolder()
    try SoundFormat.flac.write(Signal.babble(count: 60_000), to: folder.path("a"))
    var bytes = try folder.bytes("a")
    bytes.removeLast(bytes.count / 2)
    try folder.write(bytes, to: "a")
    var reader = try SoundFileReader(path: folder.path("a"))
    var block = [Float](repeating: 0, count: 16_384)
    var frames = 0
    let error = #expect(throws: AudioError.self) {
      while true {
        let count = try reader.read(into: &block)
        if count == 0 { break }
        frames += count
      }
    }
    #expect((1..<60_000).contains(frames))
    guard case .cannotRead(let path, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(path == folder.path("a"))
  }
}
