import Glibc

/// A sound that a recording plays beside its voices.
package struct PlayedSound: Sendable {
  package var sound: PreparedSound
  /// The number of the bus: 0, 1 or 2.
  package var bus: Int
  /// The level in decibels.
  package var gain = 0.0
  /// The place between left (−1) and right (1).
  package var pan = 0.0
  /// Whether the sound begins again at its end.
  package var loops = false
  /// The lengths of the fades in seconds.
  package var fadeIn = 0.0
  package var fadeOut = 0.0
  /// How many decibels quieter the sound is beneath speech.
  package var duck = 0.0

  package init(_ sound: PreparedSound, bus: Int) { (self.sound, self.bus) = (sound, bus) }
}

/// Adds sounds to the voices of a recording, and makes beds quieter beneath speech.
///
/// The level of the voices is found in steps of 10 ms, after the fact: a step changes the level of the next one. The
/// level of a bed changes by the same number of decibels in each step.
package struct SoundMixer {
  private struct Active {
    var id: Int
    var play: PlayedSound
    var start: Int
    /// The frame at which the fade to silence begins; nil while none is set.
    var stop: Int?
    /// The next frame of the sound.
    var place = 0
    /// Samples of the sound, and their first frame.
    var samples: [Int16] = []
    /// The same samples before they were rounded, in steps of 16 bits; empty if the recording has no layers.
    var fine: [Float] = []
    var first = 0
    var level: Double
    var shares: [Float]
  }

  /// The highest number of sounds at a time.
  package static let most = 64
  /// The number of buses.
  package static let buses = 3
  private static let blockFrames = 4096

  private let sampleRate: Int
  private let channels: Int
  /// The number of frames in a step.
  private let step: Int
  private let (attack, release): (Double, Double)
  private var active: [Active] = []
  private var next = 0
  /// The frames at which sounds have ended, by their numbers.
  private var ends: [Int: Int] = [:]
  private var position = 0
  /// How far beds are lowered: 0 to 1.
  private var depth = 0.0
  private var nextDepth = 0.0
  private var hold = 0
  private var peak: Int32 = 0
  private var filled = 0
  /// What is heard, followed by the unrounded sums of the buses for the layers.
  private var sums: [Float] = []
  private var output: [Int16] = []
  /// Gets what the buses play.
  private let layers: LayerFile?

  /// The time for which a voice counts as speaking after its last audible sample, in seconds.
  private static let holdTime = 0.25
  /// The magnitude from which a voice is audible.
  private static let audible = Int32(Decibels.amplitude(PCM.silenceThreshold).rounded(.up))

  /// Creates a mixer without sounds.
  /// `attack` and `release` are the times in which beds become quieter and louder, in seconds.
  package init(
    sampleRate: Int, channels: Int, attack: Double, release: Double, layers: LayerFile? = nil
  ) {
    (self.sampleRate, self.channels, self.layers) = (sampleRate, channels, layers)
    step = max(1, sampleRate / 100)
    let seconds = Double(step) / Double(sampleRate)
    (self.attack, self.release) = (seconds / attack, seconds / release)
  }

  /// Starts a sound at a frame that is not mixed yet, and returns its number; nil if too many sounds play.
  mutating func start(_ play: PlayedSound, at frame: Int) -> Int? {
    guard active.count < Self.most else { return nil }
    var shares: [Float] = [1]
    if channels == 2 {
      shares =
        play.sound.channels == 1
        ? PanLaw.factors(pan: play.pan, channels: 2).map { Float($0) }
        : [Float(min(1, 1 - play.pan)), Float(min(1, 1 + play.pan))]
    }
    active.append(
      Active(
        id: next, play: play, start: max(frame, position), level: Decibels.ratio(play.gain),
        shares: shares))
    next += 1
    return next - 1
  }

  /// Begins the fade-outs of sounds at a frame.
  mutating func stop(_ numbers: Set<Int>, at frame: Int) {
    for index in active.indices where numbers.contains(active[index].id) {
      active[index].stop = min(active[index].stop ?? .max, max(frame, active[index].start))
    }
  }

  /// Returns the number of frames after `frame` until all sounds are silent, if each sound that has no end yet fades
  /// out at `frame` after at most `rest` frames.
  mutating func tail(after frame: Int, rest: Int) throws(AudioError) -> Int {
    var longest = 0
    for index in active.indices {
      let sound = active[index]
      let fade = Int(sound.play.fadeOut * Double(sampleRate))
      if sound.stop == nil {
        let age = frame - sound.start
        let left = sound.play.loops ? 0 : try sound.play.sound.length(upTo: age + rest + 1) - age
        let own = min(max(0, left), rest)
        active[index].stop = frame + (sound.play.loops ? 0 : own)
        longest = max(longest, sound.play.loops || own < left ? own + fade : own)
      } else {
        longest = max(longest, (sound.stop ?? frame) + fade - frame)
      }
    }
    return longest
  }

  /// The frame at which a sound has ended or will end; `frame` if it still plays.
  func end(of number: Int, before frame: Int) -> Int {
    if let end = ends[number] { return end }
    guard let sound = active.first(where: { $0.id == number }), let stop = sound.stop else {
      return frame
    }
    return min(frame, stop + Int(sound.play.fadeOut * Double(sampleRate)))
  }

  /// Passes on voices with the sounds of the next frames, in blocks.
  mutating func mix(
    _ voices: UnsafeBufferPointer<Int16>,
    _ handOut: (UnsafeBufferPointer<Int16>) throws(AudioError) -> Void
  ) throws(AudioError) {
    var place = 0
    while place < voices.count {
      let count = min(stride, voices.count - place)
      let block = UnsafeBufferPointer(rebasing: voices[place..<place + count])
      try mixBlock(block)
      try output.withUnsafeBufferPointer { output throws(AudioError) in
        try handOut(UnsafeBufferPointer(rebasing: output[..<count]))
      }
      place += count
    }
  }

  private mutating func mixBlock(_ voices: UnsafeBufferPointer<Int16>) throws(AudioError) {
    let frames = voices.count / channels
    if output.isEmpty {
      output = [Int16](repeating: 0, count: stride)
      sums = [Float](repeating: 0, count: stride * buses)
    }
    var heard: Set<Int> = []
    var first = 0
    while first < frames {
      let count = min(step - filled, frames - first)
      let (from, to) = (depth(at: filled), depth(at: filled + count))
      var index = 0
      while index < active.count {
        if try add(index, first, count, from, to, &heard) {
          index += 1
        } else {
          ends[active[index].id] = ends[active[index].id] ?? position + first
          active.remove(at: index)
        }
      }
      listen(to: voices, first, count)
      first += count
    }
    finishBlock(voices, heard)
    let stride = stride
    for bus in heard.sorted() {
      try sums.withUnsafeMutableBufferPointer { sums throws(AudioError) in
        let sum = UnsafeMutableBufferPointer(
          rebasing: sums[bus * stride..<bus * stride + voices.count])
        if bus > 0 { try layers?.add(UnsafeBufferPointer(sum), ofBus: bus - 1, at: position) }
        sum.update(repeating: 0)
      }
    }
    position += frames
  }

  private var stride: Int { Self.blockFrames * channels }
  private var buses: Int { layers == nil ? 1 : 1 + Self.buses }

  /// Returns how far beds are lowered at a frame of the step.
  private func depth(at frame: Int) -> Double {
    depth + (nextDepth - depth) * Double(frame) / Double(step)
  }

  /// Adds a part of a sound to the sums; returns false if the sound has ended.
  private mutating func add(
    _ index: Int, _ first: Int, _ count: Int, _ from: Double, _ to: Double,
    _ heard: inout Set<Int>
  ) throws(AudioError) -> Bool {
    let sound = active[index]
    let start = position + first
    guard sound.start < start + count else { return true }
    var begin = max(0, sound.start - start)
    let last = start + count
    guard let firstLevel = level(of: sound, at: start + begin, depth: from),
      let lastLevel = level(of: sound, at: last, depth: to)
    else { return false }
    heard.insert(0)
    if layers != nil { heard.insert(1 + sound.play.bus) }
    let slope = Float(lastLevel - firstLevel) / Float(max(1, count))
    while begin < count {
      let found = min(count - begin, try fill(index))
      guard found > 0 else {
        if sound.play.loops, active[index].place > 0 {
          active[index].place = 0
          continue
        }
        ends[sound.id] = start + begin
        return false
      }
      sum(
        active[index], found, to: (first + begin) * channels,
        level: Float(firstLevel) + slope * Float(begin), slope)
      active[index].place += found
      begin += found
    }
    return true
  }

  /// Returns the number of frames of a sound that are in memory, after reading more if there are none.
  private mutating func fill(_ index: Int) throws(AudioError) -> Int {
    let own = active[index].play.sound.channels
    let (place, first) = (active[index].place, active[index].first)
    let known = active[index].samples.count / own
    if place >= first, place < first + known { return first + known - place }
    let sound = active[index].play.sound
    (active[index].samples, active[index].fine) = try sound.block(
      Self.blockFrames, from: place, isFine: layers != nil)
    active[index].first = place
    return active[index].samples.count / own
  }

  /// Adds frames of a sound to the sums, with a level that changes in a straight line.
  private mutating func sum(
    _ sound: Active, _ count: Int, to place: Int, level: Float, _ slope: Float
  ) {
    let (own, channels) = (sound.play.sound.channels, channels)
    let offset = (sound.place - sound.first) * own
    let finePlace = place + (1 + sound.play.bus) * stride
    let isFine = !sound.fine.isEmpty
    sums.withUnsafeMutableBufferPointer { sums in
      for channel in 0..<channels {
        let share = sound.shares[channel]
        let from = offset + (own == 1 ? 0 : channel)
        sound.samples.withUnsafeBufferPointer { samples in
          for frame in 0..<count {
            let factor = (level + slope * Float(frame)) * share
            sums[place + frame * channels + channel] += Float(samples[from + frame * own]) * factor
          }
        }
        guard isFine else { continue }
        sound.fine.withUnsafeBufferPointer { samples in
          for frame in 0..<count {
            let factor = (level + slope * Float(frame)) * share
            sums[finePlace + frame * channels + channel] += samples[from + frame * own] * factor
          }
        }
      }
    }
  }

  /// Returns the factor of a sound at a frame; nil after the end of its fade-out.
  private func level(of sound: Active, at frame: Int, depth: Double) -> Double? {
    let rate = Double(sampleRate)
    var level = sound.level
    if sound.play.duck > 0, depth > 0 { level *= Decibels.ratio(-sound.play.duck * depth) }
    let age = Double(frame - sound.start) / rate
    if age < sound.play.fadeIn { level *= max(0, age / sound.play.fadeIn) }
    if let stop = sound.stop, frame > stop {
      let left = 1 - Double(frame - stop) / rate / max(sound.play.fadeOut, 0.005)
      if left <= -Double(step) / rate / max(sound.play.fadeOut, 0.005) { return nil }
      level *= max(0, left)
    }
    return level
  }

  /// Finds out whether the voices speak, and how far beds are lowered in the next step.
  private mutating func listen(
    to voices: UnsafeBufferPointer<Int16>, _ first: Int, _ count: Int
  ) {
    for index in first * channels..<(first + count) * channels {
      peak = max(peak, abs(Int32(voices[index])))
    }
    filled += count
    guard filled == step else { return }
    hold = peak >= Self.audible ? Int(Self.holdTime * 100) : max(0, hold - 1)
    (filled, peak, depth) = (0, 0, nextDepth)
    nextDepth = hold > 0 ? min(1, depth + attack) : max(0, depth - release)
  }

  private mutating func finishBlock(
    _ voices: UnsafeBufferPointer<Int16>, _ heard: Set<Int>
  ) {
    output.withUnsafeMutableBufferPointer { output in
      guard !heard.isEmpty else {
        for index in 0..<voices.count { output[index] = voices[index] }
        return
      }
      sums.withUnsafeBufferPointer { sums in
        for index in 0..<voices.count {
          let value = Float(voices[index]) + sums[index]
          output[index] = Int16(min(max(value.rounded(.toNearestOrEven), -32_768), 32_767))
        }
      }
    }
  }
}
