import Basics

/// The voices that can be installed.
package struct VoiceCatalogue: Sendable {
  /// The voices, sorted by engine (hibari, Piper, Kokoro), then by name.
  package let voices: [OfferedVoice]

  /// The voices that the program knows without a network.
  package static let shipped = VoiceCatalogue(ShippedVoices.all)

  /// Creates a catalogue.
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
  package func voice(_ name: String) -> OfferedVoice? {
    let uri = VoiceURI(name)
    let id = String((uri?.voiceId ?? name).prefix { $0 != "/" })
    let fitting = voices.filter { uri == nil || uri?.providerId == $0.engine.rawValue }
    return fitting.first { $0.id == id } ?? fitting.first { $0.aliases.contains(id) }
  }

  /// Returns the recommended first voice for a language, such as `es` or `pt-BR`, or nil if no
  /// voice speaks it.
  package func recommendedVoice(for language: String) -> OfferedVoice? {
    RecommendedVoices.voice(for: language, among: voices)
  }

  /// Returns the names whose spelling is similar to `name`.
  package func names(near name: String) -> [String] {
    Spelling.nearest(to: VoiceURI(name)?.voiceId ?? name, among: voices.map(\.id))
  }

  /// Returns whether a catalogue may have a voice, judged only by the voice's URI.
  ///
  /// Returns true for a hibari voice that the program knows. Returns true for a Kokoro or Piper
  /// voice if the name has the form of that engine's names.
  package static func mayHave(_ uri: VoiceURI) -> Bool {
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

/// The recommended first voice for each language.
enum RecommendedVoices {
  /// The names of voices, by language (`es`) or by language and region (`es-MX`).
  /// Most are Piper voices of medium quality with one speaker. Medium quality renders fast without
  /// a graphics card. As far as is known, the licences allow commercial use. Voices that are not in
  /// the catalogue are skipped.
  private static let names = [
    "ar": "ar_JO-kareem-medium", "ca": "ca_ES-upc_ona-medium", "cs": "cs_CZ-jirka-medium",
    "cy": "cy_GB-gwryw_gogleddol-medium", "da": "da_DK-talesyntese-medium",
    "de": "de_DE-thorsten-medium", "el": "el_GR-rapunzelina-low", "en": "en_US-joe-medium",
    "en-GB": "emma", "es": "es_ES-davefx-medium", "es-MX": "es_MX-ald-medium",
    "fa": "fa_IR-amir-medium", "fi": "fi_FI-harri-medium", "fr": "fr_FR-siwis-medium",
    "hu": "hu_HU-anna-medium", "is": "is_IS-salka-medium", "it": "it_IT-paola-medium",
    "ka": "ka_GE-natia-medium", "kk": "kk_KZ-issai-high", "lb": "lb_LU-marylux-medium",
    "lv": "lv_LV-aivars-medium", "ml": "ml_IN-meera-medium", "ne": "ne_NP-google-medium",
    "nl": "nl_NL-ronnie-medium", "nl-BE": "nl_BE-nathalie-medium",
    "no": "no_NO-talesyntese-medium", "pl": "pl_PL-gosia-medium", "pt": "pt_BR-faber-medium",
    "pt-PT": "pt_PT-tugão-medium", "ro": "ro_RO-mihai-medium", "ru": "ru_RU-irina-medium",
    "sk": "sk_SK-lili-medium", "sl": "sl_SI-artur-medium",
    "sr": "sr_RS-serbski_institut-medium", "sv": "sv_SE-nst-medium",
    "sw": "sw_CD-lanfrica-medium", "tr": "tr_TR-dfki-medium", "uk": "uk_UA-ukrainian_tts-medium",
    "vi": "vi_VN-vais1000-medium", "zh": "zh_CN-huayan-medium",
  ]

  /// Norwegian has a code for each of its written forms, but the voices have the common code.
  private static let others = ["nb": "no", "nn": "no"]

  /// Returns the recommended voice for a language, or nil if no offered voice speaks it.
  static func voice(for tag: String, among voices: [OfferedVoice]) -> OfferedVoice? {
    let whole = tag.split(separator: "-").map(String.init)
    let language = whole.first.map { $0.lowercased() } ?? ""
    let wanted = ([others[language] ?? language] + whole.dropFirst()).joined(separator: "-")
    let filter = LanguageFilter(wanted, among: voices.map(\.language))
    let fitting = voices.filter { filter.accepts($0.language) }
    let named = [wanted, others[language] ?? language].compactMap { names[$0] }
    for name in named {
      if let voice = fitting.first(where: { $0.id == name }) { return voice }
    }
    return fitting.min { rank($0) < rank($1) }
  }

  /// Returns the sort key of a voice.
  /// Voices with one speaker come first. The next criterion is the quality, with medium first, and
  /// the last criterion is the name.
  private static func rank(_ voice: OfferedVoice) -> (Int, Int, String) {
    let qualities = ["medium", "high", "low", "x_low"]
    let quality = voice.quality.flatMap(qualities.firstIndex) ?? qualities.count
    return (voice.speakers > 1 ? 1 : 0, quality, voice.id)
  }
}
