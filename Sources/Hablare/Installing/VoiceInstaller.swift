import Basics
import Glibc

/// Installs voices into the user's folder, and removes them.
/// Any number of processes may install at the same time: one works, and the others wait.
package struct VoiceInstaller: Sendable {
  /// Events during an installation.
  package enum Event: Sendable, Equatable {
    /// Another process is using the folder.
    case waiting(folder: String)
    /// The number of bytes of the voice's files that have arrived so far.
    case progress(bytes: Int)
  }

  let folders: VoiceFolders
  private let source: any VoiceSource

  /// Creates an installer that downloads files.
  package init(
    folders: VoiceFolders = VoiceFolders(), hub: VoiceHub = VoiceHub(), client: HTTPClient
  ) {
    self.init(
      folders: folders, source: HubSource(hub: hub, downloader: Downloader(client: client)))
  }

  /// Creates an installer that copies files on this machine, and returns the installer with the
  /// voices that can be installed.
  /// The files are in a folder, in an archive, or beside a given file. `known` contains the voices
  /// of the publishers' lists, with the published digests.
  /// Throws a `VoiceInstallError` if the path does not exist.
  package static func copying(
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

  /// Returns the terms of a voice and the files to fetch.
  /// Fetches the model card if the list of voices does not state the terms.
  /// Throws a `VoiceInstallError` or `CancellationError`.
  package func prepare(_ voice: OfferedVoice) async throws -> PreparedVoice {
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

  /// Installs a voice.
  /// Does nothing if another process has installed the voice in the meantime.
  /// Each file gets its final name after its digest is verified. The model gets its name last. If
  /// the installation is interrupted, partial files are kept. Throws a `VoiceInstallError` or
  /// `CancellationError`.
  package func install(
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

  /// Returns whether a voice is in the user's own folder.
  package func isInstalled(_ voice: OfferedVoice) -> Bool {
    let own = VoiceFolders(own: folders.own)
    let isListed = InstalledVoices(in: own).voice(voice.id, of: voice.engine) != nil
    // If Kokoro's model is in a system folder, no Kokoro voice is found in the user's own folder
    // alone.
    return isListed
      || voice.engine == .kokoro
        && voice.files.allSatisfy { isShared($0, of: voice) || exists($0, of: voice) }
  }

  private func exists(_ file: OfferedVoice.File, of voice: OfferedVoice) -> Bool {
    FileStatus(path(of: file, voice), followingLinks: true)?.isFile == true
  }

  /// Returns whether a file is shared by several voices and is already in one of the folders.
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

  /// Writes the record, then gives the files their final names.
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
        let folder = Files<FileError>.folder(of: file.path)
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
      "not enough disk space in \(folders.own): \(prepared.voice.id) needs \(Quantity.size(needed)), "
        + "but only \(Quantity.size(free)) are free")
  }

  // MARK: Errors

  private func failing<Value: Sendable>(
    _ file: OfferedVoice.File, of voice: OfferedVoice, _ work: () async throws -> Value
  ) async throws -> Value {
    do {
      try Files<DownloadError>.makeFolder(
        Files<FileError>.folder(of: path(of: file, voice)), mode: 0o777)
      return try await work()
    } catch let error as DownloadError {
      throw VoiceInstallError(error, manualPath: path(of: file, voice))
    }
  }

  private func disk<Value>(_ work: () async throws -> Value) async throws -> Value {
    do {
      return try await work()
    } catch let error as DownloadError {
      throw VoiceInstallError(error, manualPath: nil)
    }
  }

  /// A source that copies voice files from this machine.
  struct LocalSource: VoiceSource {
    let files: LocalFiles

    func bytes(of file: OfferedVoice.File, _ voice: OfferedVoice) async throws -> [UInt8] {
      var bytes: [UInt8] = []
      try local(file, voice).read { block in
        guard bytes.count + block.count <= InputLimit.modelCard.maximum else {
          throw VoiceInstallError(.wrongFile, InputLimit.modelCard.message)
        }
        bytes += block
      }
      return bytes
    }

    func fetch(
      _ file: OfferedVoice.File, _ voice: OfferedVoice, to path: String,
      onProgress: @escaping @Sendable (Int) -> Void
    ) async throws -> FetchedFile {
      let local = try local(file, voice)
      let partial = try PartialFile(
        Downloader.partialPath(of: path), of: local.bytes, onProgress: onProgress)
      try Files<DownloadError>.attempt(partial.path) { () throws(SystemError) in
        try partial.restart(tag: nil)
      }
      try local.read { block in
        try Task.checkCancellation()
        try Files<DownloadError>.attempt(partial.path) { () throws(SystemError) in
          try partial.append(block)
        }
      }
      if let digest = file.digest, try partial.digest(like: digest) != digest {
        partial.remove()
        throw DownloadError.mismatch(address: local.path, reason: "its checksum is not \(digest)")
      }
      return try FetchedFile(partial, path: path, source: local.path)
    }

    /// Returns the file on this machine.
    /// If several files match, returns the first with the published size, or else the first.
    private func local(
      _ file: OfferedVoice.File, _ voice: OfferedVoice
    ) throws(VoiceInstallError) -> LocalFile {
      let found = files.candidates(for: file, of: voice)
      if let local = found.first(where: { $0.bytes == file.bytes }) ?? found.first { return local }
      throw VoiceInstallError(
        .missing, "\(files.root) has no file \(file.name) of the voice \(voice.id)")
    }
  }
}

extension FetchedFile {
  /// The file's entry in a record.
  fileprivate var record: VoiceRecord.File {
    VoiceRecord.File(
      name: path.split(separator: "/").last.map(String.init) ?? path, bytes: bytes, sha256: sha256,
      source: source)
  }
}

/// A voice that is ready to install, with its terms of use.
package struct PreparedVoice: Sendable {
  package let voice: OfferedVoice
  /// The terms of use.
  package let licence: VoiceLicence
  /// The total size of the files to fetch, in bytes.
  package let bytes: Int
  /// The files to fetch.
  /// The model is last, because it makes the voice usable.
  let files: [OfferedVoice.File]
}

protocol VoiceSource: Sendable {
  /// Returns all bytes of a small file of a voice.
  /// Throws `DownloadError` or `CancellationError`.
  func bytes(of file: OfferedVoice.File, _ voice: OfferedVoice) async throws -> [UInt8]

  /// Downloads or copies a file of a voice.
  /// The file is later moved to `path`.
  /// Throws `DownloadError` or `CancellationError`.
  func fetch(
    _ file: OfferedVoice.File, _ voice: OfferedVoice, to path: String,
    onProgress: @escaping @Sendable (Int) -> Void
  ) async throws -> FetchedFile
}

/// The source that downloads from the publishers or a mirror.
struct HubSource: VoiceSource {
  let hub: VoiceHub
  let downloader: Downloader

  func bytes(of file: OfferedVoice.File, _ voice: OfferedVoice) async throws -> [UInt8] {
    try await downloader.bytes(
      at: hub.address(of: file, engine: voice.engine), limit: .modelCard)
  }

  func fetch(
    _ file: OfferedVoice.File, _ voice: OfferedVoice, to path: String,
    onProgress: @escaping @Sendable (Int) -> Void
  ) async throws -> FetchedFile {
    let address = hub.address(of: file, engine: voice.engine)
    guard let digest = file.digest else {
      throw DownloadError.mismatch(
        address: address,
        reason: "no checksum is published for it, so it cannot be verified and is not installed")
    }
    let remote = RemoteFile(address: address, bytes: file.bytes, digest: digest)
    return try await downloader.fetch(remote, to: path, onProgress: onProgress)
  }
}

extension VoiceInstaller {
  /// Removes a voice from the user's own folder.
  /// Kokoro's model is removed together with the last Kokoro voice.
  /// Throws a `VoiceInstallError` or `CancellationError`.
  package func remove(
    _ voice: InstalledVoice, onEvent: @escaping @Sendable (Event) -> Void = { _ in }
  ) async throws {
    // The file that defines the voice is removed first, so that the voice is no longer listed even
    // if a later step fails.
    let paths = try ownFiles(of: voice)
    do {
      let lock = try await VoiceFolderLock.take(in: folders.own) {
        onEvent(.waiting(folder: folders.own))
      }
      defer { lock.release() }
      for path in paths + [voice.recordPath] { try Files<DownloadError>.remove(path) }
      if voice.engine == .kokoro { try removeUnusedGraph(voice) }
    } catch let error as DownloadError {
      throw VoiceInstallError(.disk, "\(voice.id) cannot be removed: \(error)")
    }
  }

  /// Returns the files that belong only to this voice.
  /// Throws if the voice is not in the user's own folder.
  private func ownFiles(of voice: InstalledVoice) throws(VoiceInstallError) -> [String] {
    let path = voice.stylePath ?? voice.modelPath
    guard FilePath(path).isWithin(FilePath(folders.own)) else {
      throw VoiceInstallError(
        .disk,
        "\(voice.id) is at \(path), which is outside \(folders.own); if you do not need the voice, "
          + "delete its files yourself")
    }
    if voice.stylePath != nil { return [path] }
    let card = voice.descriptionPath.map { _ in
      String(voice.modelPath.dropLast(5)) + ModelCard.ending
    }
    return [path] + [voice.descriptionPath, card].compactMap(\.self)
  }

  private func removeUnusedGraph(_ voice: InstalledVoice) throws(DownloadError) {
    let folder = VoiceFiles.folder(of: .kokoro, in: folders.own)
    guard KokoroFiles.styles(in: folder).isEmpty else { return }
    for name in [KokoroFiles.modelName, KokoroFiles.modelRecordName] {
      try Files<DownloadError>.remove(XDGFolders.path(folder, name))
    }
  }
}

/// Why a voice was not installed or removed.
package struct VoiceInstallError: Error, Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    /// The server cannot be reached, or has no file at the address.
    case network
    /// The file differs from the published file.
    case wrongFile
    /// The file cannot be written or removed.
    case disk
    /// The path that the user gave, or a voice file at this path, is missing or cannot be read.
    case missing
  }

  package let kind: Kind
  /// What happened and what to do, as one sentence.
  package let message: String

  init(_ kind: Kind, _ message: String) { (self.kind, self.message) = (kind, message) }

  /// Creates the error for a download.
  /// `path` is where the user can place the file by hand.
  init(_ error: DownloadError, manualPath path: String?) {
    let advice =
      path.map { "; you can also download the file elsewhere, save it as \($0) and try again" }
      ?? ""
    switch error {
    case .unreachable: self.init(.network, "\(error)\(advice)")
    case .mismatch: self.init(.wrongFile, "\(error)\(advice)")
    case .disk: self.init(.disk, "\(error)")
    }
  }
}

extension VoiceInstallError: CustomStringConvertible {
  /// The message.
  package var description: String { message }
}
