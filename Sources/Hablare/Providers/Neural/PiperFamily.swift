import Basics
public import FoundationEssentials

/// Piper voices: the installed voices, or voices in the user's own folders.
struct PiperFamily: VoiceFamily {
  /// The version of the rules that turn a line into a request to the model.
  /// A new version means that the audio changes.
  private static let version = 1

  let kind = InstalledVoice.Engine.piper
  let id: String
  let name: String
  var defaultVoiceId: String? { found.catalog().voices.first?.voices.first?.id }
  var sampleRate: Int? { found.catalog().commonSampleRate }
  let pause = 0.2

  private let parts: NeuralParts
  private let found: FolderVoices<PiperModel>
  private let advice: ProviderAdvice

  init(
    id: String = InstalledVoice.Engine.piper.rawValue, name: String = "Piper", places: PiperPlaces,
    parts: NeuralParts, advice: ProviderAdvice
  ) {
    (self.id, self.name, self.parts, self.advice) = (id, name, parts, advice)
    found = FolderVoices {
      FolderCatalog(piper: places)
    } read: { (voice) throws(VoiceProviderError) in
      try PiperModel(voice)
    }
  }

  func problem(with parameters: [String: String]) -> String? {
    PiperParameters.problem(with: parameters)
  }

  func check() async throws {
    try await found.check(parts.engine) { catalog in
      if let problem = catalog.problems.values.min() { return .engineUnavailable(problem) }
      guard id == kind.rawValue else {
        return .engineUnavailable("\"voices\" of the provider \(id) names no voice")
      }
      return .engineUnavailable(
        "no Piper voice is installed; " + advice.words(.noInstalledVoice(providerId: id)))
    }
  }

  func voices() async throws -> [Voice] {
    found.catalog(refreshing: true).voices.flatMap(\.voices).map { voice in
      var voice = voice
      voice.providerId = id
      return voice
    }
  }

  func hasVoice(_ voiceId: String) async -> Bool { (try? found.catalog().resolve(voiceId)) != nil }

  /// Returns the reason why an installed voice cannot speak, or nil if the voice can speak.
  func absence(of voiceId: String) async -> VoiceProviderError? {
    do throws(VoiceProviderError) {
      _ = try found.catalog().resolve(voiceId)
      return nil
    } catch {
      if case .voiceNotFound = error { return nil }
      return error
    }
  }

  func script(of request: VoiceEngineRequest) async throws -> NeuralScript {
    let resolved = try found.catalog().resolve(request.voiceId)
    try SpokenText.check(request.text)
    let model = try found.content(of: resolved.voice)
    let text = try await parts.reader.read(
      request.text, hasPhonemes: request.isPhonemes, voice: model.espeakVoice)
    let parameters = PiperParameters(request.options)
    return NeuralScript(
      sampleRate: model.clock.sampleRate, lines: try model.alphabet.lines(of: text)
    ) { model.request($0, speaker: resolved.speaker, parameters, stresses: request.stresses) }
  }

  func version() async throws -> String {
    "piper-\(Self.version) \(try await parts.reader.version())"
  }

  func fileVersion(of voiceId: String) async throws -> String {
    try found.fileVersion(of: voiceId, and: \.descriptionPath)
  }
}

/// The places where a provider finds Piper voices.
struct PiperPlaces: Sendable {
  /// The paths of the user's configuration: voice files and folders of voices.
  var own: [String] = []
  /// The folders of installed voices; nil if the provider does not have the installed voices.
  var installed: VoiceFolders?
}

extension FolderCatalog {
  /// Finds the voices.
  /// If several places contain a voice with the same name, the user's own places come first.
  init(piper places: PiperPlaces) {
    var search = VoiceSearch()
    search.readPiper(at: places.own.map { UserPath.expanded($0) })
    let own = Set(search.voices.keys.map(\.id))
    var problems: [String: String] = [:]
    for problem in search.problems {
      problems[InstalledVoiceProblem.voiceName(of: problem.path)] = problem.description
    }
    let ownProblems = search.problems.count
    for folder in places.installed?.all ?? [] {
      search.readPiper(in: XDGFolders.path(folder, InstalledVoice.Engine.piper.rawValue))
    }
    for problem in search.problems.dropFirst(ownProblems) {
      problems[problem.path] = problem.description
    }
    var voices: [InstalledVoice] = []
    var usualSpeakers: [String: Int] = [:]
    for voice in search.sortedVoices {
      let description = voice.descriptionPath.flatMap { try? PiperVoiceDescription(at: $0) }
      if let obstacle = description.flatMap({ PiperModel.obstacle(in: $0, of: voice) }) {
        problems[voice.id] = obstacle
        continue
      }
      voices.append(voice)
      // In books with installed voices, the name alone means the first speaker.
      if own.contains(voice.id), !voice.speakers.isEmpty {
        usualSpeakers[voice.id] = description?.default_speaker_id
      }
    }
    self.init(voices: voices, problems: problems, usualSpeakers: usualSpeakers)
  }
}

