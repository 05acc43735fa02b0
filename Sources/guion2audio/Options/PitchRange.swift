/// The range of `--pitch`: the fundamental frequency of a voice, in hertz.
struct PitchRange {
  private let bounds: ClosedRange<Double>

  /// Creates the range, or returns nil if the option is not set.
  init?(_ arguments: Arguments) throws(UsageError) {
    guard let text = arguments[.pitch] else { return nil }
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    guard ends.count == 2, ends != ["", ""],
      let low = Self.hertz(ends[0], otherwise: 0),
      let high = Self.hertz(ends[1], otherwise: .infinity), low <= high
    else {
      throw UsageError("--pitch \(text): expected a range of hertz such as 90-140, -120 or 200-")
    }
    bounds = low...high
  }

  private static func hertz(_ text: String, otherwise: Double) -> Double? {
    if text.isEmpty { return otherwise }
    guard let value = Double(text), value.isFinite, value >= 0 else { return nil }
    return value
  }

  func contains(_ hertz: Double) -> Bool { bounds.contains(hertz) }
}
