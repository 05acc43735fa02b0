import Basics
import Phonemes

/// Converts text to phonemes for hibari's models.
/// Uses one lexicon for each dialect, opened on first use, and espeak for words that the lexicon
/// does not have.
struct HibariReader: Sendable {
  private let speller: EspeakNGVoiceEngine
  private let readers: [EnglishDialect: FetchOnce<EnglishReader>]
  private let symbols: FetchOnce<PhonemeVocabulary>
  /// espeak's answers, by dialect.
  /// The answers are cached because names recur in every scene.
  private let answers = SpelledWords()

  /// The SHA-256 of the phoneme list (hibari-tts 0.2.1).
  /// If the ids came from another list, a voice would speak nonsense.
  private static let vocabularyDigest =
    "70abefbe8a1c8865e43e0a43bbdc25b91a33e4aa053479d443ccf23e20a59e5d"

  /// The version of the rules that convert text to phonemes.
  private static let rulesVersion = 9

  init(folder: String?, speller: EspeakNGVoiceEngine) {
    self.speller = speller
    let folder = folder ?? "."
    readers = Dictionary(
      uniqueKeysWithValues: EnglishDialect.allCases.map { dialect in
        (dialect, FetchOnce { try Self.open(folder, dialect) })
      })
    symbols = FetchOnce { try Self.vocabulary(folder) }
  }

  private static func open(
    _ folder: String, _ dialect: EnglishDialect
  ) throws(VoiceProviderError) -> EnglishReader {
    do {
      return EnglishReader(data: try PhonemeData(folder: folder, dialect: dialect))
    } catch {
      throw .engineUnavailable(error.message)
    }
  }

  private static func vocabulary(_ folder: String) throws -> PhonemeVocabulary {
    let path = XDGFolders.path(folder, "vocab.json")
    do {
      guard
        let json = try Files<FileError>.contents(
          of: path, limit: 1 << 16, followingLinks: true)
      else {
        throw VoiceProviderError.engineUnavailable("\(path) is missing")
      }
      guard SHA256.hash(json).hex == vocabularyDigest else {
        throw VoiceProviderError.engineUnavailable(
          "\(path) does not belong to the voice; install the natural voice again")
      }
      return try PhonemeVocabulary(json: json)
    } catch let error as FileError {
      throw VoiceProviderError.engineUnavailable("\(path): \(error.reason)")
    } catch let error as PhonemeVocabularyError {
      throw VoiceProviderError.engineUnavailable(
        "\(path) is not a list of phonemes: \(error.message)")
    }
  }

  /// Opens the files that a dialect needs.
  /// Throws `engineUnavailable` with the file and the error.
  func check(_ dialect: EnglishDialect) async throws {
    _ = try await readers[dialect]?.value()
    _ = try await vocabulary()
  }

  /// Returns the symbols that the models know.
  func vocabulary() async throws -> PhonemeVocabulary { try await symbols.value() }

  /// Returns the phonemes of a request's text.
  func read(_ request: VoiceEngineRequest, dialect: EnglishDialect) async throws -> PhonemeText {
    guard let reader = try await readers[dialect]?.value() else {
      throw VoiceProviderError.notSupported(
        "Hibari speaks only American and British English, not \(request.languageCode)")
    }
    let parts = PhonemeParts.parts(of: request.text, hasPhonemes: request.isPhonemes)
    do {
      return try await reader.read(parts) { words in
        try await answers.phonemes(of: words, dialect) {
          try await speller.phonemes(of: $0, voiceId: dialect.espeakVoice)
        }
      }
    } catch let error as IPAError {
      throw VoiceProviderError.invalidRequest(error.message)
    }
  }

  /// Returns the words that the lexicon and the rules do not know, each with espeak's IPA.
  func unknown(_ words: [String], dialect: EnglishDialect) async throws -> [String: String] {
    guard let reader = try await readers[dialect]?.value() else { return [:] }
    let asked = try words.filter { try reader.draft([.text($0)]).questions == [$0] }
    guard !asked.isEmpty else { return [:] }
    return try await answers.phonemes(of: asked, dialect) {
      try await speller.phonemes(of: $0, voiceId: dialect.espeakVoice)
    }
  }

  /// Returns the versions of the rules and of espeak.
  func version() async throws -> String {
    "phonemes-\(Self.rulesVersion) espeak-ng-\(try await speller.version())"
  }

  func shutdown() async { await speller.shutdown() }

  /// The cache of espeak's answers for words.
  private actor SpelledWords {
    private var known: [EnglishDialect: [String: String]] = [:]

    /// Returns the phonemes of words.
    /// Calls `asking` for words that are not in the cache.
    func phonemes(
      of words: [String], _ dialect: EnglishDialect,
      asking: @Sendable ([String]) async throws -> [String]
    ) async throws -> [String: String] {
      let missing = words.filter { known[dialect]?[$0] == nil }
      if !missing.isEmpty {
        let answers = try await asking(missing)
        for (word, answer) in zip(missing, answers) { known[dialect, default: [:]][word] = answer }
      }
      return words.reduce(into: [:]) { $0[$1] = known[dialect]?[$1] }
    }
  }
}

extension EnglishDialect {
  /// The espeak voice that transcribes words in this dialect.
  fileprivate var espeakVoice: String { self == .british ? "en-gb" : "en-us" }
}
