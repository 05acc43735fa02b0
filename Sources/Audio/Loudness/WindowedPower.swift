/// The RMS of audio, and of its quietest window of five steps.
struct WindowedPower: Sendable {
  /// The number of steps in a window: five steps of 100 ms are 0.5 s.
  ///
  /// Audiobook checkers use windows of this length or longer.
  private static let stepsPerWindow = 5

  private var sum = Sum()
  private var step = Sum()
  /// The last steps, at most one window.
  private var window: [Sum] = []
  private var quietest: Double?
  /// The sum of the squared samples in each whole step.
  private(set) var steps: [Double] = []

  private struct Sum {
    var squares: UInt64 = 0
    var count = 0

    var rms: Double { count > 0 ? (Double(squares) / Double(count)).squareRoot() : 0 }

    static func += (sum: inout Sum, other: Sum) {
      sum.squares += other.squares
      sum.count += other.count
    }
  }

  mutating func add(_ samples: UnsafeBufferPointer<Int16>) {
    let part = Sum(squares: SampleStatistics.sumOfSquares(samples), count: samples.count)
    sum += part
    step += part
  }

  mutating func endStep() {
    if window.count == Self.stepsPerWindow { window.removeFirst() }
    window.append(step)
    steps.append(Double(step.squares))
    step = Sum()
    guard window.count == Self.stepsPerWindow else { return }
    var total = Sum()
    for step in window { total += step }
    quietest = min(quietest ?? .infinity, total.rms)
  }

  /// The root mean square of all samples.
  var rms: Double { sum.rms }

  /// The lowest root mean square of a complete window, or nil if no window is complete.
  var quietestRMS: Double? { quietest }
}
