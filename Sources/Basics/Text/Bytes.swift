import Glibc

/// Borrowed UTF-8 text.
/// Parsers work with offsets into the text.
package typealias Bytes = UnsafeBufferPointer<UInt8>

extension Bytes {
  /// Returns the text of a range.
  /// Bytes that cannot be decoded become U+FFFD.
  package func string(_ range: Range<Int>) -> String {
    String(decoding: Bytes(rebasing: self[range]), as: UTF8.self)
  }

  /// Returns the length in bytes of the white-space character that begins at an offset, or 0.
  package func whiteSpace(at offset: Int, before end: Int) -> Int {
    let byte = self[offset]
    if byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) { return 1 }
    return byte < 0xC2 ? 0 : wideWhiteSpace(at: offset, before: end)
  }

  /// Returns the length in bytes of the white-space character that ends before an offset, or 0.
  package func whiteSpace(before offset: Int, from start: Int) -> Int {
    let byte = self[offset - 1]
    if byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) { return 1 }
    guard byte >= 0x80 else { return 0 }
    for length in 2...3 where offset - length >= start {
      if wideWhiteSpace(at: offset - length, before: offset) == length { return length }
    }
    return 0
  }

  /// Returns a range without the white space at its ends.
  package func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end {
      let length = whiteSpace(at: start, before: end)
      guard length > 0 else { break }
      start += length
    }
    while end > start {
      let length = whiteSpace(before: end, from: start)
      guard length > 0 else { break }
      end -= length
    }
    return start..<end
  }

  package func first(_ byte: UInt8, in range: Range<Int>) -> Int? {
    guard let base = baseAddress, !range.isEmpty,
      let found = memchr(base + range.lowerBound, Int32(byte), range.count)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  /// Returns the first offset of two adjacent bytes in a range.
  package func first(_ pair: (UInt8, UInt8), in range: Range<Int>) -> Int? {
    guard range.count >= 2 else { return nil }
    var start = range.lowerBound
    while let found = first(pair.0, in: start..<range.upperBound - 1) {
      if self[found + 1] == pair.1 { return found }
      start = found + 1
    }
    return nil
  }

  /// Whether the byte at an offset is preceded by a backslash (Documentation/fountain.md, R17.4).
  package func isEscaped(at offset: Int, from start: Int) -> Bool {
    offset > start && self[offset - 1] == UInt8(ascii: "\\")
  }

  /// Returns the length in bytes of a white-space character outside ASCII (Unicode property
  /// White_Space), or 0.
  private func wideWhiteSpace(at offset: Int, before end: Int) -> Int {
    guard offset + 1 < end else { return 0 }
    let second = self[offset + 1]
    if self[offset] == 0xC2 { return second == 0x85 || second == 0xA0 ? 2 : 0 }
    guard offset + 2 < end else { return 0 }
    switch (self[offset], second, self[offset + 2]) {
    case (0xE1, 0x9A, 0x80), (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80): return 3
    case (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8...0xA9), (0xE2, 0x80, 0xAF): return 3
    default: return 0
    }
  }
}

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

/// Percent-encoding (RFC 3986, section 2.1).
/// `+` is not decoded as a space, because espeak's voice ids contain it.
package enum PercentEncoding {
  /// The characters that need no encoding anywhere (RFC 3986, section 2.3).
  package static let unreserved = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~".utf8)

  /// Returns `text` with every byte outside `kept` written as `%XX`.
  package static func encode(_ text: String, keeping kept: Set<UInt8> = unreserved) -> String {
    let digits = Array("0123456789ABCDEF")
    return text.utf8.reduce(into: "") { result, byte in
      if kept.contains(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        result += ["%", digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
  }

  /// Returns `text` with every `%XX` replaced by the byte that it encodes; nil if a `%` is not
  /// followed by two hexadecimal digits, or if the bytes are not UTF-8.
  package static func decode(_ text: Substring) -> String? {
    var bytes = [UInt8]()
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(hexDigit),
        let low = rest.popFirst().flatMap(hexDigit)
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
  }
}

// Each type has its own functions: a generic one is slow across modules.

extension String {
  /// Whether the text contains a byte; faster than `utf8.contains`.
  package func hasByte(_ byte: UInt8) -> Bool {
    utf8.withContiguousStorageIfAvailable { $0.has(byte) } ?? utf8.contains(byte)
  }

  /// Whether the text contains the bytes of another text.
  /// Much faster than `contains`, which compares characters.
  package func hasText(_ part: StaticString) -> Bool {
    utf8.withContiguousStorageIfAvailable { $0.has(part) } ?? contains("\(part)")
  }

  /// Whether the text has so many blanks in a row.
  package func hasBlanks(_ count: Int) -> Bool {
    utf8.withContiguousStorageIfAvailable { $0.hasBlanks(count) }
      ?? contains(String(repeating: " ", count: count))
  }
}

extension Substring {
  /// Whether the text contains a byte; faster than `utf8.contains`.
  package func hasByte(_ byte: UInt8) -> Bool {
    utf8.withContiguousStorageIfAvailable { $0.has(byte) } ?? utf8.contains(byte)
  }

  /// Whether the text contains the bytes of another text.
  package func hasText(_ part: StaticString) -> Bool {
    utf8.withContiguousStorageIfAvailable { $0.has(part) } ?? contains("\(part)")
  }
}

extension Bytes {
  fileprivate func has(_ byte: UInt8) -> Bool { first(byte, in: 0..<count) != nil }

  /// Whether the text has `length` blanks in a row.
  /// So many blanks cover at least one of the bytes that this loop looks at.
  fileprivate func hasBlanks(_ length: Int) -> Bool {
    var place = length - 1
    while place < count {
      if self[place] == 0x20 {
        var start = place
        while start > 0, self[start - 1] == 0x20 { start -= 1 }
        while place + 1 < count, self[place + 1] == 0x20 { place += 1 }
        if place - start + 1 >= length { return true }
      }
      place += length
    }
    return false
  }

  /// Returns how seldom a byte is in running text, from 0.
  private static func rarity(_ byte: UInt8) -> Int {
    switch byte {
    case 0x20, 0x61...0x7A: 0
    case 0x2E, 0x2C, 0x27: 1
    case 0x41...0x5A: 2
    default: 3
    }
  }

  fileprivate func has(_ part: StaticString) -> Bool {
    let (bytes, length) = (part.utf8Start, part.utf8CodeUnitCount)
    guard length <= count, let base = baseAddress else { return false }
    // Most texts do not have the rarest byte.
    var rare = 0
    for place in 0..<length where Self.rarity(bytes[place]) > Self.rarity(bytes[rare]) {
      rare = place
    }
    var start = rare
    let end = count - length + rare + 1
    while start < end, let place = first(bytes[rare], in: start..<end) {
      if memcmp(base + place - rare, bytes, length) == 0 { return true }
      start = place + 1
    }
    return false
  }
}
