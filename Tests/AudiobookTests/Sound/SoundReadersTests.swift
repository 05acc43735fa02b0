import Audio
import Foundation
@testable import Hablare
import TestSupport
import Testing

/// Tests that the readers of headers in Hablare agree with those in Audio: both read the same mutated files.
///
/// Hablare reads what a provider answers, to judge and measure it without decoding. Audio decodes it, and joins
/// the program's own files to books.
@Suite struct SoundReadersTests {
  /// A format under the names of both modules, and the reader of its own files in Audio.
  struct Format: CustomTestStringConvertible, Sendable {
    var own: VoiceEngineAudioFormat
    var written: SoundFormat
    var length: @Sendable (String) throws -> Int
    var testDescription: String { "\(written)" }
  }

  static let formats = [
    Format(own: .wav, written: .wav) { try WaveBook.length(ofStretch: $0) },
    Format(own: .flac, written: .flacBlocks) { try FLACBook.length(ofStretch: $0) },
    Format(own: .mp3, written: .mp3) { try MP3Book.length(ofStretch: $0) },
    Format(own: .ogg, written: .ogg) { try VorbisBook.length(ofStretch: $0) },
    Format(own: .opus, written: .opus) { try OpusBook.length(ofStretch: $0) },
  ]

  /// The answers of the readers for one file; nil if a reader refuses the file.
  struct Answers {
    var measure: SoundMeasure?
    var isAccepted: Bool
    var joined: Int?
    /// The description in the header, according to libsndfile.
    var info: SoundFileInfo?
    /// The number of decoded frames; nil if not the whole file can be decoded.
    var decoded: Int?

    init(_ bytes: [UInt8], _ format: Format, path: String) throws {
      measure = SoundMeasure(VoiceEngineOutput(audioData: Data(bytes), audioFormat: format.own))
      isAccepted = SoundCheck.accepts(bytes, as: format.own)
      try Data(bytes).write(to: URL(filePath: path))
      joined = try? format.length(path)
      guard var reader = try? SoundFileReader(bytes: bytes, name: "x") else { return }
      info = reader.info
      var block = [Float](repeating: 0, count: 4096 * max(1, reader.info.channels))
      var count = 0
      do {
        while true {
          let frames = try reader.read(into: &block)
          if frames == 0 { break }
          count += frames
        }
        decoded = count
      } catch { decoded = nil }
    }
  }

  private func sound(_ format: Format, in folder: TemporaryFolder) throws -> [UInt8] {
    let path = folder.path(of: "sound")
    var writer = try SoundFileWriter(
      creating: path, format: format.written, sampleRate: 24_000, channels: 2)
    var random = SeededGenerator(seed: 1)
    var samples: [Int16] = []
    for index in 0..<24_576 {
      let wave = Int16(8000 * sin(Double(index) / 9))
      samples += [wave, wave / 2 &+ Int16.random(in: -50...50, using: &random)]
    }
    try writer.write(samples)
    _ = try writer.finish()
    return try [UInt8](Data(contentsOf: URL(filePath: path)))
  }

  /// Returns a file with one or two mutations in its headers, or with its end cut off.
  private func mutant(_ whole: [UInt8], _ round: Int) -> [UInt8] {
    var random = SeededGenerator(seed: UInt64(round))
    var bytes = whole
    for _ in 0...Int.random(in: 0..<2, using: &random) {
      let place = Int.random(in: 0..<min(bytes.count, 160), using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: bytes.removeLast(min(bytes.count - 1, Int.random(in: 1...3000, using: &random)))
      case 1: bytes.remove(at: place)
      default: bytes[place] = UInt8.random(in: 0...255, using: &random)
      }
    }
    return withChecksums(bytes)
  }

  /// Returns a file in which the first pages of Ogg have right checksums (RFC 3533, section 6), so that Audio
  /// looks at more than the checksum.
  private func withChecksums(_ bytes: [UInt8]) -> [UInt8] {
    var (bytes, place) = (bytes, 0)
    while place < 160, let page = OggPageHeader(bytes, at: place),
      place + page.length <= bytes.count
    {
      for index in 22..<26 { bytes[place + index] = 0 }
      var checksum: UInt32 = 0
      for byte in bytes[place..<place + page.length] {
        checksum ^= UInt32(byte) << 24
        for _ in 0..<8 { checksum = checksum << 1 ^ (checksum >> 31) &* 0x04C1_1DB7 }
      }
      for index in 0..<4 { bytes[place + 22 + index] = UInt8(checksum >> (8 * index) & 0xFF) }
      place += page.length
    }
    return bytes
  }

  /// Returns the two bytes of the pre-skip (RFC 7845, section 5.1); nil if the file is no Opus file.
  private func preSkip(_ bytes: [UInt8]) -> [UInt8]? {
    guard let head = bytes.firstRange(of: Array("OpusHead".utf8))?.lowerBound,
      head + 12 <= bytes.count
    else { return nil }
    return Array(bytes[(head + 10)..<(head + 12)])
  }

  /// Files that only one of the modules accepts are no contradiction: Hablare checks no checksums, and refuses
  /// audio that is cut off. If both accept a file, they must give it the same form and length.
  @Test(arguments: formats) func `both readers agree on mutated files`(_ format: Format) throws {
    let folder = try TemporaryFolder()
    let whole = try sound(format, in: folder)
    let path = folder.path(of: "mutant")
    let base = try Answers(whole, format, path: path)
    let padding = try #require(base.joined) - (try #require(base.measure).frames)
    var (shared, joined) = (0, 0)
    for round in 0..<Strength.rounds(3000) {
      let bytes = mutant(whole, round)
      let found = try Answers(bytes, format, path: path)
      guard found.isAccepted, let measure = found.measure else { continue }
      // Audio takes the pre-skip of its own files as known, and libsndfile decodes with some wrong ones.
      guard preSkip(bytes) == preSkip(whole) else { continue }
      // The length of an MP3 stretch is what LAME's header states. The frames are counted when it is joined.
      if let length = found.joined, format.own != .mp3 {
        joined += 1
        #expect(length - measure.frames == padding, "round \(round): \(found)")
      }
      guard let info = found.info else { continue }
      shared += 1
      #expect(info.channels == measure.channels, "round \(round): \(found)")
      // Opus always has 48 kHz, but libsndfile decodes to a lower rate.
      let factor = format.own == .opus ? 48_000 / info.sampleRate : 1
      #expect(info.sampleRate * factor == measure.sampleRate, "round \(round): \(found)")
      // The header can state more frames than there are. MPEG frames include the encoder's delay, whose two
      // numbers have 12 bits each. libsndfile leaves out packets of Opus that it cannot decode.
      guard let decoded = found.decoded, decoded == info.frames else { continue }
      let delay =
        switch format.own {
        case .mp3: 0...8190 + 1152
        case .opus: 0...measure.frames
        default: 0...0
        }
      #expect(delay.contains(measure.frames - decoded * factor), "round \(round): \(found)")
    }
    print(
      "\(format): Audio opens \(shared) and joins \(joined) of the mutants that Hablare accepts")
    #expect(base.isAccepted && shared + joined > 0)
  }
}
