/// The kinds of graphs that the worker knows, by their number in NeuralWorker/family.h.
enum NeuralFamily: UInt32, Sendable {
  case hibari, piper, kokoro
}

/// The rate and the unit of a graph's durations.
struct NeuralClock: Hashable, Sendable {
  /// Samples a second.
  var sampleRate: Int
  /// Samples in a unit of durations.
  var unit: Int

  /// hibari's and Kokoro's.
  static let kokoro = NeuralClock(sampleRate: 24_000, unit: 600)
}

/// How much a graph's voice varies, in the graph's own numbers.
struct NeuralVariation: Hashable, Sendable {
  /// Of the sound.
  var noise = 0.0
  /// Of the durations.
  var width = 0.0
}
