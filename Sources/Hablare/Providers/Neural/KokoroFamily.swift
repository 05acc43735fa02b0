import Basics
public import FoundationEssentials
import Phonemes

/// The installed voices of Kokoro v1.0.
private struct KokoroFamily: VoiceFamily {
  /// The version of the rules that turn a line into a request to the model.
  /// A new version means that the audio changes.
  private static let version = 1

  let kind = InstalledVoice.Engine.kokoro
  let name = "Kokoro"
  var defaultVoiceId: String? { installed.catalog().voices.first?.id }
  var sampleRate: Int? { KokoroFiles.sampleRate }
  let pause = 0.3

  private let parts: NeuralParts
  private let english: HibariReader
  private let installed: FolderVoices<KokoroStyle>
  private let advice: ProviderAdvice

  init(folders: VoiceFolders, parts: NeuralParts, natural: String?, advice: ProviderAdvice) {
    (self.parts, self.advice) = (parts, advice)
    english = HibariReader(folder: natural, speller: parts.speller)
    installed = FolderVoices {
      let found = InstalledVoices(in: folders)
      var catalog = FolderCatalog(voices: found.voices(of: .kokoro))
      for problem in found.problems where problem.path.contains("/kokoro") {
        catalog.problems[problem.path] = problem.description
      }
      return catalog
    } read: { (voice) throws(VoiceProviderError) in
      guard let path = voice.stylePath else {
        throw .engineUnavailable(
          "the style file of the voice \(voice.id) is missing; install the voice again")
      }
      return try KokoroStyle(at: path)
    }
  }

  func check() async throws {
    try await installed.check(parts.engine) { catalog in
      .engineUnavailable(
        catalog.problems.values.min()
          ?? "no Kokoro voice is installed; " + advice.words(.noInstalledVoice(providerId: id)))
    }
  }

  func voices() async throws -> [Voice] {
    installed.catalog(refreshing: true).voices.flatMap(\.voices)
  }

  /// Returns the voices for a language, without voices of languages that Kokoro cannot read.
  func castingVoices(_ language: String) async throws -> [Voice] {
    try await voices().speaking(language).filter {
      UnreadableLanguage.reason($0.language ?? "") == nil
    }
  }

  func hasVoice(_ voiceId: String) async -> Bool {
    (try? installed.catalog().resolve(voiceId)) != nil
  }

  func script(of request: VoiceEngineRequest) async throws -> NeuralScript {
    let voice = try installed.catalog().resolve(request.voiceId).voice
    try SpokenText.check(request.text)
    let lines = try await lines(of: request, by: voice)
    let style = try installed.content(of: voice)
    let delivery = NeuralDelivery(request.options)
    let model = NeuralModel(path: voice.modelPath, sha256: voice.modelSHA256)
    return NeuralScript(sampleRate: KokoroFiles.sampleRate, lines: lines) { line in
      NeuralRequest(
        family: .kokoro, model: model, ids: line.ids, style: style.row(symbols: line.ids.count - 2),
        speed: delivery.speed, gain: delivery.gain,
        prosody: PhonemeProsody.stressing(request.stresses, in: line, hasPitch: false))
    }
  }

  private func lines(
    of request: VoiceEngineRequest, by voice: InstalledVoice
  ) async throws -> [NeuralLine] {
    switch try KokoroReading(text: request.languageCode, voice: voice.language) {
    case .english(let dialect):
      // A line may contain several sentences, because Kokoro speaks very short lines worse than
      // longer lines.
      return try await english.read(request, dialect: dialect)
        .pieces(limit: KokoroAlphabet.longestLine, everySentence: false)
        .map { NeuralLine($0, KokoroAlphabet.vocabulary) }.filter(\.hasSound)
    case .espeak(let speaker):
      return try KokoroAlphabet.lines(
        of: try await parts.reader.read(
          request.text, hasPhonemes: request.isPhonemes, voice: speaker))
    }
  }

  func version() async throws -> String {
    "kokoro-\(Self.version) \(try await english.version()) clauses-\(EspeakReader.rulesVersion)"
  }

  func fileVersion(of voiceId: String) async throws -> String {
    try installed.fileVersion(of: voiceId, and: \.stylePath)
  }

  /// The style of a voice: 256 floats for each length of a line.
  struct KokoroStyle: Sendable {
    /// The number of floats for one length.
    static let width = 256
    private let values: [Float]

