/// The frames of a stretch, as `AACEncoder` has written them, one after the other.
struct AACStretch: ~Copyable {
  private var window: ByteWindow
  /// Rate and channels; those of the first frame, and of every one.
  let header: ADTSHeader

  /// Opens a stretch.
  init(path: String) throws(AudioError) {
    var window = try ByteWindow(path: path)
    _ = try window.fill(ADTSHeader.length)
    guard let (header, _) = ADTSHeader.read(window.first(ADTSHeader.length)) else {
      throw window.source.malformed("it is no stretch of AAC")
    }
    self.header = header
    self.window = window
  }

  /// Gives the next frame, without its header, to `body`; false behind the last.
  mutating func next(_ body: (UnsafeRawBufferPointer) throws(AudioError) -> Void) throws(AudioError)
    -> Bool
  {
    if try window.fill(ADTSHeader.length) == 0 { return false }
    guard let (header, count) = ADTSHeader.read(window.first(ADTSHeader.length)),
      header == self.header
    else { throw window.source.malformed("a frame of it is no AAC") }
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

  /// How many samples of each channel a file holds as a part of a book; reads all of it.
  static func length(ofFile path: String) throws(AudioError) -> Int {
    var stretch = try AACStretch(path: path)
    var frames = 0
    while try stretch.next({ _ throws(AudioError) in }) { frames += 1 }
    return max(0, frames - 1) * AACEncoder.blockFrames
  }
}
