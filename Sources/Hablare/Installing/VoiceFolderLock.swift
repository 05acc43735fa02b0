import Basics
import Glibc

/// Holds the folder that voices are installed into, so that two processes do not work on the same files.
struct VoiceFolderLock {
  private let lock: FileLock

  /// Takes the lock, and waits as long as another process has it; `onWait` is called once if it has to wait.
  static func take(in folder: String, onWait: () -> Void) async throws -> VoiceFolderLock {
    let path = XDGFolders.path(folder, ".lock")
    try Files<DownloadError>.makeFolder(folder, mode: 0o777)
    let file: FileDescriptor
    do throws(FileFault) {
      file = try FileDescriptor(regular: path, flags: O_RDWR | O_CREAT)
    } catch {
      throw DownloadError(path, error)
    }
    let lock = FileLock(file)
    var hasWaited = false
    while true {
      let isTaken = try Files<DownloadError>.attempt(path) { () throws(SystemError) in
        try lock.take(.exclusive)
      }
      if isTaken { return VoiceFolderLock(lock: lock) }
      if !hasWaited { onWait() }
      hasWaited = true
      try await Task.sleep(for: .milliseconds(100))
    }
  }

  /// Lets go of the folder.
  func release() { lock.release() }
}
