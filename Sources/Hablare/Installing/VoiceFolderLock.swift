import Basics
import Glibc

/// The lock of the folder that voices are installed into.
/// It prevents two processes from changing the same files.
struct VoiceFolderLock {
  private let lock: FileLock

  /// Takes the lock, and waits while another process holds it.
  /// `onWait` is called once before waiting.
  static func take(in folder: String, onWait: () -> Void) async throws -> VoiceFolderLock {
    let path = XDGFolders.path(folder, ".lock")
    try Files<DownloadError>.makeFolder(folder, mode: 0o777)
    let file: FileDescriptor
    do throws(FileError) {
      file = try FileDescriptor(regular: path, flags: O_RDWR | O_CREAT)
    } catch {
      throw DownloadError(error)
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

  func release() { lock.release() }
}

/// The paths of voice files below a folder of voices.
enum VoiceFiles {
  static func folder(of engine: InstalledVoice.Engine, in voices: String) -> String {
    XDGFolders.path(voices, engine.rawValue)
  }

  /// Returns the path of a voice's file.
  static func path(
    of file: OfferedVoice.File, engine: InstalledVoice.Engine, in voices: String
  ) -> String {
    XDGFolders.path(folder(of: engine, in: voices), file.name)
  }

  /// Returns the path of a voice's record.
  static func record(of id: String, engine: InstalledVoice.Engine, in voices: String) -> String {
    let folder = folder(of: engine, in: voices)
    let place = engine == .kokoro ? XDGFolders.path(folder, KokoroFiles.voicesFolder) : folder
    return XDGFolders.path(place, id + VoiceRecord.ending)
  }

  static func isShared(_ file: OfferedVoice.File, engine: InstalledVoice.Engine) -> Bool {
    engine == .kokoro && file.name == KokoroFiles.modelName
  }
}
