/// A sound file in the making.
///
/// It is complete only after `finish()`; a writer that goes away without leaves half a file behind,
/// for the caller to remove.
///
/// The files carry no tags (`TagPass` adds them). The same samples always give the same file, but
/// for the serial number of Ogg Vorbis, which `TagPass` makes constant.
public struct SoundFileWriter: ~Copyable, Sendable {
  /// Where the file is.
  public let path: String
  /// The file's format.
  public let format: SoundFormat
  /// Samples per second, in hertz.
  public let sampleRate: Int
  /// How many channels the samples are interleaved of: 1 or 2.
  public let channels: Int
  /// How many frames (samples of every channel) were given so far.
  public private(set) var frames = 0

  /// Every encoder gets blocks of this many frames, because what libvorbis makes of the sound
  /// depends on how it is cut up (measured; 4,096 is what libsndfile's own tools use).
  static let blockFrames = 4096

  private static let silence = [Int16](repeating: 0, count: blockFrames)

  private let encoder: BlockEncoder
  /// Samples that do not fill a block yet.
  private var pending: [Int16] = []

  private var blockSamples: Int { Self.blockFrames * channels }

  /// Makes the file, or empties the one that is there.
  public init(
    creating path: String, format: SoundFormat, sampleRate: Int, channels: Int = 1,
    encoding: EncodingOptions = .init()
  ) throws(AudioError) {
    precondition((1...2).contains(channels), "a sound file has one channel or two")
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

  /// Adds interleaved samples, whole frames of them.
  public mutating func write(_ samples: UnsafeBufferPointer<Int16>) throws(AudioError) {
    precondition(samples.count % channels == 0, "samples come in whole frames")
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

  /// Adds interleaved samples, whole frames of them.
  public mutating func write(_ samples: [Int16]) throws(AudioError) {
    try samples.withUnsafeBufferPointer { samples throws(AudioError) in try write(samples) }
  }

  /// Adds a number of frames of silence.
  public mutating func writeSilence(_ frames: Int) throws(AudioError) {
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

  /// Completes the file, closes it, and gives its length in frames.
  ///
  /// It then opens the file again and compares the length: the libraries' own results do not tell
  /// of everything that was lost. A file without a frame is an error, and is not there afterwards
  /// in a usable form.
  public consuming func finish() throws(AudioError) -> Int {
    guard frames > 0 else { throw .empty(path: path) }
    if !pending.isEmpty {
      if format == .flacBlocks {
        pending += repeatElement(0, count: blockSamples - pending.count)
      }
      try writePending()
    }
    let written = SoundFileInfo(frames: frames, sampleRate: sampleRate, channels: channels)
    let (path, format) = (path, format)
    let expected = format.decoded(written).frames
    try encoder.close()
    let found = try Self.length(of: path, format)
    // Stretches of a book may have more than they were given.
    guard expected...expected + format.longestPadding ~= found else {
      throw .cannotWrite(path: path, reason: "it has \(found) frames instead of \(expected)")
    }
    return written.frames
  }

  private static func length(of path: String, _ format: SoundFormat) throws(AudioError) -> Int {
    format == .aac
      ? try AACStretch.length(ofFile: path) : try SoundFileReader(path: path).info.frames
  }
}

extension SoundFormat {
  /// The most samples of each channel that a complete file has behind those it was given.
  var longestPadding: Int {
    switch self {
    // A stretch of AAC ends with a block that is silent.
    case .aac: 2 * AACEncoder.blockFrames
    case .flacBlocks: SoundFileWriter.blockFrames - 1
    case .wav, .flac, .mp3, .ogg, .opus: 0
    }
  }
}
