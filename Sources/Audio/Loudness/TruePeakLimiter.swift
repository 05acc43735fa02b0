/// A gain, followed by a limiter that keeps the true peak below a ceiling.
/// The limiter looks ahead and lowers both channels together. The output begins with the first sample, not with a
/// delay. The result depends only on the samples, not on the blocks in which the samples arrive. If the gain raises no
/// peak above the ceiling, each sample is multiplied by the gain and rounded to the nearest whole number (ties to
/// even). Digital silence remains digital silence.
package struct TruePeakLimiter: Sendable {
  /// The number of channels in the interleaved samples: 1 or 2.
  package let channels: Int

  /// The number of frames processed at once.
  /// Chunks are counted from the start of the audio, whatever the size of the blocks passed in.
  private static let chunkFrames = 16 * TruePeakScanner.blockFrames

  private let factor: Double
  /// The ceiling as a sample magnitude before the gain.
  private let threshold: Float
  private var scanner: TruePeakScanner
  private var envelope: GainEnvelope
  /// Frames that were not returned yet, preceded by frames that affect them.
  private var pending: [Int16]
  /// The number of frames still to drop from the output: the silence at the start that fills the delay.
  private var surplus: Int
  private var framesIn = 0
  private var framesOut = 0
  private var output: [Int16] = []
  private var gains: [Double] = []
  /// The highest allowed gain of each frame in the chunk.
  private var bearable: [Int]

  /// Creates a limiter for a sample rate in hertz.
  /// The ceiling is in dBTP, at most 0. The gain is in dB.
  package init(sampleRate: Int, channels: Int, ceiling: Double, gain: Double = 0) {
    precondition((1...2).contains(channels), "the limiter needs one or two channels")
    precondition(ceiling <= 0, "the ceiling must be at most 0 dBTP")
    self.channels = channels
    factor = Decibels.ratio(gain)
    // The highest possible sample is 32,767. It is one below 0 dBFS, which is 32,768.
    threshold = Float(min(Decibels.amplitude(ceiling), Double(Int16.max)) / factor)
    scanner = TruePeakScanner(channels: channels)
    envelope = GainEnvelope(sampleRate: sampleRate)
    surplus = envelope.delay
    pending = [Int16](
      repeating: 0, count: (envelope.delay + TruePeakScanner.framesBefore) * channels)
    bearable = Array(repeating: GainEnvelope.one, count: Self.chunkFrames)
  }

  /// The number of frames from which a chunk is computed: the chunk's frames, and frames before and after the chunk.
  private var windowFrames: Int {
    envelope.delay + TruePeakScanner.framesBefore + Self.chunkFrames
      + TruePeakScanner.framesBehind
  }

  /// Adds interleaved samples, in whole frames, and passes the final samples in blocks.
  package mutating func process(
    _ samples: UnsafeBufferPointer<Int16>,
    _ handOut: (UnsafeBufferPointer<Int16>) throws(AudioError) -> Void
  ) throws(AudioError) {
    precondition(samples.count % channels == 0, "the samples must be whole frames")
    framesIn += samples.count / channels
    try advance(samples, handOut)
  }

  /// Passes the remaining samples.
  /// The limiter cannot be used afterwards.
  package mutating func finish(
    _ handOut: (UnsafeBufferPointer<Int16>) throws(AudioError) -> Void
  ) throws(AudioError) {
    let silence = [Int16](repeating: 0, count: Self.chunkFrames * channels)
    while framesOut < framesIn {
      try silence.withUnsafeBufferPointer { silence throws(AudioError) in
        try advance(silence, handOut)
      }
    }
  }

  private mutating func advance(
    _ samples: UnsafeBufferPointer<Int16>,
    _ handOut: (UnsafeBufferPointer<Int16>) throws(AudioError) -> Void
  ) throws(AudioError) {
    var rest = samples
    while !rest.isEmpty {
      let count = min(rest.count, windowFrames * channels - pending.count)
      pending.append(contentsOf: rest[..<count])
      rest = UnsafeBufferPointer(rebasing: rest[count...])
      guard pending.count == windowFrames * channels else { return }
      limitChunk()
      pending.removeFirst(Self.chunkFrames * channels)
      try handOutChunk(handOut)
    }
  }

  private mutating func handOutChunk(
    _ handOut: (UnsafeBufferPointer<Int16>) throws(AudioError) -> Void
  ) throws(AudioError) {
    let dropped = min(surplus, Self.chunkFrames)
    surplus -= dropped
    let count = min(Self.chunkFrames - dropped, framesIn - framesOut)
    guard count > 0 else { return }
    framesOut += count
    try output.withUnsafeBufferPointer { output throws(AudioError) in
      try handOut(
        UnsafeBufferPointer(
          rebasing: output[dropped * channels..<(dropped + count) * channels]))
    }
  }

  /// Computes the output of the pending chunk.
  private mutating func limitChunk() {
    let bearsAll = !findPeaks()
    let isUntouched = bearsAll && envelope.isResting
    if isUntouched {
      envelope.skip(Self.chunkFrames)
    } else {
      envelope.next(bearing: bearable, into: &gains)
    }
    let first = TruePeakScanner.framesBefore * channels
    pending.withUnsafeBufferPointer { pending in
      let chunk = UnsafeBufferPointer(
        rebasing: pending[first..<first + Self.chunkFrames * channels])
      if isUntouched {
        Scaling.scale(chunk, exactlyBy: factor, into: &output)
      } else {
        Scaling.scale(
          chunk, exactlyBy: factor, andBy: gains, channels: channels, into: &output)
      }
    }
  }

  /// Computes the highest allowed gain of each frame, and returns whether any of these gains is below 1.
  private mutating func findPeaks() -> Bool {
    var isAnyAbove = false
    for block in 0..<Self.chunkFrames / TruePeakScanner.blockFrames {
      let first = block * TruePeakScanner.blockFrames
      let frames = first..<first + TruePeakScanner.blockFrames
      let isAbove = pending.withUnsafeBufferPointer { pending in
        guard let start = pending.baseAddress else { return false }
        return scanner.scan(start + (envelope.delay + first) * channels, above: threshold)
      }
      for frame in frames { bearable[frame] = GainEnvelope.one }
      guard isAbove else { continue }
      for (frame, magnitude) in zip(frames, scanner.magnitudes) where magnitude > threshold {
        bearable[frame] = Int(Double(threshold) / Double(magnitude) * Double(GainEnvelope.one))
        isAnyAbove = true
      }
    }
    return isAnyAbove
  }
}
