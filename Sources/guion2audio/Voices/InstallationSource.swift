import Audiobook
import FoundationEssentials
import Hablare

/// The source of voices to install: the publishers, a mirror or files on this machine.
struct InstallationSource {
  private let from: String?
  private let setup: SpeechSetup

  init(_ arguments: Arguments, _ setup: SpeechSetup) throws(UsageError) {
    (from, self.setup) = (arguments[.from], setup)
    if from?.isEmpty == true { throw UsageError("--from needs a folder, a file or an address") }
  }

  /// The path of `--from` on this machine, or nil if the voices come over a network.
  private var path: String? { from.flatMap { Self.isAddress($0) ? nil : $0 } }
  private var hub: VoiceHub { VoiceHub(mirror: from.flatMap { Self.isAddress($0) ? $0 : nil }) }

  private static func isAddress(_ text: String) -> Bool {
    text.hasPrefix("https://") || text.hasPrefix("http://")
  }

  private var reader: VoiceCatalogueReader {
    VoiceCatalogueReader(
      hub: hub, client: setup.client, cacheFolder: setup.cacheFolder,
      onNote: { Streams.error("guion2audio: note: \($0)\n") })
  }

  /// Returns the voices that are known without a network request.
  func knownCatalogue() throws(VoiceInstallError) -> VoiceCatalogue {
    try path.map { path throws(VoiceInstallError) in try local(path).catalogue } ?? .shipped
  }

  func catalogue() async throws -> VoiceCatalogue {
    if let path { return try local(path).catalogue }
    return try await reader.catalogue()
  }

  func installer() throws(VoiceInstallError) -> VoiceInstaller {
    if let path { return try local(path).installer }
    return VoiceInstaller(folders: setup.voiceFolders, hub: hub, client: setup.client)
  }

  private func local(
    _ path: String
  ) throws(VoiceInstallError) -> (installer: VoiceInstaller, catalogue: VoiceCatalogue) {
    try VoiceInstaller.copying(
      from: path, known: reader.cachedCatalogue(), to: setup.voiceFolders)
  }
}
