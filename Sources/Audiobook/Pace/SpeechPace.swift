/// Checks whether a line is spoken at a possible pace.
struct SpeechPace {
  /// The fastest possible pace in characters per second; the fastest of 4,600 measured lines has 28 characters per
  /// second.
  static let fastest = 35.0
  /// The slowest possible pace in characters per second; the slowest measured line has 5.5 characters per second.
  static let slowest = 4.0
  /// The minimum duration, in seconds, of a line that can be too slow.
  /// A shorter line, such as "Mmm", is never too slow.
  static let shortestSlow = 2.0

  /// A pace beyond a bound, both in characters per second.
  enum Fault: Equatable {
    case tooFast(Double, bound: Double)
    case tooSlow(Double, bound: Double)
  }

  private let fastest: Double
  private let slowest: Double

  /// Creates the bounds for a tempo, given as a multiple of the voice's own tempo.
  /// The bounds are extended for the tempo, so that a requested tempo is not a fault.
  init(tempo: Double = 1) {
    fastest = Self.fastest * min(max(1, tempo), 2)
    slowest = Self.slowest * max(min(1, tempo), 0.5)
  }

  /// Returns the fault of a text that is spoken in `seconds`, not counting pauses; nil if its pace is possible.
  func fault(_ length: TextLength, seconds: Double) -> Fault? {
    let (fewest, most) = (Double(length.fewest), Double(length.most))
    if fewest > fastest * seconds { return .tooFast(fewest / seconds, bound: fastest) }
    if seconds >= Self.shortestSlow, most < slowest * seconds {
      return .tooSlow(most / seconds, bound: slowest)
    }
    return nil
  }
}
