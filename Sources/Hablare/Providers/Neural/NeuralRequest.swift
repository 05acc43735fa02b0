import Basics
import FoundationEssentials

/// A model's file and its expected contents.
struct NeuralModel: Hashable, Sendable {
  /// The absolute path of the file.
  var path: String
  /// The required SHA-256 of the file, as 64 hexadecimal digits.
  /// Nil if any file is accepted.
  var sha256: String?
}

/// A line for a neural voice.
struct NeuralRequest: Sendable {
  var family = NeuralFamily.hibari
  var model: NeuralModel
  var clock = NeuralClock.kokoro
  /// The ids of the phonemes in the model's vocabulary, including the start and end symbols.
  var ids: [UInt16]
  /// The speaker's number, or nil for a model with only one speaker.
  var speaker: Int?
  var variation = NeuralVariation()
  /// The style of the voice, for models with many voices.
  var style: [Float] = []
  /// The tempo: 2 is twice as fast (clamped to 0.25 to 4).
  var speed = 1.0
  /// The factor of the fundamental frequency: 2 is an octave higher (clamped to 0.25 to 4).
  var pitch = 1.0
  /// The factor of the formant frequencies (clamped to 0.5 to 2).
  /// If the factor is below 1, the speaker sounds larger.
  var formant = 1.0
  /// The factor of each sample (clamped to 0 to 100).
  /// Samples beyond the range of 16 bits are clipped.
  var gain = 1.0
  /// The level of breath in the voice, relative to a whisper (clamped to 0 to 1).
  var breath = 0.0
  /// The maximum deviation of a period, as a fraction of the period (clamped to 0 to 0.1).
  var roughness = 0.0
  /// The maximum deviation of the fundamental in a tremor, as a fraction (clamped to 0 to 0.1).
  var tremor = 0.0
  /// The decibels per octave that the voiced sound gains above 1 kHz and loses below it (clamped to
  /// -12 to 12).
  var tilt = 0.0
  /// The factor of the melody's deviations from its mean, in semitones (clamped to 0 to 4).
  var range = 1.0
  /// Whether the line is whispered.
  var isWhispered = false
  /// How each id differs from the line; empty if none does.
  var prosody: [PhonemeProsody] = []

  /// The bytes of `struct line_header` (NeuralWorker/line.h), followed by the ids, the path, the
  /// style and the prosody.
  var payload: [UInt8] {
    let path = Array(model.path.utf8)
    var bytes = [UInt8]()
    let flags: UInt32 = (isWhispered ? 1 : 0) | (prosody.isEmpty ? 0 : 2)
    for number in [family.rawValue, UInt32(ids.count), UInt32(path.count), flags] {
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
    bytes.append(little: Self.bits(breath, in: 0...1))
    bytes.append(little: Self.bits(roughness, in: 0...0.1))
    bytes.append(little: Self.bits(tremor, in: 0...0.1))
    bytes.append(little: Self.bits(tilt, in: -12...12))
    bytes.append(little: Self.bits(range, in: 0...4))
    bytes.append(contentsOf: digest)
    for id in ids { bytes.append(little: id) }
    bytes += path
    for value in style { bytes.append(little: value.bitPattern) }
    for own in prosody {
      for value in [own.length, own.pitch, own.level] { bytes.append(little: value.bitPattern) }
    }
    return bytes
  }

  /// The name of the worker's process that speaks the line.
  /// Lines with the same process name share a loaded model.
  var processName: String {
    SHA256.hash("\(family) \(model.sha256 ?? "") \(model.path)").hex
  }

  /// The 32 bytes of the model's SHA-256, or zeros if any file is accepted.
  private var digest: [UInt8] {
    let digits = (model.sha256 ?? "").compactMap(\.hexDigitValue).map(UInt8.init)
    guard digits.count == 64 else { return [UInt8](repeating: 0, count: 32) }
    return (0..<32).map { digits[2 * $0] << 4 | digits[2 * $0 + 1] }
  }

  private static func bits(_ value: Double, in range: ClosedRange<Double>) -> UInt32 {
    let kept = value.isFinite ? min(max(value, range.lowerBound), range.upperBound) : 1
    return Float(kept).bitPattern
  }

  /// The kinds of ONNX models that the worker can run, each with its number in NeuralWorker/family.h.
  enum NeuralFamily: UInt32, Sendable {
    case hibari, piper, kokoro
  }
}

/// How a phoneme differs from its line, as in `struct prosody` (NeuralWorker/line.h).
struct PhonemeProsody: Hashable, Sendable {
  /// The factor of the duration.
  var length: Float = 1
  /// The factor of the fundamental.
  var pitch: Float = 1
  /// The factor of each sample.
  var level: Float = 1

  /// A stressed phoneme: longer by a third, 2.5 semitones higher and 2 dB louder.
  /// Durations are rounded to 25 ms, and the pitch of a word begins and ends at that of the line, so
  /// that a word becomes about 25 % longer and 2 semitones higher (measured).
  private static let stressed = PhonemeProsody(length: 1.35, pitch: 1.155, level: 1.26)
  /// A stressed phoneme of a model without a pitch, whose samples are compressed: its formants rise too.
  /// A word of Piper's joe becomes 40 % longer, 1.8 semitones higher and 2.7 dB louder (median of ten lines).
  private static let raised = PhonemeProsody(length: 1.35, pitch: 1.12, level: 1.26)

  /// Returns the prosody of a line in which words are stressed; empty if no word is.
  static func stressing(
    _ stresses: [VoiceStress], in line: NeuralLine, hasPitch: Bool = true
  ) -> [PhonemeProsody] {
    let stressed = hasPitch ? stressed : raised
    let words = stresses.filter { !$0.isCalled }.map(\.range)
    let owners = Set(
      line.words.indices.filter { index in words.contains { $0.overlaps(line.words[index]) } })
    guard line.owners.contains(where: { $0.map(owners.contains) ?? false }) else { return [] }
    return line.owners.map { $0.map(owners.contains) ?? false ? stressed : PhonemeProsody() }
  }
}

extension NeuralRequest.NeuralFamily {
  /// The time limit for a line and for loading the model, as a multiple of the time limit for
  /// hibari.
  var patience: Int {
    switch self {
    case .hibari: 1
    case .piper: 4
    case .kokoro: 20
    }
  }

  /// The maximum number of ids in a line.
  var maximumIDs: Int {
    switch self {
    case .hibari: 512
    case .piper: 2048
    // The model accepts 512 ids. A retry of a line adds two more padding symbols at each end.
    case .kokoro: 508
    }
  }
}

/// The audio of a line.
struct NeuralSpeech: Sendable {
  /// 16-bit mono samples, after the requested prefix.
  var data: Data
  /// The sample rate, in samples a second.
  var sampleRate: Int
  /// The number of samples.
  var sampleCount: Int
  /// The number of samples for each id, in order.
  /// The sum of the numbers is `sampleCount`.
  var durations: [Int]
}

/// The sample rate and the time unit of a model.
struct NeuralClock: Hashable, Sendable {
  /// The sample rate, in samples a second.
  var sampleRate: Int
  /// The number of samples in a unit of duration.
  var unit: Int

  /// The clock of hibari and Kokoro.
  static let kokoro = NeuralClock(sampleRate: 24_000, unit: 600)
}

/// The random variation of a model's speech, in the model's own units.
struct NeuralVariation: Hashable, Sendable {
  /// The variation of the audio.
  var noise = 0.0
  /// The variation of the durations.
  var width = 0.0
}
