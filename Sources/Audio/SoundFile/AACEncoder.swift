import CAV

/// Encodes a stretch of a book as a file of ADTS frames.
/// Stretches that are encoded separately can be joined without a gap.
/// An AAC frame encodes two neighbouring blocks of 1,024 samples together. So a join is clean only if both stretches
/// were encoded with the same block at the join. Here this block is silent: every stretch ends with a block of silence,
/// and blocks of silence are encoded before its audio. So an encoded stretch depends on its own audio only, and a book
/// of stretches has the same frames as one long encoding.
/// The file has one frame for every block, and one more frame that is used only at the end of a book.
/// `@unchecked Sendable`: only one task at a time uses the encoder, and libavcodec's encoder is not bound to a thread.
final class AACEncoder: @unchecked Sendable {
  /// The number of samples per channel in a block (ISO 14496-3, 4.5.1.1).
  static let blockFrames = 1024
  /// The number of blocks of silence that are encoded before the audio.
  /// With one block, the audio after a join is as good as in one long encoding. With two to four blocks, it is better
  /// (measured, libavcodec 59).
  private static let leadBlocks = 3

  private let file: EncodedFile
  private let codec: AACCodec
  private let header: ADTSHeader
  private let blockSamples: Int
  /// The number of blocks sent to the encoder, including the silence before the audio.
  private var sent = 0
  /// The number of frames received from the encoder.
  private var received = 0
  private var lastIsSilent = false

  init(
    creating path: String, sampleRate: Int, channels: Int, encoding: EncodingOptions
  ) throws(AudioError) {
    guard let header = ADTSHeader(sampleRate: sampleRate, channels: channels) else {
      throw .unsupportedSampleRate(format: .aac, sampleRate: sampleRate)
    }
    self.header = header
    codec = try AACCodec(sampleRate: sampleRate, channels: channels, bitrate: encoding.bitrate)
    blockSamples = Self.blockFrames * channels
    file = try EncodedFile(creating: path)
    for _ in 0..<Self.leadBlocks { try encodeSilence() }
  }

  /// Adds interleaved samples.
  /// Only the last call is allowed to contain a partial block.
  func write(_ samples: UnsafeBufferPointer<Int16>) throws(AudioError) {
    var rest = samples[...]
    while rest.count >= blockSamples {
      try encode(UnsafeBufferPointer(rebasing: rest.prefix(blockSamples)))
      rest = rest.dropFirst(blockSamples)
    }
    guard !rest.isEmpty else { return }
    let last = Array(rest) + repeatElement(0, count: blockSamples - rest.count)
    try last.withUnsafeBufferPointer { block throws(AudioError) in try encode(block) }
  }

  /// Ends the stretch and closes its file.
  func close() throws(AudioError) {
    if !lastIsSilent { try encodeSilence() }
    // The frames lag one block behind, so one more frame than blocks is needed. Later frames are not needed.
    let wanted = sent + 1
    while received < wanted { try encodeSilence() }
    try file.check()
  }

  private func encodeSilence() throws(AudioError) {
    let silence = [Int16](repeating: 0, count: blockSamples)
    try silence.withUnsafeBufferPointer { block throws(AudioError) in try encode(block) }
  }

  private func encode(_ block: UnsafeBufferPointer<Int16>) throws(AudioError) {
    lastIsSilent = block.allSatisfy { $0 == 0 }
    try codec.send(block)
    sent += 1
    while let bytes = try codec.receive() {
      received += 1
      // Frame 0 is the encoder's start-up frame. Frame n encodes the blocks n - 1 and n.
      if received > Self.leadBlocks { try write(frame: bytes) }
    }
  }

  private func write(frame: UnsafeRawBufferPointer) throws(AudioError) {
    let header = header.bytes(frameBytes: frame.count)
    let isWritten = header.withUnsafeBytes { file.write($0) } && file.write(frame)
    if !isWritten { try file.check() }
  }
}

/// The sole owner of libavcodec's AAC encoder.
final class AACCodec {
  /// Returns the useful bit rates in kbit/s for all channels together.
  /// A frame has at most 6,144 bits per channel (ISO 14496-3, 4.5.3.3), which is 132 kbit/s at 22,050 Hz.
  static func bitrates(channels: Int) -> ClosedRange<Int> { 16 * channels...256 * channels }

  private let library: AVLibrary
  private var context: UnsafeMutablePointer<AVCodecContext>?
  private var frame: UnsafeMutablePointer<AVFrame>?
  private var packet: UnsafeMutablePointer<AVPacket>?
  private let channels: Int
  private var position: Int64 = 0

