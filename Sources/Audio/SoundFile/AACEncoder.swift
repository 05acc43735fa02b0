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
