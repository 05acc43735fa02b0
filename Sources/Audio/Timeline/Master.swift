/// The destination of a mix: one or several sound files.
/// If there is a loudness target, the mix goes to a spill file first.
/// Samples go to disk as soon as they arrive, so a long mix hardly needs more memory than a short one.
package struct Master: ~Copyable {
  /// Samples per second, in hertz.
  package let sampleRate: Int
  /// The number of channels in the interleaved samples: 1 or 2.
  package let channels: Int
  private let files: [OpenFile]
  private let stage: Stage?
  private var tone: RoomTone?
  private var frames = 0
  /// The sounds beside the voices; nil if the recording has none.
  var sounds: SoundMixer?

  /// The data needed for a loudness target: the audio in a spill file, and its meter.
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

  /// A class that wraps a writer, because an array cannot contain noncopyable writers.
  private final class OpenFile {
    var writer: SoundFileWriter?
    init(_ writer: consuming SoundFileWriter) { self.writer = consume writer }
  }

  /// The result of a mix.
  package struct Finished: Sendable {
    /// The length in frames (samples of every channel).
    package var frames: Int
    /// The report on the loudness, or nil if there was no loudness target.
    package var loudness: Mastering.Report?
  }

  /// Starts the files for a mix, one for each format. There can be none, if the mix is only measured.
  /// With `mastering`, the audio is first stored in an unnamed file in `mastering.folder`. The files are written when
  /// all audio is known. `roomTone` is the level of the room tone before mastering, in dBFS; without it, there is none.
  package init(
    files: [(path: String, format: SoundFormat)], sampleRate: Int, channels: Int = 1,
    encoding: EncodingOptions = .init(), mastering: (stage: Mastering, folder: String)? = nil,
    roomTone: Double? = nil
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
    tone = roomTone.map { RoomTone(level: $0, sampleRate: sampleRate, channels: channels) }
  }

  /// Starts a mix that is written to one file as soon as its samples arrive.
  package init(_ writer: consuming SoundFileWriter) {
    (sampleRate, channels) = (writer.sampleRate, writer.channels)
    files = [OpenFile(writer)]
    stage = nil
    tone = nil
  }

  /// Adds interleaved samples, in whole frames.
  mutating func write(_ samples: UnsafeBufferPointer<Int16>) throws(AudioError) {
    guard var mixer = sounds.take() else { return try writeMixed(samples) }
    defer { sounds = mixer }
    try mixer.mix(samples) { block throws(AudioError) in try writeMixed(block) }
  }

  /// Adds the sum of voices and sounds.
  private mutating func writeMixed(_ samples: UnsafeBufferPointer<Int16>) throws(AudioError) {
    guard let noisy = tone?.added(to: samples) else { return try put(samples) }
    try noisy.withUnsafeBufferPointer { samples throws(AudioError) in try put(samples) }
  }

  private mutating func put(_ samples: UnsafeBufferPointer<Int16>) throws(AudioError) {
    frames += samples.count / channels
    guard let stage else { return try Self.encode(samples, into: files) }
    stage.meter.add(samples)
    try stage.spill.write(samples)
  }

  /// Adds interleaved samples, in whole frames.
  mutating func write(_ samples: [Int16]) throws(AudioError) {
    try samples.withUnsafeBufferPointer { samples throws(AudioError) in try write(samples) }
  }

  /// Adds a number of frames of silence.
  mutating func writeSilence(_ frames: Int) throws(AudioError) {
    try PCM.forEachSilence(of: frames * channels) { block throws(AudioError) in try write(block) }
  }

  private static func encode(
    _ samples: UnsafeBufferPointer<Int16>, into files: [OpenFile]
  ) throws(AudioError) {
    for file in files { try file.writer?.write(samples) }
  }

  /// Closes the files.
  /// If there is a loudness target, the audio is first brought to this target.
  consuming func finish() throws(AudioError) -> Finished {
    let (files, frames) = (files, frames)
    var report: Mastering.Report?
    if let stage {
      report = try stage.mastering.run(stage.spill, measured: stage.meter.measurement()) {
        samples throws(AudioError) in
        try Self.encode(samples, into: files)
      }
    }
    for file in files {
      if let writer = file.writer.take() { _ = try writer.finish() }
    }
    return Finished(frames: frames, loudness: report)
  }
}
