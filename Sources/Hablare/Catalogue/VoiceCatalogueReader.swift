import Basics
import FoundationEssentials
import Glibc

/// Reads the catalogue: the voices that the program knows, and Piper's list, which is cached for a
/// day.
public struct VoiceCatalogueReader: Sendable {
  /// The time for which a cached list is fresh, in seconds.
  private static let day = 86_400

  private let hub: VoiceHub
  private let downloader: Downloader
  private let cacheFolder: String?
  private let now: @Sendable () -> Int
  private let onNote: @Sendable (String) -> Void

  /// Creates a reader.
  ///
  /// If `cacheFolder` is nil, lists are not cached.
  ///
  /// `onNote` is called with notes about a list that could not be downloaded or used.
  public init(
    hub: VoiceHub = VoiceHub(), client: HTTPClient, cacheFolder: String?,
    onNote: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.init(
      hub: hub, downloader: Downloader(client: client), cacheFolder: cacheFolder,
      now: { time(nil) }, onNote: onNote)
  }

  init(
    hub: VoiceHub, downloader: Downloader, cacheFolder: String?, now: @escaping @Sendable () -> Int,
    onNote: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    (self.hub, self.downloader, self.cacheFolder) = (hub, downloader, cacheFolder)
    (self.now, self.onNote) = (now, onNote)
  }

  /// Returns the whole catalogue.
  ///
  /// If Piper's list cannot be downloaded, an older cached list is used. If there is no cached
  /// list, throws a `VoiceInstallError`. Throws `CancellationError` if the task is cancelled.
  public func catalogue() async throws -> VoiceCatalogue {
    let cached = cachedList()
    if let cached, cached.isFresh { return merged(cached.list) }
    do {
      let bytes = try await downloader.bytes(at: hub.piperList, limit: .voiceCatalogue)
      guard let list = PiperList(bytes) else {
        throw DownloadError.mismatch(
          address: hub.piperList, reason: "it is not a list of Piper's voices")
      }
      store(bytes)
      return merged(list)
    } catch let error as DownloadError {
      guard let cached else { throw VoiceInstallError(error, manualPath: path) }
      onNote("\(error); using the list from \(cached.age)")
      return merged(cached.list)
    }
  }

  /// Returns the catalogue without using the network: the voices that the program knows, and the
  /// voices of the cached list, however old the list is.
  public func cachedCatalogue() -> VoiceCatalogue {
    cachedList().map { VoiceCatalogue(ShippedVoices.all + $0.list.voices) } ?? .shipped
  }

  private func merged(_ list: PiperList) -> VoiceCatalogue {
    for (name, reason) in list.unusable.sorted(by: { $0.key < $1.key }).prefix(5) {
      onNote("\(name.visible) in \(hub.piperList) is skipped: \(reason)")
    }
    // The program's own entries come first and replace the same entries of Piper's list, because
    // they have SHA-256 digests. Piper's list has only MD5 digests.
    return VoiceCatalogue(ShippedVoices.all + list.voices)
  }

  // MARK: The cached list

  private struct CachedList {
    var list: PiperList
    var isFresh: Bool
    /// The age of the list for users, such as "2 days ago".
    var age: String
  }

  /// The path of the cached list.
  ///
  /// Lists from different addresses are cached in different files.
  private var path: String? {
    cacheFolder.map { "\($0)/piper-voices-\(SHA256.hash(hub.piperList).hex.prefix(16)).json" }
  }

  private func cachedList() -> CachedList? {
    guard let path, let status = FileStatus(path),
      let bytes = try? Files<FileFault>.contents(
        of: path, limit: InputLimit.voiceCatalogue.maximum),
      let list = PiperList(bytes)
    else { return nil }
    let seconds = now() - status.modified / 1_000_000_000
    // If the file's date is in the future, a clock is wrong, so the list is not fresh.
    return CachedList(
      list: list, isFresh: (0..<Self.day).contains(seconds),
      age: Quantity.count(max(0, seconds) / Self.day, "day") + " ago")
  }

  private func store(_ bytes: [UInt8]) {
    guard let path else { return }
    do throws(FileFailure) {
      try Files<FileFailure>.write([bytes], to: path)
    } catch {
      onNote("the list of voices cannot be cached: \(error.path): \(error.reason)")
    }
  }
}
