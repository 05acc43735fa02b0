/// Measures the true peak of audio that arrives in blocks, exactly as if every point were computed.
///
/// The meter computes only blocks that could contain a higher peak than the highest so far. Speech has few such blocks.
/// libebur128 needs eight times as long for the true peak as for the loudness. This meter needs a small part of that
/// time.
struct TruePeakMeter: Sendable {
  /// The highest magnitude so far; 32,768 is 0 dBFS.
  private var highest: Float = 0

  private let channels: Int
  private var scanner: TruePeakScanner
  /// Frames that were not scanned yet, preceded by frames that affect them.
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

  /// Returns the highest magnitude, including the interpolator's output after the last sample; 32,768 is 0 dBFS.
  func peak() -> Double {
    var copy = self
    let silence = [Int16](repeating: 0, count: 2 * Self.windowFrames * channels)
    silence.withUnsafeBufferPointer { copy.add($0) }
    return Double(copy.highest)
  }
}
