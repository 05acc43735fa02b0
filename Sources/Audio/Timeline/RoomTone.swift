import Glibc

/// The noise of a quiet room, which is added to a whole chapter so that its pauses are no holes.
///
/// The noise is the same in every chapter and every run.
struct RoomTone {
  private let channels: Int
  private var sources: [Source]

  /// Creates the noise. `level` is its RMS in each channel, in dBFS.
  init(level: Double, sampleRate: Int, channels: Int) {
    self.channels = channels
    let shape = Shape(sampleRate: sampleRate)
    let amplitude = Decibels.amplitude(level) / shape.gain
    // Channels with the same noise would sound like a noise in the middle of the head.
    sources = (0..<channels).map { channel in
      Source(seed: 0x9E37_79B9_7F4A_7C15 &* UInt64(channel + 1), shape, amplitude)
    }
  }

  /// Returns interleaved samples with the noise that follows what was returned before.
  mutating func added(to samples: UnsafeBufferPointer<Int16>) -> [Int16] {
    var result = Array(samples)
    for channel in sources.indices {
      var source = sources[channel]
      for index in stride(from: channel, to: result.count, by: channels) {
        result[index] = Int16(clamping: Int((Double(result[index]) + source.next()).rounded()))
      }
      sources[channel] = source
    }
    return result
  }

  /// Adds the noise to interleaved samples that are not rounded; 1 is full scale.
  mutating func add(to samples: inout [Float]) {
    for channel in sources.indices {
      for index in stride(from: channel, to: samples.count, by: channels) {
        samples[index] += Float(sources[channel].next() / 32_768)
      }
    }
  }

  /// The colour of the noise: a room hums, and hardly hisses.
  private struct Shape {
    /// The part of the distance to the input that each low-pass covers in a sample.
    let upper: Double
    let lower: Double
    /// The RMS of the shaped noise for white noise from −1 to 1.
    let gain: Double

    init(sampleRate: Int) {
      func part(_ frequency: Double) -> Double {
        1 - exp(-2 * .pi * frequency / Double(sampleRate))
      }
      (upper, lower) = (part(400), part(60))
      // The response to a single sample, whose energy is the power that the filter lets pass.
      var (high, low, energy) = (0.0, 0.0, 0.0)
      for index in 0..<sampleRate {
        high += upper * ((index == 0 ? 1 : 0) - high)
        low += lower * (high - low)
        energy += (high - low) * (high - low)
      }
      gain = (energy / 3).squareRoot()
    }
  }

  private struct Source {
    private var state: UInt64
    private let shape: Shape
    private let amplitude: Double
    private var high = 0.0
    private var low = 0.0

    init(seed: UInt64, _ shape: Shape, _ amplitude: Double) {
      (state, self.shape, self.amplitude) = (seed, shape, amplitude)
    }

    /// Returns the next sample of the noise, in steps of 16 bits.
    mutating func next() -> Double {
      // xorshift64*, Vigna 2016
      state ^= state >> 12
      state ^= state << 25
      state ^= state >> 27
      let white = Double(Int64(bitPattern: state &* 0x2545_F491_4F6C_DD1D)) * 0x1p-63
      high += shape.upper * (white - high)
      low += shape.lower * (high - low)
      return (high - low) * amplitude
    }
  }
}
