/// A sound file that is being written.
/// The file is complete only after `finish()`. If the writer is destroyed earlier, a partial file remains. The caller
/// must remove this file.
/// The file has no tags (`TagPass` adds them). The same samples always produce the same file, with one exception: the
/// serial number of Ogg Vorbis. `TagPass` makes this number constant.
package struct SoundFileWriter: ~Copyable, Sendable {
  package let path: String
  package let format: SoundFormat
  /// Samples per second, in hertz.
  package let sampleRate: Int
  /// The number of channels in the interleaved samples: 1 or 2.
  package let channels: Int
  /// The number of frames (samples of every channel) written so far.
  package private(set) var frames = 0

  /// The number of frames in each block for the encoder.
  /// All encoders get blocks of this size, because libvorbis's output depends on the sizes of the blocks (measured).
  /// libsndfile's own tools also use 4,096.
  static let blockFrames = 4096

  private static let silence = [Int16](repeating: 0, count: blockFrames)

  private let encoder: BlockEncoder
  /// Samples that do not fill a block yet.
  private var pending: [Int16] = []

  private var blockSamples: Int { Self.blockFrames * channels }

  /// Creates the file, or empties an existing file.
  package init(
    creating path: String, format: SoundFormat, sampleRate: Int, channels: Int = 1,
    encoding: EncodingOptions = .init()
  ) throws(AudioError) {
    precondition((1...2).contains(channels), "a sound file must have one or two channels")
    guard format.supports(sampleRate: sampleRate) else {
      throw .unsupportedSampleRate(format: format, sampleRate: sampleRate)
    }
    encoder = try BlockEncoder(
      creating: path, format: format, sampleRate: sampleRate, channels: channels,
      encoding: encoding)
    self.path = path
    self.format = format
    self.sampleRate = sampleRate
    self.channels = channels
    pending.reserveCapacity(blockSamples)
  }

  /// Adds interleaved samples, in whole frames.
  package mutating func write(_ samples: UnsafeBufferPointer<Int16>) throws(AudioError) {
    precondition(samples.count % channels == 0, "the samples must be whole frames")
    frames += samples.count / channels
    var rest = samples[...]
    if !pending.isEmpty {
      let missing = rest.prefix(blockSamples - pending.count)
      pending.append(contentsOf: missing)
      rest = rest.dropFirst(missing.count)
      guard pending.count == blockSamples else { return }
      try writePending()
    }
    while rest.count >= blockSamples {
      try encoder.write(UnsafeBufferPointer(rebasing: rest.prefix(blockSamples)))
      rest = rest.dropFirst(blockSamples)
    }
    pending.append(contentsOf: rest)
  }

  /// Adds interleaved samples, in whole frames.
  package mutating func write(_ samples: [Int16]) throws(AudioError) {
    try samples.withUnsafeBufferPointer { samples throws(AudioError) in try write(samples) }
  }

  /// Adds interleaved samples with more than 16 bits; 1 is full scale. Only WAV and FLAC keep them.
  mutating func write(fine samples: [Float]) throws(AudioError) {
    precondition(pending.isEmpty, "a file has either 16 bits or more")
    frames += samples.count / channels
    try samples.withUnsafeBufferPointer { samples throws(AudioError) in
      try encoder.write(fine: samples)
    }
  }

  /// Adds a number of frames of silence.
  package mutating func writeSilence(_ frames: Int) throws(AudioError) {
    var samples = max(0, frames) * channels
    while samples > 0 {
      let count = min(samples, Self.silence.count)
      try Self.silence.withUnsafeBufferPointer { silence throws(AudioError) in
        try write(UnsafeBufferPointer(rebasing: silence.prefix(count)))
      }
      samples -= count
    }
  }

  private mutating func writePending() throws(AudioError) {
    try pending.withUnsafeBufferPointer { block throws(AudioError) in try encoder.write(block) }
    pending.removeAll(keepingCapacity: true)
  }

  /// Completes and closes the file and returns its length in frames.
  /// After closing, this function opens the file again and checks its length, because the libraries do not report all
  /// losses. If no frame was written, throws `empty` and leaves a file that is not a sound file.
  package consuming func finish() throws(AudioError) -> Int {
    guard frames > 0 else { throw .empty(path: path) }
    if format == .flacBlocks, frames % Self.blockFrames > 0 {
      let missing = Self.blockFrames - frames % Self.blockFrames
      pending += repeatElement(0, count: missing * channels)
    }
    if !pending.isEmpty { try writePending() }
    let written = SoundFileInfo(frames: frames, sampleRate: sampleRate, channels: channels)
    let (path, format) = (path, format)
    let expected = format.decoded(written).frames
    try encoder.close()
    let found = try Self.length(of: path, format)
    // Stretches of a book can have more frames than were written.
    guard expected...expected + format.maximumPadding ~= found else {
      throw .cannotWrite(path: path, reason: "it has \(found) frames instead of \(expected)")
    }
    return written.frames
  }

  private static func length(of path: String, _ format: SoundFormat) throws(AudioError) -> Int {
    format == .aac
      ? try AACStretch.length(ofFile: path) : try SoundFileReader(path: path).info.frames
  }

  /// An encoder for any of the formats.
  /// Its input arrives in blocks of `SoundFileWriter.blockFrames` frames. The last block can be shorter.
  enum BlockEncoder: ~Copyable, Sendable {
    case sndfile(SndfileEncoder)
    case opus(OpusEncoder)
    case aac(AACEncoder)

    init(
      creating path: String, format: SoundFormat, sampleRate: Int, channels: Int,
      encoding: EncodingOptions
    ) throws(AudioError) {
      switch format {
      case .opus:
        self = .opus(
          try OpusEncoder(
            creating: path, sampleRate: sampleRate, channels: channels, encoding: encoding))
      case .aac:
        self = .aac(
          try AACEncoder(
            creating: path, sampleRate: sampleRate, channels: channels, encoding: encoding))
      case .wav, .flac, .flacBlocks, .mp3, .ogg:
        self = .sndfile(
          try SndfileEncoder(
            creating: path, format: format, sampleRate: sampleRate, channels: channels,
            encoding: encoding))
      }
    }

    func write(_ samples: UnsafeBufferPointer<Int16>) throws(AudioError) {
      switch self {
      case .sndfile(let encoder): try encoder.write(samples)
      case .opus(let encoder): try encoder.write(samples)
      case .aac(let encoder): try encoder.write(samples)
      }
    }

    func write(fine samples: UnsafeBufferPointer<Float>) throws(AudioError) {
      switch self {
      case .sndfile(let encoder): try encoder.write(samples)
      default: preconditionFailure("only WAV and FLAC have more than 16 bits")
      }
    }

    /// Encodes the pending samples and closes the file.
    consuming func close() throws(AudioError) {
      switch consume self {
      case .sndfile(let encoder): try encoder.close()
      case .opus(let encoder): try encoder.close()
      case .aac(let encoder): try encoder.close()
      }
    }
  }
}

extension SoundFormat {
  /// The maximum number of samples of padding, per channel, at the end of a complete file.
  var maximumPadding: Int {
    switch self {
    // A stretch of AAC is filled up to a whole block, and ends with a silent block.
    case .aac: 2 * AACEncoder.blockFrames
    case .flacBlocks: SoundFileWriter.blockFrames - 1
    case .wav, .flac, .mp3, .ogg, .opus: 0
    }
  }
}
