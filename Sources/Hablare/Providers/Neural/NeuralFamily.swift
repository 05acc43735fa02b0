/// The kinds of ONNX models that the worker can run, each with its number in NeuralWorker/family.h.
enum NeuralFamily: UInt32, Sendable {
  case hibari, piper, kokoro
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
