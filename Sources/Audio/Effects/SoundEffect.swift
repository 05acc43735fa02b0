/// A treatment of a voice that tells where it comes from (Documentation/speech.md, "Delivery").
public enum SoundEffect: Sendable, CaseIterable {
  /// Band-pass 300–3,400 Hz, the band of a telephone (ITU-T G.712).
  case telephone
  /// Low-pass at 4 kHz: through a door, around a corner.
  case offScreen

  /// The corners of the bands, in hertz.
  static let telephoneBand = 300.0...3400.0
  static let offScreenCorner = 4000.0

  /// The clip as it sounds with the effect; its length is the same.
  ///
  /// Corners of more than 0.45 times the sample rate are left out: nothing lies above them.
  public func applied(to clip: consuming PCM) -> PCM {
    var filters = filters(sampleRate: clip.sampleRate)
    guard !filters.isEmpty else { return clip }
    clip.samples.withUnsafeMutableBufferPointer { samples in
      for index in samples.indices {
        var value = Double(samples[index])
        for filter in filters.indices { value = filters[filter].next(value) }
        // A filter can overshoot what was full scale.
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
