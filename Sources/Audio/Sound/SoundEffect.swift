import Glibc

/// An effect on a voice that indicates where the voice comes from (Documentation/speech.md, "Delivery").
package enum SoundEffect: Sendable, CaseIterable {
  /// Band-pass 300–3,400 Hz, the band of a telephone (ITU-T G.712).
  case telephone
  /// Low-pass at 4 kHz: through a door, around a corner.
  case offScreen

  /// A microphone in a hall.
  case microphone
  /// A loudspeaker of a station or a shop.
  case loudspeaker
  case megaphone
  case radio
  case television
  /// Behind a wall or a door.
  case nextRoom
  case distant
  case underwater
  case echo
  /// Close to the microphone, as a voice-over.
  case close

  /// The numbers of an effect.
  struct Chain {
    /// The corners of a high-pass and a low-pass filter in hertz; nil if there is no such filter.
    var high: Double?
    var low: Double?
    /// The decibels that the low frequencies gain; half of it at `bassCorner` hertz.
    var bassCorner = 330.0
    var bass = 0.0
    /// The factor before a limiter that bends peaks; 0 for no limiter.
    var drive = 0.0
    /// The factor of the result, because a limiter makes the sound louder.
    var level = 1.0
    /// The time of an echo in seconds, and the level of each of its repeats relative to the one before.
    var echo = 0.0
    var repeats = 0
    var decay = 0.0
  }

  /// The measured figures are in Documentation/speech.md, "Delivery".
  var chain: Chain {
    switch self {
    case .telephone: Chain(high: 300, low: 3400)
    case .offScreen: Chain(low: 4000)
    case .microphone: Chain(high: 120, low: 7000, echo: 0.09, repeats: 2, decay: 0.18)
    case .loudspeaker:
      Chain(high: 280, low: 4500, drive: 2, level: 0.63, echo: 0.13, repeats: 3, decay: 0.3)
    case .megaphone:
      Chain(high: 500, low: 3800, drive: 5, level: 0.5, echo: 0.17, repeats: 2, decay: 0.16)
    case .radio: Chain(high: 400, low: 2800, drive: 3, level: 0.63)
    case .television: Chain(high: 180, low: 6000, drive: 1.2, level: 0.78)
    case .nextRoom: Chain(high: 80, low: 900)
    case .distant: Chain(high: 250, low: 3000, echo: 0.06, repeats: 4, decay: 0.35)
    case .underwater: Chain(low: 450, echo: 0.035, repeats: 3, decay: 0.4)
    case .echo: Chain(echo: 0.24, repeats: 3, decay: 0.35)
    // The proximity effect of a directional microphone.
    case .close: Chain(bass: 6)
    }
  }

  /// Returns the clip with the effect, and the number of samples that an echo adds at the end.
  /// A low-pass with its corner above 0.45 times the sample rate is left out, because the clip contains almost nothing
  /// above that frequency. If the clip keeps its loudness, it is softer only where its peaks leave no room.
  package func applied(
    to clip: consuming PCM, keepingLoudness: Bool = false
  ) throws(AudioError) -> (clip: PCM, added: Int) {
    let (chain, rate) = (chain, clip.sampleRate)
    let added = clip.samples.isEmpty ? 0 : chain.repeats * chain.delay(rate)
    let (wanted, length) = (keepingLoudness ? try clip.loudness() : nil, clip.samples.count)
    var values = clip.samples.map(Double.init) + [Double](repeating: 0, count: added)
    chain.filter(&values, rate)
    // The output can exceed the range of 16 bits.
    func rounded(_ factor: Double = 1) -> [Int16] {
      values.map { Int16(min(max(($0 * factor).rounded(), -32_768), 32_767)) }
    }
    clip.samples = rounded()
    let heard = PCM(samples: Array(clip.samples.prefix(length)), sampleRate: rate)
    if let wanted, let found = try heard.loudness() {
      let peak = values.reduce(0) { max($0, abs($1)) }
      // Hundredths, so that the gain does not depend on the processor.
      let gain = min(((wanted - found) * 100).rounded() / 100, -Decibels.level(peak))
      clip.samples = rounded(Decibels.ratio(gain))
    }
    return (clip, added)
  }
}

extension SoundEffect.Chain {
  /// Returns the time of an echo in samples.
  fileprivate func delay(_ rate: Int) -> Int { Int((echo * Double(rate)).rounded()) }

  fileprivate func filter(_ values: inout [Double], _ rate: Int) {
    var filters: [Biquad] = []
    if let high { filters += Biquad.butterworth(.high, corner: high, sampleRate: rate) }
    if let low, low <= 0.45 * Double(rate) {
      filters += Biquad.butterworth(.low, corner: low, sampleRate: rate)
    }
    if bass != 0 { filters.append(Biquad(shelf: bass, corner: bassCorner, sampleRate: rate)) }
    let loudest = drive == 0 ? 0 : values.reduce(0) { max($0, abs($1)) }
    for index in values.indices {
      var value = values[index]
      for filter in filters.indices { value = filters[filter].next(value) }
      // The limiter works relative to the loudest sample, so the level of the voice does not change the sound.
      if loudest > 0 { value = level * loudest * tanh(drive * value / loudest) / tanh(drive) }
      values[index] = value
    }
    guard repeats > 0 else { return }
    let delay = self.delay(rate)
    let dry = values
    for number in 1...repeats {
      let level = pow(decay, Double(number))
      for index in number * delay..<max(number * delay, values.count) {
        values[index] += level * dry[index - number * delay]
      }
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

  /// Creates a low shelf of the same source: a gain in decibels below the corner, and half of it at the corner.
  init(shelf gain: Double, corner: Double, sampleRate: Int) {
    let angle = 2 * Double.pi * corner / Double(sampleRate)
    let root = pow(10, gain / 80)
    let (amplitude, cosine) = (root * root, cos(angle))
    let (sum, difference) = (amplitude + 1, amplitude - 1)
    let width = root * sin(angle) * 2.0.squareRoot()
    let scale = sum + difference * cosine + width
    b0 = amplitude * (sum - difference * cosine + width) / scale
    b1 = 2 * amplitude * (difference - sum * cosine) / scale
    b2 = amplitude * (sum - difference * cosine - width) / scale
    a1 = -2 * (difference + sum * cosine) / scale
    a2 = (sum + difference * cosine - width) / scale
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
