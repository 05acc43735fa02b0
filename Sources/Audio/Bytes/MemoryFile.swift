import CSndfile
import Glibc

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