  /// Opens the encoder for a sample rate in hertz.
  /// `bitrate` is in kbit/s for all channels together.
  init(sampleRate: Int, channels: Int, bitrate: Int?) throws(AudioError) {
    library = try AVLibrary(for: "M4B")
    self.channels = channels
    let call = library.call
    guard let codec = call.avcodec_find_encoder(AV_CODEC_ID_AAC),
      let context = call.avcodec_alloc_context3(codec)
    else {
      throw .missingLibrary(
        name: "libavcodec with an AAC encoder", purpose: "M4B")
    }
    self.context = context
    library.set(g2a_AVCodecContext_sample_fmt, of: context, to: AV_SAMPLE_FMT_FLTP)
    library.set(g2a_AVCodecContext_sample_rate, of: context, to: Int32(sampleRate))
    library.set(
      g2a_AVCodecContext_time_base, of: context, to: AVRational(num: 1, den: Int32(sampleRate)))
    let kilobits = bitrate.map(Self.bitrates(channels: channels).nearest(to:)) ?? 64 * channels
    context.pointee.bit_rate = Int64(kilobits * 1000)
    library.place(g2a_AVCodecContext_flags, of: context, as: Int32.self).pointee |=
      Int32(AV_CODEC_FLAG_GLOBAL_HEADER | AV_CODEC_FLAG_BITEXACT)
    g2a_av_set_channels(context, g2a_AVCodecContext_ch_layout, Int32(channels))
    // The coder `fast` is four times as fast as the default coder, and no worse on speech (measured, libavcodec 59).
    var options: OpaquePointer?
    _ = call.av_dict_set(&options, "aac_coder", "fast", 0)
    let status = call.avcodec_open2(context, codec, &options)
    call.av_dict_free(&options)
    try check(status)
    frame = call.av_frame_alloc()
    packet = call.av_packet_alloc()
    guard let frame else { return }
    frame.pointee.nb_samples = Int32(AACEncoder.blockFrames)
    frame.pointee.format = AV_SAMPLE_FMT_FLTP.rawValue
    library.set(g2a_AVFrame_sample_rate, of: frame, to: Int32(sampleRate))
    g2a_av_set_channels(frame, g2a_AVFrame_ch_layout, Int32(channels))
    try check(call.av_frame_get_buffer(frame, 0))
  }

  deinit {
    library.call.avcodec_free_context(&context)
    library.call.av_frame_free(&frame)
    library.call.av_packet_free(&packet)
  }

  /// Writes the properties of the encoded audio to `parameters`, for a container.
  func describe(to parameters: UnsafeMutablePointer<AVCodecParameters>) throws(AudioError) {
    try check(library.call.avcodec_parameters_from_context(parameters, context))
  }

  /// Sends a block of interleaved samples to the encoder.
  func send(_ block: UnsafeBufferPointer<Int16>) throws(AudioError) {
    guard let frame else { throw .cannotWrite(path: "AAC", reason: "out of memory") }
    try check(library.call.av_frame_make_writable(frame))
    for channel in 0..<channels {
      guard let plane = frame.pointee.extended_data[channel] else { continue }
      plane.withMemoryRebound(to: Float.self, capacity: AACEncoder.blockFrames) { plane in
        for index in 0..<min(AACEncoder.blockFrames, block.count / channels) {
          plane[index] = Float(block[index * channels + channel]) * (1 / 32_768)
        }
      }
    }
    frame.pointee.pts = position
    position += Int64(AACEncoder.blockFrames)
    try check(library.call.avcodec_send_frame(context, frame))
  }

  /// Returns the next encoded frame, valid until the next call, or nil if the encoder needs more samples first.
  func receive() throws(AudioError) -> UnsafeRawBufferPointer? {
    guard let packet else { throw .cannotWrite(path: "AAC", reason: "out of memory") }
    let status = library.call.avcodec_receive_packet(context, packet)
    if status == g2a_av_again { return nil }
    try check(status)
    return UnsafeRawBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size))
  }

  private func check(_ status: Int32) throws(AudioError) {
    guard status >= 0 else {
      throw .cannotWrite(path: "AAC", reason: library.reason(status))
    }
  }
}

/// The frames of a stretch that `AACEncoder` wrote, in order.
struct AACStretch: ~Copyable {
  private var window: ByteWindow
  /// The header of the first frame.
  /// All frames have the same sample rate and channels.
  let header: ADTSHeader

  init(path: String) throws(AudioError) {
    var window = try ByteWindow(path: path)
    _ = try window.fill(ADTSHeader.length)
    guard let (header, _) = ADTSHeader.read(window.first(ADTSHeader.length)) else {
      throw window.source.malformed("it is not an AAC stretch")
    }
    self.header = header
    self.window = window
  }

