import Basics

/// Reads texts of every language: espeak finds the phonemes, clause by clause.
struct EspeakReader: Sendable {
  private let speller: EspeakNGVoiceEngine
  /// How words sound alone, by voice of espeak.
  private let known = KnownWords()

  /// The version of the rules by which clauses and words are found.
  static let rulesVersion = 1

  init(speller: EspeakNGVoiceEngine) { self.speller = speller }

  /// The phonemes of a text, in which IPA may stand between `[[` and `]]` if `hasPhonemes`.
  ///
  /// `voice` is the voice of espeak that knows the language.
  func read(_ text: String, hasPhonemes: Bool, voice: String) async throws -> ReadText {
    var draft = ClauseDraft()
    for part in PhonemeParts.parts(of: text, hasPhonemes: hasPhonemes) { draft.add(part) }
    draft.add(try await speller.clauses(of: draft.texts, voiceId: voice))
    let words = try await known.phonemes(of: draft.questions, voice) {
      try await speller.phonemes(of: $0, voiceId: voice)
    }
    return draft.text { words[$0] ?? "" }
  }

  /// The version of rules and speller.
  func version() async throws -> String {
    "clauses-\(Self.rulesVersion) espeak-ng-\(try await speller.version())"
  }

  func shutdown() async { await speller.shutdown() }
}

/// How words sound alone, as espeak has answered; words come back in every line.
private actor KnownWords {
  /// The most words that are kept for a voice: a long book has some ten thousand.
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
