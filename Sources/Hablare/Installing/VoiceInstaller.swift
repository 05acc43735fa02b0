import Basics
import Glibc

/// Installs voices into the user's folder, and removes them.
///
/// Any number of processes may install at once: one works, and the others wait.
public struct VoiceInstaller: Sendable {
  /// What happens on the way.
  public enum Event: Sendable, Equatable {
    /// Another process is at work in the folder.
    case waiting(folder: String)
    /// So many bytes of a voice's files have come.
    case progress(bytes: Int)
  }

  let folders: VoiceFolders
  private let source: any VoiceSource

  /// Makes an installer that fetches files.
  public init(
    folders: VoiceFolders = VoiceFolders(), hub: VoiceHub = VoiceHub(), client: HTTPClient
  ) {
    self.init(
      folders: folders, source: HubSource(hub: hub, downloader: Downloader(client: client)))
  }

  /// Makes an installer that copies files from a folder, or those beside a file; `known` has their published digests.
  ///
  /// Returns the voices that can be installed as well. Throws a `VoiceInstallError` if there is nothing at the path.
  public static func copying(
    from path: String, known: VoiceCatalogue, to folders: VoiceFolders = VoiceFolders()
  ) throws(VoiceInstallError) -> (installer: VoiceInstaller, catalogue: VoiceCatalogue) {
    let files = try LocalFiles(at: path)
    let voices = LocalCatalogue(files, known: known.voices).voices
    return (
      VoiceInstaller(folders: folders, source: LocalSource(files: files)), VoiceCatalogue(voices)
    )
  }

  init(folders: VoiceFolders, source: any VoiceSource) {
    (self.folders, self.source) = (folders, source)
  }

  // MARK: Installing

  /// The terms of a voice and what there is to fetch; the model card that states the terms is fetched.
  ///
  /// Throws a `VoiceInstallError` and `CancellationError`.
  public func prepare(_ voice: OfferedVoice) async throws -> PreparedVoice {
    let files = voice.files.reversed().filter { !isShared($0, of: voice) }
    var licence = voice.licence
    if licence == nil, let card = voice.files.first(where: { $0.name.hasSuffix(ModelCard.ending) })
    {
      let bytes = try await failing(card, of: voice) { try await source.bytes(of: card, voice) }
      licence = ModelCard(String(decoding: bytes, as: UTF8.self)).licence
    }
    return PreparedVoice(
      voice: voice, licence: licence ?? .unknown, bytes: files.reduce(0) { $0 + $1.bytes },
      files: files)
  }

  /// Installs a voice; one that another process has installed meanwhile stays as it is.
  ///
  /// A file gets its name when its digest is verified, the graph last. What has come of files is kept if the work is
  /// broken off. Throws a `VoiceInstallError` and `CancellationError`.
  public func install(
    _ prepared: PreparedVoice, onEvent: @escaping @Sendable (Event) -> Void = { _ in }
  ) async throws {
    let voice = prepared.voice
    let lock = try await disk {
      try await VoiceFolderLock.take(in: folders.own) {
        onEvent(.waiting(folder: folders.own))
      }
    }
    defer { lock.release() }
    if isInstalled(voice) { return }
    try checkRoom(for: prepared)
    var fetched: [FetchedFile] = []
    var done = 0
    for file in prepared.files where !isShared(file, of: voice) {
      let before = done
      fetched.append(
        try await failing(file, of: voice) {
          try await source.fetch(file, voice, to: path(of: file, voice)) {
            onEvent(.progress(bytes: before + $0))
          }
        })
      done += file.bytes
    }
    try await disk { try place(fetched, of: prepared) }
  }

  /// Whether a voice is in the user's own folder.
  public func isInstalled(_ voice: OfferedVoice) -> Bool {
    let own = VoiceFolders(own: folders.own)
    let isListed = InstalledVoices(in: own).voice(voice.id, of: voice.engine) != nil
    // Kokoro's graph may be in a folder of the system.
    return isListed
      || voice.engine == .kokoro
        && voice.files.allSatisfy { isShared($0, of: voice) || isThere($0, of: voice) }
  }

