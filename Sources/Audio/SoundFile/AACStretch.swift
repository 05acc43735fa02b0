/// The frames of a stretch that `AACEncoder` wrote, in order.
struct AACStretch: ~Copyable {
  private var window: ByteWindow
  /// The header of the first frame.
  /// All frames have the same sample rate and channels.
  let header: ADTSHeader

  init(path: String) throws(AudioError) {
    var window = try ByteWindow(path: path)
    _ = try window.fill(ADTSHeader.length)
    guard let (header, _) = ADTSHeader.read(window.first(ADTSHeader.length)) else {
      throw window.source.malformed("it is not an AAC stretch")
    }
    self.header = header
    self.window = window
  }

  /// Passes the next frame, without its header, to `body`.
  /// Returns false after the last frame.
  mutating func next(_ body: (UnsafeRawBufferPointer) throws(AudioError) -> Void) throws(AudioError)
    -> Bool
  {
    if try window.fill(ADTSHeader.length) == 0 { return false }
    guard let (header, count) = ADTSHeader.read(window.first(ADTSHeader.length)),
      header == self.header
    else { throw window.source.malformed("one of its frames is not AAC") }
    let whole = ADTSHeader.length + count
    guard try window.fill(whole) >= whole else {
      throw window.source.malformed("it ends within a frame")
    }
    try window.bytes { bytes throws(AudioError) in
      try body(
        UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[ADTSHeader.length..<whole])))
    }
    window.skip(whole)
    return true
  }

  /// Returns the number of samples per channel that a file contributes to a book.
  /// This function reads the whole file.
  static func length(ofFile path: String) throws(AudioError) -> Int {
    var stretch = try AACStretch(path: path)
    var frames = 0
    while try stretch.next({ _ throws(AudioError) in }) { frames += 1 }
    return max(0, frames - 1) * AACEncoder.blockFrames
  }
}
