import COpusEnc
import CSndfile
import Glibc

/// The sole owner of a libsndfile handle that writes.
/// `@unchecked Sendable`: no other object uses the handle or its file, and any thread can use them.
struct SndfileEncoder: ~Copyable, @unchecked Sendable {
  private let handle: OpaquePointer
  private let file: Unmanaged<EncodedFile>
  /// Whether the encoder gets floats.
  /// The MP3 encoder gets floats, because libsndfile 1.2.0 damages 16-bit stereo audio before it reaches LAME.
  private let takesFloats: Bool
  private let channels: Int

  init(
    creating path: String, format: SoundFormat, sampleRate: Int, channels: Int,
    encoding: EncodingOptions
  ) throws(AudioError) {
    let encodedFile = try EncodedFile(creating: path)
    var info = SF_INFO()
    info.samplerate = Int32(sampleRate)
    info.channels = Int32(channels)
    info.format = Self.formatCode(format, bits: encoding.bits)
    var callbacks = VirtualFile.callbacks
    let file = Unmanaged.passRetained(encodedFile)
    guard let handle = sf_open_virtual(&callbacks, Int32(SFM_WRITE), &info, file.toOpaque()) else {
      file.release()
      try encodedFile.check()
      throw .cannotOpen(path: path, reason: Self.reason(nil))
    }
    self.handle = handle
    self.file = file
    self.channels = channels
    takesFloats = format == .mp3
    configure(format, sampleRate: sampleRate, encoding: encoding)
  }

  deinit {
    sf_close(handle)
    file.release()
  }

  /// Writes a block of interleaved samples.
  func write(_ samples: UnsafeBufferPointer<Int16>) throws(AudioError) {
    let count =
      takesFloats
      ? writeFloats(samples)
      : Int(sf_write_short(handle, samples.baseAddress, sf_count_t(samples.count)))
    let file = file.takeUnretainedValue()
    try file.check()
    // Either check alone can miss a failure: the MP3 writer returns the full count even after a failure, and libsndfile
    // can forget an error.
    guard count == samples.count, sf_error(handle) == 0 else {
      throw .cannotWrite(path: file.path, reason: Self.reason(handle))
    }
  }

  /// Writes interleaved samples with more than 16 bits; 1 is full scale.
  func write(_ samples: UnsafeBufferPointer<Float>) throws(AudioError) {
    var values = [Int32](repeating: 0, count: samples.count)
    for index in samples.indices {
      // The low byte of 32 bits is not written.
      let value = (Double(samples[index]) * 8_388_608).rounded(.toNearestOrEven)
      values[index] = Int32(min(max(value, -8_388_608), 8_388_607)) << 8
    }
    let count = Int(sf_write_int(handle, values, sf_count_t(values.count)))
    let file = file.takeUnretainedValue()
    try file.check()
    guard count == samples.count, sf_error(handle) == 0 else {
      throw .cannotWrite(path: file.path, reason: Self.reason(handle))
    }
  }

  private func writeFloats(_ samples: UnsafeBufferPointer<Int16>) -> Int {
    withUnsafeTemporaryAllocation(of: Float.self, capacity: samples.count) { floats in
      Scaling.toFloat(samples, into: floats)
      return Int(sf_write_float(handle, floats.baseAddress, sf_count_t(samples.count)))
    }
  }

  /// Encodes the pending samples and closes the file.
  consuming func close() throws(AudioError) {
    let (handle, file) = (handle, file)
    discard self
    let status = sf_close(handle)
    let encodedFile = file.takeRetainedValue()
    try encodedFile.check()
    guard status == 0 else {
      throw .cannotWrite(path: encodedFile.path, reason: Self.reason(nil))
    }
  }
}

// MARK: - Settings

extension SndfileEncoder {
  private static func formatCode(_ format: SoundFormat, bits: Int) -> Int32 {
    let depth = bits == 24 ? SF_FORMAT_PCM_24 : SF_FORMAT_PCM_16
    return switch format {
    case .wav: Int32(SF_FORMAT_RF64 | depth)
    case .flac, .flacBlocks: Int32(SF_FORMAT_FLAC | depth)
    case .mp3: Int32(SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III)
    case .ogg: Int32(SF_FORMAT_OGG | SF_FORMAT_VORBIS)
    case .opus: Int32(SF_FORMAT_OGG | SF_FORMAT_OPUS)
    case .aac: preconditionFailure("libsndfile has no AAC")
    }
  }

