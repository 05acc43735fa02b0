import Audiobook
import Basics

/// The most recent sounds of lines, as WAV files that pages can fetch.
struct SoundShelf: Sendable {
  /// The maximum size in bytes, which is about half an hour of speech.
  private static let room = 96 << 20

  private var sounds: [(name: String, bytes: [UInt8])] = []
  private var count = 0

  /// Adds a sound and returns its name.
  mutating func add(_ sound: LineSound) -> String {
    count += 1
    let name = "s\(count)"
    sounds.append((name, Self.wav(sound)))
    while sounds.count > 1, sounds.reduce(0, { $0 + $1.bytes.count }) > Self.room {
      sounds.removeFirst()
    }
    return name
  }

  /// The WAV file of a sound, or nil if it has been removed.
  subscript(name: String) -> [UInt8]? { sounds.last { $0.name == name }?.bytes }

  /// Returns a WAV file of 16-bit samples.
  static func wav(_ sound: LineSound) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(44 + sound.samples.count * 2)
    func number<Number: FixedWidthInteger>(_ value: Number) {
      withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
    }
    let size = sound.samples.count * 2
    bytes += "RIFF".utf8
    number(UInt32(clamping: 36 + size))
    bytes += "WAVEfmt ".utf8
    number(UInt32(16))
    number(UInt16(1))
    number(UInt16(clamping: sound.channels))
    number(UInt32(clamping: sound.sampleRate))
    number(UInt32(clamping: sound.sampleRate * sound.channels * 2))
    number(UInt16(clamping: sound.channels * 2))
    number(UInt16(16))
    bytes += "data".utf8
    number(UInt32(clamping: size))
    sound.samples.withUnsafeBytes { bytes += $0 }
    return bytes
  }
}
