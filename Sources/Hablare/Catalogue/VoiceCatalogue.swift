import Basics

/// The voices that can be installed.
public struct VoiceCatalogue: Sendable {
  /// The voices of Piper, Kokoro and hibari, each sorted by name.
  public let voices: [OfferedVoice]

  /// The voices that the program knows without a network.
  public static let shipped = VoiceCatalogue(ShippedVoices.all)

  /// Creates a catalogue.
  ///
  /// If several voices of an engine have the same name, the first one counts.
  init(_ voices: [OfferedVoice]) {
    var seen = Set<VoiceURI>()
    let engines = InstalledVoice.Engine.allCases
    let order = Dictionary(uniqueKeysWithValues: zip(engines, engines.indices))
    self.voices = voices.filter { seen.insert($0.uri).inserted }
      .sorted { (order[$0.engine] ?? 0, $0.id) < (order[$1.engine] ?? 0, $1.id) }
  }

  /// Returns the voice for a name: an id, an earlier name or a URI, with or without a speaker's
  /// name after it.
  public func voice(_ name: String) -> OfferedVoice? {
    let uri = VoiceURI(name)
    let id = String((uri?.voiceId ?? name).prefix { $0 != "/" })
    let fitting = voices.filter { uri == nil || uri?.providerId == $0.engine.rawValue }
    return fitting.first { $0.id == id } ?? fitting.first { $0.aliases.contains(id) }
  }

  /// Returns the recommended first voice for a language, such as `es` or `pt-BR`, or nil if no
  /// voice speaks it.
  public func recommendedVoice(for language: String) -> OfferedVoice? {
    RecommendedVoices.voice(for: language, among: voices)
  }

  /// Returns the names with a similar spelling.
  public func names(near name: String) -> [String] {
    Spelling.nearest(to: VoiceURI(name)?.voiceId ?? name, among: voices.map(\.id))
  }

  /// Returns whether a voice may be installable, judged only by its URI: the program knows it, or
  /// its name has the form of the names in the publishers' lists.
  public static func mayHave(_ uri: VoiceURI) -> Bool {
    guard let engine = InstalledVoice.Engine(rawValue: uri.providerId) else { return false }
    let id = String(uri.voiceId.prefix { $0 != "/" })
    guard VoiceName.isSafe(id) else { return false }
    switch engine {
    case .hibari: return shipped.voice(uri.plain.description) != nil
    case .kokoro: return KokoroName(id) != nil
    case .piper:
      // Language, name and quality: en_US-joe-medium.
      let parts = id.split(separator: "-", omittingEmptySubsequences: false)
      return parts.count >= 3 && parts.allSatisfy { !$0.isEmpty }
        && LanguageTag.isWellFormed(String(parts[0]).replacing("_", with: "-"))
    }
  }
}
