import Basics

/// A source of voice files.
protocol VoiceSource: Sendable {
  /// Returns all bytes of a small file of a voice.
  ///
  /// Throws `DownloadError` or `CancellationError`.
  func bytes(of file: OfferedVoice.File, _ voice: OfferedVoice) async throws -> [UInt8]

  /// Downloads or copies a file of a voice.
  ///
  /// The file is later moved to `path`.
  ///
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
