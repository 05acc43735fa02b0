extension Timeline {
  /// Starts a number of lanes at the current position.
  ///
  /// The lanes play at the same time. Until `endLanes()` is called, all clips and silence must be added to a lane.
  ///
  /// Feed the lane that `nextLane` names, and end each lane after its last clip. All audio after the end of the lane
  /// that is furthest behind is stored in memory.
  public mutating func beginLanes(_ count: Int) {
    precondition(lanes == nil, "end the open lanes before you begin others")
    precondition(count > 0, "the number of lanes must be above zero")
    lanes = LaneMixer(lanes: count, at: position, channels: output.channels)
  }

  /// The lane to feed next, or nil if all lanes have ended or there are no lanes.
  ///
  /// It is the open lane that is furthest behind. If several lanes are equally far behind, it is the first of them.
  public var nextLane: Int? { lanes?.nextLane }

  /// Returns the position of a lane's next clip, in samples of the recording.
  public func position(ofLane lane: Int) -> Int {
    lanes?.positions[lane] ?? position
  }

  /// Adds a number of samples of silence to a lane.
  public mutating func appendSilence(_ samples: Int, toLane lane: Int) throws(AudioError) {
    try changeLanes { $0.advance(lane, by: max(0, samples)) }
  }

  /// Adds a clip to a lane, with a gain in dB and, with two channels, at a pan position from −1 (left) to 1 (right).
  ///
  /// Returns the range of samples that the clip occupies in the recording.
  @discardableResult
  public mutating func append(
    _ clip: PCM, gain: Double = 0, pan: Double = 0, toLane lane: Int
  ) throws(AudioError) -> Range<Int> {
    try check(clip)
    let start = position(ofLane: lane)
    let channels = output.channels
    try changeLanes { lanes in
      let factors = PeakRule.factors(
        peak: clip.peak, gain: gain, pan: pan, channels: channels, lanes: lanes.positions.count)
      clip.samples.withUnsafeBufferPointer { lanes.add($0, by: factors, to: lane) }
    }
    return start..<start + clip.samples.count
  }

  /// Ends a lane: from here on it is silent, and the other lanes do not wait for it.
  public mutating func endLane(_ lane: Int) throws(AudioError) {
    try changeLanes { $0.end(lane) }
  }

  /// Ends all lanes.
  ///
  /// The recording continues at the end of the longest lane.
  public mutating func endLanes() throws(AudioError) {
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