extension NeuralVoiceProvider {
  /// Creates a provider for the Piper voices in folders, with its own worker and its own espeak.
  ///
  /// `slots` is the number of lines spoken at the same time, 1 to 127. `advice` provides the advice
  /// for errors.
  public static func piper(
    folders: VoiceFolders = VoiceFolders(), speller: EspeakNGVoiceEngine = EspeakNGVoiceEngine(),
    slots: Int = ProcessInfo.processInfo.activeProcessorCount, advice: ProviderAdvice = .library
  ) -> NeuralVoiceProvider {
    let parts = NeuralParts(speller: speller, slots: slots)
    let places = PiperPlaces(installed: folders)
    return NeuralVoiceProvider(
      PiperFamily(places: places, parts: parts, advice: advice), parts: parts)
  }
}

/// The settings of a provider of Piper voices: where the voices are.
public struct PiperConfiguration: Sendable, Equatable {
  /// Folders with voices, and voice files (`.onnx`), in addition to the installed voices.
  ///
  /// Folders are searched with their subfolders. A leading `~` is expanded when the voices are
  /// searched for. Only the provider with the id `piper` also has the installed voices.
  public var voices: [String] = []

  /// Creates the configuration of the installed voices.
  public init() {}
}

extension PiperConfiguration: ProviderConfiguration {
  enum Key: String, CaseIterable {
    case voices
  }

  static let type = "piper"
  static let isBuiltIn = true
  static let hasPrices = false
  static let summary: String? =
    "Natural voices in some forty languages, which you install below. Free, on this machine."
  /// The settings of Piper as a program of its own, which earlier versions started.
  static let retiredKeys = ["prices", "program", "reproducible", "timeout", "concurrency"]
  static let retirement = "this program speaks Piper's voices itself and for free"

  static func field(_ key: Key) -> SettingField {
    SettingField("Voices", .list(of: .path), help: "Folders with voices, and voice files (.onnx)")
  }

  mutating func set(_ key: Key, to value: JSONValue) { voices = value.strings ?? [] }

  func value(of key: Key) -> JSONValue? { JSONValue(voices) }

  func displayName(of id: String) -> String { id == Self.type ? "Piper" : "Piper (\(id))" }

  func makeProvider(
    _ entry: ProviderSettings, in workshop: ProviderWorkshop
  ) -> any VoiceProvider {
    let parts = workshop.neuralParts
    let installed = entry.id == Self.type ? VoiceFolders(environment: workshop.environment) : nil
    let family = PiperFamily(
      id: entry.id, name: entry.displayName, places: PiperPlaces(own: voices, installed: installed),
      parts: parts, advice: workshop.advice)
    return NeuralVoiceProvider(family, parts: parts)
  }
}

extension ProviderSettings.Kind {
  /// Piper: the installed voices, and voices in the user's own folders.
  public static func piper(_ configuration: PiperConfiguration) -> Self { Self(configuration) }
}

/// A Piper voice as its files describe it: an ONNX model, its phonemes and its parameters.
private struct PiperModel: Sendable {
  let voice: InstalledVoice
  let alphabet: PiperAlphabet
  /// The espeak voice that converts text to phonemes.
  let espeakVoice: String
  let clock: NeuralClock
  /// The voice's own variation.
  let variation: NeuralVariation
  /// The factor of all durations, relative to the model's own tempo.
  let slowness: Double

  /// Reads the files of a voice.
  /// Throws `engineUnavailable` or `notSupported` if the voice cannot speak.
  init(_ voice: InstalledVoice) throws(VoiceProviderError) {
    guard let path = voice.descriptionPath else {
      throw .engineUnavailable(
        "the description of the voice \(voice.id) (.onnx.json) is missing; install the voice again")
    }
    let description: PiperVoiceDescription
    do throws(InstalledVoiceProblem) {
      description = try PiperVoiceDescription(at: path)
    } catch {
      throw .engineUnavailable(error.description)
    }
    if let obstacle = Self.obstacle(in: description, of: voice) { throw .notSupported(obstacle) }
    guard let alphabet = description.phoneme_id_map.flatMap(PiperAlphabet.init) else {
      throw .engineUnavailable("\(path) has no usable list of phonemes (\"phoneme_id_map\")")
    }
    self.voice = voice
    self.alphabet = alphabet
    espeakVoice = description.espeak?.voice ?? ""
    clock = NeuralClock(
      sampleRate: description.audio.sample_rate, unit: description.hop_length ?? Self.defaultUnit)
    variation = NeuralVariation(
      noise: description.inference?.noise_scale ?? 0.667,
      width: description.inference?.noise_w ?? 0.8)
    slowness = description.inference?.length_scale ?? 1
  }

  /// The number of samples in a unit of duration, for voices whose description does not state the
  /// number.
  private static let defaultUnit = 256

  /// Returns the reason why the program cannot find the phonemes for a voice, or nil if the program
  /// can find them.
  static func obstacle(in description: PiperVoiceDescription, of voice: InstalledVoice) -> String? {
    let kind = description.phoneme_type ?? "espeak"
    if kind != "espeak" {
      return
        "the voice \(voice.id) needs phonemes of the type \"\(kind)\"; only those of espeak-ng are available"
    }
    return description.languageTag.flatMap(UnreadableLanguage.reason)
  }

