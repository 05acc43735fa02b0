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

/// The contents of the `COMM` chunk of an AIFF file (Apple, Audio Interchange File Format 1.3, and
/// AIFF-C).
struct AIFFHeader {
  var channels = 0
  /// The number of frames, or of packets of frames if the samples are compressed.
  var packets = 0
  var bits = 0
  /// Frames per second; 0 if the number is not usable.
  var rate = 0
  /// The encoding of the samples, as four characters; nil for plain AIFF samples.
  private var encoding: String?
  var hasSound = false
  /// Whether the bytes end before the audio does.
  private var isCutOff = false

  /// The smallest size that means "unknown".
  /// The audio then extends to the end of the bytes.
  /// Programs write such sizes if they do not know the real size.
  private static let unknownSize = 0x7FFF_0000

  init?<Bytes: RandomAccessCollection<UInt8>>(_ bytes: Bytes) where Bytes.Index == Int {
    guard bytes.has("FORM"), bytes.has("AIFF", at: 8) || bytes.has("AIFC", at: 8) else {
      return nil
    }
    var place = 12
    while let size = bytes.big(4, at: place + 4) {
      if bytes.has("COMM", at: place) { readCommon(bytes, at: place + 8, size: size) }
      if bytes.has("SSND", at: place), bytes.count > place + 16 {
        hasSound = true
        isCutOff = size < Self.unknownSize && size > bytes.count - place - 8
      }
      place += 8 + size + size % 2
    }
    if channels == 0 { return nil }
  }

  private mutating func readCommon<Bytes: RandomAccessCollection<UInt8>>(
    _ bytes: Bytes, at place: Int, size: Int
  ) where Bytes.Index == Int {
    guard let channels = bytes.big(2, at: place), let packets = bytes.big(4, at: place + 2),
      let bits = bytes.big(2, at: place + 6), let exponent = bytes.big(2, at: place + 8),
      let mantissa = bytes.big(4, at: place + 10)
    else { return }
    (self.channels, self.packets, self.bits) = (channels, packets, bits)
    // The rate is an 80-bit floating-point number. The upper 32 bits of the mantissa are enough.
    rate = (16_383...16_414).contains(exponent) ? mantissa >> (16_414 - exponent) : 0
    // The encoding follows the rate, but only in AIFF-C.
    guard bytes.has("AIFC", at: 8), size >= 22, bytes.big(4, at: place + 18) != nil else { return }
    encoding = String(decoding: bytes.dropFirst(place + 18).prefix(4), as: UTF8.self)
  }

  var isUsable: Bool {
    hasSound && !isCutOff && packets > 0 && (1...64).contains(bits)
      && SoundCheck.rates.contains(rate) && SoundCheck.channels.contains(channels)
  }

  /// The number of frames; nil if the encoding is unknown.
  var frames: Int? {
    switch encoding?.lowercased() {
    // Integers of either byte order, floating point, μ-law and A-law have one sample per packet.
    case nil, "none", "twos", "sowt", "raw ", "in24", "in32", "42ni", "23ni", "fl32", "fl64",
      "ulaw", "alaw":
      packets
    // For each channel, a packet has 64 samples in QuickTime's ADPCM, and six samples in MACE.
    case "ima4": packets * 64
    case "mac3", "mac6": packets * 6
    default: nil
    }
  }
}
