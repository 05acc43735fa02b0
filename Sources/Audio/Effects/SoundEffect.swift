/// An effect on a voice that indicates where the voice comes from (Documentation/speech.md, "Delivery").
public enum SoundEffect: Sendable, CaseIterable {
  /// Band-pass 300–3,400 Hz, the band of a telephone (ITU-T G.712).
  case telephone
  /// Low-pass at 4 kHz: through a door, around a corner.
  case offScreen

  /// The corners of the band, in hertz.
  static let telephoneBand = 300.0...3400.0
  static let offScreenCorner = 4000.0

  /// Returns the clip with the effect.
  ///
  /// The length of the clip stays the same.
  ///
  /// A low-pass with its corner above 0.45 times the sample rate is left out, because the clip contains almost nothing
  /// above that frequency.
  public func applied(to clip: consuming PCM) -> PCM {
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
