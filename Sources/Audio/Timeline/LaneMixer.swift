/// The sum of several lanes that start at the same sample.
///
/// A lane is a sequence of clips that plays at the same time as the other lanes. The mixer contains only samples that
/// are not written yet.
///
/// Samples can be written up to the end of the lane that is furthest behind. Later samples are stored here. If the
/// caller always adds to the lane that is furthest behind, the stored samples are at most as long as one clip.
struct LaneMixer {
  /// The position of each lane's next clip, in samples of the timeline.
  private(set) var positions: [Int]
  private var isOpen: [Bool]
  private let channels: Int
  /// The interleaved sums from `start` on.
  ///
  /// All later samples are silent.
  private var sums: [Int16] = []
  /// The position of the first sample that is not written yet.
  private var start: Int

  init(lanes: Int, at position: Int, channels: Int) {
    self.channels = channels
    positions = Array(repeating: position, count: lanes)
    isOpen = Array(repeating: true, count: lanes)
    start = position
  }

  /// The open lane that is furthest behind, or nil if all lanes have ended.
  ///
  /// If several lanes are equally far behind, it is the first of them.
  var nextLane: Int? {
    positions.indices.filter { isOpen[$0] }.min { positions[$0] < positions[$1] }
  }

  /// The position up to which the sums are final.
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

  /// Adds samples at the lane's position, multiplied by one factor for each channel.
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

  /// Removes and returns the final samples: interleaved sums, followed by a number of frames of silence.
  mutating func takeFinished() -> (sums: [Int16], silence: Int) {
    let count = frontier - start
    let summed = min(count, sums.count / channels)
    let finished = Array(sums[..<(summed * channels)])
    sums.removeFirst(summed * channels)
    start = frontier
    return (finished, count - summed)
  }
}
