import Basics

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
  ///
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