  /// Passes the next frame, without its header, to `body`.
  /// Returns false after the last frame.
  mutating func next(_ body: (UnsafeRawBufferPointer) throws(AudioError) -> Void) throws(AudioError)
    -> Bool
  {
    if try window.fill(ADTSHeader.length) == 0 { return false }
    guard let (header, count) = ADTSHeader.read(window.first(ADTSHeader.length)),
      header == self.header
    else { throw window.source.malformed("one of its frames is not AAC") }
    let whole = ADTSHeader.length + count
    guard try window.fill(whole) >= whole else {
      throw window.source.malformed("it ends within a frame")
    }
    try window.bytes { bytes throws(AudioError) in
      try body(
        UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[ADTSHeader.length..<whole])))
    }
    window.skip(whole)
    return true
  }

  /// Returns the number of samples per channel that a file contributes to a book.
  /// This function reads the whole file.
  static func length(ofFile path: String) throws(AudioError) -> Int {
    var stretch = try AACStretch(path: path)
    var frames = 0
    while try stretch.next({ _ throws(AudioError) in }) { frames += 1 }
    return max(0, frames - 1) * AACEncoder.blockFrames
  }
}

/// The ADTS header of an AAC frame (ISO 14496-3, 1.A.2.2): AAC-LC, without a checksum.
struct ADTSHeader: Equatable {
  /// The length of the header in bytes.
  static let length = 7
  /// The sample rates of AAC in hertz, by their index (ISO 14496-3, table 1.18).
  static let sampleRates = SoundFormat.aacSampleRates

  /// Samples per second, in hertz.
  let sampleRate: Int
  /// The number of channels, 1 or 2.
  let channels: Int

  init?(sampleRate: Int, channels: Int) {
    guard Self.sampleRates.contains(sampleRate), (1...2).contains(channels) else { return nil }
    (self.sampleRate, self.channels) = (sampleRate, channels)
  }

  /// Returns the header of a frame with this number of bytes.
  func bytes(frameBytes: Int) -> [UInt8] {
    let index = Self.sampleRates.firstIndex(of: sampleRate) ?? 0
    let length = Self.length + frameBytes
    // The fields are: sync word, MPEG-4, no checksum; profile LC; buffer fullness of a variable bit rate; one frame.
    return [
      0xFF, 0xF1, UInt8(1 << 6 | index << 2 | channels >> 2),
      UInt8((channels & 3) << 6 | length >> 11), UInt8(length >> 3 & 0xFF),
      UInt8((length & 7) << 5 | 0x1F), 0xFC,
    ]
  }

  /// Returns the header at the start of the bytes, and the number of bytes that follow it in the frame.
  /// Returns nil for any header that this module does not write.
  static func read(_ bytes: some Collection<UInt8>) -> (header: ADTSHeader, frameBytes: Int)? {
    let bytes = Array(bytes.prefix(length)).map(Int.init)
    guard bytes.count == length, bytes[0] == 0xFF, bytes[1] == 0xF1, bytes[2] >> 6 == 1 else {
      return nil
    }
    let index = bytes[2] >> 2 & 0xF
    let channels = (bytes[2] & 1) << 2 | bytes[3] >> 6
    let frame = (bytes[3] & 3) << 11 | bytes[4] << 3 | bytes[5] >> 5
    guard sampleRates.indices.contains(index), frame >= length,
      let header = ADTSHeader(sampleRate: sampleRates[index], channels: channels)
    else { return nil }
    return (header, frame - length)
  }
}

/// libavformat, libavcodec and libavutil.
typealias AVLibrary = LoadedLibrary<g2a_av>

extension AVLibrary {
  /// Loads the libraries.
  /// If the libraries are missing, the error names `purpose`: the task that needs them.
  init(for purpose: String) throws(AudioError) {
    try self.init(g2a_av_load(), name: "libavformat", for: purpose)
  }

  /// Returns the place of a field that the versions of the libraries have in different places.
  func place<Value>(
    _ field: g2a_av_field, of structure: UnsafeMutableRawPointer, as type: Value.Type
  ) -> UnsafeMutablePointer<Value> {
    // A field is never at address 0.
    g2a_av_place(structure, field).assumingMemoryBound(to: Value.self)
  }

  func set<Value>(
    _ field: g2a_av_field, of structure: UnsafeMutableRawPointer, to value: Value
  ) {
    place(field, of: structure, as: Value.self).pointee = value
  }

  /// Returns the description of a stream's encoded data.
  func parameters(of stream: UnsafeMutablePointer<AVStream>)
    -> UnsafeMutablePointer<AVCodecParameters>?
  {
    place(
      g2a_AVStream_codecpar, of: stream, as: UnsafeMutablePointer<AVCodecParameters>?.self
    ).pointee
  }

  /// Returns the error text for a negative status.
  func reason(_ status: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { text in
      text.initialize(repeating: 0)
      _ = call.av_strerror(status, text.baseAddress, text.count)
      return text.baseAddress.map { String(cString: $0) } ?? "error \(status)"
    }
  }
}
