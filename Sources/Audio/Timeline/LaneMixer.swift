/// The sum of several lanes that started at the same sample, as far as it is not written yet.
///
/// It holds no more than what reaches beyond the lane that is furthest behind: with a caller that
/// always feeds that lane, one clip.
struct LaneMixer {
  /// Where the next clip of each lane starts, in samples of the timeline.
  private(set) var positions: [Int]
  private var isOpen: [Bool]
  private let channels: Int
  /// Interleaved sums from `start` on; what comes after them is silence.
  private var sums: [Int16] = []
  /// The first sample that is not written yet.
  private var start: Int

  init(lanes: Int, at position: Int, channels: Int) {
    self.channels = channels
    positions = Array(repeating: position, count: lanes)
    isOpen = Array(repeating: true, count: lanes)
    start = position
  }

  /// The open lane that is furthest behind, the first of several; none when all have ended.
  var nextLane: Int? {
    positions.indices.filter { isOpen[$0] }.min { positions[$0] < positions[$1] }
  }

  /// The sample up to which nothing can be added any more.
  private var frontier: Int {
    nextLane.map { positions[$0] } ?? positions.max() ?? start
  }

  mutating func end(_ lane: Int) {
    isOpen[lane] = false
  }

  mutating func advance(_ lane: Int, by samples: Int) {
    precondition(isOpen[lane], "lane \(lane) has ended")
    positions[lane] += samples
  }

  /// Adds samples at the lane's position, times a factor for each channel.
  mutating func add(_ samples: UnsafeBufferPointer<Int16>, by factors: [Float], to lane: Int) {
    let first = positions[lane] - start
    let range = first * channels..<(first + samples.count) * channels
    if sums.count < range.upperBound {
      sums.append(contentsOf: repeatElement(0, count: range.upperBound - sums.count))
    }
    sums.withUnsafeMutableBufferPointer { sums in
      let place = UnsafeMutableBufferPointer(rebasing: sums[range])
      if factors == [1] {
        Scaling.add(samples, to: place)
      } else {
        Scaling.add(samples, by: factors, to: place)
      }
    }
    advance(lane, by: samples.count)
  }

  /// Takes out what is final: interleaved sums, then a number of frames of silence.
  mutating func takeFinished() -> (sums: [Int16], silence: Int) {
    let count = frontier - start
    let summed = min(count, sums.count / channels)
    let finished = Array(sums[..<(summed * channels)])
    sums.removeFirst(summed * channels)
    start = frontier
    return (finished, count - summed)
  }
}
