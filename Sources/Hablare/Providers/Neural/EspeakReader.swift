import Basics

/// Converts texts of any language to phonemes, clause by clause, with espeak.
struct EspeakReader: Sendable {
  private let speller: EspeakNGVoiceEngine
  /// The pronunciation of single words, by espeak voice.
  private let known = KnownWords()

  /// The version of the rules that find clauses and words.
  static let rulesVersion = 1

  init(speller: EspeakNGVoiceEngine) { self.speller = speller }

  /// Returns the phonemes of a text.
  ///
  /// If `hasPhonemes` is true, text between `[[` and `]]` is IPA.
  ///
  /// `voice` is the espeak voice for the language.
  func read(_ text: String, hasPhonemes: Bool, voice: String) async throws -> ReadText {
    var draft = ClauseDraft()
    for part in PhonemeParts.parts(of: text, hasPhonemes: hasPhonemes) { draft.add(part) }
    draft.add(try await speller.clauses(of: draft.texts, voiceId: voice))
    let words = try await known.phonemes(of: draft.questions, voice) {
      try await speller.phonemes(of: $0, voiceId: voice)
    }
    return draft.text { words[$0] ?? "" }
  }

  /// Returns the versions of the rules and of espeak.
  func version() async throws -> String {
    "clauses-\(Self.rulesVersion) espeak-ng-\(try await speller.version())"
  }

  func shutdown() async { await speller.shutdown() }
}

/// The cache of espeak's pronunciations of single words.
///
/// The pronunciations are cached because the same words recur in every line.
private actor KnownWords {
  /// The maximum number of cached words for a voice.
  ///
  /// A long book has about ten thousand different words.
  private static let most = 50_000
  private var known: [String: [String: String]] = [:]

  func phonemes(
    of words: [String], _ voice: String,
    asking: @Sendable ([String]) async throws -> [String]
  ) async throws -> [String: String] {
    let missing = words.filter { known[voice]?[$0] == nil }
    var answers: [String: String] = [:]
    if !missing.isEmpty {
      for (word, answer) in zip(missing, try await asking(missing)) { answers[word] = answer }
    }
    for word in words { answers[word] = answers[word] ?? known[voice]?[word] }
    if known[voice, default: [:]].count > Self.most { known[voice] = [:] }
    known[voice, default: [:]].merge(answers) { $1 }
    return answers
  }
}
