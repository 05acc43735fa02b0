import Basics

/// The natural voices on this machine, as they were when the folders were read.
public struct InstalledVoices: Sendable {
  /// The voices of Piper, Kokoro and hibari, each sorted by name.
  public let voices: [InstalledVoice]
  /// The unusable files, by path.
  public let problems: [InstalledVoiceProblem]

  /// Reads folders.
  ///
  /// If several voices have the same name, the first one counts.
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
  /// A slash and a speaker's name after it are ignored.
  public func voice(_ id: String, of engine: InstalledVoice.Engine) -> InstalledVoice? {
    let name = id.prefix { $0 != "/" }
    return voices.first { $0.engine == engine && $0.id == name }
  }

  /// Returns whether a voice of an engine speaks a language, or another regional form of the language.
  ///
  /// Returns false for a language whose phonemes espeak-ng cannot find.
  public func speaks(_ language: String, _ engine: InstalledVoice.Engine) -> Bool {
    if UnreadableLanguage.reason(language) != nil { return false }
    let tags = voices(of: engine).compactMap(\.language)
    let filter = LanguageFilter(language, among: tags)
    return tags.contains(where: filter.accepts)
  }

  /// Returns the voice and the speaker that a URI names.
  ///
  /// The empty speaker's name means a voice with one speaker.
  ///
  /// Returns nil if the voice is not installed.
  func place(of uri: VoiceURI) -> (voice: InstalledVoice, speaker: String)? {
    guard let engine = InstalledVoice.Engine(rawValue: uri.providerId) else { return nil }
    // A derived speaker of a hibari voice follows a plus sign.
    let separator: Character = engine == .hibari ? "+" : "/"
    let parts = uri.voiceId.split(separator: separator, maxSplits: 1).map(String.init)
    guard let id = parts.first, let voice = voice(id, of: engine) else { return nil }
    return (voice, parts.count > 1 ? parts[1] : "")
  }

  /// Returns the terms of use of a voice, or nil if it is not installed.
  public func licence(of uri: VoiceURI) -> VoiceLicence? { place(of: uri)?.voice.licence }
}
