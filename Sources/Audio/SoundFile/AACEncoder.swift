import CAV

/// Makes a stretch of a book: a file of ADTS frames that stretches made by others can follow without a gap.
///
/// A frame of AAC holds what two neighbouring blocks of 1,024 samples have in common, so that a stretch begins
/// and ends well only where both sides know the block across the join. Here that block is silent: every
/// stretch ends with a block of silence, and is encoded behind blocks of silence. What a stretch becomes is
/// then a function of its own sound alone, and a book of stretches has the frames of one long encoding.
///
/// The file has a frame for every block, and one more, which only the end of a book has a use for.
///
/// `@unchecked Sendable`: one task at a time has it, and libavcodec's encoder is bound to no thread.
final class AACEncoder: @unchecked Sendable {
  /// Samples of each channel in a block (ISO 14496-3, 4.5.1.1).
  static let blockFrames = 1024
  /// Blocks of silence before the sound.
  ///
  /// One makes a join as good as one long encoding, two to four are
  /// better still (measured, libavcodec 59).
  private static let leadBlocks = 3

  private let file: EncodedFile
  private let codec: AACCodec
  private let header: ADTSHeader
  private let blockSamples: Int
  /// Blocks that were given to the encoder, the silence before the sound among them.
  private var sent = 0
  /// Frames that came out of it.
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

  /// Adds interleaved samples: whole blocks, but for the last ones of the stretch.
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

  /// Ends the stretch and its file.
  func close() throws(AudioError) {
    if !lastIsSilent { try encodeSilence() }
    // What comes out lags behind by a block; the rest of the encoder's delay is not wanted.
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
      // Frame 0 is the encoder's own beginning; frame n is of the blocks n - 1 and n.
      if received > Self.leadBlocks { try write(frame: bytes) }
    }
  }

  private func write(frame: UnsafeRawBufferPointer) throws(AudioError) {
    let header = header.bytes(frameBytes: frame.count)
    let isWritten = header.withUnsafeBytes { file.write($0) } && file.write(frame)
    if !isWritten { try file.check() }
  }
}
