import Audio
import Glibc
import Testing

@Suite("Writing sound files")
struct SoundFileWriterTests {
  static let codecs: [SoundFormat: String] = [
    .wav: "pcm_s16le", .flac: "flac", .mp3: "mp3", .ogg: "vorbis", .opus: "opus",
  ]

  /// The length and the loudness that another program finds.
  @Test(arguments: SoundFormat.allCases, [1, 2])
  func otherProgramsReadThem(format: SoundFormat, channels: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.\(format.fileExtension)")
    let clip = Signal.babble(count: 60_011 * channels, peak: 9000)
    #expect(try format.write(clip, to: path, channels: channels) == 60_011)

    let probe = try Tool.probe(path)
    #expect(probe.streams.map(\.codec_name) == [Self.codecs[format]])
    #expect(probe.streams.map(\.channels) == [channels])
    let decoded = try Tool.decode(path, rate: 22_050)
    if format.isLossless {
      #expect(decoded == clip.samples)
    } else {
      // ffmpeg decodes whole frames at the end of an MP3, and resamples Opus.
      let missing = Double(decoded.count - clip.samples.count) / Double(channels)
      #expect(abs(missing) <= 1152)
      #expect(abs(Signal.rms(decoded) / Signal.rms(clip.samples) - 1) < 0.1)
    }
  }

  @Test(arguments: SoundFormat.allCases)
  func ourReaderReadsThem(format: SoundFormat) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.\(format.fileExtension)")
    let clip = Signal.babble(count: 48_000, rate: 24_000)
    try format.write(clip, to: path)
    let reader = try SoundFileReader(path: path)
    #expect(reader.info == SoundFileInfo(frames: 48_000, sampleRate: 24_000, channels: 1))
    let pcm = try reader.readAll()
    #expect(pcm.samples.count == 48_000)
    if format.isLossless { #expect(pcm == clip) }
    let memory = try SoundFileReader(bytes: folder.bytes("a.\(format.fileExtension)"), name: "m")
    #expect(try memory.readAll() == pcm)
  }

  /// libvorbis's output depends on the sizes of the blocks that it gets.
  ///
  /// Our output must not depend on the sizes of the caller's blocks.
  @Test(arguments: SoundFormat.allCases)
  func bytesDependOnlyOnTheSamples(format: SoundFormat) throws {
    let folder = try TemporaryFolder()
    let clip = Signal.babble(count: 100_003)
    var files: [[UInt8]] = []
    for size in [100_003, 1, 333, 4095, 4096, 4097, 65_536] {
      let path = folder.path("\(size)")
      var writer = try SoundFileWriter(creating: path, format: format, sampleRate: 22_050)
      for start in stride(from: 0, to: clip.samples.count, by: size) {
        try writer.write(Array(clip.samples[start..<min(start + size, clip.samples.count)]))
      }
      #expect(writer.frames == 100_003)
      #expect(try writer.finish() == 100_003)
      var bytes: [UInt8] = []
      try TagPass.write(Tags(), from: path, to: path + ".out", format: format) { bytes += $0 }
      files.append(bytes)
    }
    for file in files { #expect(file == files[0]) }
  }

  @Test(arguments: SoundFormat.allCases)
  func silenceIsWrittenLikeZeros(format: SoundFormat) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a")
    var writer = try SoundFileWriter(creating: path, format: format, sampleRate: 16_000)
    try writer.writeSilence(10_000)
    try writer.writeSilence(0)
    try writer.writeSilence(-5)
    #expect(try writer.finish() == 10_000)
    let pcm = try SoundFileReader(path: path).readAll()
    #expect(pcm == PCM(samples: [Int16](repeating: 0, count: 10_000), sampleRate: 16_000))
  }

  /// Lengths of one frame and of the encoders' own frames, and the neighbouring lengths.
  @Test(arguments: SoundFormat.allCases)
  func shortFilesAreWhole(format: SoundFormat) throws {
    let folder = try TemporaryFolder()
    for frames in [1, 2, 575, 576, 577, 960, 1152, 1153, 4095, 4096, 4097, 8192] {
      let path = folder.path("\(frames)")
      #expect(try format.write(Signal.babble(count: frames), to: path) == frames)
      #expect(try Tool.probe(path).streams.count == 1, "\(frames) frames")
    }
  }

  @Test(arguments: SoundFormat.allCases)
  func noFramesAreAnError(format: SoundFormat) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a")
    let error = #expect(throws: AudioError.self) {
      try format.write(PCM(samples: [], sampleRate: 22_050), to: path)
    }
    #expect(error == .empty(path: path))
  }

  @Test(arguments: SoundFormat.allCases)
  func aMissingFolderIsAnError(format: SoundFormat) throws {
    let error = #expect(throws: AudioError.self) {
      try format.write(Signal.babble(count: 10), to: "/nowhere/a")
    }
    #expect(error == .cannotOpen(path: "/nowhere/a", reason: "No such file or directory"))
  }

  @Test func otherFilesAreNotSoundFiles() throws {
    let folder = try TemporaryFolder()
    try folder.write(Array("not a sound file at all".utf8), to: "a.wav")
    #expect(throws: AudioError.self) { _ = try SoundFileReader(path: folder.path("a.wav")).info }
    #expect(throws: AudioError.self) { _ = try SoundFileReader(path: folder.path("b.wav")).info }
    #expect(throws: AudioError.self) { _ = try SoundFileReader(bytes: [], name: "c").info }
  }

  @Test func twoChannelsBecomeTheirMean() throws {
    let folder = try TemporaryFolder()
    let interleaved = PCM(
      samples: [100, 300, -7, -9, .max, .max, .min, .min, 0, 1], sampleRate: 8000)
    try SoundFormat.wav.write(interleaved, to: folder.path("a.wav"), channels: 2)
    let reader = try SoundFileReader(path: folder.path("a.wav"))
    #expect(reader.info == SoundFileInfo(frames: 5, sampleRate: 8000, channels: 2))
    #expect(try reader.readAll().samples == [200, -8, .max, .min, 0])
  }
}
