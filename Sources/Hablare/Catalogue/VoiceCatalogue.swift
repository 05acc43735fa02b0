import Basics

/// The voices that can be installed.
public struct VoiceCatalogue: Sendable {
  /// The voices, sorted by engine (hibari, Piper, Kokoro), then by name.
  public let voices: [OfferedVoice]

  /// The voices that the program knows without a network.
  public static let shipped = VoiceCatalogue(ShippedVoices.all)

  /// Creates a catalogue.
  ///
  /// If several voices of an engine have the same name, only the first is kept.
  init(_ voices: [OfferedVoice]) {
    var seen = Set<VoiceURI>()
    let engines = InstalledVoice.Engine.allCases
    let order = Dictionary(uniqueKeysWithValues: zip(engines, engines.indices))
    self.voices = voices.filter { seen.insert($0.uri).inserted }
      .sorted { (order[$0.engine] ?? 0, $0.id) < (order[$1.engine] ?? 0, $1.id) }
  }

  /// Returns the voice for a name, or nil if no voice has that name.
  ///
  /// The name is an id, an earlier name or a URI. It may end with `/` and a speaker's name.
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

  /// Returns the names whose spelling is similar to `name`.
  public func names(near name: String) -> [String] {
    Spelling.nearest(to: VoiceURI(name)?.voiceId ?? name, among: voices.map(\.id))
  }

  /// Returns whether a catalogue may have a voice, judged only by the voice's URI.
  ///
  /// Returns true for a hibari voice that the program knows. Returns true for a Kokoro or Piper
  /// voice if the name has the form of that engine's names.
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
