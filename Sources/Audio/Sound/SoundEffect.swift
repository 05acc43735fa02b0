import Glibc

/// An effect on a voice that indicates where the voice comes from (Documentation/speech.md, "Delivery").
package enum SoundEffect: Sendable, CaseIterable {
  /// Band-pass 300–3,400 Hz, the band of a telephone (ITU-T G.712).
  case telephone
  /// Low-pass at 4 kHz: through a door, around a corner.
  case offScreen

  /// The corners of the band, in hertz.
  static let telephoneBand = 300.0...3400.0
  static let offScreenCorner = 4000.0

  /// Returns the clip with the effect.
  /// The length of the clip stays the same.
  /// A low-pass with its corner above 0.45 times the sample rate is left out, because the clip contains almost nothing
  /// above that frequency.
  package func applied(to clip: consuming PCM) -> PCM {
    var filters = filters(sampleRate: clip.sampleRate)
    guard !filters.isEmpty else { return clip }
    clip.samples.withUnsafeMutableBufferPointer { samples in
      for index in samples.indices {
        var value = Double(samples[index])
        for filter in filters.indices { value = filters[filter].next(value) }
        // The output of a filter can exceed the range of 16 bits.
        samples[index] = Int16(min(max(value.rounded(), -32_768), 32_767))
      }
    }
    return clip
  }

  private func filters(sampleRate: Int) -> [Biquad] {
    func low(_ corner: Double) -> [Biquad] {
      corner > 0.45 * Double(sampleRate)
        ? [] : Biquad.butterworth(.low, corner: corner, sampleRate: sampleRate)
    }
    switch self {
    case .telephone:
      let band = Self.telephoneBand
      return Biquad.butterworth(.high, corner: band.lowerBound, sampleRate: sampleRate)
        + low(band.upperBound)
    case .offScreen: return low(Self.offScreenCorner)
    }
  }
}

/// A second-order filter: its coefficients and its state.
struct Biquad {
  private let (b0, b1, b2, a1, a2): (Double, Double, Double, Double, Double)
  private var (z1, z2) = (0.0, 0.0)

  /// The frequencies that a filter passes.
  enum Band {
    case low
    case high
  }

  /// Creates a low-pass or high-pass filter with its corner in hertz.
  /// The filter is the bilinear transform of the analogue filter, with the corner frequency preserved (Audio EQ
  /// Cookbook, Robert Bristow-Johnson).
  init(_ band: Band, corner: Double, quality: Double, sampleRate: Int) {
    let angle = 2 * Double.pi * corner / Double(sampleRate)
    let (cosine, alpha) = (cos(angle), sin(angle) / (2 * quality))
    let scale = 1 + alpha
    let edge = (band == .low ? 1 - cosine : 1 + cosine) / scale
    (b0, b1, b2) = (edge / 2, band == .low ? edge : -edge, edge / 2)
    (a1, a2) = (-2 * cosine / scale, (1 - alpha) / scale)
  }

  @inline(__always)
  mutating func next(_ sample: Double) -> Double {
    // The transposed direct form II has the smallest rounding error with floating point.
    let output = b0 * sample + z1
    z1 = b1 * sample - a1 * output + z2
    z2 = b2 * sample - a2 * output
    return output
  }

  /// Returns a fourth-order Butterworth filter as two second-order filters.
  /// The slope of the filter is 24 dB per octave, and its level at the corner is −3 dB. The Q factors are 1 / (2
  /// cos(π/8)) and 1 / (2 cos(3π/8)).
  static func butterworth(_ band: Band, corner: Double, sampleRate: Int) -> [Biquad] {
    [Double.pi / 8, 3 * .pi / 8].map {
      Biquad(band, corner: corner, quality: 1 / (2 * cos($0)), sampleRate: sampleRate)
    }
  }
}
