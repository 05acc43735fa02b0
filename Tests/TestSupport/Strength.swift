import Foundation

/// The size of long drills.
package enum Strength {
  /// Whether long drills run completely (`make test-all`).
  package static let isFull = ProcessInfo.processInfo.environment["GUION2AUDIO_FULL_TESTS"] == "1"

  /// The interval at which `make test` selects points.
  package static let stride = 6

  /// Returns all points of a drill, or a sample: the `chosen` points, and every sixth of the others.
  package static func sample<Point>(_ points: [Point], always chosen: (Point) -> Bool) -> [Point] {
    guard !isFull else { return points }
    var others = 0
    return points.filter { point in
      if chosen(point) { return true }
      others += 1
      return others % stride == 1
    }
  }

  /// Returns the number of rounds for `make test-all`, or a sixth of it for `make test`.
  package static func rounds(_ count: Int) -> Int { isFull ? count : max(1, count / stride) }
}
