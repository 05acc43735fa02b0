import Testing

@testable import Audiobook

/// Tests of the clips of a chapter, and of how times are written.
@Suite struct EPUBClipTests {
  private func clips(_ starts: [Int], milliseconds: Int) -> [String] {
    let units = starts.enumerated().map { EPUBUnit(id: String($0), start: $1) }
    return EPUBClips.clips(of: units, duration: EPUBTime(milliseconds: milliseconds)).map {
      "\($0.unit.id) \($0.clip.lowerBound.seconds)-\($0.clip.upperBound.seconds)"
    }
  }

  @Test(arguments: [
    ([500, 1200, 3000], 4000, ["0 0s-1.2s", "1 1.2s-3s", "2 3s-4s"]),
    (
      [0, 1000, 1500, 1000, 1400], 2000,
      ["0 0s-1s", "1 1s-1.001s", "3 1.001s-1.4s", "4 1.4s-1.5s", "2 1.5s-2s"]
    ),
    ([0, 5000, 6000], 2000, ["0 0s-1.998s", "1 1.998s-1.999s", "2 1.999s-2s"]),
    (
      [0, 0, 0, 0], 2, ["0 0s-0.0005s", "1 0.0005s-0.001s", "2 0.001s-0.0015s", "3 0.0015s-0.002s"]
    ),
    ([0, 7], 0, ["0 0s-0.000001s", "1 0.000001s-0.000002s"]), ([], 5, []),
  ])
  func `clips follow each other to the end`(starts: [Int], length: Int, expected: [String]) {
    #expect(clips(starts, milliseconds: length) == expected)
  }

  @Test func `clips of any units cover the chapter`() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<300 {
      let starts = (0..<Int.random(in: 1...40, using: &random)).map { _ in
        Int.random(in: 0...60, using: &random)
      }
      let duration = EPUBTime(milliseconds: Int.random(in: 0...80, using: &random))
      let units = starts.enumerated().map { EPUBUnit(id: String($0), start: $1) }
      let clips = EPUBClips.clips(of: units, duration: duration).map(\.clip)
      #expect(clips.count == units.count, "\(starts)")
      #expect(clips.first?.lowerBound.microseconds == 0)
      #expect(clips.last?.upperBound.microseconds == max(duration.microseconds, units.count))
      for (one, next) in zip(clips, clips.dropFirst()) {
        #expect(one.upperBound == next.lowerBound && !one.isEmpty, "\(starts) \(duration)")
      }
    }
  }

  @Test func `times are exact`() {
    #expect(EPUBTime(samples: 1, sampleRate: 3).microseconds == 333_333)
    #expect(EPUBTime(samples: 44_100 * 3723 + 22_050, sampleRate: 44_100).clock == "1:02:03.5")
    #expect(EPUBTime(milliseconds: 59_999).clock == "0:00:59.999")
    #expect(EPUBTime(milliseconds: 400_000_000).clock == "111:06:40")
    #expect(EPUBTime(milliseconds: 83_250).seconds == "83.25s")
    #expect(EPUBTime(microseconds: 1).seconds == "0.000001s")
  }
}