    /// Reads a style file.
    /// Throws `engineUnavailable` if the file is not a style.
    init(at path: String) throws(VoiceProviderError) {
      let bytes: [UInt8]?
      do throws(FileError) {
        bytes = try Files<FileError>.contents(
          of: path, limit: KokoroFiles.styleBytes + 1, followingLinks: true)
      } catch {
        throw .engineUnavailable("\(path) cannot be read: \(error.reason)")
      }
      guard let bytes, bytes.count == KokoroFiles.styleBytes else {
        throw .engineUnavailable(
          "\(path) is not a Kokoro style: it must have \(KokoroFiles.styleBytes) bytes")
      }
      let span = bytes.span
      values = stride(from: 0, to: bytes.count, by: 4).map {
        Float(bitPattern: span.little32(at: $0))
      }
      guard values.allSatisfy(\.isFinite) else {
        throw .engineUnavailable(
          "\(path) is not a Kokoro style: it contains values that are not finite numbers")
      }
    }

    /// Returns the style for a line with this number of symbols, without the padding symbols at both
    /// ends.
    func row(symbols: Int) -> [Float] {
      let row = min(max(symbols, 0), values.count / Self.width - 1)
      return Array(values[row * Self.width..<(row + 1) * Self.width])
    }
  }
}

/// How Kokoro finds the phonemes of a language.
enum KokoroReading: Equatable, Sendable {
  /// By the lexicons of an English dialect.
  case english(EnglishDialect)
  /// By an espeak voice.
  case espeak(String)

  /// The languages that Kokoro was trained on besides English, with the espeak voices for them.
  private static let voices = [
    "es": "es", "fr": "fr-fr", "hi": "hi", "it": "it", "pt": "pt-br",
  ]

  /// Chooses the reading by the language of the text, or by the voice's language if the text's
  /// language is not known.
  /// If the text is English, an American or British voice keeps its own dialect.
  /// Throws `notSupported` with the reason if Kokoro cannot read the language.
  init(text: String, voice: String?) throws(VoiceProviderError) {
    let tag = (text.isEmpty ? voice ?? "en" : text).lowercased().replacing("_", with: "-")
    let language = String(tag.prefix { $0 != "-" })
    if language == "en" {
      let own = voice?.hasPrefix("en-") == true ? voice?.lowercased() : tag
      self = .english(own == "en-gb" ? .british : .american)
    } else if let voice = Self.voices[language] {
      self = .espeak(voice)
    } else if let reason = UnreadableLanguage.reason(tag) {
      throw .notSupported(reason)
    } else {
      throw .notSupported(
        "Kokoro does not speak \"\(tag)\": it knows English, Spanish, French, Hindi, Italian and "
          + "Portuguese")
    }
  }
}

extension NeuralVoiceProvider {
  /// Creates a provider for the Kokoro voices in folders, with its own worker and its own espeak.
  ///
  /// `natural` is the folder with the English lexicons, which come with the natural voice. By
  /// default the folder is searched for beside the program. `slots` is the number of lines spoken
  /// at the same time, 1 to 127. `advice` provides the advice for errors.
  public static func kokoro(
    folders: VoiceFolders = VoiceFolders(), speller: EspeakNGVoiceEngine = EspeakNGVoiceEngine(),
    natural: String? = nil, slots: Int = ProcessInfo.processInfo.activeProcessorCount,
    advice: ProviderAdvice = .library
  ) -> NeuralVoiceProvider {
    let parts = NeuralParts(speller: speller, slots: slots)
    let natural = natural ?? NaturalFiles.folder()
    return NeuralVoiceProvider(
      KokoroFamily(folders: folders, parts: parts, natural: natural, advice: advice), parts: parts)
  }
}

/// The configuration of the built-in Kokoro.
/// Its only setting switches it on or off.
/// Before this provider existed, users could give the id `kokoro` to a server. Such an entry
/// replaces this provider.
struct KokoroConfiguration: ProviderConfiguration {
  typealias Key = NoKey

  static let type = InstalledVoice.Engine.kokoro.rawValue
  static let isBuiltIn = true
  static let isSole = true
  static let isReplaceable = true
  static let isKnownByID = false
  static let summary: String? = "Natural voices that you install below. Free, on this machine."
  static let hasPrices = false

  func displayName(of id: String) -> String { "Kokoro" }

  func makeProvider(
    _ entry: ProviderSettings, in workshop: ProviderWorkshop
  ) -> any VoiceProvider {
    let parts = workshop.neuralParts
    let family = KokoroFamily(
      folders: VoiceFolders(environment: workshop.environment), parts: parts,
      natural: NaturalFiles.folder(), advice: workshop.advice)
    return NeuralVoiceProvider(family, parts: parts)
  }
}

