/// A silence inside a sound, with the length that it gets.
package struct ResizedSilence: Sendable, Equatable {
  package var range: Range<Int>
  package var length: Int

  package init(_ range: Range<Int>, length: Int) {
    self.range = range
    self.length = length
  }
}

extension PCM {
  /// How far below the level of the speech a sample counts as silence, in decibels.
  /// Engines add noise to loud speech, and breaths are about 30 dB below the speech.
  static let innerSilenceDepth = 42.0

  /// Returns the silences between the first and the last audible sample, in order.
  /// A silence has at least `seconds`. All its samples are below `silenceThreshold`, or far below the level of the
  /// speech.
  package func innerSilences(ofAtLeast seconds: Double) -> [Range<Int>] {
    let sounding = soundingRange()
    let least = max(1, Int(Double(sampleRate) * seconds))
    guard sounding.count > least else { return [] }
    let threshold = innerThreshold(in: sounding)
    var silences: [Range<Int>] = []
    samples.withUnsafeBufferPointer { samples in
      var start = sounding.lowerBound
      for place in sounding where abs(Int32(samples[place])) >= threshold {
        if place - start >= least { silences.append(start..<place) }
        start = place + 1
      }
    }
    return silences
  }

  /// The magnitude below which a sample inside the speech is silence.
  private func innerThreshold(in sounding: Range<Int>) -> Int32 {
    let floor = Decibels.amplitude(Self.silenceThreshold)
    // The loudest moments of blocks of 20 ms. Nine of ten blocks are not louder than the level of the speech.
    let block = max(1, sampleRate / 50)
    var peaks: [Int32] = []
    samples.withUnsafeBufferPointer { samples in
      for start in stride(from: sounding.lowerBound, to: sounding.upperBound, by: block) {
        var peak: Int32 = 0
        for place in start..<min(start + block, sounding.upperBound) {
          peak = max(peak, abs(Int32(samples[place])))
        }
        peaks.append(peak)
      }
    }
    peaks.sort()
    let level = peaks.isEmpty ? 0 : Double(peaks[peaks.count * 9 / 10])
    return Int32(max(floor, level * Decibels.ratio(-Self.innerSilenceDepth)).rounded(.up))
  }
}

/// A sound whose silences have new lengths, and the new places of its samples.
package struct ResizedSound: Sendable {
  package let pcm: PCM
  private let silences: [ResizedSilence]

  /// The fade on either side of a cut or of inserted silence, in seconds.
  private static let fade = 0.005

  /// Cuts silences down, or fills them up with digital silence, to their new lengths.
  /// The silences are in order and do not overlap. A silence is changed in its middle, so that the samples beside the
  /// speech stay.
  package init(_ pcm: PCM, _ silences: [ResizedSilence]) {
    self.silences = silences
    let fade = Int(Double(pcm.sampleRate) * Self.fade)
    var result: [Int16] = []
    result.reserveCapacity(
      pcm.samples.count + silences.reduce(0) { $0 + $1.length - $1.range.count })
    var place = 0
    for silence in silences {
      let kept = min(silence.length, silence.range.count)
      let left = silence.range.lowerBound + kept / 2
      let right = silence.range.upperBound - (kept - kept / 2)
      result += pcm.samples[place..<left]
      for step in 0..<min(fade, kept / 2) {
        result[result.count - 1 - step] = Self.faded(result[result.count - 1 - step], step, fade)
      }
      result += repeatElement(0, count: silence.length - kept)
      let start = result.count
      result += pcm.samples[right..<silence.range.upperBound]
      for step in 0..<min(fade, kept - kept / 2) {
        result[start + step] = Self.faded(result[start + step], step, fade)
      }
      place = silence.range.upperBound
    }
    result += pcm.samples[place...]
    self.pcm = PCM(samples: result, sampleRate: pcm.sampleRate)
  }

  private static func faded(_ sample: Int16, _ step: Int, _ count: Int) -> Int16 {
    Int16(Int(sample) * step / count)
  }

  /// Returns the new place of a sample.
  /// A place in a silence keeps its distance from the end of the silence, because a word may begin shortly before it
  /// becomes audible.
  package func place(of sample: Int) -> Int {
    var shift = 0
    for silence in silences where sample >= silence.range.lowerBound {
      let change = silence.length - silence.range.count
      if sample < silence.range.upperBound {
        return max(silence.range.lowerBound + shift, sample + shift + change)
      }
      shift += change
    }
    return sample + shift
  }
}
