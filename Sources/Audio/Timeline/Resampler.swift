import CSamplerate

/// Converts clips between sample rates with libsamplerate.
package enum Resampler {
  /// The converter `SRC_SINC_MEDIUM_QUALITY`.
  /// Its signal-to-noise ratio is 121 dB, so its noise is below the step of 16 bits. It keeps 90 % of the bandwidth
  /// (both numbers are from libsamplerate's documentation).
  private static let quality = Int32(SRC_SINC_MEDIUM_QUALITY)

  /// Returns the clip at another rate, in hertz.
  /// The result has `round(samples · to / from)` samples, and is always the same for the same clip. If the rates are
  /// equal, the clip itself is returned.
  package static func convert(_ pcm: PCM, to rate: Int) throws(AudioError) -> PCM {
    guard pcm.sampleRate != rate else { return pcm }
    func failure(_ reason: String) -> AudioError {
      .cannotResample(from: pcm.sampleRate, to: rate, reason: reason)
    }
    guard pcm.sampleRate > 0, rate > 0 else { throw failure("the sample rate must be above zero") }
    let count = scaled(pcm.samples.count, from: pcm.sampleRate, to: rate)
    guard count > 0 else { return PCM(samples: [], sampleRate: rate) }

    let input = pcm.samples.withUnsafeBufferPointer { samples in
      [Float](unsafeUninitializedCapacity: samples.count) { floats, filled in
        src_short_to_float_array(samples.baseAddress, floats.baseAddress, Int32(samples.count))
        filled = samples.count
      }
    }
    var status: Int32 = 0
    let output = [Float](unsafeUninitializedCapacity: count) { output, filled in
      // Because of its rounding, the converter may not write the last one or two samples. These samples stay silent.
      output.initialize(repeating: 0)
      filled = count
      status = input.withUnsafeBufferPointer { input in
        var job = SRC_DATA()
        job.data_in = input.baseAddress
        job.data_out = output.baseAddress
        job.input_frames = input.count
        job.output_frames = count
        job.src_ratio = Double(rate) / Double(pcm.sampleRate)
        return src_simple(&job, quality, 1)
      }
    }
    guard status == 0 else {
      throw failure(src_strerror(status).map { String(cString: $0) } ?? "error \(status)")
    }
    let samples = [Int16](unsafeUninitializedCapacity: count) { samples, filled in
      // This function rounds, and clips samples beyond the range of 16 bits instead of wrapping them.
      src_float_to_short_array(output, samples.baseAddress, Int32(count))
      filled = count
    }
    return PCM(samples: samples, sampleRate: rate)
  }

  /// Returns the trimmed clip at another rate, in hertz.
  /// The head and the tail of the result are in samples of that rate.
  package static func convert(_ clip: TrimmedClip, to rate: Int) throws(AudioError) -> TrimmedClip {
    let from = clip.pcm.sampleRate
    let pcm = try convert(clip.pcm, to: rate)
    guard from != rate else { return clip }
    // The positions of the two ends of the audible part are rounded, not the lengths. So head, audible part and tail
    // always add up to the length of the clip.
    let soundEnd = scaled(clip.pcm.samples.count - clip.tail, from: from, to: rate)
    return TrimmedClip(
      pcm: pcm,
      head: scaled(clip.head, from: from, to: rate),
      tail: pcm.samples.count - soundEnd)
  }

  /// Converts a number of samples at one rate to the nearest number at another rate.
  static func scaled(_ count: Int, from: Int, to: Int) -> Int {
    (count * to + from / 2) / from
  }
}

/// A clip without the engine's own silence, except for a little on either side.
package struct TrimmedClip: Sendable, Equatable {
  /// The clip, including the remaining silence.
  package var pcm: PCM
  /// The number of samples of silence before the audible part.
  package var head: Int
  /// The number of samples of silence after the audible part.
  package var tail: Int

  /// Creates a clip whose silence is known.
  package init(pcm: PCM, head: Int, tail: Int) {
    self.pcm = pcm
    self.head = head
    self.tail = tail
  }
}

extension PCM {
  /// The level below which a sample is silence, in dBFS (Documentation/speech.md, "Pauses").
  package static let silenceThreshold: Double = -50

  /// The silence to keep on either side of the audible part, in seconds.
  /// This silence preserves soft beginnings and the end of the reverberation (Documentation/speech.md, "Pauses").
  package static let remainingSilence: Double = 0.010

  /// Returns the range from the first to the last sample with a magnitude at or above the threshold in dBFS.
  /// Returns an empty range if there is no such sample.
  package func soundingRange(thresholdDBFS: Double = silenceThreshold) -> Range<Int> {
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
  /// If the engine produced less silence, less remains. A clip that is completely silent becomes empty.
  /// Fractions of a sample are dropped, so that never more than `seconds` remain.
  package consuming func trimmed(keeping seconds: Double = remainingSilence) -> TrimmedClip {
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

  /// The length of the fade at the start of a clip, in seconds.
  static let fadeTime = 0.004

  /// Fades the first sounding samples in, so that a voice that begins at once makes no click after silence.
  /// Softer samples before them, which many engines put there, make no click.
  package mutating func fadeIn() {
    let start = samples.firstIndex { abs(Int($0)) > Self.softest } ?? samples.count
    let count = min(samples.count - start, Int(Double(sampleRate) * Self.fadeTime))
    for index in 0..<count {
      samples[start + index] = Int16(Int(samples[start + index]) * (index + 1) / (count + 1))
    }
  }

  /// −60 dBFS.
  private static let softest = 32
}
