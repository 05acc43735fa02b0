/// Turns English text into the phonemes that natural voices speak.
///
/// The steps are the same as in the training of the voices: sentences, tokens, parts of speech, then the
/// words from last to first, because some words are pronounced differently before a vowel or a pause.
public struct EnglishReader: Sendable {
  private let data: PhonemeData

  /// Creates a reader for the dialect of the data.
  public init(data: PhonemeData) { self.data = data }

  /// The dialect of English that is read.
  public var dialect: EnglishDialect { data.dialect }

  /// Reads text.
  ///
  /// The documentation of `read(_:spell:)` for parts describes `spell` and the errors.
  public func read(
    _ text: String, spell: ([String]) async throws -> [String: String]
  ) async throws -> PhonemeText {
    try await read([.text(text)], spell: spell)
  }

  /// Reads parts that belong together, such as a line with a name whose pronunciation is known.
  ///
  /// `spell` is called at most once, with all words and numbers that no lexicon has. `spell` returns espeak-ng's IPA
  /// for these words and numbers, with ties. Rethrows errors of `spell`, and throws `IPAError` for a part with an
  /// unknown symbol.
  public func read(
    _ parts: [PhonemePart], spell: ([String]) async throws -> [String: String]
  ) async throws -> PhonemeText {
    let draft = try draft(parts)
    guard !draft.questions.isEmpty else { return draft.reading }
    return finish(draft, answers: try await spell(draft.questions))
  }

  /// Returns the words of the parts, with the questions about unknown words.
  public func draft(_ parts: [PhonemePart]) throws(IPAError) -> PhonemeDraft {
    let (text, given) = try source(of: parts)
    var rest = given[...]
    let normalizer = Normalizer(forms: data.forms)
    let sentences = Sentences.cut(text, data.forms).map { sentence in
      let text = normalizer.normalized(sentence)
      let groups = WordGroups.groups(of: tokens(of: text, &rest), in: text.symbols)
      return PhonemeDraft.Sentence(text: text, groups: groups)
    }
    return PhonemeDraft(sentences: sentences, reading: reading(of: sentences, answers: [:]))
  }

  /// Returns the text with the answers to a draft's questions, each in espeak-ng's IPA with ties.
  public func finish(_ draft: PhonemeDraft, answers: [String: String]) -> PhonemeText {
    let answers = answers.mapValues { EspeakSpelling.phonemes($0, dialect) }
    return answers.isEmpty ? draft.reading : reading(of: draft.sentences, answers: answers)
  }

  private func reading(
    of sentences: [PhonemeDraft.Sentence], answers: [String: Phones]
  ) -> PhonemeText {
    let words = WordReader(dialect: dialect, lexicon: data.lexicon)
    var builder = PhonemeTextBuilder()
    for sentence in sentences {
      var reader = SentenceReader(words: words, answers: answers)
      builder.add(reader.read(sentence.groups), of: sentence.text)
    }
    return builder.text
  }

  /// A word with a given pronunciation.
  private struct Given {
    var written: [Unicode.Scalar]
    var phonemes: Phones
  }

  private func source(of parts: [PhonemePart]) throws(IPAError) -> (MappedText, [Given]) {
    var (text, given, place) = (MappedText(), [Given](), 0)
    for part in parts {
      switch part {
      case .text(let words):
        for symbol in words.unicodeScalars {
          // A placeholder in the text becomes a space. It is not a character, so no text contains it on
          // purpose.
          text.append(symbol == MappedText.placeholder ? " " : symbol, from: place..<place + 1)
          place += 1
        }
      case .ipa(let ipa, let written):
        let symbols = Array(written.unicodeScalars)
        let phonemes = Phones(try IPA.misaki(ipa, dialect: dialect))
        given.append(Given(written: symbols, phonemes: phonemes))
        text.append(MappedText.placeholder, from: place..<place + symbols.count)
        place += symbols.count
      }
    }
    return (text, given)
  }

  /// Returns the tagged tokens of a sentence.
  ///
  /// Removes the given words of the sentence from `given`.
  private func tokens(of text: MappedText, _ given: inout ArraySlice<Given>) -> [SpokenPiece] {
    let tokens = Tokenizer(forms: data.forms).tokens(text.symbols)
    var sounds: [Given?] = []
    for token in tokens {
      let isGiven = text.symbols[token.range.lowerBound] == MappedText.placeholder
      sounds.append(isGiven ? given.popFirst() : nil)
    }
    let words = zip(tokens, sounds).map { token, sound in
      sound.map { $0.written[...] } ?? text.symbols[token.range]
    }
    let tags = data.tagger.tags(of: words)
    var pieces: [SpokenPiece] = []
    for (number, token) in tokens.enumerated() {
      let symbols = text.symbols[token.range]
      if number > 0, sounds[number - 1] != nil, !tokens[number - 1].hasSpace,
        symbols.elementsEqual("'s".unicodeScalars)
      {
        addPossessive(to: &pieces[pieces.count - 1], token)
        continue
      }
      pieces.append(
        SpokenPiece(
          symbols: Array(words[number]), range: token.range, tag: tags[number],
          hasSpace: token.hasSpace, phonemes: sounds[number]?.phonemes))
    }
    return pieces
  }

  private func addPossessive(to piece: inout SpokenPiece, _ token: Tokenizer.Token) {
    let words = WordReader(dialect: dialect, lexicon: data.lexicon)
    if let phonemes = piece.phonemes { piece.phonemes = words.withS(phonemes) ?? phonemes }
    piece.range = piece.range.lowerBound..<token.range.upperBound
    piece.hasSpace = token.hasSpace
  }
}
