import COpusEnc

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