  private func isThere(_ file: OfferedVoice.File, of voice: OfferedVoice) -> Bool {
    FileStatus(path(of: file, voice), followingLinks: true)?.isFile == true
  }

  /// Whether a file that voices share is there already, in whatever folder.
  private func isShared(_ file: OfferedVoice.File, of voice: OfferedVoice) -> Bool {
    VoiceFiles.isShared(file, engine: voice.engine)
      && folders.all.contains { folder in
        let path = VoiceFiles.path(of: file, engine: voice.engine, in: folder)
        return FileStatus(path, followingLinks: true)?.isFile == true
      }
  }

  private func path(of file: OfferedVoice.File, _ voice: OfferedVoice) -> String {
    VoiceFiles.path(of: file, engine: voice.engine, in: folders.own)
  }

  /// Writes the record, then gives the files their names.
  private func place(_ fetched: [FetchedFile], of prepared: PreparedVoice) throws {
    let voice = prepared.voice
    let shared = Set(
      voice.files.filter { VoiceFiles.isShared($0, engine: voice.engine) }
        .map { path(of: $0, voice) })
    let record = VoiceRecord(
      id: voice.id, engine: voice.engine, language: voice.language, gender: voice.gender,
      quality: voice.quality, licence: prepared.licence,
      files: fetched.filter { !shared.contains($0.path) }.map(\.record))
    try write(
      record.encoded, to: VoiceFiles.record(of: voice.id, engine: voice.engine, in: folders.own))
    for file in fetched {
      if shared.contains(file.path) {
        let folder = Files<FileFault>.folder(of: file.path)
        try write(
          KokoroFiles.modelRecord(file.record),
          to: XDGFolders.path(folder, KokoroFiles.modelRecordName))
      }
      try file.place()
    }
  }

  private func write(_ bytes: [UInt8], to path: String) throws(DownloadError) {
    try Files<DownloadError>.write([bytes], to: path, mode: 0o666)
  }

  // MARK: Room

  private func checkRoom(for prepared: PreparedVoice) throws(VoiceInstallError) {
    var status = statvfs()
    guard statvfs(folders.own, &status) == 0 else { return }
    let free = Int(status.f_bavail) * Int(status.f_frsize)
    let kept = prepared.files.reduce(0) { sum, file in
      sum + (FileStatus(Downloader.partialPath(of: path(of: file, prepared.voice)))?.size ?? 0)
    }
    let needed = prepared.bytes - kept
    guard needed > free else { return }
    throw VoiceInstallError(
      .disk,
      "there is no room in \(folders.own): \(prepared.voice.id) needs \(Quantity.size(needed)), "
        + "and \(Quantity.size(free)) are free")
  }

  // MARK: Errors

  private func failing<Value: Sendable>(
    _ file: OfferedVoice.File, of voice: OfferedVoice, _ work: () async throws -> Value
  ) async throws -> Value {
    do {
      try Files<DownloadError>.makeFolder(
        Files<FileFault>.folder(of: path(of: file, voice)), mode: 0o777)
      return try await work()
    } catch let error as DownloadError {
      throw VoiceInstallError(error, byHand: path(of: file, voice))
    }
  }

  private func disk<Value>(_ work: () async throws -> Value) async throws -> Value {
    do {
      return try await work()
    } catch let error as DownloadError {
      throw VoiceInstallError(error, byHand: nil)
    }
  }
}

extension FetchedFile {
  /// What a record says of the file.
  fileprivate var record: VoiceRecord.File {
    VoiceRecord.File(
      name: path.split(separator: "/").last.map(String.init) ?? path, bytes: bytes, sha256: sha256,
      source: source)
  }
}
