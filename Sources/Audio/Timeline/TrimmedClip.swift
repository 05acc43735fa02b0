/// A clip without the engine's own silence, but for a little on either side of the sound.
public struct TrimmedClip: Sendable, Equatable {
  /// The clip, kept silence included.
  public var pcm: PCM
  /// How many samples of kept silence come before the audible part.
  public var head: Int
  /// How many samples of kept silence come after the audible part.
  public var tail: Int

  /// Makes a clip whose kept silence is known.
  public init(pcm: PCM, head: Int, tail: Int) {
    self.pcm = pcm
    self.head = head
    self.tail = tail
  }
}

extension PCM {
  /// The level below which a sample counts as silence, in dBFS (Documentation/speech.md, "Pauses").
  public static let silenceThreshold: Double = -50

  /// How much of the silence around the sound is kept on either side, in seconds, so that soft
  /// beginnings and the room's last breath survive (Documentation/speech.md, "Pauses").
  public static let keptSilence: Double = 0.010

  /// The samples from the first to the last whose magnitude is at or above the threshold in dBFS;
  /// empty when there is none.
  public func soundingRange(thresholdDBFS: Double = silenceThreshold) -> Range<Int> {
    let threshold = Int32(clamping: Int64(Decibels.amplitude(thresholdDBFS).rounded(.up)))
    // Only the two ends are read: the middle of a line is most of it.
    return samples.withUnsafeBufferPointer { samples in
      var first = 0
      while first < samples.count, abs(Int32(samples[first])) < threshold { first += 1 }
      guard first < samples.count else { return 0..<0 }
      var last = samples.count - 1
      while abs(Int32(samples[last])) < threshold { last -= 1 }
      return first..<last + 1
    }
  }

  /// The clip without the silence at its ends, but for what is kept, at most `seconds` a side and
  /// less where the engine gave less.
  ///
  /// A clip that is silent throughout becomes empty.
  ///
  /// Fractions of a sample are dropped, so that no more is kept than was asked.
  public consuming func trimmed(keeping seconds: Double = keptSilence) -> TrimmedClip {
    let sounding = soundingRange()
    guard !sounding.isEmpty else {
      return TrimmedClip(pcm: PCM(samples: [], sampleRate: sampleRate), head: 0, tail: 0)
    }
    let kept = Int(Double(sampleRate) * max(0, seconds))
    let head = min(kept, sounding.lowerBound)
    let tail = min(kept, samples.count - sounding.upperBound)
    // In place where the caller gives the clip away: 400 MB of samples go through in a long book.
    samples.removeLast(samples.count - sounding.upperBound - tail)
    samples.removeFirst(sounding.lowerBound - head)
    return TrimmedClip(pcm: self, head: head, tail: tail)
  }
}
