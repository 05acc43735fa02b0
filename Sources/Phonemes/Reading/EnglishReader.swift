import Basics

/// Turns English text into the phonemes that natural voices speak.
/// The steps are the same as in the training of the voices: sentences, tokens, parts of speech, then the
/// words from last to first, because some words are pronounced differently before a vowel or a pause.
package struct EnglishReader: Sendable {
  private let data: PhonemeData

  package init(data: PhonemeData) { self.data = data }

  package var dialect: EnglishDialect { data.dialect }

  /// Reads text.
  /// The documentation of `read(_:spell:)` for parts describes `spell` and the errors.
  package func read(
    _ text: String, spell: ([String]) async throws -> [String: String]
  ) async throws -> PhonemeText {
    try await read([.text(text)], spell: spell)
  }

  /// Reads parts that belong together, such as a line with a name whose pronunciation is known.
  /// `spell` is called at most once, with all words and numbers that no lexicon has. `spell` returns espeak-ng's IPA
  /// for these words and numbers, with ties. Rethrows errors of `spell`, and throws `IPAError` for a part with an
  /// unknown symbol.
  package func read(
    _ parts: [PhonemePart], spell: ([String]) async throws -> [String: String]
  ) async throws -> PhonemeText {
    let draft = try draft(parts)
    guard !draft.questions.isEmpty else { return draft.reading }
    return finish(draft, answers: try await spell(draft.questions))
  }

  /// Returns the words of the parts, with the questions about unknown words.
  package func draft(_ parts: [PhonemePart]) throws(IPAError) -> PhonemeDraft {
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
  package func finish(_ draft: PhonemeDraft, answers: [String: String]) -> PhonemeText {
    let answers = answers.mapValues { EspeakSpelling.phonemes($0, dialect) }
    return answers.isEmpty ? draft.reading : reading(of: draft.sentences, answers: answers)
  }

  private func reading(
    of sentences: [PhonemeDraft.Sentence], answers: [String: Phones]
  ) -> PhonemeText {
    let words = WordReader(dialect: dialect, lexicon: data.lexicon)
    var builder = PhonemeTextBuilder()
    var above: MappedText?
    for sentence in sentences {
      var reader = SentenceReader(words: words, answers: answers)
      if let above, Sentences.haveStop(above, sentence) || Sentences.endsInLetter(above, most: 1) {
        builder.addStop()
      }
      builder.add(reader.read(sentence.groups), of: sentence.text)
      above = sentence.text
    }
    if let above, Sentences.endsInLetter(above, most: 4) { builder.addStop() }
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
        add(Array(words.unicodeScalars), to: &text, &given, from: place)
        place += words.unicodeScalars.count
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

  /// Adds a text, with a given sound for each letter of a stammer.
  private func add(
    _ symbols: [Unicode.Scalar], to text: inout MappedText, _ given: inout [Given], from start: Int
  ) {
    var place = 0
    while place < symbols.count {
      if symbols[place].isLetter, let stammer = Stammer(at: place, in: symbols),
        let sound = sound(of: stammer, in: symbols)
      {
        for part in stammer.parts {
          given.append(Given(written: Array(symbols[part]), phonemes: sound))
          let source = start + part.lowerBound..<start + part.upperBound
          text.append(MappedText.placeholder, from: source)
          text.append(" ", from: source)
        }
        place = stammer.word.lowerBound
        continue
      }
      // A placeholder in the text becomes a space. It is not a character, so no text contains it on purpose.
      let symbol = symbols[place]
      text.append(
        symbol == MappedText.placeholder ? " " : symbol, from: start + place..<start + place + 1)
      place += 1
    }
  }

  private func sound(of stammer: Stammer, in symbols: [Unicode.Scalar]) -> Phones? {
    let words = WordReader(dialect: dialect, lexicon: data.lexicon)
    let letters = symbols[stammer.parts[0]].filter(\.isLetter).string.lowercased()
    // "no-nonsense" is no stammer.
    if stammer.isOpen, data.lexicon.isChecked(ASCIIWord(letters)) { return nil }
    let phonemes = ASCIIWord(Array(symbols[stammer.word])).flatMap {
      words.phonemes($0.lowered, tag: "UH", SpokenContext())
    }
    return phonemes.flatMap(stammer.sound)
      ?? (stammer.isOpen ? nil : BrokenWords.onset(letters).map { $0 + ["ə"] })
  }

  /// Returns the tagged tokens of a sentence.
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
    // An open task is announced; its words are a sentence of their own: "to do: Perfect day".
    let task = words.prefix(3).map { $0.string.lowercased() } == ["to", "do", ":"] ? 3 : 0
    let tags =
      data.tagger.tags(of: Array(words.prefix(task)))
      + data.tagger.tags(of: Array(words.dropFirst(task)))
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
    data.neighbours.settle(&pieces)
    return pieces
  }

  private func addPossessive(to piece: inout SpokenPiece, _ token: Tokenizer.Token) {
    let words = WordReader(dialect: dialect, lexicon: data.lexicon)
    if let phonemes = piece.phonemes { piece.phonemes = words.withS(phonemes) ?? phonemes }
    piece.range = piece.range.lowerBound..<token.range.upperBound
    piece.hasSpace = token.hasSpace
  }

  /// Joins sentences into a text.
  struct PhonemeTextBuilder {
    private(set) var text = PhonemeText()
    private var asked: Set<String> = []

    mutating func add(_ pieces: [SpokenPiece], of sentence: MappedText) {
      let first = text.tokens.count
      if !isEmpty { append(" ") }
      var isStart = true
      for piece in pieces {
        for question in piece.unread where asked.insert(question).inserted {
          text.unread.append(question)
        }
        let (word, marks) = Self.parted(piece.phonemes ?? [])
        if !word.isEmpty {
          text.tokens.append(
            PhonemeToken(range: sentence.source(piece.range), phonemes: word.text, following: ""))
        }
        append(marks.text)
        if !word.isEmpty || !marks.isEmpty { isStart = false }
        // A sentence never begins with a space, even if it begins with symbols that have no sound.
        if piece.hasSpace, !isStart { append(" ") }
      }
      trimEnd()
      if text.tokens.count > first { text.sentenceEnds.append(text.tokens.count - 1) }
    }

    /// Adds the stop that belongs to initials and to their sentence.
    mutating func addStop() {
      if let last = text.tokens.last, last.following.isEmpty { append(".") }
    }

    private var isEmpty: Bool { text.tokens.isEmpty && text.leading.isEmpty }

    private mutating func append(_ marks: String) {
      if text.tokens.isEmpty {
        text.leading += marks
      } else {
        text.tokens[text.tokens.count - 1].following += marks
      }
    }

    private mutating func trimEnd() {
      func trim(_ marks: inout String) { while marks.last == " " { marks.removeLast() } }
      if text.tokens.isEmpty {
        trim(&text.leading)
      } else {
        trim(&text.tokens[text.tokens.count - 1].following)
      }
    }

    /// Returns the phonemes of a piece and the punctuation at its end.
    private static func parted(_ phonemes: Phones) -> (word: Phones, marks: Phones) {
      let last = phonemes.lastIndex {
        !PhoneSet.punctuation.contains($0) && !isBracket($0) && $0 != " "
      }
      let end = last.map { $0 + 1 } ?? 0
      let word = phonemes[..<end].map { symbol -> Unicode.Scalar in
        // Uses the voice's own symbols for the tapped t and the glottal stop.
        symbol == "ɾ" ? "T" : symbol == "ʔ" ? "t" : symbol
      }
      return (word, Phones(phonemes[end...]))
    }

    private static func isBracket(_ symbol: Unicode.Scalar) -> Bool {
      PhoneSet.brackets.contains(symbol)
    }
  }
}

package enum PhonemePart: Sendable, Equatable {
  case text(String)
  /// A word with a known pronunciation: the IPA, and the text as written.
  case ipa(String, written: String)
}

/// A text whose words were found and tagged, with the questions about unknown words.
package struct PhonemeDraft: Sendable {
  /// A sentence split into words.
  struct Sentence: Sendable {
    var text: MappedText
    var groups: [[SpokenPiece]]
  }

  var sentences: [Sentence]
  /// The result without answers.
  var reading: PhonemeText

  /// The words that no lexicon has, as written, including numbers with their currency.
  /// Each appears once, in the order of the text.
  package var questions: [String] { reading.unread }
}

/// The tables of one dialect, mapped for reading.
/// Copies share the tables.
package struct PhonemeData: Sendable {
  package let dialect: EnglishDialect
  let lexicon: Lexicon
  let neighbours: NeighbourWords
  let tagger: Tagger
  let forms: WrittenForms

  /// Opens the tables of a dialect in a folder.
  /// `fileNames(for:)` returns the names of the files.
  package init(folder: String, dialect: EnglishDialect) throws(PhonemeDataError) {
    let paths = Self.fileNames(for: dialect).map { "\(folder)/\($0)" }
    lexicon = Lexicon(table: try LexiconTable(path: paths[0]), dialect: dialect)
    neighbours = NeighbourWords(dialect)
    let file = try TableFile(path: paths[1], kind: .tagger)
    func section(_ section: TableFormat.TaggerSection) -> TableBytes {
      file.section(section.rawValue)
    }
    guard let table = HashedTable(buckets: section(.buckets), entries: section(.entries)) else {
      throw file.damaged
    }
    let names = section(.tags)
    let text = String(decoding: (0..<names.count).map(names.byte), as: UTF8.self)
    tagger = Tagger(tags: text.split(separator: "\n").map(String.init), table: table)
    forms = WrittenForms(table)
    self.dialect = dialect
  }

  /// Returns the names of the files that a dialect needs: its lexicon, and the file that all English
  /// dialects share.
  package static func fileNames(for dialect: EnglishDialect) -> [String] {
    switch dialect {
    case .american: ["english-us.lexicon", "english.tagger"]
    case .british: ["english-gb.lexicon", "english.tagger"]
    }
  }
}

extension Sentences {
  /// Whether the last stop of initials ends a sentence too, because the next one begins with a pronoun or the like, or
  /// with a common word in a capital: "I am with the C.I.A. We know.", "Copy the U.R.L. Paste it."
  static func haveStop(_ sentence: MappedText, _ next: PhonemeDraft.Sentence) -> Bool {
    let end = sentence.symbols.suffix(6)
    guard end.count > 2, end.last == ".", end.dropLast(2).last == ".",
      end.dropLast().last?.isUpper == true
    else { return false }
    let word = next.text.symbols.prefix(8).prefix { $0.isLetter || $0.isApostrophe }.string
    if openers.contains(word.split { "'’‘".contains($0) }.first.map(String.init) ?? "") {
      return true
    }
    if word == "A", next.text.symbols.dropFirst().first == " " { return true }
    let pieces = next.groups.prefix(2).compactMap(\.first)
    guard let first = pieces.first, first.symbols.last?.isSmall == true else { return false }
    if particles.contains(first.tag) { return true }
    let initials = end.reversed().prefix { $0.isUpper || $0 == "." }.reversed().string
    guard !owners.contains(initials), pieces.count > 1, pieces[1].symbols.first?.isSmall == true
    else { return false }
    let second = pieces[1].tag
    switch first.tag {
    case "NNS": return true
    case "JJ": return second.hasPrefix("NN")
    case "VB", "VBP": return second != "NN" && second != "VBD"
    // "Using it", but not "J.K. Rowling said"
    case "VBG", "VBN": return particles.contains(second)
    default: return false
    }
  }

  /// Whether a sentence of several words ends in a letter with its stop: "as X and Y.", "in the U.S."
  static func endsInLetter(_ sentence: MappedText, most: Int) -> Bool {
    let word = sentence.symbols.suffix(2 * most + 1)
    guard word.last == ".", let blank = word.lastIndex(of: " ") else { return false }
    return word[(blank + 1)...].enumerated().allSatisfy {
      $0.offset % 2 == 0 ? $0.element.isUpper : $0.element == "."
    }
  }

  /// Whether the word behind a single letter and a stop begins a sentence: "into R. This is", but not "W. So" and "R. A.".
  static func opensSentence(_ place: Int, behind letter: Int, in text: MappedText) -> Bool {
    let rest = text.symbols[place...].prefix(10)
    let word = rest.prefix(while: \.isLetter)
    guard let mark = rest.dropFirst(word.count).first,
      mark == " " || mark == "," || mark.isApostrophe
    else { return false }
    if surnames.contains(word.string) {
      let before = text.symbols[..<letter].dropLast().reversed().prefix { $0 != " " }
      return mark.isApostrophe || before.last?.isSmall == true
    }
    return openers.contains(word.string) || adverbs.contains(word.string)
  }

  /// Whether the letter before a stop is the pronoun: "So am I. Rosa laughs."
  static func isPronoun(_ letter: Int, _ next: Int, in text: MappedText) -> Bool {
    guard text.symbols[letter] == "I", text.symbol(at: next + 1)?.isLetter == true else {
      return false
    }
    let before = text.symbols[..<letter].dropLast().suffix(8).reversed().prefix(while: \.isLetter)
    return inversions.contains(before.reversed().string.lowercased())
  }

  private static let inversions: Set<String> = [
    "am", "can", "could", "did", "do", "had", "have", "may", "might", "must", "should", "than",
    "was",
    "will", "would",
  ]

  /// Openers that are also surnames: "J. So said". They begin a sentence behind a small word only.
  private static let surnames: Set<String> = [
    "An", "Can", "Do", "Don", "How", "In", "Just", "My", "No", "On", "So", "To", "Well",
  ]
  private static let adverbs: Set<String> = [
    "A", "After", "All", "Also", "Although", "As", "At", "Because", "Before", "Both", "By", "Does",
    "Each", "Every", "Finally", "First", "For", "From", "Here", "However", "Its", "Next", "Once",
    "Or",
    "Since", "Some", "Though", "Thus", "Under", "Until", "Was", "When", "Which", "While", "With",
  ]

  /// Initials before names: "the U.S. Open is", "H.M.S. Invincible".
  private static let owners: Set<String> = ["H.M.S.", "U.K.", "U.N.", "U.S.", "U.S.S."]
  /// The parts of speech of words that begin no name.
  private static let particles: Set<String> = [
    "CC", "DT", "EX", "IN", "MD", "PDT", "PRP", "PRP$", "RB", "TO", "UH", "WDT", "WP", "WRB",
  ]
  private static let openers: Set<String> = [
    "I", "We", "He", "She", "They", "It", "You", "The", "This", "That", "These", "Those", "There",
    "My", "Your", "His", "Her", "Our", "Their", "But", "And", "So", "What", "Who", "Why", "How",
    "Where", "When", "If", "Do", "Did", "Don", "Is", "Are", "Can", "No", "Yes", "Not", "Let", "Now",
    "Then", "Well", "Just", "Maybe",
  ]
}
