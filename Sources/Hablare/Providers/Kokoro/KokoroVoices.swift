import Basics
import Synchronization

/// The cached catalog of installed Kokoro voices, and their cached styles.
final class KokoroVoices: Sendable {
  /// The voices found in the folders.
  struct Catalog: Sendable {
    var voices: [InstalledVoice] = []
    /// The problems of unusable voices, as messages.
    var problems: [String] = []

    init(in folders: VoiceFolders) {
      let installed = InstalledVoices(in: folders)
      voices = installed.voices(of: .kokoro)
      problems = installed.problems.filter { $0.path.contains("/kokoro") }.map(\.description)
    }

    /// Returns the voice for an id.
    ///
    /// Throws `voiceNotFound` with the nearest ids.
    func resolve(_ voiceId: String) throws(VoiceProviderError) -> InstalledVoice {
      if let voice = voices.first(where: { $0.id == voiceId }) { return voice }
      throw .voiceNotFound(nearest: Spelling.nearest(to: voiceId, among: voices.map(\.id)))
    }
  }

  private struct State {
    var catalog: Catalog?
    var styles: [String: KokoroStyle] = [:]
  }

  private let folders: VoiceFolders
  private let state = Mutex(State())

  init(in folders: VoiceFolders) { self.folders = folders }

  /// Returns the catalog.
  ///
  /// If `refreshing` is true, reads the folders again.
  func catalog(refreshing: Bool = false) -> Catalog {
    if !refreshing, let known = state.withLock({ $0.catalog }) { return known }
    let catalog = Catalog(in: folders)
    state.withLock { $0.catalog = catalog }
    return catalog
  }

  /// Returns the style of a voice.
  ///
  /// The style's file is read only once.
  func style(of voice: InstalledVoice) throws(VoiceProviderError) -> KokoroStyle {
    guard let path = voice.stylePath else {
      throw .engineUnavailable(
        "the style file of the voice \(voice.id) is missing; install the voice again")
    }
    if let known = state.withLock({ $0.styles[path] }) { return known }
    let style = try KokoroStyle(at: path)
    state.withLock { $0.styles[path] = style }
    return style
  }
}
