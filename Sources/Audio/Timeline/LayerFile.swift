import Basics
import Glibc

/// A file with everything that a recording is the sum of, from which stems are written.
///
/// It is a list of parts in the order in which they were added. Each part has a head of 48 bytes and its samples. Clips
/// of voices have their own 16-bit samples and factors, sounds have 32-bit floats in steps of 16 bits. No sum is rounded
/// to 16 bits.
package final class LayerFile {
  /// A clip in a recording.
  package struct Clip {
    /// The number of the spoken item, counted from 0.
    package var item: Int
    /// The clip before its effect; nil if it has none.
    package var dry: PCM?

    package init(item: Int, dry: PCM? = nil) { (self.item, self.dry) = (item, dry) }
  }

  /// What a part is. A `dryClip` has the samples of the clip before it.
  enum Kind: Int32 { case clip = 1, dry, sound, end, dryClip }

  /// The head of a part.
  struct Head: BitwiseCopyable {
    var kind: Int32
    /// The item of a clip, the bus of a sound, or 1 at the end if the recording is limited.
    var number: Int32
    var start: Int64
    var left: Float
    var right: Float
    var frames: Int64
    /// The gain of the loudness target in decibels, for the end of the file.
    var gain: Double = 0
  }

  private let path: String
  private let channels: Int
  private let file: FileDescriptor

  /// Creates a file.
  package init(creating path: String, channels: Int) throws(AudioError) {
    (self.path, self.channels) = (path, channels)
    do {
      file = try FileDescriptor(path, creating: true)
    } catch {
      throw .creating(path, error)
    }
  }

  /// Adds a clip, which the recording has with a factor for each channel.
  func add(
    _ clip: PCM, by factors: [Float], pan: Double, _ layer: Clip, at start: Int
  ) throws(AudioError) {
    try add(clip, by: factors, .clip, layer.item, at: start)
    // A dry clip has no gain. The clip itself is dry if it has no effect.
    let shares = PanLaw.factors(pan: pan, channels: channels).map { Float($0) }
    let kind = layer.dry == nil ? Kind.dryClip : .dry
    try add(layer.dry ?? clip, by: shares, kind, layer.item, at: start)
  }

  private func add(
    _ clip: PCM, by factors: [Float], _ kind: Kind, _ item: Int, at start: Int
  ) throws(AudioError) {
    guard !clip.samples.isEmpty else { return }
    let head = Head(
      kind: kind.rawValue, number: Int32(item), start: Int64(start), left: factors[0],
      right: factors[factors.count - 1], frames: Int64(clip.samples.count))
    try clip.samples.withUnsafeBufferPointer { samples throws(AudioError) in
      let samples = kind == .dryClip ? UnsafeBufferPointer(rebasing: samples[..<0]) : samples
      try write(head, UnsafeRawBufferPointer(samples))
    }
  }

  /// Adds what a bus plays, in interleaved samples.
  func add(
    _ samples: UnsafeBufferPointer<Float>, ofBus bus: Int, at start: Int
  ) throws(AudioError) {
    let head = Head(
      kind: Kind.sound.rawValue, number: Int32(bus), start: Int64(start), left: 1, right: 1,
      frames: Int64(samples.count / channels))
    try write(head, UnsafeRawBufferPointer(samples))
  }

  /// Ends the file of a recording with its length and what the loudness target did.
  package func finish(_ recording: Master.Finished) throws(AudioError) {
    let loudness = recording.loudness
    try write(
      Head(
        kind: Kind.end.rawValue, number: loudness?.isLimited == true ? 1 : 0, start: 0, left: 1,
        right: 1, frames: Int64(recording.frames), gain: loudness?.gain ?? 0),
      UnsafeRawBufferPointer(start: nil, count: 0))
  }

  private func write(_ head: Head, _ samples: UnsafeRawBufferPointer) throws(AudioError) {
    do {
      try withUnsafeBytes(of: head) { bytes throws(SystemError) in try file.write(bytes) }
      try file.write(samples)
    } catch {
      throw .writing(path, error)
    }
  }
}