  /// Returns the engine's request for a line.
  func request(
    _ line: NeuralLine, speaker: Int?, _ parameters: PiperParameters, stresses: [VoiceStress] = []
  ) -> NeuralRequest {
    NeuralRequest(
      family: .piper, model: NeuralModel(path: voice.modelPath, sha256: voice.modelSHA256),
      clock: clock,
      ids: line.ids, speaker: speaker,
      variation: NeuralVariation(
        noise: parameters.noise ?? variation.noise, width: parameters.width ?? variation.width),
      speed: parameters.delivery.speed / slowness, gain: parameters.delivery.gain,
      prosody: PhonemeProsody.stressing(stresses, in: line, hasPitch: false))
  }

  /// The phonemes that a Piper voice knows, each with its ids.
  struct PiperAlphabet: Sendable {
    private let numbers: [Unicode.Scalar: [UInt16]]
    private let start: [UInt16]
    private let end: [UInt16]
    private let pad: [UInt16]

    /// Reads a voice's map from phonemes to ids.
    /// Nil if a symbol that every line needs is missing, or if an id is out of range.
    init?(_ map: [String: [Int]]) {
      var numbers: [Unicode.Scalar: [UInt16]] = [:]
      for (symbol, values) in map {
        let small = values.compactMap { UInt16(exactly: $0) }
        guard small.count == values.count else { return nil }
        // Some maps have symbols of several letters. They are left out, because espeak never sends
        // such a symbol.
        if symbol.unicodeScalars.count == 1, let scalar = symbol.unicodeScalars.first {
          numbers[scalar] = small
        }
      }
      guard let start = numbers["^"], let end = numbers["$"], let pad = numbers["_"] else {
        return nil
      }
      (self.numbers, self.start, self.end, self.pad) = (numbers, start, end, pad)
    }

    /// Returns whether the voice knows a phoneme.
    func knows(_ symbol: Unicode.Scalar) -> Bool { numbers[symbol] != nil }

    /// Returns a line of phonemes with the words they belong to, in the form that the model needs:
    /// with a padding symbol after each phoneme.
    /// Phonemes that the voice does not know are left out. Piper does the same.
    func line(
      _ symbols: [(symbol: Unicode.Scalar, owner: Int?)], _ words: [Range<Int>], endsSentence: Bool
    ) -> NeuralLine {
      var line = NeuralLine(ids: start + pad, owners: [], words: words, endsSentence: endsSentence)
      line.owners = line.ids.map { _ in nil }
      for (symbol, owner) in symbols {
        guard let ids = numbers[symbol] else { continue }
        line.ids += ids + pad
        line.owners += repeatElement(owner, count: ids.count + pad.count)
      }
      line.ids += end
      line.owners += end.map { _ in nil }
      return line
    }
  }
}

/// The parameters for speaking a line with a Piper voice.
private struct PiperParameters: Hashable, Sendable {
  /// Tempo and gain.
  var delivery: NeuralDelivery
  /// The variation of the audio, or nil for the voice's own variation.
  var noise: Double?
  /// The variation of the durations, or nil for the voice's own variation.
  var width: Double?

  /// The names of the settings that only Piper has.
  static let noiseKey = "noise_scale"
  static let widthKey = "noise_w"
  /// The variations that a cast may request.
  static let variations = 0.0...1.5

  init(_ options: VoiceOptions) {
    delivery = NeuralDelivery(options)
    noise = options.parameters[Self.noiseKey].flatMap(Double.init)
    width = options.parameters[Self.widthKey].flatMap(Double.init)
  }

  /// Returns the problem with the provider's own settings, or nil if there is no problem.
  static func problem(with parameters: [String: String]) -> String? {
    for (name, value) in parameters.sorted(by: { $0.key < $1.key }) {
      guard name == noiseKey || name == widthKey else {
        return "Piper has no setting \"\(name)\"; its own settings are \(noiseKey) and \(widthKey)"
      }
      guard let number = Double(value), variations.contains(number) else {
        return "\(name) must be a number from \(VoiceURI.text(of: variations.lowerBound)) to "
          + "\(VoiceURI.text(of: variations.upperBound)), not \"\(value)\""
      }
    }
    return nil
  }
}

extension PiperModel.PiperAlphabet {
  /// The maximum number of phonemes in one run of the model: about 25 seconds of speech.
  static let longestLine = 350

  /// Returns the lines of a text.
  /// Each sentence is one line. If a sentence is too long, it is cut into several lines.
  /// Throws `invalidRequest` for IPA with a symbol that the voice does not know.
  func lines(of text: ReadText) throws(VoiceProviderError) -> [NeuralLine] {
    for clause in text.clauses where clause.isGiven {
      if let symbol = clause.phonemes.first(where: { $0 != " " && !knows($0) }) {
        throw .invalidRequest("this voice does not know the IPA symbol \"\(symbol)\"")
      }
    }
    return text.parts(limit: Self.longestLine).map {
      line($0.symbols, text.words, endsSentence: $0.endsSentence)
    }.filter(\.hasSound)
  }
}
