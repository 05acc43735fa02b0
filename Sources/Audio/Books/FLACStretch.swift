/// The frames of a FLAC stretch, in order.
/// A frame does not contain its length. A frame ends at the first position where the checksum matches and the header of
/// the next frame follows.
struct FLACStretch: ~Copyable {
  let info: FLACStreamInfo
  let vendor: VorbisComment
  /// The number of frames.
  let count: Int
  private var window: ByteWindow
  private var given = 0

  init(path: String) throws(AudioError) {
    var window = try ByteWindow(path: path)
    let metadata = try FLACMetadata(window.source)
    guard let info = FLACStreamInfo(metadata.blocks[0].content), let count = info.blocks else {
      throw window.source.malformed("it is not a FLAC stretch with blocks of equal length")
    }
    try window.source.rewind()
    let start = Int(metadata.soundStart)
    guard try window.fill(start) >= start else {
      throw window.source.malformed("it contains no audio")
    }
    window.skip(start)
    (self.info, self.count, vendor) = (info, count, metadata.vendor)
    self.window = window
  }

  /// Gives the next frame the frame number `number`, and passes the frame to `body` in pieces.
  /// Returns false after the last frame.
  mutating func next(
    numbered number: Int, _ body: (UnsafeRawBufferPointer) throws(AudioError) -> Void
  ) throws(AudioError) -> Bool {
    let wanted = info.longestFrame + FLACFrameHeader.longest
    let available = try window.fill(wanted)
    guard given < count else {
      guard available == 0 else { throw malformed("there is data after its audio") }
      return false
    }
    let length = try window.bytes { bytes throws(AudioError) in
      let bytes = UnsafeBufferPointer(rebasing: bytes.prefix(wanted))
      guard let header = FLACFrameHeader(bytes), header.number == given,
        let length = frameLength(bytes), length > header.length + 2
      else { throw malformed("one of its frames is damaged") }
      let head = header.bytes(number: number)
      let data = UnsafeBufferPointer(rebasing: bytes[header.length..<length - 2])
      let checksum = Checksum.frame(data, after: Checksum.frame(head))
      try Self.give(head, to: body)
      try body(UnsafeRawBufferPointer(data))
      try Self.give(ByteOrder.big(checksum), to: body)
      return length
    }
    window.skip(length)
    given += 1
    return true
  }

  private static func give(
    _ bytes: [UInt8], to body: (UnsafeRawBufferPointer) throws(AudioError) -> Void
  ) throws(AudioError) {
    try bytes.withUnsafeBufferPointer { bytes throws(AudioError) in
      try body(UnsafeRawBufferPointer(bytes))
    }
  }

  func malformed(_ reason: String) -> AudioError { window.source.malformed(reason) }

  /// Returns the length of the frame at the beginning of the bytes, or nil if the bytes do not contain its end.
  private func frameLength(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let isLast = given == count - 1
    return Checksum.end(of: bytes) { place in
      isLast
        ? place == bytes.count
        : FLACFrameHeader(UnsafeBufferPointer(rebasing: bytes[place...]))?.number == given + 1
    }
  }
}

/// The header of a FLAC frame in a stream with blocks of equal length (RFC 9639, section 9.1).
struct FLACFrameHeader {
  let number: Int
  /// The length of the header in bytes.
  let length: Int
  /// The bytes before the number: the sync code and the properties of the audio.
  private let before: [UInt8]
  /// The bytes after the number, without the checksum: the block size and the sample rate if `before` has no code for
  /// them.
  private let after: [UInt8]

  /// The maximum length of a header in bytes: 4 before the number, 7 for the number, 2 for the block size, 2 for the
  /// sample rate, and 1 for the checksum.
  static let longest = 16

  /// Reads a header.
  /// Returns nil if the bytes do not begin with a header.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count >= 6, bytes[0] == 0xFF, bytes[1] == 0xF8, bytes[3] & 1 == 0 else {
      return nil
    }
    guard let (number, numberLength) = Self.number(UnsafeBufferPointer(rebasing: bytes[4...]))
    else { return nil }
    let (size, rate) = (bytes[2] >> 4, bytes[2] & 15)
    let extra = (size == 6 ? 1 : size == 7 ? 2 : 0) + (rate == 12 ? 1 : rate > 12 ? 2 : 0)
    let end = 4 + numberLength + extra
    guard size != 0, rate != 15, end < bytes.count, Checksum.header(bytes[..<end]) == bytes[end]
    else { return nil }
    (self.number, length) = (number, end + 1)
    (before, after) = (Array(bytes[..<4]), Array(bytes[(4 + numberLength)..<end]))
  }

  func bytes(number: Int) -> [UInt8] {
    let bytes = before + Self.bytes(of: number) + after
    return bytes + [Checksum.header(bytes)]
  }

  /// Returns a number of at most 31 bits and the count of its bytes, or nil if the bytes are invalid.
  /// The number is coded like a character in UTF-8 (section 9.1.5).
  private static func number(_ bytes: UnsafeBufferPointer<UInt8>) -> (Int, Int)? {
    let first = bytes[0]
    if first < 0x80 { return (Int(first), 1) }
    let length = (~first).leadingZeroBitCount
    guard 2...6 ~= length, length <= bytes.count else { return nil }
    var value = Int(first) & (0x7F >> length)
    for byte in bytes[1..<length] {
      guard byte & 0xC0 == 0x80 else { return nil }
      value = value << 6 | Int(byte & 0x3F)
    }
    return (value, length)
  }

  private static func bytes(of number: Int) -> [UInt8] {
    if number < 0x80 { return [UInt8(number)] }
    // In a number of n bytes, the first byte contains 7 - n bits of the number, and each other byte contains six bits.
    let length = (2...6).first { number >> (5 * $0 + 1) == 0 } ?? 6
    let mark = ~(0xFF >> length) & 0xFF
    return (0..<length).map { index in
      let bits = number >> (6 * (length - 1 - index))
      return index == 0 ? UInt8(truncatingIfNeeded: mark | bits) : UInt8(0x80 | bits & 0x3F)
    }
  }
}
