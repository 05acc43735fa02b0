import Glibc

/// The properties that distinguish the voices of speakers.
package struct TimbreMeasurement: Sendable, Equatable {
  /// The median fundamental frequency of the voiced frames, in hertz.
  package var fundamental: Double
  /// The centre frequency of the power, in hertz.
  package var centre: Double
}

/// Measures how voices sound, so that casting can choose voices that differ.
package enum TimbreMeter {
  /// The range of fundamental frequencies of voices, in hertz.
  private static let fundamentals = 60.0...400.0
  /// The length of a frame in seconds: three periods of the deepest voice.
  private static let frame = 0.05
  /// The distance between two frames, in seconds.
  private static let hop = 0.1
  /// The correlation uses every fourth sample, because neighbouring samples contain nearly the same information.
  private static let step = 4
  /// The autocorrelation above which a frame is voiced.
  private static let voiced = 0.6
  /// The fraction of the loudest frame's power below which a frame is a pause.
  private static let quiet = 0.01

  /// Returns the timbre of speech on one channel, or nil if no frame is voiced.
  package static func timbre(of sound: PCM) -> TimbreMeasurement? {
    let rate = Double(sound.sampleRate)
    let length = Int(frame * rate)
    guard sound.samples.count >= length else { return nil }
    let starts = stride(
      from: 0, through: sound.samples.count - length, by: Int(hop * rate))
    let frames = starts.map { sound.samples[$0..<$0 + length].map(Float.init) }
    let powers = frames.map { $0.reduce(0) { $0 + $1 * $1 } }
    let floor = (powers.max() ?? 0) * Float(quiet)
    let heard = zip(frames, powers).filter { $0.1 > floor }.map(\.0)
    let found = heard.compactMap { fundamental(of: $0, rate: rate) }.sorted()
    guard !found.isEmpty else { return nil }
    return TimbreMeasurement(
      fundamental: found[found.count / 2], centre: centre(of: heard, rate: rate))
  }

  /// Returns the fundamental frequency of a frame in hertz, from its autocorrelation, or nil if the frame is not
  /// voiced.
  private static func fundamental(of frame: [Float], rate: Double) -> Double? {
    let lags = Int(rate / fundamentals.upperBound)...Int(rate / fundamentals.lowerBound)
    let correlations = lags.map { correlation(of: frame, lag: $0) }
    guard let best = correlations.max(), best > Float(voiced) else { return nil }
    // A lag of two periods correlates as well as a lag of one period. So the period is the first local maximum that is
    // nearly as high as the highest correlation.
    guard var place = correlations.firstIndex(where: { $0 > best * 0.9 }) else { return nil }
    while place + 1 < correlations.count, correlations[place + 1] > correlations[place] {
      place += 1
    }
    return rate / Double(lags.lowerBound + place)
  }

  private static func correlation(of frame: [Float], lag: Int) -> Float {
    frame.withUnsafeBufferPointer { frame in
      var (product, first, second): (Float, Float, Float) = (0, 0, 0)
      var place = 0
      while place < frame.count - lag {
        let (one, other) = (frame[place], frame[place + lag])
        product += one * other
        first += one * one
        second += other * other
        place += step
      }
      let power = (first * second).squareRoot()
      return power > 0 ? product / power : 0
    }
  }

  /// Returns the centre frequency of the power, in hertz.
  /// The power of the differences between neighbouring samples is divided by the power of the samples. The result is
  /// the frequency of the sine with the same ratio. Taking differences has the frequency response |H(ω)| = 2 sin(ω/2).
  private static func centre(of frames: [[Float]], rate: Double) -> Double {
    var (power, change) = (0.0, 0.0)
    for frame in frames {
      for (one, next) in zip(frame, frame.dropFirst()) {
        power += Double(one * one)
        change += Double((next - one) * (next - one))
      }
    }
    guard power > 0 else { return 0 }
    return rate / .pi * asin(min(1, (change / power).squareRoot() / 2))
  }
}
