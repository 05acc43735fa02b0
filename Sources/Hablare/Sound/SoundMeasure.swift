import Basics
package import FoundationEssentials

/// The rate, channels and length of audio, read from its headers without decoding.
package struct SoundMeasure: Sendable, Equatable {
  /// Frames per second.
  package var sampleRate: Int
  package var channels: Int
  /// The length in frames.
  /// A frame has one sample for each channel.
  package var frames: Int

  /// The length in seconds.
  package var duration: TimeInterval { Double(frames) / Double(sampleRate) }

  package init(sampleRate: Int, channels: Int, frames: Int) {
    (self.sampleRate, self.channels, self.frames) = (sampleRate, channels, frames)
  }

  /// Measures the output of an engine; nil if the bytes do not have the stated format, or if the
  /// length cannot be determined from them.
  package init?(_ output: VoiceEngineOutput) {
    let bytes = [UInt8](output.audioData)
    let measured: SoundMeasure? =
      switch output.audioFormat {
      case .pcm16: Self.pcm(bytes, rate: output.sampleRate, channels: output.channels ?? 1)
      case .wav: Self.wav(bytes)
      case .mp3: Self.mpeg(bytes)
      case .flac: Self.flac(bytes)
      case .ogg, .opus: Self.ogg(bytes)
      case .aiff: Self.aiff(bytes)
      case .m4a: Self.mpeg4(bytes)
      }
    guard let measured, measured.sampleRate > 0, measured.channels > 0 else { return nil }
    self = measured
  }

  private static func pcm(_ bytes: [UInt8], rate: Int?, channels: Int) -> SoundMeasure? {
    guard let rate, channels > 0 else { return nil }
    return SoundMeasure(sampleRate: rate, channels: channels, frames: bytes.count / 2 / channels)
  }

  private static func wav(_ bytes: [UInt8]) -> SoundMeasure? {
    guard let file = try? WAVFile(bytes) else { return nil }
    return SoundMeasure(
      sampleRate: file.sampleRate, channels: file.channels,
      frames: file.samples.count / file.frameSize)
  }

  private static func aiff(_ bytes: [UInt8]) -> SoundMeasure? {
    guard let header = AIFFHeader(bytes), let frames = header.frames else { return nil }
    return SoundMeasure(sampleRate: header.rate, channels: header.channels, frames: frames)
  }

  private static func mpeg4(_ bytes: [UInt8]) -> SoundMeasure? {
    MPEG4Header(bytes).map {
      SoundMeasure(sampleRate: $0.rate, channels: $0.channels, frames: $0.frames)
    }
  }

  /// Reads STREAMINFO (RFC 9639, section 8.2): 20 bits for the rate, 3 bits for the channels minus
  /// one, 5 bits that are not needed, and 36 bits for the frames.
  private static func flac(_ bytes: [UInt8]) -> SoundMeasure? {
    guard bytes.has("fLaC"), let packed = bytes.big(8, at: 18) else { return nil }
    return SoundMeasure(
      sampleRate: packed >> 44, channels: (packed >> 41 & 7) + 1, frames: packed & 0xF_FFFF_FFFF)
  }

  /// Reads the length from the position of the last page (RFC 3533, section 6).
  /// In Opus, positions count at 48 kHz and include the pre-skip (RFC 7845, section 4). In Vorbis,
  /// positions count at the stream's own rate (Vorbis I, section 4.2.2).
  private static func ogg(_ bytes: [UInt8]) -> SoundMeasure? {
    guard bytes.has("OggS"), bytes.count > 58 else { return nil }
    let last = bytes.indices.dropLast(13).last {
      bytes[$0] == UInt8(ascii: "O") && bytes.has("OggS", at: $0)
    }
    let packet = 27 + Int(bytes[26])
    guard let last, let position = bytes.little(8, at: last + 6), packet + 16 <= bytes.count else {
      return nil
    }
    if bytes.has("OpusHead", at: packet), let skipped = bytes.little(2, at: packet + 10) {
      return SoundMeasure(
        sampleRate: 48_000, channels: Int(bytes[packet + 9]), frames: max(0, position - skipped))
    }
    guard bytes.has("vorbis", at: packet + 1), let rate = bytes.little(4, at: packet + 12) else {
      return nil
    }
    return SoundMeasure(
      sampleRate: rate, channels: Int(bytes[packet + 11]), frames: max(0, position))
  }

  /// Counts the frames of an MPEG stream.
  /// Bytes outside frames are skipped. If the first frame contains the encoder's information
  /// instead of audio, this frame is not counted.
  private static func mpeg(_ bytes: [UInt8]) -> SoundMeasure? {
    var rest = MPEGAudio.withoutTags(bytes)
    var result: SoundMeasure?
    while rest.count >= 4 {
      guard let frame = MPEGFrame(rest) else {
        rest = rest.dropFirst()
        continue
      }
      if result == nil {
        result = SoundMeasure(
          sampleRate: frame.sampleRate, channels: frame.channels,
          frames: MPEGFrame.isInformation(rest) ? -frame.samples : 0)
      }
      result?.frames += frame.samples
      rest = rest.dropFirst(frame.length)
    }
    return result
  }
}
