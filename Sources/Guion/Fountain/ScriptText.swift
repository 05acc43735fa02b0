import Glibc

/// The text of a script, and what remains after boneyards and notes are removed.
///
/// The text is copied only when something is removed.
struct ScriptText {
  private let source: Bytes
  private var remaining: [UInt8]?

  init(_ source: Bytes) {
    self.source = source
  }

  /// Calls `body` with the current text.
  func withBytes<Result>(_ body: (Bytes) -> Result) -> Result {
    remaining?.withUnsafeBufferPointer(body) ?? body(source)
  }

  /// Removes ranges, which must be ascending and not overlap.
  mutating func remove(_ ranges: [Range<Int>]) {
    guard !ranges.isEmpty else { return }
    if remaining == nil {
      remaining = Self.copy(source, without: ranges)
    } else {
      removeInPlace(ranges)
    }
  }

  private static func copy(_ text: Bytes, without ranges: [Range<Int>]) -> [UInt8] {
    let removed = ranges.reduce(0) { $0 + $1.count }
    return [UInt8](unsafeUninitializedCapacity: text.count - removed) { buffer, count in
      var next = 0
      for range in ranges + [text.count..<text.count] {
        let kept = Bytes(rebasing: text[next..<range.lowerBound])
        _ = UnsafeMutableBufferPointer(rebasing: buffer[count...]).update(fromContentsOf: kept)
        count += kept.count
        if count > 0 { keepLineEndsApart(buffer, at: count, in: text, after: range.upperBound) }
        next = range.upperBound
      }
    }
  }

  private mutating func removeInPlace(_ ranges: [Range<Int>]) {
    remaining?.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      var (count, next) = (0, 0)
      for range in ranges + [buffer.count..<buffer.count] {
        let kept = range.lowerBound - next
        memmove(base + count, base + next, kept)
        count += kept
        let text = Bytes(buffer)
        if count > 0 { keepLineEndsApart(buffer, at: count, in: text, after: range.upperBound) }
        next = range.upperBound
      }
    }
    remaining?.removeLast(ranges.reduce(0) { $0 + $1.count })
  }
}

/// Changes a CR before a removed range to LF if an LF follows the range.
///
/// Otherwise CR and LF would become a single line end (R19.1 comes before R19.2).
private func keepLineEndsApart(
  _ kept: UnsafeMutableBufferPointer<UInt8>, at count: Int, in text: Bytes, after offset: Int
) {
  guard kept[count - 1] == UInt8(ascii: "\r"), offset < text.count else { return }
  if text[offset] == UInt8(ascii: "\n") { kept[count - 1] = UInt8(ascii: "\n") }
}
