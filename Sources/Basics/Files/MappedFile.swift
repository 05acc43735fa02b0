import Glibc

/// The bytes of a regular file, mapped for reading.
/// Opening takes the same time for any size, and processes that map the same file share its pages. The
/// length of the file must not change while it is mapped; replacing the file by renaming is safe.
/// `@unchecked Sendable`: the only owner of a mapping that is never written.
package final class MappedFile: @unchecked Sendable {
  /// The bytes, valid as long as this object exists.
  package let bytes: UnsafeRawBufferPointer

  /// Maps the file at a path.
  /// Throws `exceedsLimit` if the file has more than `maximum` bytes.
  package init(_ path: String, maximum: Int) throws(FileFault) {
    let file = try FileDescriptor(regular: path, followingLinks: true)
    bytes = try Self.map(file, maximum: maximum)
  }

  private static func map(
    _ file: borrowing FileDescriptor, maximum: Int
  ) throws(FileFault) -> UnsafeRawBufferPointer {
    let size: Int
    do throws(SystemError) {
      size = try file.status().size
    } catch {
      throw .system(error)
    }
    guard size <= maximum else { throw .exceedsLimit }
    // mmap(2) refuses a length of 0.
    guard size > 0 else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, file.number, 0)
    guard let start, start != MAP_FAILED else { throw .system(.last) }
    return UnsafeRawBufferPointer(start: start, count: size)
  }

  deinit {
    if let start = bytes.baseAddress {
      munmap(UnsafeMutableRawPointer(mutating: start), bytes.count)
    }
  }
}
