package import FoundationEssentials

/// Rate, channels and length of a sound, read from its headers without decoding it.
package struct SoundMeasure: Sendable, Equatable {
  /// Frames per second.
  package var sampleRate: Int
  package var channels: Int
  /// Frames: samples of one channel.
  package var frames: Int

  /// The length in seconds.
  package var duration: TimeInterval { Double(frames) / Double(sampleRate) }

  package init(sampleRate: Int, channels: Int, frames: Int) {
    (self.sampleRate, self.channels, self.frames) = (sampleRate, channels, frames)
  }

  /// Measures what an engine gave; nil where the form is not one it knows or the bytes are not of it.
  package init?(_ output: VoiceEngineOutput) {
    let bytes = [UInt8](output.audioData)
    let measured: SoundMeasure? =
      switch output.audioFormat {
      case .pcm16: Self.pcm(bytes, rate: output.sampleRate, channels: output.channels ?? 1)
      case .wav: Self.wav(bytes)
      case .mp3: Self.mpeg(bytes)
      case .flac: Self.flac(bytes)
      case .ogg, .opus: Self.ogg(bytes)
      case .aiff, .m4a: nil
      }
    guard let measured, measured.sampleRate > 0, measured.channels > 0 else { return nil }
    self = measured
  }

  private static func pcm(_ bytes: [UInt8], rate: Int?, channels: Int) -> SoundMeasure? {
    guard let rate, channels > 0 else { return nil }
    return SoundMeasure(sampleRate: rate, channels: channels, frames: bytes.count / 2 / channels)
  }

  /// `fmt ` and `data` of a RIFF WAVE file; a size that runs past the end, as streams have it, ends
  /// with the bytes.
  private static func wav(_ bytes: [UInt8]) -> SoundMeasure? {
    guard bytes.has("RIFF", at: 0), bytes.has("WAVE", at: 8) else { return nil }
    var place = 12
    var format: (channels: Int, rate: Int, block: Int)?
    while place + 8 <= bytes.count {
      let size = bytes.little(4, at: place + 4)
      if bytes.has("fmt ", at: place), place + 22 <= bytes.count {
        format = (
          bytes.little(2, at: place + 10), bytes.little(4, at: place + 12),
          bytes.little(2, at: place + 20)
        )
      } else if bytes.has("data", at: place) {
        guard let format, format.block > 0 else { return nil }
        let length = min(size, bytes.count - place - 8)
        return SoundMeasure(
          sampleRate: format.rate, channels: format.channels, frames: length / format.block)
      }
      place += 8 + size + size % 2
    }
    return nil
  }

  /// STREAMINFO (RFC 9639, section 8.2): 20 bits of rate, 3 of channels less one, 36 of frames.
  private static func flac(_ bytes: [UInt8]) -> SoundMeasure? {
    guard bytes.has("fLaC", at: 0), bytes.count >= 26 else { return nil }
    let packed = bytes.big(8, at: 18)
    return SoundMeasure(
      sampleRate: packed >> 44, channels: (packed >> 41 & 7) + 1, frames: packed & 0xF_FFFF_FFFF)
  }

  /// The last page's position (RFC 3533, section 6); Opus counts at 48 kHz from behind its pre-skip
  /// (RFC 7845, section 4), Vorbis at its own rate (Vorbis I, section 4.2.2).
  private static func ogg(_ bytes: [UInt8]) -> SoundMeasure? {
    guard bytes.has("OggS", at: 0), bytes.count > 58 else { return nil }
    guard
      let last = bytes.indices.dropLast(13).last(where: {
        bytes[$0] == UInt8(ascii: "O") && bytes.has("OggS", at: $0)
      })
    else { return nil }
    let position = bytes.little(8, at: last + 6)
    let packet = 27 + Int(bytes[26])
    guard packet + 16 <= bytes.count else { return nil }
    if bytes.has("OpusHead", at: packet) {
      return SoundMeasure(
        sampleRate: 48_000, channels: Int(bytes[packet + 9]),
        frames: max(0, position - bytes.little(2, at: packet + 10)))
    }
    guard bytes.has("vorbis", at: packet + 1) else { return nil }
    return SoundMeasure(
      sampleRate: bytes.little(4, at: packet + 12), channels: Int(bytes[packet + 11]),
      frames: position)
  }
}

// MARK: MPEG

extension SoundMeasure {
  /// Counts the frames of an MPEG layer III stream (ISO/IEC 11172-3, section 2.4.2.3, and 13818-3),
  /// past ID3v2 in front of them; bytes that start no frame are passed over.
  private static func mpeg(_ bytes: [UInt8]) -> SoundMeasure? {
    var place = 0
    if bytes.has("ID3", at: 0), bytes.count >= 10 {
      place = 10 + bytes[6..<10].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
    }
    var result: SoundMeasure?
    while place + 4 <= bytes.count {
      guard let frame = MPEGFrame(bytes.big(4, at: place)) else {
        place += 1
        continue
      }
      if result == nil {
        // A first frame may hold the encoder's notes instead of sound (the Xing and LAME tags).
        let isNote = (place..<place + 40).contains {
          bytes.has("Xing", at: $0) || bytes.has("Info", at: $0)
        }
        result = SoundMeasure(
          sampleRate: frame.rate, channels: frame.channels, frames: isNote ? -frame.samples : 0)
      }
      result?.frames += frame.samples
      place += frame.length
    }
    return result
  }
}

/// The header of an MPEG layer III frame.
private struct MPEGFrame {
  var rate: Int
  var channels: Int
  /// Samples of one channel.
  var samples: Int
  /// Bytes, header included.
  var length: Int

  /// Kilobits per second by index, for MPEG-1 and for MPEG-2 and 2.5.
  private static let rates1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
  private static let rates2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]

  init?(_ header: Int) {
    let (version, layer) = (header >> 19 & 3, header >> 17 & 3)
    let (bitrate, frequency) = (header >> 12 & 15, header >> 10 & 3)
    guard header >> 21 & 0x7FF == 0x7FF, version != 1, layer == 1, (1...14).contains(bitrate),
      frequency != 3
    else { return nil }
    // 44.1, 48 and 32 kHz; half of it in MPEG-2, a quarter in 2.5.
    rate = [44_100, 48_000, 32_000][frequency] / (version == 3 ? 1 : version == 2 ? 2 : 4)
    channels = header >> 6 & 3 == 3 ? 1 : 2
    samples = version == 3 ? 1152 : 576
    let kilobits = version == 3 ? Self.rates1[bitrate] : Self.rates2[bitrate]
    length = samples / 8 * kilobits * 1000 / rate + (header >> 9 & 1)
  }
}

extension [UInt8] {
  fileprivate func has(_ text: StaticString, at place: Int) -> Bool {
    guard place + text.utf8CodeUnitCount <= count else { return false }
    return text.withUTF8Buffer { $0.elementsEqual(self[place..<(place + $0.count)]) }
  }

  /// The number of `size` bytes at a place, least significant first; what lies behind the end is 0.
  fileprivate func little(_ size: Int, at place: Int) -> Int {
    self[Swift.min(place, count)..<Swift.min(place + size, count)].reversed()
      .reduce(0) { $0 << 8 | Int($1) }
  }

  /// The number of `size` bytes at a place, most significant first.
  fileprivate func big(_ size: Int, at place: Int) -> Int {
    self[Swift.min(place, count)..<Swift.min(place + size, count)]
      .reduce(0) { $0 << 8 | Int($1) }
  }
}
