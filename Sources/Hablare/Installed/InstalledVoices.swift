import Basics

/// The natural voices that were on this machine when the folders were read.
public struct InstalledVoices: Sendable {
  /// The voices of Piper, Kokoro and hibari, each sorted by name.
  public let voices: [InstalledVoice]
  /// The unusable files, sorted by path.
  public let problems: [InstalledVoiceProblem]

  /// Finds the voices in the folders.
  ///
  /// If several folders contain a voice with the same name and engine, the first folder is used.
  public init(in folders: VoiceFolders = VoiceFolders()) {
    var search = VoiceSearch()
    for folder in folders.all { search.readPiper(in: XDGFolders.path(folder, "piper")) }
    search.readKokoro(in: folders.all.map { XDGFolders.path($0, "kokoro") })
    search.readHibari(in: folders.all)
    (voices, problems) = (search.sortedVoices, search.problems.sorted { $0.path < $1.path })
  }

  /// Returns the voices of an engine.
  public func voices(of engine: InstalledVoice.Engine) -> [InstalledVoice] {
    voices.filter { $0.engine == engine }
  }

  /// Returns a voice by its name.
  ///
  /// A slash and a speaker's name after the voice's name are ignored.
  public func voice(_ id: String, of engine: InstalledVoice.Engine) -> InstalledVoice? {
    let name = id.prefix { $0 != "/" }
    return voices.first { $0.engine == engine && $0.id == name }
  }

  /// Returns whether a voice of an engine speaks a language, or a regional form of the language.
  ///
  /// Returns false for a language whose phonemes espeak-ng cannot find.
  public func speaks(_ language: String, _ engine: InstalledVoice.Engine) -> Bool {
    if UnreadableLanguage.reason(language) != nil { return false }
    let tags = voices(of: engine).compactMap(\.language)
    let filter = LanguageFilter(language, among: tags)
    return tags.contains(where: filter.accepts)
  }

  /// Returns the voice and the speaker that a URI names; nil if the voice is not installed.
  ///
  /// The speaker is empty if the URI names no speaker.
  func place(of uri: VoiceURI) -> (voice: InstalledVoice, speaker: String)? {
    guard let engine = InstalledVoice.Engine(rawValue: uri.providerId) else { return nil }
    // In a hibari voice's id, a plus sign precedes the name of a derived speaker.
    let separator: Character = engine == .hibari ? "+" : "/"
    let parts = uri.voiceId.split(separator: separator, maxSplits: 1).map(String.init)
    guard let id = parts.first, let voice = voice(id, of: engine) else { return nil }
    return (voice, parts.count > 1 ? parts[1] : "")
  }

  /// Returns the terms of use of a voice, or nil if the voice is not installed.
  public func licence(of uri: VoiceURI) -> VoiceLicence? { place(of: uri)?.voice.licence }
}