extension ProviderSettings.Kind {
  /// The built-in Kokoro.
  public static var kokoro: Self { Self(KokoroConfiguration()) }
}

/// The symbols of Kokoro v1.0 with the ids from Kokoro's configuration, and the conversion of
/// espeak's phonemes to these symbols.
enum KokoroAlphabet {
  /// The maximum number of symbols in one run of the model: about 25 seconds of speech.
  static let longestLine = 300

  /// Runs of symbols with consecutive ids, each with the id of its first symbol.
  private static let runs: [(Int64, String)] = [
    (1, ";:,.!?"), (9, "—…\"()“” \u{303}ʣʥʦʨᵝ\u{AB67}AI"), (31, "O"), (33, "Q"), (35, "ST"),
    (39, "W"), (41, "Yᵊabcdef"), (50, "hijklmnopqrstuvwxyzɑɐɒæ"), (75, "βɔɕç"), (80, "ɖðʤə"),
    (85, "ɚɛɜ"), (90, "ɟ"), (92, "ɡ"), (99, "ɥ"), (101, "ɨɪʝ"), (110, "ɯɰŋɳɲɴø"), (118, "ɸθœ"),
    (123, "ɹ"), (125, "ɾɻ"), (128, "ʁɽʂʃʈʧ"), (135, "ʊʋ"), (138, "ʌɣɤ"), (142, "χʎ"), (147, "ʒʔ"),
    (156, "ˈˌː"), (162, "ʰ"), (164, "ʲ"), (169, "↓"), (171, "→↗↘"), (177, "ᵻ"),
  ]

  private static let numbers: [Unicode.Scalar: Int64] = Dictionary(
    uniqueKeysWithValues: runs.flatMap { first, symbols in
      symbols.unicodeScalars.enumerated().map { ($1, first + Int64($0)) }
    })

  /// The symbols with their ids.
  static let vocabulary = PhonemeVocabulary(numbers: numbers)

  /// Pairs of espeak's symbols that Kokoro was trained to read as one symbol.
  private static let pairs: [[Unicode.Scalar]: Unicode.Scalar] = [
    ["a", "ɪ"]: "I", ["a", "ʊ"]: "W", ["d", "z"]: "ʣ", ["d", "ʒ"]: "ʤ", ["e", "ɪ"]: "A",
    ["o", "ʊ"]: "O", ["ə", "ʊ"]: "Q", ["t", "s"]: "ʦ", ["t", "ʃ"]: "ʧ", ["ɔ", "ɪ"]: "Y",
    ["c", "\u{327}"]: "ç",
  ]

  /// Returns the lines of a text that espeak has read.
  /// Throws `invalidRequest` for IPA with a symbol that Kokoro does not know.
  static func lines(of text: ReadText) throws(VoiceProviderError) -> [NeuralLine] {
    var text = text
    for place in text.clauses.indices { join(&text.clauses[place]) }
    for clause in text.clauses where clause.isGiven {
      if let symbol = clause.phonemes.first(where: { numbers[$0] == nil }) {
        throw .invalidRequest("this voice does not know the IPA symbol \"\(symbol)\"")
      }
    }
    return text.parts(limit: longestLine).map { line($0, text.words) }.filter(\.hasSound)
  }

  /// Converts a clause to the symbols of this alphabet.
  private static func join(_ clause: inout SpokenClause) {
    var (phonemes, owners): ([Unicode.Scalar], [Int?]) = ([], [])
    var place = 0
    while place < clause.phonemes.count {
      let pair = Array(clause.phonemes[place..<min(place + 2, clause.phonemes.count)])
      let joined = pairs[pair]
      phonemes.append(joined ?? pair[0])
      owners.append(clause.owners[place])
      place += joined == nil ? 1 : 2
    }
    (clause.phonemes, clause.owners) = (phonemes, owners)
  }

  /// Returns the line for a part of a text.
  /// Symbols that Kokoro does not know are left out.
  private static func line(_ part: SpokenPart, _ words: [Range<Int>]) -> NeuralLine {
    var line = NeuralLine(ids: [0], owners: [nil], words: words, endsSentence: part.endsSentence)
    for (symbol, owner) in part.symbols {
      guard let number = numbers[symbol] else { continue }
      line.ids.append(UInt16(clamping: number))
      line.owners.append(owner)
    }
    line.ids.append(0)
    line.owners.append(nil)
    return line
  }
}
