import Basics

/// A sound file that is assembled from bytes, by a tag pass or for a book.
/// This type is the sole owner of its descriptor.
struct FileOutput: ~Copyable {
  let path: String
  private let descriptor: FileDescriptor
  /// Receives the written bytes, in order.
  private let onBytes: (UnsafeRawBufferPointer) -> Void
  /// Small pieces that are not written yet.
  /// Writing them together saves system calls and calls of `onBytes`.
  private var pending: [UInt8] = []
  /// The number of bytes written so far.
  private(set) var length: Int64 = 0

  init(
    creating path: String, onBytes: @escaping (UnsafeRawBufferPointer) -> Void = { _ in }
  ) throws(AudioError) {
    self.path = path
    self.onBytes = onBytes
    do {
      descriptor = try FileDescriptor(path, creating: true)
    } catch {
      throw .creating(path, error)
    }
    pending.reserveCapacity(FileSource.blockSize)
  }

  mutating func write(_ bytes: UnsafeRawBufferPointer) throws(AudioError) {
    if pending.count + bytes.count > FileSource.blockSize { try flush() }
    length += Int64(bytes.count)
    if bytes.count > FileSource.blockSize {
      try pass(bytes)
    } else {
      pending.append(contentsOf: bytes)
    }
  }

  mutating func write(_ bytes: [UInt8]) throws(AudioError) {
    try bytes.withUnsafeBufferPointer { bytes throws(AudioError) in
      try write(UnsafeRawBufferPointer(bytes))
    }
  }

  mutating func copy(_ range: Range<Int64>, of source: borrowing FileSource) throws(AudioError) {
    try flush()
    try source.forEachBlock(in: range) { block throws(AudioError) in try pass(block) }
    length += Int64(range.count)
  }

  /// Completes the file.
  /// `bytes` replace the bytes at `place`. This parameter is for a header that precedes the audio but is known only at
  /// the end. `onBytes` does not receive the replacement.
  consuming func finish(putting bytes: [UInt8] = [], at place: Int64 = 0) throws(AudioError) {
    try flush()
    let path = path
    do throws(SystemError) {
      if !bytes.isEmpty {
        try descriptor.seek(place)
        try descriptor.write(bytes)
      }
      try descriptor.close()
    } catch {
      throw .writing(path, error)
    }
  }

  private mutating func flush() throws(AudioError) {
    guard !pending.isEmpty else { return }
    try pending.withUnsafeBufferPointer { bytes throws(AudioError) in
      try pass(UnsafeRawBufferPointer(bytes))
    }
    pending.removeAll(keepingCapacity: true)
  }

  private func pass(_ bytes: UnsafeRawBufferPointer) throws(AudioError) {
    do {
      try descriptor.write(bytes)
    } catch {
      throw .writing(path, error)
    }
    onBytes(bytes)
  }
}
