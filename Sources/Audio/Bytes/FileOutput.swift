import Basics

/// A sound file that is put together from bytes, of a tag pass or of a book; the one owner of its descriptor.
struct FileOutput: ~Copyable {
  let path: String
  private let descriptor: FileDescriptor
  /// Sees the bytes go by, in order.
  private let onBytes: (UnsafeRawBufferPointer) -> Void
  /// Small pieces are gathered, so that neither the system nor the listener is called for each frame.
  private var pending: [UInt8] = []
  /// How many bytes were written so far.
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

  /// Copies a range of a file.
  mutating func copy(_ range: Range<Int64>, of source: borrowing FileSource) throws(AudioError) {
    try flush()
    try source.forEachBlock(in: range) { block throws(AudioError) in try pass(block) }
    length += Int64(range.count)
  }

  /// Completes the file; `bytes` take the place of those that were written at `place`.
  ///
  /// What stands before the sound tells of all of it, and is known in the end only. The listener does not
  /// hear of them.
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
