extension UnsafeBufferPointer<UInt8> {
  /// Returns the scalar at an offset, and its length in bytes.
  /// If the bytes are invalid, returns nil and the number of bytes that one U+FFFD replaces.
  /// Invalid bytes are grouped as `String(decoding:as:)` groups them: the longest beginning of a
  /// well-formed sequence is one replacement (Unicode, chapter 3, "maximal subpart").
  package func scalar(at offset: Int, before end: Int) -> (scalar: Unicode.Scalar?, length: Int) {
    let first = self[offset]
    guard first >= 0x80 else { return (Unicode.Scalar(first), 1) }
    guard let form = SequenceForm(first) else { return (nil, 1) }
    var value = UInt32(first) & form.leadMask
    for index in 1..<form.length {
      guard offset + index < end else { return (nil, index) }
      let byte = self[offset + index]
      let allowed = index == 1 ? form.second : 0x80...0xBF
      guard allowed.contains(byte) else { return (nil, index) }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    return (Unicode.Scalar(value), form.length)
  }

  /// Returns the offset of the first invalid byte and the number of replacements by U+FFFD; nil if all
  /// bytes are valid.
  package func undecodable(from start: Int = 0) -> (first: Int, count: Int)? {
    var (offset, found) = (start, Int?.none)
    var places = 0
    while true {
      offset = endOfASCII(from: offset)
      guard offset < count else { break }
      let (scalar, length) = scalar(at: offset, before: count)
      if scalar == nil {
        found = found ?? offset
        places += 1
      }
      offset += length
    }
    return found.map { ($0, places) }
  }

  /// Returns the offset of the first byte that is not ASCII.
  /// Skips eight bytes at a time, because this pass covers the whole text.
  private func endOfASCII(from start: Int) -> Int {
    var offset = start
    let raw = UnsafeRawBufferPointer(self)
    while offset + 8 <= count,
      raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
    {
      offset += 8
    }
    while offset < count, self[offset] < 0x80 { offset += 1 }
    return offset
  }
}

/// The structure of a UTF-8 sequence, determined by its first byte (Unicode, table 3-7).
private struct SequenceForm {
  package let length: Int
  package let leadMask: UInt32
  /// The allowed second bytes.
  /// The range is narrower than 80…BF for first bytes of overlong forms, surrogates and values above
  /// 10FFFF.
  package let second: ClosedRange<UInt8>

  package init?(_ first: UInt8) {
    switch first {
    case 0xC2...0xDF: (length, leadMask) = (2, 0x1F)
    case 0xE0...0xEF: (length, leadMask) = (3, 0x0F)
    case 0xF0...0xF4: (length, leadMask) = (4, 0x07)
    default: return nil
    }
    second =
      switch first {
      case 0xE0: 0xA0...0xBF
      case 0xED: 0x80...0x9F
      case 0xF0: 0x90...0xBF
      case 0xF4: 0x80...0x8F
      default: 0x80...0xBF
      }
  }
}
