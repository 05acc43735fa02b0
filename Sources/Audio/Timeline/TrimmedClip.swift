/// A clip without the engine's own silence, except for a little on either side.
public struct TrimmedClip: Sendable, Equatable {
  /// The clip, including the remaining silence.
  public var pcm: PCM
  /// The number of samples of silence before the audible part.
  public var head: Int
  /// The number of samples of silence after the audible part.
  public var tail: Int

  /// Creates a clip whose silence is known.
  public init(pcm: PCM, head: Int, tail: Int) {
    self.pcm = pcm
    self.head = head
    self.tail = tail
  }
}

extension PCM {
  /// The level below which a sample is silence, in dBFS (Documentation/speech.md, "Pauses").
  public static let silenceThreshold: Double = -50

  /// The silence to keep on either side of the audible part, in seconds.
  ///
  /// This silence preserves soft beginnings and the end of the reverberation (Documentation/speech.md, "Pauses").
  public static let remainingSilence: Double = 0.010

  /// Returns the range from the first to the last sample with a magnitude at or above the threshold in dBFS.
  ///
  /// Returns an empty range if there is no such sample.
  public func soundingRange(thresholdDBFS: Double = silenceThreshold) -> Range<Int> {
    let threshold = Int32(clamping: Int64(Decibels.amplitude(thresholdDBFS).rounded(.up)))
    // Only the silence at the two ends is read, not the audible middle, which is most of a clip.
    return samples.withUnsafeBufferPointer { samples in
      var first = 0
      while first < samples.count, abs(Int32(samples[first])) < threshold { first += 1 }
      guard first < samples.count else { return 0..<0 }
      var last = samples.count - 1
      while abs(Int32(samples[last])) < threshold { last -= 1 }
      return first..<last + 1
    }
  }

  /// Returns the clip without the silence at its ends, except for at most `seconds` on each side.
  ///
  /// If the engine produced less silence, less remains. A clip that is completely silent becomes empty.
  ///
  /// Fractions of a sample are dropped, so that never more than `seconds` remain.
  public consuming func trimmed(keeping seconds: Double = remainingSilence) -> TrimmedClip {
    let sounding = soundingRange()
    guard !sounding.isEmpty else {
      return TrimmedClip(pcm: PCM(samples: [], sampleRate: sampleRate), head: 0, tail: 0)
    }
    let remaining = Int(Double(sampleRate) * max(0, seconds))
    let head = min(remaining, sounding.lowerBound)
    let tail = min(remaining, samples.count - sounding.upperBound)
    // If the caller no longer uses the clip, the samples are not copied: a long book has 400 MB of samples.
    samples.removeLast(samples.count - sounding.upperBound - tail)
    samples.removeFirst(sounding.lowerBound - head)
    return TrimmedClip(pcm: self, head: head, tail: tail)
  }
}
