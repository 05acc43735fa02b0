/// The true peak of a sound that comes in blocks, exactly as if every point had been computed.
///
/// It looks only at blocks that could hold a higher peak than was found so far: in speech few, so
/// that it costs a small part of libebur128's, which is eight times as dear as loudness.
struct TruePeakMeter: Sendable {
  /// The highest magnitude so far, with full scale at 32,768.
  private var highest: Float = 0

  private let channels: Int
  private var scanner: TruePeakScanner
  /// Frames that are not looked at yet, behind those that reach into them.
  private var pending: [Int16]

  private static let windowFrames =
    TruePeakScanner.framesBefore + TruePeakScanner.blockFrames + TruePeakScanner.framesBehind

  init(channels: Int) {
    self.channels = channels
    scanner = TruePeakScanner(channels: channels)
    pending = [Int16](repeating: 0, count: TruePeakScanner.framesBefore * channels)
  }

  mutating func add(_ samples: UnsafeBufferPointer<Int16>) {
    pending.append(contentsOf: samples)
    var frame = 0
    pending.withUnsafeBufferPointer { pending in
      guard let start = pending.baseAddress else { return }
      while (frame + Self.windowFrames) * channels <= pending.count {
        scan(start + frame * channels)
        frame += TruePeakScanner.blockFrames
      }
    }
    pending.removeFirst(frame * channels)
  }

  private mutating func scan(_ frames: UnsafePointer<Int16>) {
    guard scanner.scan(frames, above: highest) else { return }
    for magnitude in scanner.magnitudes { highest = max(highest, magnitude) }
  }

  /// The highest magnitude, with full scale at 32,768, of what was added and of its echo in the
  /// interpolator.
  func peak() -> Double {
    var copy = self
    let silence = [Int16](repeating: 0, count: 2 * Self.windowFrames * channels)
    silence.withUnsafeBufferPointer { copy.add($0) }
    return Double(copy.highest)
  }
}
