import Glibc

/// A recording that is being built from clips and silence.
/// Clips follow one another or overlap in lanes. The recording is written as it grows. With two channels, every clip
/// has a pan position between left and right. Lengths and times are counted in samples per channel.
/// The memory needed depends on the current clips, not on the length of the recording. On one channel, a clip with a
/// gain of 0 dB keeps its exact samples if its peak does not exceed the ceiling (see `peakCeiling(lanes:)`).
package struct Timeline: ~Copyable {
  /// Samples per second, in hertz.
  package let sampleRate: Int
  /// The number of samples per channel written so far.
  /// While lanes are open, it is the position of the lane that is furthest behind.
  package internal(set) var position = 0

  var output: Master
  var lanes: LaneMixer?
  private var scaled: [Int16] = []
  /// Gets the clips, for stems; nil if there are none.
  package var layers: LayerFile?

  /// Starts a recording that is written to a master.
  package init(output: consuming Master) {
    sampleRate = output.sampleRate
    self.output = output
  }

  /// Starts a recording that is written to one file.
  package init(writer: consuming SoundFileWriter) { self.init(output: Master(writer)) }

  /// Returns the highest allowed sample magnitude of a clip that plays alone or in one of several lanes.
  /// This ceiling is −0.3 dBFS for one lane. Each of several lanes gets an equal part of that magnitude, so that their
  /// sum does not exceed −0.3 dBFS. If the gain of a clip would raise its peak above the ceiling, the whole clip is
  /// scaled down.
  package static func peakCeiling(lanes: Int = 1) -> Int { PeakRule.ceiling(lanes: lanes) }

  /// Adds a number of samples of silence.
  package mutating func appendSilence(_ samples: Int) throws(AudioError) {
    precondition(lanes == nil, "end the open lanes first")
    try output.writeSilence(samples)
    position += max(0, samples)
  }

  /// Adds a clip with a gain in dB and, with two channels, at a pan position from −1 (left) to 1 (right).
  /// Returns the range of samples that the clip occupies in the recording.
  @discardableResult
  package mutating func append(
    _ clip: PCM, gain: Double = 0, pan: Double = 0, layer: LayerFile.Clip? = nil
  ) throws(AudioError) -> Range<Int> {
    precondition(lanes == nil, "end the open lanes first")
    try check(clip)
    let factors = PeakRule.factors(
      peak: clip.peak, gain: gain, pan: pan, channels: output.channels, lanes: 1)
    if let layer { try layers?.add(clip, by: factors, pan: pan, layer, at: position) }
    if factors == [1] {
      try output.write(clip.samples)
    } else {
      clip.samples.withUnsafeBufferPointer { samples in
        Scaling.scale(samples, by: factors, into: &scaled)
      }
      try output.write(scaled)
    }
    let range = position..<position + clip.samples.count
    position = range.upperBound
    return range
  }

  func check(_ clip: PCM) throws(AudioError) {
    guard clip.sampleRate == sampleRate else {
      throw .sampleRateMismatch(expected: sampleRate, found: clip.sampleRate)
    }
  }

  /// Ends the recording and closes its files.
  /// If there is a loudness target, the audio is first brought to this target.
  package consuming func finish() throws(AudioError) -> Master.Finished {
    precondition(lanes == nil, "end the open lanes first")
    return try output.finish()
  }

  /// The rule that keeps the peaks of a clip below a ceiling.
  /// The rule scales the clip as a whole.
  /// A limiter that bends peaks would distort them. A limiter that looks ahead would make a clip's samples depend on
  /// neighbouring clips. With this rule, the result depends only on the clip, its gain, its pan position and the number
  /// of lanes. So editing one line of the script changes no clip of another line.
  enum PeakRule {
    /// The highest allowed peak in dBFS.
    /// The remaining 0.3 dB are for lossy codecs and players' converters, which can raise peaks. Mastering to a
    /// loudness target sets its own, lower true peak.
    static let ceilingDBFS = -0.3

    /// Returns the highest allowed sample magnitude of a clip in one of `lanes` lanes, which play simultaneously.
    /// Each lane gets an equal part of the ceiling. So the sum of all lanes cannot exceed the ceiling, even if peaks
    /// coincide.
    static func ceiling(lanes: Int) -> Int {
      Int(Decibels.amplitude(ceilingDBFS)) / max(1, lanes)
    }

    /// Returns the channel factors of a clip with a peak, a gain in dB and a pan position.
    /// If the louder channel would exceed the ceiling, all channels are lowered equally, so that the pan position does
    /// not change.
    static func factors(
      peak: Int, gain: Double, pan: Double, channels: Int, lanes: Int
    ) -> [Float] {
      let shares = PanLaw.factors(pan: pan, channels: channels)
      let wanted = Decibels.ratio(gain)
      let loudest = (shares.max() ?? 1) * Double(peak)
      let factor = loudest > 0 ? min(wanted, Double(ceiling(lanes: lanes)) / loudest) : 1
      return shares.map { Float(factor * $0) }
    }
  }

  /// The sum of several lanes that start at the same sample.
  /// A lane is a sequence of clips that plays at the same time as the other lanes. The mixer contains only samples that
  /// are not written yet.
  /// Samples can be written up to the end of the lane that is furthest behind. Later samples are stored here. If the
  /// caller always adds to the lane that is furthest behind, the stored samples are at most as long as one clip.
  struct LaneMixer {
    /// The position of each lane's next clip, in samples of the timeline.
    private(set) var positions: [Int]
    private var isOpen: [Bool]
    private let channels: Int
    /// The interleaved sums from `start` on.
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
}

extension Timeline {
  /// Plays sounds beside the voices.
  package mutating func mix(_ sounds: consuming SoundMixer) { output.sounds = sounds }

  /// Starts a sound at a frame from the current position on, and returns its number; nil if too many sounds play.
  package mutating func start(_ sound: PlayedSound, at frame: Int) -> Int? {
    output.sounds?.start(sound, at: frame)
  }

  /// Begins the fade-outs of sounds.
  package mutating func stop(_ numbers: Set<Int>, at frame: Int) {
    output.sounds?.stop(numbers, at: frame)
  }

  /// Ends all sounds, and returns the number of frames after `frame` until the last is silent.
  /// A sound that would end by itself gets at most `rest` frames.
  package mutating func endSounds(after frame: Int, rest: Int) throws(AudioError) -> Int {
    try output.sounds?.tail(after: frame, rest: rest) ?? 0
  }

  /// The frame at which a sound has ended or will end; `frame` if it still plays.
  package func end(ofSound number: Int, before frame: Int) -> Int {
    output.sounds?.end(of: number, before: frame) ?? frame
  }

  /// Starts a number of lanes at the current position.
  /// The lanes play at the same time. Until `endLanes()` is called, all clips and silence must be added to a lane.
  /// Feed the lane that `nextLane` names, and end each lane after its last clip. All audio after the end of the lane
  /// that is furthest behind is stored in memory.
  package mutating func beginLanes(_ count: Int) {
    precondition(lanes == nil, "end the open lanes before you begin others")
    precondition(count > 0, "the number of lanes must be above zero")
    lanes = LaneMixer(lanes: count, at: position, channels: output.channels)
  }

  /// The lane to feed next, or nil if all lanes have ended or there are no lanes.
  /// It is the open lane that is furthest behind. If several lanes are equally far behind, it is the first of them.
  package var nextLane: Int? { lanes?.nextLane }

  /// Returns the position of a lane's next clip, in samples of the recording.
  package func position(ofLane lane: Int) -> Int {
    lanes?.positions[lane] ?? position
  }

  /// Adds a number of samples of silence to a lane.
  package mutating func appendSilence(_ samples: Int, toLane lane: Int) throws(AudioError) {
    try changeLanes { $0.advance(lane, by: max(0, samples)) }
  }

  /// Adds a clip to a lane, with a gain in dB and, with two channels, at a pan position from −1 (left) to 1 (right).
  /// Returns the range of samples that the clip occupies in the recording.
  @discardableResult
  package mutating func append(
    _ clip: PCM, gain: Double = 0, pan: Double = 0, toLane lane: Int,
    layer: LayerFile.Clip? = nil
  ) throws(AudioError) -> Range<Int> {
    try check(clip)
    let start = position(ofLane: lane)
    let factors = PeakRule.factors(
      peak: clip.peak, gain: gain, pan: pan, channels: output.channels,
      lanes: lanes?.positions.count ?? 1)
    if let layer { try layers?.add(clip, by: factors, pan: pan, layer, at: start) }
    try changeLanes { lanes in
      clip.samples.withUnsafeBufferPointer { lanes.add($0, by: factors, to: lane) }
    }
    return start..<start + clip.samples.count
  }

  /// Ends a lane: from here on it is silent, and the other lanes do not wait for it.
  package mutating func endLane(_ lane: Int) throws(AudioError) {
    try changeLanes { $0.end(lane) }
  }

  /// Ends all lanes.
  /// The recording continues at the end of the longest lane.
  package mutating func endLanes() throws(AudioError) {
    try changeLanes { lanes in
      for lane in lanes.positions.indices { lanes.end(lane) }
    }
    lanes = nil
  }

  /// Changes the lanes and writes the samples that became final.
  private mutating func changeLanes(_ change: (inout LaneMixer) -> Void) throws(AudioError) {
    guard var mixer = lanes.take() else { preconditionFailure("there are no open lanes") }
    change(&mixer)
    let finished = mixer.takeFinished()
    lanes = mixer
    try output.write(finished.sums)
    try output.writeSilence(finished.silence)
    position += finished.sums.count / output.channels + finished.silence
  }
}

/// The level of a voice in each channel, by its position between left and right.
/// The power is constant: a voice is as loud in the middle as at the sides. In the middle, each channel is at −3.01 dB.
enum PanLaw {
  /// Returns the factors of the channels for a position from −1 (left) to 1 (right).
  /// With one channel, the position has no effect.
  static func factors(pan: Double, channels: Int) -> [Double] {
    guard channels == 2 else { return [1] }
    let angle = (min(max(pan, -1), 1) + 1) * .pi / 4
    // The factors at the sides are exact. A computed cosine would leave a residue in the other channel.
    if angle == 0 { return [1, 0] }
    return pan >= 1 ? [0, 1] : [cos(angle), sin(angle)]
  }
}
