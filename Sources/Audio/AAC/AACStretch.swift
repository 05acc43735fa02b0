/// The frames of a stretch, as `AACEncoder` has written them, one after the other.
struct AACStretch: ~Copyable {
  private let source: TagSource
  private var buffer: [UInt8] = []
  private var start = 0
  /// Rate and channels; those of the first frame, and of every one.
  let header: ADTSHeader

  /// Opens a stretch.
  init(path: String) throws(AudioError) {
    let source = try TagSource(path: path)
    let first = try source.bytes(at: 0, count: ADTSHeader.length)
    guard let (header, _) = ADTSHeader.read(first) else {
      throw source.malformed("it is no stretch of AAC")
    }
    try source.rewind()
    self.header = header
    self.source = source
  }

  /// Gives the next frame, without its header, to `body`; false behind the last.
  mutating func next(_ body: (UnsafeRawBufferPointer) throws(AudioError) -> Void) throws(AudioError)
    -> Bool
  {
    try fill(ADTSHeader.length)
    if start == buffer.count { return false }
    guard let (header, count) = ADTSHeader.read(buffer[start...]), header == self.header else {
      throw source.malformed("a frame of it is no AAC")
    }
    try fill(ADTSHeader.length + count)
    guard buffer.count - start >= ADTSHeader.length + count else {
      throw source.malformed("it ends within a frame")
    }
    let range = start + ADTSHeader.length..<start + ADTSHeader.length + count
    try buffer.withUnsafeBufferPointer { bytes throws(AudioError) in
      try body(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[range])))
    }
    start = range.upperBound
    return true
  }

  /// How many samples of each channel a file holds as a part of a book; reads all of it.
  static func length(ofFile path: String) throws(AudioError) -> Int {
    var stretch = try AACStretch(path: path)
    var frames = 0
    while try stretch.next({ _ throws(AudioError) in }) { frames += 1 }
    return max(0, frames - 1) * AACEncoder.blockFrames
  }

  /// Sees to it that so many bytes are at hand, if there are as many.
  private mutating func fill(_ count: Int) throws(AudioError) {
    guard buffer.count - start < count else { return }
    buffer.removeFirst(start)
    start = 0
    let block = UnsafeMutableRawBufferPointer.allocate(
      byteCount: TagSource.blockSize, alignment: 16)
    defer { block.deallocate() }
    // A frame has 8 kB at most, so that one read is enough unless the file ends.
    buffer.append(contentsOf: block[..<(try source.read(into: block))])
  }
}
