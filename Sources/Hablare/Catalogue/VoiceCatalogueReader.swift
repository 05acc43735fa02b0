import Basics
import FoundationEssentials
import Glibc

/// Reads the catalogue: the voices that the program knows, and Piper's list, which is kept for a day.
public struct VoiceCatalogueReader: Sendable {
  /// Seconds for which a list is kept.
  private static let day = 86_400

  private let hub: VoiceHub
  private let downloader: Downloader
  private let cacheFolder: String?
  private let now: @Sendable () -> Int
  private let onNote: @Sendable (String) -> Void

  /// Makes a reader; without `cacheFolder` no list is kept.
  ///
  /// `onNote` is called with what is worth knowing about a list that could not be had.
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

  /// The whole catalogue; throws a `VoiceInstallError` if Piper's list cannot be had, and `CancellationError`.
  ///
  /// A list that is older than a day counts if no other can be had.
  public func catalogue() async throws -> VoiceCatalogue {
    let kept = keptList()
    if let kept, kept.isFresh { return merged(kept.list) }
    do {
      let bytes = try await downloader.bytes(at: hub.piperList, limit: .voiceCatalogue)
      guard let list = PiperList(bytes) else {
        throw DownloadError.mismatch(
          address: hub.piperList, reason: "it is no list of Piper's voices")
      }
      keep(bytes)
      return merged(list)
    } catch let error as DownloadError {
      guard let kept else { throw VoiceInstallError(error, byHand: path) }
      onNote("\(error); the list of \(kept.age) is used")
      return merged(kept.list)
    }
  }

  /// What is known without a network: the voices of the program, and of a list that was kept, however old it is.
  public func keptCatalogue() -> VoiceCatalogue {
    keptList().map { VoiceCatalogue(ShippedVoices.all + $0.list.voices) } ?? .shipped
  }

  private func merged(_ list: PiperList) -> VoiceCatalogue {
    for (name, reason) in list.unusable.sorted(by: { $0.key < $1.key }).prefix(5) {
      onNote("\(name.visible) in \(hub.piperList) is left out: \(reason)")
    }
    // What the program knows has better digests.
    return VoiceCatalogue(ShippedVoices.all + list.voices)
  }

  // MARK: The list that is kept

  private struct Kept {
    var list: PiperList
    var isFresh: Bool
    /// How old it is, in words.
    var age: String
  }

  /// Each address has a file of its own.
  private var path: String? {
    cacheFolder.map { "\($0)/piper-voices-\(SHA256.hash(hub.piperList).hex.prefix(16)).json" }
  }

  private func keptList() -> Kept? {
    guard let path, let status = FileStatus(path),
      let bytes = try? Files<FileFault>.contents(of: path, limit: InputLimit.voiceCatalogue.most),
      let list = PiperList(bytes)
    else { return nil }
    let seconds = now() - status.modified / 1_000_000_000
    // A list from the future was made by a clock that is wrong.
    return Kept(
      list: list, isFresh: (0..<Self.day).contains(seconds),
      age: Quantity.count(max(0, seconds) / Self.day, "day") + " ago")
  }

  private func keep(_ bytes: [UInt8]) {
    guard let path else { return }
    do throws(FileFailure) {
      try Files<FileFailure>.write([bytes], to: path)
    } catch {
      onNote("the list of voices is not kept: \(error.path): \(error.reason)")
    }
  }
}
