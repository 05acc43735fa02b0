import Basics

/// The natural voices on this machine, as they were when the folders were read.
public struct InstalledVoices: Sendable {
  /// The voices: Piper's, Kokoro's and hibari's, each by name.
  public let voices: [InstalledVoice]
  /// What could not be used, by path.
  public let problems: [InstalledVoiceProblem]

  /// Reads folders; of several voices with one name the first counts.
  public init(in folders: VoiceFolders = VoiceFolders()) {
    var search = VoiceSearch()
    for folder in folders.all { search.readPiper(in: XDGFolders.path(folder, "piper")) }
    search.readKokoro(in: folders.all.map { XDGFolders.path($0, "kokoro") })
    search.readHibari(in: folders.all)
    (voices, problems) = (search.sortedVoices, search.problems.sorted { $0.path < $1.path })
  }

  /// The voices of an engine.
  public func voices(of engine: InstalledVoice.Engine) -> [InstalledVoice] {
    voices.filter { $0.engine == engine }
  }

  /// A voice by its name; a speaker's name behind a slash does not count.
  public func voice(_ id: String, of engine: InstalledVoice.Engine) -> InstalledVoice? {
    let name = id.prefix { $0 != "/" }
    return voices.first { $0.engine == engine && $0.id == name }
  }

  /// Whether a voice of an engine speaks a language, or another form of it.
  ///
  /// No voice speaks a language whose phonemes cannot be found.
  public func speaks(_ language: String, _ engine: InstalledVoice.Engine) -> Bool {
    if UnreadableLanguage.reason(language) != nil { return false }
    let tags = voices(of: engine).compactMap(\.language)
    let filter = LanguageFilter(language, among: tags)
    return tags.contains(where: filter.accepts)
  }

  /// The voice that a URI names, with the speaker; the empty name is a voice with one speaker.
  ///
  /// Nil if the voice is not installed.
  func place(of uri: VoiceURI) -> (voice: InstalledVoice, speaker: String)? {
    guard let engine = InstalledVoice.Engine(rawValue: uri.providerId) else { return nil }
    // A speaker that is made of a voice of hibari stands behind a plus.
    let separator: Character = engine == .hibari ? "+" : "/"
    let parts = uri.voiceId.split(separator: separator, maxSplits: 1).map(String.init)
    guard let id = parts.first, let voice = voice(id, of: engine) else { return nil }
    return (voice, parts.count > 1 ? parts[1] : "")
  }

  /// The terms of use of a voice; nil if it is not installed.
  public func licence(of uri: VoiceURI) -> VoiceLicence? { place(of: uri)?.voice.licence }
}
