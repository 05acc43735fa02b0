import Basics
import Glibc

/// The measured timbres of installed voices, stored in the voices' records.
package struct VoiceTimbreStore: Sendable {
  private let folders: VoiceFolders
  private let installed: InstalledVoices

  package init(in folders: VoiceFolders = VoiceFolders()) {
    self.folders = folders
    installed = InstalledVoices(in: folders)
  }

  /// Returns whether a voice's timbre can be stored: the voice must be installed, and its URI must
  /// not set a tempo or a pitch.
  package func canStore(_ voice: VoiceURI) -> Bool { place(of: voice) != nil }

  /// Returns a voice's timbre, or nil if the voice is not installed or was not measured.
  package func timbre(of voice: VoiceURI) -> VoiceTimbre? {
    place(of: voice).flatMap { $0.voice.timbres[$0.speaker] }
  }

  /// Stores measured timbres for later runs.
  /// Voices that are not installed are skipped.
  /// Throws a `VoiceInstallError` or `CancellationError`.
  package func store(_ timbres: [VoiceURI: VoiceTimbre]) async throws {
    var measured: [InstalledVoice: [String: VoiceTimbre]] = [:]
    for (uri, timbre) in timbres {
      guard let (voice, speaker) = place(of: uri) else { continue }
      measured[voice, default: [:]][speaker] = timbre
    }
    guard !measured.isEmpty else { return }
    do {
      let lock = try await VoiceFolderLock.take(in: folders.own) {}
      defer { lock.release() }
      for (voice, timbres) in measured { try write(timbres, of: voice) }
    } catch let error as DownloadError {
      throw VoiceInstallError(.disk, "the measurements of voices cannot be stored: \(error)")
    }
  }

  private func place(of uri: VoiceURI) -> (voice: InstalledVoice, speaker: String)? {
    uri == uri.plain ? installed.place(of: uri) : nil
  }

  /// Adds timbres to the record beside the voice.
  /// If the voice is not in the user's own folder, the timbres are added to a record in the user's
  /// own folder.
  private func write(
    _ timbres: [String: VoiceTimbre], of voice: InstalledVoice
  ) throws(DownloadError) {
    let isOwn = FilePath(voice.recordPath).isWithin(FilePath(folders.own))
    let path =
      isOwn
      ? voice.recordPath : VoiceFiles.record(of: voice.id, engine: voice.engine, in: folders.own)
    // Another process may have changed the record in the meantime.
    let kept = (try? VoiceRecord.read(path)) ?? nil
    var record = kept ?? VoiceRecord(id: voice.id, engine: voice.engine)
    record.timbres.merge(timbres) { $1 }
    try Files<DownloadError>.makeFolder(Files<FileError>.folder(of: path), mode: 0o777)
    try Files<DownloadError>.write([record.encoded], to: path, mode: 0o666)
  }
}

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
