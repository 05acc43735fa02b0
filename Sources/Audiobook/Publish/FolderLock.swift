import Glibc

/// Holds a folder for as long as it lives; the kernel lets go of it when the process ends, however it
/// ends.
struct FolderLock: ~Copyable {
  private let descriptor: Int32

  init(path: String, folder: String) throws(RenderError) {
    let descriptor = try FileSystem.openRecord(path, O_RDWR | O_CREAT)
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let holder = Self.holder(descriptor)
      close(descriptor)
      throw .held(path: folder, by: holder.map { "process \($0)" } ?? "another build")
    }
    ftruncate(descriptor, 0)
    let text = Array("\(getpid())\n".utf8)
    _ = text.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    self.descriptor = descriptor
  }

  deinit {
    // A child forked a moment ago shares the file until it executes its program: closing alone would
    // let it hold the folder.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  private static func holder(_ descriptor: Int32) -> Int? {
    var bytes = [UInt8](repeating: 0, count: 32)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    guard count > 0 else { return nil }
    return Int(String(decoding: bytes[..<count], as: UTF8.self).filter(\.isNumber))
  }
}
