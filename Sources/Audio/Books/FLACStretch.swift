/// The frames of a FLAC stretch, in order.
///
/// A frame does not contain its length. A frame ends at the first position where the checksum matches and the header of
/// the next frame follows.
struct FLACStretch: ~Copyable {
  let info: FLACStreamInfo
  let vendor: VorbisComment
  /// The number of frames.
  let count: Int
  private var window: ByteWindow
  private var given = 0

  /// Opens a stretch.
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
  ///
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
