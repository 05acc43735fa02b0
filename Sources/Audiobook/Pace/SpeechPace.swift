/// How fast a line is spoken, and whether that can be.
struct SpeechPace {
  /// Characters a second that no line is spoken faster than; the fastest of 4,600 that were measured
  /// has 28.
  static let fastest = 35.0
  /// Characters a second that no line is spoken slower than; the slowest has 5.5.
  static let slowest = 4.0
  /// Seconds of speech up to which a line is never too slow: "Mmm" may take its time.
  static let shortestSlow = 2.0

  /// What is wrong with a pace, in characters a second, with the bound that it is beyond.
  enum Fault: Equatable {
    case tooFast(Double, bound: Double)
    case tooSlow(Double, bound: Double)
  }

  private let fastest: Double
  private let slowest: Double

  /// Makes bounds for a voice of which a tempo was asked, as a multiple of its own; what was asked for is
  /// no fault.
  init(tempo: Double = 1) {
    fastest = Self.fastest * min(max(1, tempo), 2)
    slowest = Self.slowest * max(min(1, tempo), 0.5)
  }

  /// What is wrong with a text of this length that is spoken in these seconds, pauses left out.
  func fault(_ length: TextLength, seconds: Double) -> Fault? {
    let (fewest, most) = (Double(length.fewest), Double(length.most))
    if fewest > fastest * seconds { return .tooFast(fewest / seconds, bound: fastest) }
    if seconds >= Self.shortestSlow, most < slowest * seconds {
      return .tooSlow(most / seconds, bound: slowest)
    }
    return nil
  }
}
