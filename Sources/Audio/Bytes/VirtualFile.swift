import CSndfile

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
