/// Where a mix goes: into its files at once or, with a loudness to reach, by way of a spill file.
///
/// Memory is that of the encoders, whatever the length.
public struct Master: ~Copyable {
  /// Samples per second, in hertz.
  public let sampleRate: Int
  /// How many channels the samples are interleaved of: 1 or 2.
  public let channels: Int
  private let files: [OpenFile]
  private let stage: Stage?

  /// What a loudness needs: the sound once more, and its measure.
  private final class Stage {
    let mastering: Mastering
    var spill: SpillFile
    var meter: LoudnessMeter

    init(_ mastering: Mastering, sampleRate: Int, channels: Int, folder: String)
      throws(AudioError)
    {
      self.mastering = mastering
      spill = try SpillFile(in: folder)
      meter = try LoudnessMeter(
        sampleRate: sampleRate, channels: channels, measuresTruePeak: true)
    }
  }

  /// A writer in a list, which writers themselves cannot be in.
  private final class OpenFile {
    var writer: SoundFileWriter?
    init(_ writer: consuming SoundFileWriter) { self.writer = consume writer }
  }

  /// What became of a mix.
  public struct Finished: Sendable {
    /// Its length in frames (samples of every channel).
    public var frames: Int
    /// What was done for its loudness; `nil` where nothing was asked.
    public var loudness: Mastering.Report?
  }

  /// Starts files for one sound, in as many formats as there are.
  ///
  /// With a mastering the sound waits in its folder, in a file without a name, until all of it is known.
  public init(
    files: [(path: String, format: SoundFormat)], sampleRate: Int, channels: Int = 1,
    encoding: EncodingOptions = .init(), mastering: (stage: Mastering, folder: String)? = nil
  ) throws(AudioError) {
    var open: [OpenFile] = []
    for file in files {
      open.append(
        OpenFile(
          try SoundFileWriter(
            creating: file.path, format: file.format, sampleRate: sampleRate, channels: channels,
            encoding: encoding)))
    }
    stage = try mastering.map { mastering throws(AudioError) in
      try Stage(
        mastering.stage, sampleRate: sampleRate, channels: channels, folder: mastering.folder)
    }
    (self.sampleRate, self.channels, self.files) = (sampleRate, channels, open)
  }

  /// Leads to one file, as it comes.
  public init(_ writer: consuming SoundFileWriter) {
    (sampleRate, channels) = (writer.sampleRate, writer.channels)
    files = [OpenFile(writer)]
    stage = nil
  }

  /// Adds interleaved samples, whole frames of them.
  mutating func write(_ samples: UnsafeBufferPointer<Int16>) throws(AudioError) {
    guard let stage else { return try Self.encode(samples, into: files) }
    stage.meter.add(samples)
    try stage.spill.write(samples)
  }

  /// Adds interleaved samples, whole frames of them.
  mutating func write(_ samples: [Int16]) throws(AudioError) {
    try samples.withUnsafeBufferPointer { samples throws(AudioError) in try write(samples) }
  }

  /// Adds a number of frames of silence.
  mutating func writeSilence(_ frames: Int) throws(AudioError) {
    var samples = max(0, frames) * channels
    while samples > 0 {
      let count = min(samples, Self.silence.count)
      try Self.silence.withUnsafeBufferPointer { silence throws(AudioError) in
        try write(UnsafeBufferPointer(rebasing: silence.prefix(count)))
      }
      samples -= count
    }
  }

  /// It is even, so that blocks of two channels are whole frames.
  private static let silence = [Int16](repeating: 0, count: 8192)

  private static func encode(
    _ samples: UnsafeBufferPointer<Int16>, into files: [OpenFile]
  ) throws(AudioError) {
    for file in files { try file.writer?.write(samples) }
  }

  /// Brings the sound to its loudness and closes the files.
  consuming func finish() throws(AudioError) -> Finished {
    let files = files
    var report: Mastering.Report?
    if let stage {
      report = try stage.mastering.run(stage.spill, measured: stage.meter.measurement()) {
        samples throws(AudioError) in
        try Self.encode(samples, into: files)
      }
    }
    var frames = 0
    for file in files {
      if let writer = file.writer.take() { frames = try writer.finish() }
    }
    return Finished(frames: frames, loudness: report)
  }
}
