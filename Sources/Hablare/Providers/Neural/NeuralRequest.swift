import Basics
import FoundationEssentials

/// A model's file, and what must be in it.
struct NeuralModel: Hashable, Sendable {
  /// Its absolute path.
  var path: String
  /// The SHA-256 that the file must have, as 64 hexadecimal digits; nil if any file will do.
  var sha256: String?
}

/// A line for a neural voice.
struct NeuralRequest: Sendable {
  var family = NeuralFamily.hibari
  var model: NeuralModel
  var clock = NeuralClock.kokoro
  /// The numbers of the phonemes in the model's vocabulary, with its signs of beginning and end.
  var ids: [UInt16]
  /// The number of the speaker; nil for a model that has only one.
  var speaker: Int?
  var variation = NeuralVariation()
  /// The style of a voice, for graphs that speak with many.
  var style: [Float] = []
  /// How fast it speaks; 2 is twice as fast (kept to 0.25 to 4).
  var speed = 1.0
  /// Factor of the fundamental; 2 is an octave higher (kept to 0.25 to 4).
  var pitch = 1.0
  /// Factor of the frequencies of the formants; below 1 the speaker is larger (kept to 0.5 to 2).
  var formant = 1.0
  /// Factor of every sample; what exceeds full scale is clipped (kept to 0 to 100).
  var gain = 1.0
  /// Whether noise takes the place of the voice.
  var isWhispered = false

  /// `struct line_header` of NeuralWorker/line.h, the ids, the path and the style.
  var payload: [UInt8] {
    let path = Array(model.path.utf8)
    var bytes = [UInt8]()
    for number in [family.rawValue, UInt32(ids.count), UInt32(path.count), isWhispered ? 1 : 0] {
      bytes.append(little: number)
    }
    bytes.append(little: Self.bits(speed, in: 0.25...4))
    bytes.append(little: Self.bits(pitch, in: 0.25...4))
    bytes.append(little: Self.bits(formant, in: 0.5...2))
    bytes.append(little: Self.bits(gain, in: 0...100))
    bytes.append(little: Self.bits(variation.noise, in: 0...10))
    bytes.append(little: Self.bits(variation.width, in: 0...10))
    bytes.append(little: speaker.map { Int32(clamping: $0) } ?? -1)
    for number in [clock.sampleRate, clock.unit, style.count] {
      bytes.append(little: UInt32(clamping: number))
    }
    bytes.append(contentsOf: digest)
    for id in ids { bytes.append(little: id) }
    bytes += path
    for value in style { bytes.append(little: value.bitPattern) }
    return bytes
  }

  /// Lines with the same name share a loaded model.
  var processName: String {
    SHA256.hash("\(family) \(model.sha256 ?? "") \(model.path)").hex
  }

  /// The 32 bytes of the model's SHA-256; zeros if any file will do.
  private var digest: [UInt8] {
    let digits = (model.sha256 ?? "").compactMap(\.hexDigitValue).map(UInt8.init)
    guard digits.count == 64 else { return [UInt8](repeating: 0, count: 32) }
    return (0..<32).map { digits[2 * $0] << 4 | digits[2 * $0 + 1] }
  }

  private static func bits(_ value: Double, in range: ClosedRange<Double>) -> UInt32 {
    let kept = value.isFinite ? min(max(value, range.lowerBound), range.upperBound) : 1
    return Float(kept).bitPattern
  }
}

extension NeuralFamily {
  /// How many times as long as hibari a graph may take for a line, and for its model to be loaded.
  var patience: Int {
    switch self {
    case .hibari: 1
    case .piper: 4
    case .kokoro: 20
    }
  }

  /// The most ids of a line.
  var maximumIDs: Int {
    switch self {
    case .hibari: 512
    case .piper: 2048
    // The graph takes 512, with two more pads at each end when a line is tried again.
    case .kokoro: 508
    }
  }
}

/// The sound of a line.
struct NeuralSpeech: Sendable {
  /// 16-bit samples, one channel, behind the prefix that was asked for.
  var data: Data
  /// Samples a second.
  var sampleRate: Int
  /// The number of samples.
  var sampleCount: Int
  /// How many samples each id takes, in order; their sum is `sampleCount`.
  var durations: [Int]
}
