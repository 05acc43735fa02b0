import Basics

/// The voices that can be installed.
public struct VoiceCatalogue: Sendable {
  /// The voices: Piper's, Kokoro's and hibari's, each by name.
  public let voices: [OfferedVoice]

  /// The voices that the program knows without a network.
  public static let shipped = VoiceCatalogue(ShippedVoices.all)

  /// Makes a catalogue; of several voices of an engine with one name the first counts.
  init(_ voices: [OfferedVoice]) {
    var seen = Set<VoiceURI>()
    let engines = InstalledVoice.Engine.allCases
    let order = Dictionary(uniqueKeysWithValues: zip(engines, engines.indices))
    self.voices = voices.filter { seen.insert($0.uri).inserted }
      .sorted { (order[$0.engine] ?? 0, $0.id) < (order[$1.engine] ?? 0, $1.id) }
  }

  /// The voice that a name means: an id, an earlier name or a URI, with a speaker's name behind it or without.
  public func voice(_ name: String) -> OfferedVoice? {
    let uri = VoiceURI(name)
    let id = String((uri?.voiceId ?? name).prefix { $0 != "/" })
    let fitting = voices.filter { uri == nil || uri?.providerId == $0.engine.rawValue }
    return fitting.first { $0.id == id } ?? fitting.first { $0.aliases.contains(id) }
  }

  /// The voice to begin with in a language, such as `es` or `pt-BR`; nil if no voice speaks it.
  public func recommendedVoice(for language: String) -> OfferedVoice? {
    RecommendedVoices.voice(for: language, among: voices)
  }

  /// The names that are spelled nearly like another.
  public func names(near name: String) -> [String] {
    Spelling.nearest(to: VoiceURI(name)?.voiceId ?? name, among: voices.map(\.id))
  }

  /// Whether a voice is perhaps one that can be installed, by its URI alone: the program knows it, or it has the form of
  /// the names in the publishers' lists.
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