/// The parts of a recording, and their sums as stems.
package final class LayerReader {
  /// What a stem is the sum of.
  package enum Part: Hashable {
    /// The clips of some items, as they are heard.
    case items(Set<Int>)
    /// The clips of some items without effects and loudness.
    case dry(Set<Int>)
    /// A bus of sounds.
    case bus(Int)
    /// All clips as they are heard, and all sounds.
    case all
  }

  private struct Layer {
    var head: LayerFile.Head
    var offset: Int
    var end: Int { Int(head.start + head.frames) }
  }

  /// The length in frames.
  package private(set) var frames = 0
  private var gain = 0.0
  private var isLimited = false
  private var layers: [Layer] = []
  private let path: String
  private let channels: Int
  private let file: FileDescriptor

  /// Opens a file that `LayerFile` has written for a recording with this number of channels.
  package init(path: String, channels: Int) throws(AudioError) {
    (self.path, self.channels) = (path, channels)
    do {
      file = try FileDescriptor(regular: path)
    } catch {
      throw .cannotOpen(path: path, reason: error.reason)
    }
    try readHeads()
  }

  private func readHeads() throws(AudioError) {
    let size = MemoryLayout<LayerFile.Head>.stride
    var place = 0
    var isComplete = false
    while !isComplete {
      let bytes: [UInt8]
      do { bytes = try file.bytes(size, at: place) } catch {
        throw .cannotRead(path: path, reason: error.reason)
      }
      guard bytes.count == size else { throw .malformed(path: path, reason: "it has no end") }
      let head = bytes.withUnsafeBytes { $0.loadUnaligned(as: LayerFile.Head.self) }
      guard let kind = LayerFile.Kind(rawValue: head.kind), head.frames >= 0,
        head.frames < 1 << 40, head.start >= 0, head.start < 1 << 40
      else { throw .malformed(path: path, reason: "it is no file of stems") }
      place += size
      switch kind {
      case .end:
        (frames, gain, isComplete) = (Int(head.frames), head.gain, true)
        isLimited = head.number == 1
      case .dryClip:
        guard let clip = layers.last, clip.head.frames == head.frames else {
          throw .malformed(path: path, reason: "it is no file of stems")
        }
        layers.append(Layer(head: head, offset: clip.offset))
      case .clip, .dry:
        layers.append(Layer(head: head, offset: place))
        place += Int(head.frames) * 2
      case .sound:
        layers.append(Layer(head: head, offset: place))
        place += Int(head.frames) * channels * 4
      }
    }
  }

  /// Whether a bus plays anything.
  package func plays(bus: Int) -> Bool {
    layers.contains { $0.head.kind == LayerFile.Kind.sound.rawValue && $0.head.number == bus }
  }

  /// Passes on the sum of parts from a frame to another, in blocks of interleaved samples; 1 is full scale.
  package func sum(
    of parts: [Part], in range: Range<Int>,
    _ handOut: (UnsafeBufferPointer<Float>) throws(AudioError) -> Void
  ) throws(AudioError) {
    var wanted = layers.filter { layer in parts.contains { Self.contains($0, layer.head) } }
    wanted.sort { $0.head.start < $1.head.start }
    let isDry = parts.contains { if case .dry = $0 { true } else { false } }
    // The whole recording gets its gain later, after the room tone.
    let isPlain = isDry || parts == [.all]
    let scale = Float(isPlain ? 1 : Decibels.ratio(gain)) / 32_768
    var (next, open): (Int, [Layer]) = (0, [])
    var place = range.lowerBound
    while place < range.upperBound {
      let count = min(4096, range.upperBound - place)
      while next < wanted.count, wanted[next].head.start < place + count {
        open.append(wanted[next])
        next += 1
      }
      open.removeAll { $0.end <= place }
      var block = [Float](repeating: 0, count: count * channels)
      for layer in open { try add(layer, to: &block, at: place) }
      for index in block.indices { block[index] *= scale }
      try block.withUnsafeBufferPointer { block throws(AudioError) in try handOut(block) }
      place += count
    }
  }

  private static func contains(_ part: Part, _ head: LayerFile.Head) -> Bool {
    let number = Int(head.number)
    return switch (part, LayerFile.Kind(rawValue: head.kind)) {
    case (.items(let items), .clip): items.contains(number)
    case (.dry(let items), .dry), (.dry(let items), .dryClip): items.contains(number)
    case (.bus(let bus), .sound): bus == number
    case (.all, .clip), (.all, .sound): true
    default: false
    }
  }

  private func add(
    _ layer: Layer, to block: inout [Float], at place: Int
  ) throws(AudioError) {
    let start = max(place, Int(layer.head.start))
    let count = min(place + block.count / channels, layer.end) - start
    guard count > 0 else { return }
    let isSound = layer.head.kind == LayerFile.Kind.sound.rawValue
    let width = isSound ? channels * 4 : 2
    let bytes: [UInt8]
    do {
      bytes = try file.bytes(
        count * width, at: layer.offset + (start - Int(layer.head.start)) * width)
    } catch {
      throw .cannotRead(path: path, reason: error.reason)
    }
    guard bytes.count == count * width else {
      throw .malformed(path: path, reason: "it ends too early")
    }
    let first = (start - place) * channels
    bytes.withUnsafeBytes { bytes in
      for index in 0..<count * channels {
        if isSound {
          block[first + index] += bytes.loadUnaligned(fromByteOffset: 4 * index, as: Float.self)
        } else {
          let frame = index / channels
          let sample = bytes.loadUnaligned(fromByteOffset: 2 * frame, as: Int16.self)
          let factor = index % channels == 0 ? layer.head.left : layer.head.right
          block[first + index] += Float(sample) * factor
        }
      }
    }
  }
}

