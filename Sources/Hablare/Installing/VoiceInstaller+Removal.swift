import Basics

extension VoiceInstaller {
  /// Removes a voice from the user's own folder.
  ///
  /// Kokoro's model is removed together with the last Kokoro voice.
  ///
  /// Throws a `VoiceInstallError` or `CancellationError`.
  public func remove(
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
  ///
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
