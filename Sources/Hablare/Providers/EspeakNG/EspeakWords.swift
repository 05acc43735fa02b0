/// Reads word timings from a worker's slot.
enum EspeakWords {
  private static let wordSize = 12

  /// Returns the offset of the samples in the slot for a text of this length in bytes.
  static func samplesOffset(textBytes: Int) -> Int {
    WorkerProtocol.recordsOffset(payloadBytes: textBytes) + (2 * textBytes + 16) * wordSize
  }

  /// Reads `count` records of `struct word` and returns the plausible timings.
  static func read(
    from slot: WorkerSlot, count: Int, text: String, samples: Int
  ) throws(VoiceProviderError) -> [WordTiming] {
    if count == 0 { return [] }
    let size = wordSize
    let data = try slot.read(
      at: WorkerProtocol.recordsOffset(payloadBytes: text.utf8.count), count: count * size)
    let bytes = [UInt8](data)
    let span = bytes.span
    let timings = (0..<count).map { index in
      WordTiming(
        location: Int(span.little32(at: index * size)),
        length: Int(span.little32(at: index * size + 4)),
        sample: Int(span.little32(at: index * size + 8)))
    }
    return plausible(timings, text: text, samples: samples)
  }

  /// Returns the timings that fall on words of the text, in order.
  ///
  /// If espeak 1.51 reads a character as several words (`👍` as "thumbs up"), espeak loses its
  /// position in the text. The later words then overlap, fall on spaces or lie beyond the end. Such
  /// timings are dropped.
  static func plausible(_ timings: [WordTiming], text: String, samples: Int) -> [WordTiming] {
    let scalars = Array(text.unicodeScalars)
    var end = 0
    var sample = 0
    return timings.compactMap { timing in
      guard timing.location >= end, timing.location < scalars.count, timing.sample >= sample,
        timing.sample < samples, !scalars[timing.location].properties.isWhitespace
      else { return nil }
      let word = scalars[timing.location...].prefix(timing.length)
        .prefix { !$0.properties.isWhitespace }
      end = timing.location + word.count
      sample = timing.sample
      return WordTiming(location: timing.location, length: word.count, sample: timing.sample)
    }
  }
}