extension LayerReader {
  /// Writes the sum of parts as WAV or FLAC with 24 bits.
  /// `readers` are recordings one after the other, each with the frames that it contributes. `timeReference` is the
  /// place of the first frame in the production.
  package static func write(
    _ readers: [(reader: LayerReader, parts: [Part], range: Range<Int>)], format: SoundFormat,
    sampleRate: Int, channels: Int, timeReference: Int, to path: String
  ) throws(AudioError) {
    var options = EncodingOptions(bits: 24)
    options.timeReference = timeReference
    let encoder = try SndfileEncoder(
      creating: path, format: format, sampleRate: sampleRate, channels: channels,
      encoding: options)
    for (reader, parts, range) in readers {
      try reader.sum(of: parts, in: range) { block throws(AudioError) in try encoder.write(block) }
    }
    try encoder.close()
  }
}

extension LayerReader {
  /// Writes the recording with 24 bits: the sum of its parts, its room tone and its gain, rounded only once.
  /// `ceiling` is the ceiling of the limiter in dBTP. `roomTone` is the level of the room tone before the gain in dBFS.
  package func writeRecording(
    to path: String, format: SoundFormat, sampleRate: Int, ceiling: Double, roomTone: Double?
  ) throws(AudioError) {
    let output = FineOutput(
      try SoundFileWriter(
        creating: path, format: format, sampleRate: sampleRate, channels: channels,
        encoding: EncodingOptions(bits: 24)))
    var tone = roomTone.map { RoomTone(level: $0, sampleRate: sampleRate, channels: channels) }
    var limiter = TruePeakLimiter(
      sampleRate: sampleRate, channels: channels, ceiling: ceiling, gain: gain)
    let factor = Float(Decibels.ratio(gain))
    // The samples whose gains the limiter does not know yet.
    var waiting: [Float] = []
    func writeLimited(_ count: Int, _ gains: UnsafeBufferPointer<Double>) throws(AudioError) {
      var samples = Array(waiting[..<count])
      waiting.removeFirst(count)
      for index in samples.indices {
        samples[index] *= factor * (gains.isEmpty ? 1 : Float(gains[index / channels]))
      }
      try output.writer?.write(fine: samples)
    }
    try sum(of: [.all], in: 0..<frames) { block throws(AudioError) in
      var samples = Array(block)
      tone?.add(to: &samples)
      // The limiter has measured a recording that is clamped.
      for index in samples.indices { samples[index] = min(max(samples[index], -1), 1) }
      guard isLimited else {
        for index in samples.indices { samples[index] *= factor }
        try output.writer?.write(fine: samples)
        return
      }
      waiting += samples
      try samples.map(PCM.sample).withUnsafeBufferPointer { rounded throws(AudioError) in
        try limiter.process(rounded, gains: writeLimited)
      }
    }
    if isLimited { try limiter.finish(gains: writeLimited) }
    if let writer = output.writer.take() { _ = try writer.finish() }
  }

  /// A class that wraps a writer, because closures cannot consume what they share.
  private final class FineOutput {
    var writer: SoundFileWriter?
    init(_ writer: consuming SoundFileWriter) { self.writer = consume writer }
  }
}
