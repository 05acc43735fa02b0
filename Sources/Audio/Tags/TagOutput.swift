/// The tagged file that a tag pass writes, and the listener that sees its bytes go by.
struct TagOutput: ~Copyable {
  let path: String
  private let descriptor: FileDescriptor
  private let onBytes: (UnsafeRawBufferPointer) -> Void
  /// Small pieces are gathered, so that neither the system nor the listener is called per page.
  private var pending: [UInt8] = []

  init(
    creating path: String, besides source: borrowing TagSource,
    onBytes: @escaping (UnsafeRawBufferPointer) -> Void
  ) throws(AudioError) {
    self.path = path
    self.onBytes = onBytes
    // Emptying the file that is being read would destroy it.
    if let existing = try? FileDescriptor(path, creating: false),
      (try? existing.isSameFile(as: source.descriptor)) == true
    {
      throw .cannotOpen(path: path, reason: "it is the file to be read")
    }
    do {
      descriptor = try FileDescriptor(path, creating: true)
    } catch {
      throw .cannotOpen(path: path, reason: error.reason)
    }
    pending.reserveCapacity(TagSource.blockSize)
  }

  mutating func write(_ bytes: UnsafeRawBufferPointer) throws(AudioError) {
    if pending.count + bytes.count > TagSource.blockSize { try flush() }
    if bytes.count > TagSource.blockSize {
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

  /// Copies a range of the source.
  mutating func copy(_ range: Range<Int64>, of source: borrowing TagSource) throws(AudioError) {
    try flush()
    try source.forEachBlock(in: range) { block throws(AudioError) in try pass(block) }
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

  consuming func finish() throws(AudioError) {
    try flush()
    let path = path
    do {
      try descriptor.close()
    } catch {
      throw .writing(path, error)
    }
  }
}
