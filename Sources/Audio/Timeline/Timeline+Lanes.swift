extension Timeline {
  /// Starts a number of lanes at the present position.
  ///
  /// Until `endLanes()` everything goes into one of them.
  ///
  /// Feed the lane that `nextLane` names and end each one with its last clip: what the others are
  /// ahead of the one furthest behind is held in memory.
  public mutating func beginLanes(_ count: Int) {
    precondition(lanes == nil, "lanes do not nest")
    precondition(count > 0, "there must be a lane")
    lanes = LaneMixer(lanes: count, at: position, channels: output.channels)
  }

  /// The lane to feed next: the one furthest behind of those that have not ended, the first of
  /// several; `nil` when all have ended, or outside lanes.
  public var nextLane: Int? { lanes?.nextLane }

  /// Where the next clip of a lane starts, in samples of the recording.
  public func position(ofLane lane: Int) -> Int {
    lanes?.positions[lane] ?? position
  }

  /// Adds silence of a number of samples to a lane.
  public mutating func appendSilence(_ samples: Int, toLane lane: Int) throws(AudioError) {
    try changeLanes { $0.advance(lane, by: max(0, samples)) }
  }

  /// Adds a clip to a lane with a gain in dB and a place from −1 (left) to 1 (right), and gives the
  /// samples of the recording that it takes up.
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

  /// Ends a lane: from here on it is silent and no other one waits for it.
  public mutating func endLane(_ lane: Int) throws(AudioError) {
    try changeLanes { $0.end(lane) }
  }

  /// Ends all lanes; the recording goes on where the longest of them ended.
  public mutating func endLanes() throws(AudioError) {
    try changeLanes { lanes in
      for lane in lanes.positions.indices { lanes.end(lane) }
    }
    lanes = nil
  }

  /// Changes the lanes and writes what has thereby become final.
  private mutating func changeLanes(_ change: (inout LaneMixer) -> Void) throws(AudioError) {
    guard var mixer = lanes.take() else { preconditionFailure("begin lanes first") }
    change(&mixer)
    let finished = mixer.takeFinished()
    lanes = mixer
    try output.write(finished.sums)
    try output.writeSilence(finished.silence)
    position += finished.sums.count / output.channels + finished.silence
  }
}