  /// Configures the encoder.
  /// Library defaults are set explicitly, because another version may change them.
  private func configure(_ format: SoundFormat, sampleRate: Int, encoding: EncodingOptions) {
    switch format {
    case .wav:
      // The file is written as RF64. When the file is closed, libsndfile changes it to plain RIFF if the file is small
      // enough. If RIFF were chosen here, sizes above 4 GB would wrap without an error.
      sf_command(handle, Int32(SFC_RF64_AUTO_DOWNGRADE), nil, Int32(SF_TRUE))
      setTimeReference(encoding.timeReference)
    case .flac, .flacBlocks:
      setCompression(5.0 / 8)  // level 5 of 0…8, flac's own default
    case .mp3:
      guard let bitrate = encoding.bitrate else {
        setCompression(0.4)  // -V 4 of 0…10
        setBitrateMode(SF_BITRATE_MODE_VARIABLE)
        return
      }
      let settings = MP3Settings(bitrate: bitrate, sampleRate: sampleRate)
      setCompression(settings.compressionLevel)
      setBitrateMode(settings.isAverage ? SF_BITRATE_MODE_AVERAGE : SF_BITRATE_MODE_CONSTANT)
    case .ogg:
      let quality = encoding.bitrate.map {
        VorbisQuality(bitrate: $0, sampleRate: sampleRate, channels: channels).quality
      }
      setCompression(1 - (quality ?? VorbisQuality.standard))
    case .opus, .aac:
      break
    }
  }

  /// Adds the chunk of the Broadcast Wave Format (EBU Tech 3285), without a time of day.
  private func setTimeReference(_ frame: Int?) {
    guard let frame else { return }
    var info = SF_BROADCAST_INFO()
    info.time_reference_low = UInt32(truncatingIfNeeded: frame)
    info.time_reference_high = UInt32(truncatingIfNeeded: frame >> 32)
    info.version = 1
    sf_command(
      handle, Int32(SFC_SET_BROADCAST_INFO), &info,
      Int32(MemoryLayout<SF_BROADCAST_INFO>.size))
  }

  private func setCompression(_ level: Double) {
    var level = level
    sf_command(
      handle, Int32(SFC_SET_COMPRESSION_LEVEL), &level, Int32(MemoryLayout<Double>.size))
  }

  /// Sets the bit rate mode.
  /// Call this function after `setCompression`. In the opposite order, libsndfile reports a failure.
  private func setBitrateMode(_ mode: Int) {
    var mode = Int32(mode)
    sf_command(handle, Int32(SFC_SET_BITRATE_MODE), &mode, Int32(MemoryLayout<Int32>.size))
  }

  private static func reason(_ handle: OpaquePointer?) -> String {
    sf_strerror(handle).map { String(cString: $0) } ?? "libsndfile reports an unknown error"
  }
}

extension PCM {
  /// Returns the samples as a FLAC file in memory, without loss.
  /// Throws `unsupportedSampleRate` if FLAC does not support the rate, and `empty` if there are no samples.
  package func flac() throws(AudioError) -> [UInt8] {
    let name = "a clip"
    guard SoundFormat.flac.supports(sampleRate: sampleRate) else {
      throw .unsupportedSampleRate(format: .flac, sampleRate: sampleRate)
    }
    guard !samples.isEmpty else { throw .empty(path: name) }
    var info = SF_INFO()
    info.samplerate = Int32(sampleRate)
    info.channels = 1
    info.format = Int32(SF_FORMAT_FLAC | SF_FORMAT_PCM_16)
    var callbacks = MemoryFile.callbacks
    let memory = MemoryFile([])
    return try withExtendedLifetime(memory) { () throws(AudioError) in
      let data = Unmanaged.passUnretained(memory).toOpaque()
      guard let handle = sf_open_virtual(&callbacks, Int32(SFM_WRITE), &info, data) else {
        throw .cannotOpen(path: name, reason: Self.reason)
      }
      // Level 5 of 0…8, as for FLAC files on disk.
      var level = 5.0 / 8
      sf_command(
        handle, Int32(SFC_SET_COMPRESSION_LEVEL), &level, Int32(MemoryLayout<Double>.size))
      let written = sf_write_short(handle, samples, sf_count_t(samples.count))
      guard sf_close(handle) == 0, Int(written) == samples.count else {
        throw .cannotWrite(path: name, reason: Self.reason)
      }
      return memory.bytes
    }
  }

