import Foundation

/// How much of a long drill is run.
package enum Strength {
  /// Whether everything is run (`make test-all`).
  package static let isFull = ProcessInfo.processInfo.environment["GUION2AUDIO_FULL_TESTS"] == "1"

  /// One of how many points is run by `make test`.
  package static let stride = 6

  /// All points of a drill, or a sample: those that are `chosen`, and every sixth of the others.
  package static func sample<Point>(_ points: [Point], always chosen: (Point) -> Bool) -> [Point] {
    guard !isFull else { return points }
    var others = 0
    return points.filter { point in
      if chosen(point) { return true }
      others += 1
      return others % stride == 1
    }
  }

  /// A number of rounds, or a sixth of it.
  package static func rounds(_ count: Int) -> Int { isFull ? count : max(1, count / stride) }
}
