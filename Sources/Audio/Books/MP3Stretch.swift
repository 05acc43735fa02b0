import Basics

/// The frames of an MP3 stretch, in order.
struct MP3Stretch: ~Copyable {
  /// The header before the audio.
  let header: LAMEHeader
  private var window: ByteWindow
  /// The number of audio frames that `next(_:)` has passed to its callers so far.
  private var given = 0

  /// Opens a stretch.
  init(path: String) throws(AudioError) {
    var window = try ByteWindow(path: path)
    let tag = ID3Tag.length(header: window.first(try window.fill(ID3Tag.headerSize)))
    guard try window.fill(tag + MPEGFrame.headerLength) >= tag + MPEGFrame.headerLength else {
      throw window.source.malformed("it contains no audio")
    }
    window.skip(tag)
    guard let first = MPEGFrame(window.first(MPEGFrame.headerLength)),
      try window.fill(first.length) >= first.length,
      let header = LAMEHeader(window.first(first.length)), header.samples >= 0
    else { throw window.source.malformed("it does not begin with LAME's header") }
    window.skip(first.length)
    self.header = header
    self.window = window
  }

  /// Passes the next frame to `body`.
  ///
  /// Returns false after the last frame.
  mutating func next(
    _ body: (UnsafeRawBufferPointer) throws(AudioError) -> Void
  ) throws(AudioError) -> Bool {
    guard try window.fill(MPEGFrame.headerLength) > 0 else {
      guard given == header.frames else {
        throw window.source.malformed("it has \(given) frames instead of \(header.frames)")
      }
      return false
    }
    guard let frame = MPEGFrame(window.first(MPEGFrame.headerLength)),
      frame.fits(header.frame)
    else { throw window.source.malformed("one of its frames is not MP3") }
    guard try window.fill(frame.length) >= frame.length else {
      throw window.source.malformed("it ends within a frame")
    }
    // The first frame of a chapter must not need data from the chapter before.
    let head = window.first(MPEGFrame.headerLength + frame.sideLength)
    guard given > 0 || frame.standsAlone(head) else {
      throw window.source.malformed("its first frame depends on an earlier frame")
    }
    try window.bytes { bytes throws(AudioError) in
      try body(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[..<frame.length])))
    }
    window.skip(frame.length)
    given += 1
    return true
  }

  func malformed(_ reason: String) -> AudioError { window.source.malformed(reason) }
}
