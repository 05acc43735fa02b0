/// A mono clip of 16-bit samples, as engines return it.
public struct PCM: Sendable, Equatable {
  /// The samples, −32,768…32,767.
  public var samples: [Int16]
  /// Samples per second, in hertz.
  public var sampleRate: Int

  /// Creates a clip.
  public init(samples: [Int16], sampleRate: Int) {
    self.samples = samples
    self.sampleRate = sampleRate
  }

  /// The largest magnitude of a sample, 0…32,768; 0 in an empty clip.
  package var peak: Int {
    // Vector instructions can compute the running minimum and maximum. A running magnitude could be 32,768, which does
    // not fit into 16 bits.
    var low: Int16 = 0
    var high: Int16 = 0
    for sample in samples {
      low = min(low, sample)
      high = max(high, sample)
    }
    return max(-Int(low), Int(high))
  }
}