  private static var reason: String {
    sf_strerror(nil).map { String(cString: $0) } ?? "libsndfile reports an unknown error"
  }
}

/// The sole owner of a libopusenc encoder.
/// libsndfile can also write Opus, but it does not accept every sample rate. It always uses complexity 10, which takes
/// four times as long as the complexity used here.
/// `@unchecked Sendable`: no other object uses the encoder or its file, and any thread can use them.
struct OpusEncoder: ~Copyable, @unchecked Sendable {
  private let encoder: OpaquePointer
  private let file: Unmanaged<EncodedFile>
  private let channels: Int

  /// The complexity of the encoding, half of libopus's maximum of ten.
  /// Compared with the maximum, encoding speech is over four times as fast, and the spectral distance from the original
  /// is no larger (measured, libopus 1.3.1).
  private static let complexity: Int32 = 5

  /// Returns the bit rates that libopus accepts, in kbit/s for all channels together (opus_defines.h,
  /// OPUS_SET_BITRATE; RFC 6716, section 2.1.1).
  static func bitrates(channels: Int) -> ClosedRange<Int> { 6...256 * channels }

  init(
    creating path: String, sampleRate: Int, channels: Int, encoding: EncodingOptions
  ) throws(AudioError) {
    let encodedFile = try EncodedFile(creating: path)
    let file = Unmanaged.passRetained(encodedFile)
    let comments = ope_comments_create()
    defer { ope_comments_destroy(comments) }
    var callbacks = Self.callbacks
    var status: Int32 = 0
    guard
      let encoder = ope_encoder_create_callbacks(
        &callbacks, file.toOpaque(), comments, Int32(sampleRate), Int32(channels), 0, &status)
    else {
      file.release()
      try encodedFile.check()
      throw .cannotOpen(path: path, reason: Self.reason(status))
    }
    self.encoder = encoder
    self.file = file
    self.channels = channels
    g2a_opus_encoder_set(encoder, OPUS_SET_COMPLEXITY_REQUEST, Self.complexity)
    g2a_opus_encoder_set(encoder, OPE_SET_SERIALNO_REQUEST, Int32(OggStream.serialNumber))
    g2a_opus_encoder_set(encoder, OPE_SET_COMMENT_PADDING_REQUEST, 0)
    if let bitrate = encoding.bitrate {
      let bits = Self.bitrates(channels: channels).nearest(to: bitrate) * 1000
      g2a_opus_encoder_set(encoder, OPUS_SET_BITRATE_REQUEST, Int32(bits))
    }
  }

  deinit {
    ope_encoder_destroy(encoder)
    file.release()
  }

  /// Writes a block of interleaved samples.
  func write(_ samples: UnsafeBufferPointer<Int16>) throws(AudioError) {
    let status = ope_encoder_write(
      encoder, samples.baseAddress, Int32(samples.count / channels))
    try check(status)
  }

  /// Encodes the pending samples and closes the file.
  consuming func close() throws(AudioError) {
    try check(ope_encoder_drain(encoder))
  }

  private func check(_ status: Int32) throws(AudioError) {
    let file = file.takeUnretainedValue()
    try file.check()
    guard status == OPE_OK else {
      throw .cannotWrite(path: file.path, reason: Self.reason(status))
    }
  }

  private static func reason(_ status: Int32) -> String {
    ope_strerror(status).map { String(cString: $0) } ?? "libopusenc reports error \(status)"
  }

  private static let callbacks = OpusEncCallbacks(
    write: { data, bytes, count in
      guard let data else { return 1 }
      let file = Unmanaged<EncodedFile>.fromOpaque(data).takeUnretainedValue()
      return file.write(UnsafeRawBufferPointer(start: bytes, count: Int(count))) ? 0 : 1
    },
    // `EncodedFile` closes the file.
    close: { _ in 0 })
}
