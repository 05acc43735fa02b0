/// The frames of a stretch of FLAC, one after the other.
///
/// A frame does not tell its length: it ends where its checksum is right and the header of the next one follows.
struct FLACStretch: ~Copyable {
  let info: FLACStreamInfo
  let vendor: VorbisComment
  /// How many frames there are.
  let count: Int
  private var window: ByteWindow
  private var given = 0

  /// Opens a stretch.
  init(path: String) throws(AudioError) {
    var window = try ByteWindow(path: path)
    let metadata = try FLACMetadata(window.source)
    guard let info = FLACStreamInfo(metadata.blocks[0].content), let count = info.blocks else {
      throw window.source.malformed("it is no stretch of FLAC, whose blocks are all of one length")
    }
    try window.source.rewind()
    let start = Int(metadata.soundStart)
    guard try window.fill(start) >= start else {
      throw window.source.malformed("there is no sound in it")
    }
    window.skip(start)
    (self.info, self.count, vendor) = (info, count, metadata.vendor)
    self.window = window
  }

  /// Gives the next frame with another number to `body`, in pieces; false behind the last.
  mutating func next(
    numbered number: Int, _ body: (UnsafeRawBufferPointer) throws(AudioError) -> Void
  ) throws(AudioError) -> Bool {
    let wanted = info.longestFrame + FLACFrameHeader.longest
    let available = try window.fill(wanted)
    guard given < count else {
      guard available == 0 else { throw malformed("something stands behind its sound") }
      return false
    }
    let length = try window.bytes { bytes throws(AudioError) in
      let bytes = UnsafeBufferPointer(rebasing: bytes.prefix(wanted))
      guard let header = FLACFrameHeader(bytes), header.number == given,
        let length = frameLength(bytes), length > header.length + 2
      else { throw malformed("a frame of it is damaged") }
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

  /// The length of the frame that the bytes begin with; nil where its end is not among them.
  private func frameLength(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let isLast = given == count - 1
    return Checksum.end(of: bytes) { place in
      isLast
        ? place == bytes.count
        : FLACFrameHeader(UnsafeBufferPointer(rebasing: bytes[place...]))?.number == given + 1
    }
  }
}
