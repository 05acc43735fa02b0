import Basics
import CSndfile
import Glibc

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

/// A finished sound file whose bytes are read, for its tags or as a part of a book.
struct FileSource: ~Copyable {
  let path: String
  let length: Int64
  let descriptor: FileDescriptor

  /// The number of bytes copied at a time.
  /// Larger blocks are not faster (measured).
  static let blockSize = 256 * 1024

  init(path: String) throws(AudioError) {
    self.path = path
    do throws(SystemError) {
      let descriptor = try FileDescriptor(path, creating: false)
      length = try descriptor.length()
      self.descriptor = descriptor
    } catch {
      throw .cannotOpen(path: path, reason: error.reason)
    }
  }

  /// Moves back to the beginning.
  func rewind() throws(AudioError) { try seek(0) }

  /// Returns the bytes of a range, which must be within the file.
  func bytes(at offset: Int64, count: Int) throws(AudioError) -> [UInt8] {
    guard offset + Int64(count) <= length else { throw malformed("it ends too early") }
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    try seek(offset)
    while filled < count {
      let got = try bytes.withUnsafeMutableBufferPointer { buffer throws(AudioError) in
        try read(
          into: UnsafeMutableRawBufferPointer(
            UnsafeMutableBufferPointer(rebasing: buffer[filled...])))
      }
      guard got > 0 else { throw malformed("it ends too early") }
      filled += got
    }
    return bytes
  }

  /// Passes the bytes of a range, which must be within the file, block by block.
  func forEachBlock(
    in range: Range<Int64>, _ body: (UnsafeRawBufferPointer) throws(AudioError) -> Void
  ) throws(AudioError) {
    guard range.upperBound <= length else { throw malformed("it ends too early") }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.blockSize, alignment: 16)
    defer { buffer.deallocate() }
    var rest = range.count
    try seek(range.lowerBound)
    while rest > 0 {
      let block = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(rest))
      let count = try read(into: block)
      guard count > 0 else { throw malformed("it ends too early") }
      try body(UnsafeRawBufferPointer(rebasing: block.prefix(count)))
      rest -= count
    }
  }

  /// Reads the bytes after the previous read, and returns their number.
  /// Returns 0 at the end of the file.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(AudioError) -> Int {
    do {
      return try descriptor.read(into: buffer)
    } catch {
      throw .cannotRead(path: path, reason: error.reason)
    }
  }

  private func seek(_ offset: Int64) throws(AudioError) {
    do {
      try descriptor.seek(offset)
    } catch {
      throw .cannotRead(path: path, reason: error.reason)
    }
  }

  func malformed(_ reason: String) -> AudioError { .malformed(path: path, reason: reason) }
}

/// Bytes in memory that libsndfile reads and writes as a file.
/// libsndfile gets this object as `user_data`.
final class MemoryFile {
  private(set) var bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  private func seek(_ offset: Int, from whence: Int32) -> Int {
    let base =
      switch whence {
      case SEEK_CUR: place
      case SEEK_END: bytes.count
      default: 0
      }
    // A position beyond the end is allowed, as in a file. Reading at this position returns no bytes.
    place = max(0, base + offset)
    return place
  }

  private func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard place < bytes.count else { return 0 }
    let count = min(buffer.count, bytes.count - place)
    bytes.withUnsafeBytes { bytes in
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[place..<place + count]))
    }
    place += count
    return count
  }

  private func write(_ buffer: UnsafeRawBufferPointer) -> Int {
    let end = place + buffer.count
    if bytes.count < end { bytes.append(contentsOf: repeatElement(0, count: end - bytes.count)) }
    bytes.withUnsafeMutableBytes { bytes in
      UnsafeMutableRawBufferPointer(rebasing: bytes[place..<end]).copyMemory(from: buffer)
    }
    place = end
    return buffer.count
  }

  static let callbacks = SF_VIRTUAL_IO(
    get_filelen: { sf_count_t(MemoryFile.of($0)?.bytes.count ?? -1) },
    seek: { offset, whence, data in
      sf_count_t(MemoryFile.of(data)?.seek(Int(offset), from: whence) ?? -1)
    },
    read: { bytes, count, data in
      let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: Int(count))
      return sf_count_t(MemoryFile.of(data)?.read(into: buffer) ?? 0)
    },
    write: { bytes, count, data in
      let buffer = UnsafeRawBufferPointer(start: bytes, count: Int(count))
      return sf_count_t(MemoryFile.of(data)?.write(buffer) ?? 0)
    },
    tell: { sf_count_t(MemoryFile.of($0)?.place ?? -1) })

  private static func of(_ data: UnsafeMutableRawPointer?) -> MemoryFile? {
    data.map { Unmanaged<MemoryFile>.fromOpaque($0).takeUnretainedValue() }
  }
}

/// The callbacks through which libsndfile writes to an `EncodedFile`.
/// libsndfile gets the file as `user_data`.
enum VirtualFile {
  static let callbacks = SF_VIRTUAL_IO(
    get_filelen: { VirtualFile.of($0)?.length() ?? -1 },
    seek: { offset, whence, data in VirtualFile.of(data)?.seek(offset, from: whence) ?? -1 },
    read: { bytes, count, data in
      let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: Int(count))
      return sf_count_t(VirtualFile.of(data)?.read(into: buffer) ?? 0)
    },
    write: { bytes, count, data in
      let buffer = UnsafeRawBufferPointer(start: bytes, count: Int(count))
      return VirtualFile.of(data)?.write(buffer) == true ? count : 0
    },
    tell: { VirtualFile.of($0)?.seek(0, from: 1) ?? -1 })

  private static func of(_ data: UnsafeMutableRawPointer?) -> EncodedFile? {
    data.map { Unmanaged<EncodedFile>.fromOpaque($0).takeUnretainedValue() }
  }
}
