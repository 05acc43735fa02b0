import Basics
import Phonemes

/// Reads texts for graphs: lexicons by dialect, opened when they are first needed, and espeak for words that
/// they do not have.
struct HibariReader: Sendable {
  private let speller: EspeakNGVoiceEngine
  private let readers: [EnglishDialect: FetchOnce<EnglishReader>]
  private let signs: FetchOnce<PhonemeVocabulary>
  /// What espeak has answered, by dialect: names come back in every scene.
  private let answers = SpelledWords()

  /// The SHA-256 of the list of phonemes (hibari-tts 0.2.1): with other numbers a voice speaks nonsense.
  private static let vocabularyDigest =
    "70abefbe8a1c8865e43e0a43bbdc25b91a33e4aa053479d443ccf23e20a59e5d"

  /// The version of the rules by which text is read.
  private static let rulesVersion = 1

  init(folder: String?, speller: EspeakNGVoiceEngine) {
    self.speller = speller
    let folder = folder ?? "."
    readers = Dictionary(
      uniqueKeysWithValues: EnglishDialect.allCases.map { dialect in
        (dialect, FetchOnce { try Self.open(folder, dialect) })
      })
    signs = FetchOnce { try Self.vocabulary(folder) }
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
        let json = try Files<FileFailure>.contents(
          of: path, limit: 1 << 16, followingLinks: true)
      else {
        throw VoiceProviderError.engineUnavailable("\(path) is missing")
      }
      guard SHA256.hash(json).hex == vocabularyDigest else {
        throw VoiceProviderError.engineUnavailable(
          "\(path) is not the file that belongs to the voice; install the natural voice again")
      }
      return try PhonemeVocabulary(json: json)
    } catch let error as FileFailure {
      throw VoiceProviderError.engineUnavailable("\(path): \(error.reason)")
    } catch let error as PhonemeVocabularyError {
      throw VoiceProviderError.engineUnavailable("\(path) is no list of phonemes: \(error.message)")
    }
  }

  /// Opens what a dialect needs; throws `engineUnavailable` with the file and what is wrong.
  func check(_ dialect: EnglishDialect) async throws {
    _ = try await readers[dialect]?.value()
    _ = try await vocabulary()
  }

  /// The signs that the graphs know.
  func vocabulary() async throws -> PhonemeVocabulary { try await signs.value() }

  /// The phonemes of a request's text.
  func read(_ request: VoiceEngineRequest, dialect: EnglishDialect) async throws -> PhonemeText {
    guard let reader = try await readers[dialect]?.value() else {
      throw VoiceProviderError.notSupported("English of another kind")
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

  /// The versions of rules and speller.
  func version() async throws -> String {
    "phonemes-\(Self.rulesVersion) espeak-ng-\(try await speller.version())"
  }

  func shutdown() async { await speller.shutdown() }
}

extension EnglishDialect {
  /// The voice of espeak that spells for a dialect.
  fileprivate var espeakVoice: String { self == .british ? "en-gb" : "en-us" }
}

/// What espeak has answered for words.
private actor SpelledWords {
  private var known: [EnglishDialect: [String: String]] = [:]

  /// The phonemes of words; those that are not known are asked for.
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
