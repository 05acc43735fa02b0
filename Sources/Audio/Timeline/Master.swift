import Glibc

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

/// The noise of a quiet room, which is added to a whole chapter so that its pauses are no holes.
///
/// The noise is the same in every chapter and every run.
struct RoomTone {
  private let channels: Int
  private var sources: [Source]

  /// Creates the noise. `level` is its RMS in each channel, in dBFS.
  init(level: Double, sampleRate: Int, channels: Int) {
    self.channels = channels
    let shape = Shape(sampleRate: sampleRate)
    let amplitude = Decibels.amplitude(level) / shape.gain
    // Channels with the same noise would sound like a noise in the middle of the head.
    sources = (0..<channels).map { channel in
      Source(seed: 0x9E37_79B9_7F4A_7C15 &* UInt64(channel + 1), shape, amplitude)
    }
  }

  /// Returns interleaved samples with the noise that follows what was returned before.
  mutating func added(to samples: UnsafeBufferPointer<Int16>) -> [Int16] {
    var result = Array(samples)
    for channel in sources.indices {
      var source = sources[channel]
      for index in stride(from: channel, to: result.count, by: channels) {
        result[index] = Int16(clamping: Int((Double(result[index]) + source.next()).rounded()))
      }
      sources[channel] = source
    }
    return result
  }

  /// Adds the noise to interleaved samples that are not rounded; 1 is full scale.
  mutating func add(to samples: inout [Float]) {
    for channel in sources.indices {
      for index in stride(from: channel, to: samples.count, by: channels) {
        samples[index] += Float(sources[channel].next() / 32_768)
      }
    }
  }

  /// The colour of the noise: a room hums, and hardly hisses.
  private struct Shape {
    /// The part of the distance to the input that each low-pass covers in a sample.
    let upper: Double
    let lower: Double
    /// The RMS of the shaped noise for white noise from −1 to 1.
    let gain: Double

    init(sampleRate: Int) {
      func part(_ frequency: Double) -> Double {
        1 - exp(-2 * .pi * frequency / Double(sampleRate))
      }
      (upper, lower) = (part(400), part(60))
      // The response to a single sample, whose energy is the power that the filter lets pass.
      var (high, low, energy) = (0.0, 0.0, 0.0)
      for index in 0..<sampleRate {
        high += upper * ((index == 0 ? 1 : 0) - high)
        low += lower * (high - low)
        energy += (high - low) * (high - low)
      }
      gain = (energy / 3).squareRoot()
    }
  }

  private struct Source {
    private var white: White
    private let shape: Shape
    private let amplitude: Double
    private var high = 0.0
    private var low = 0.0

    init(seed: UInt64, _ shape: Shape, _ amplitude: Double) {
      (white, self.shape, self.amplitude) = (White(state: seed), shape, amplitude)
    }

    /// Returns the next sample of the noise, in steps of 16 bits.
    mutating func next() -> Double {
      high += shape.upper * (white.next() - high)
      low += shape.lower * (high - low)
      return (high - low) * amplitude
    }
  }

  /// White noise from −1 to 1.
  fileprivate struct White {
    /// Any number but 0.
    var state: UInt64

    mutating func next() -> Double {
      // xorshift64*, Vigna 2016
      state ^= state >> 12
      state ^= state << 25
      state ^= state >> 27
      return Double(Int64(bitPattern: state &* 0x2545_F491_4F6C_DD1D)) * 0x1p-63
    }
  }
}

extension PCM {
  /// Replaces a silence by the noise of a quick breath through the mouth: it grows, and ends soon after its loudest moment.
  /// `level` is its RMS, in steps of 16 bits. Breaths at different places are different.
  package mutating func inhale(in range: Range<Int>, level: Double) {
    var white = RoomTone.White(state: UInt64(range.lowerBound + 1) &* 0x9E37_79B9_7F4A_7C15)
    var filters =
      Biquad.butterworth(.high, corner: 900, sampleRate: sampleRate)
      + Biquad.butterworth(
        .low, corner: min(5000, 0.4 * Double(sampleRate)), sampleRate: sampleRate)
    let top = Double(range.count) * 0.7
    let noise = range.indices.map { index -> Double in
      var value = white.next()
      for filter in filters.indices { value = filters[filter].next(value) }
      let place = Double(index - range.lowerBound)
      let height =
        place < top ? place / top : (Double(range.count) - place) / (Double(range.count) - top)
      return value * sin(height * .pi / 2)
    }
    let energy = noise.reduce(0) { $0 + $1 * $1 }
    guard energy > 0 else { return }
    let factor = level / (energy / Double(range.count)).squareRoot()
    for (index, value) in zip(range, noise) {
      samples[index] = Int16(clamping: Int((value * factor).rounded()))
    }
  }
}
