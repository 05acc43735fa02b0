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
    let phonemes = ASCIIWord(Array(symbols[stammer.word])).flatMap {
      words.phonemes($0.lowered, tag: "UH", SpokenContext())
    }
    return phonemes.flatMap(stammer.sound)
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

  /// Words whose sound depends on the words beside them: "lead pipe", "took a bow", "Des Moines".
  struct NeighbourWords: Sendable {
    private let rules: [String: [Rule]]

    /// A condition, and the phonemes of the word if it holds.
    private struct Rule: Sendable {
      enum Place: Character {
        case before = "<"
        case after = ">"
        /// Anywhere in the sentence.
        case near = "~"
        /// Not after the word, which begins a sentence or a part of it.
        case first = "^"
        /// A word before and one after, joined by a low line.
        case between = "|"
      }
      var place: Place
      /// The words at the place; two words are joined by a low line.
      var words: Set<String>
      var phonemes: Phones
    }

    init(_ dialect: EnglishDialect) {
      var rules: [String: [Rule]] = [:]
      for line in Self.table.split(separator: "\n") {
        let parts = line.split(separator: " ").map(String.init)
        guard let place = parts[1].first.flatMap(Rule.Place.init) else { continue }
        let phonemes = dialect == .british && parts[3] != "=" ? parts[3] : parts[2]
        rules[parts[0], default: []].append(
          Rule(place: place, words: Set(parts[4...]), phonemes: Phones(phonemes)))
      }
      self.rules = rules
    }

    /// Sets the phonemes of the words of a sentence whose neighbours tell them.
    func settle(_ pieces: inout [SpokenPiece]) {
      var words: [String]?
      for place in pieces.indices where pieces[place].phonemes == nil {
        let symbols = pieces[place].symbols
        guard symbols.count < 12,
          let rules = rules[symbols.string] ?? rules[symbols.string.lowercased()]
        else { continue }
        let all = words ?? pieces.map { $0.symbols.string.lowercased() }
        words = all
        let rule = rules.first { rule in
          switch rule.place {
          case .before: Self.before(place, all).contains(where: rule.words.contains)
          case .after: Self.after(place, all).contains(where: rule.words.contains)
          case .first: Self.begins(place, all) && !rule.words.contains(all[place + 1])
          case .near: Self.near(place, all).contains(where: rule.words.contains)
          case .between:
            place > 0 && place + 1 < all.count
              && rule.words.contains("\(all[place - 1])_\(all[place + 1])")
          }
        }
        pieces[place].phonemes = rule?.phonemes
      }
    }

    /// Returns the word before an index, and the two words before it.
    private static func before(_ place: Int, _ words: [String]) -> [String] {
      guard place > 0 else { return [] }
      return [words[place - 1]] + (place > 1 ? ["\(words[place - 2])_\(words[place - 1])"] : [])
    }

    /// Returns the word after an index, the two words after it, and after the first word of a sentence the word with a
    /// circumflex.
    private static func after(_ place: Int, _ words: [String]) -> [String] {
      guard place + 1 < words.count else { return [] }
      let next = words[place + 1]
      let second = place + 2 < words.count ? words[place + 2] : ""
      return [next, "\(next)_\(second)"] + (place == 0 ? ["^" + next] : [])
    }

    /// Whether a word begins a sentence or a part of it, and a word follows.
    private static func begins(_ place: Int, _ words: [String]) -> Bool {
      guard place + 1 < words.count, let next = words[place + 1].first, next.isLetter || next == "("
      else { return false }
      return place == 0 || [":", ",", ";", "—", "“"].contains(words[place - 1])
    }

    /// Returns the words at most eight words away.
    private static func near(_ place: Int, _ words: [String]) -> ArraySlice<String> {
      words[max(0, place - 8)..<min(words.count, place + 9)]
    }

    // A word, the place, the American and the British phonemes (= if they are equal), and the neighbours.
    private static let table = """
      lead > lˈɛd = pipe pipes weight weights paint shot bullet bullets balloon poisoning box lined crystal
      lead < lˈɛd = of_lead as_lead made_lead molten melted solid
      bass > bˈAs = guitar guitars player players line lines drum drums clef solo singer voice note notes string
      bass < bˈAs = double upright electric acoustic slap
      bass ~ bˈæs bˈas fish fishing fished caught catch lake river striped largemouth sea boat eat ate fillet
      bass ~ bˈAs = song songs music band guitar drums treble track speaker speakers play plays played sing sang tune
      minute > mInˈut mInjˈuːt amount amounts detail details quantity quantities particle particles trace traces difference differences
      object < əbʤˈɛkt = i we you they strongly must would would_not n't not
      contract > kˈɑntɹˌækt kˈɒntɹakt open_interest
      contracts < kəntɹˈækts kəntɹˈakts it he she muscle heart
      record > ɹəkˈɔɹd ɹɪkˈɔːd ^audio ^video ^campaign ^calls ^event ^events ^observations ^expenses ^transactions
      conflicts < kənflˈɪkts = it that which this he she nothing specification statement account schedule behavior
      override < ˌOvəɹɹˈId ˌQvəɹˈId can could may might must to will would should we you they cannot
      override > ˈOvəɹɹˌId ˈQvəɹˌId in on for of with from
      close > klˈOz klˈQz the your my that this it his her their our those these down in_ in_. in_! in_, in_on
      close > klˈOs klˈQs to together
      close < klˈOz klˈQz doors curtains gates shutters windows blinds lids eyes
      tears > tˈɪɹz tˈɪəz up_at up_and up_again up_when up_as up_. up_,
      tears > tˈɛɹz tˈɛːz off it_off it_up it_open it_apart it_away them_off them_up apart away open into through
      bow < bˈW = half slight formal curt polite stiff courtly mock gave_a gives_a took_a take_a takes_a taking_a final deep little to must we they and
      bows > bˈWz = to before down deeply low out quickly slightly politely
      bow > bˈW = to before down deeply low out of
      mm < ˌɛmˈɛm = the a in of or per slash yyyy
      mm ~ ˌɛmˈɛm = m cm km inch inches unit units
      mm < mm = , — … “ "
      live > lˈɪv = long longer together forever happily
      live > lˈIv = show shows music audience feed broadcast wire ammunition ammo coverage tv stream performance album ^from
      live < lˈIv = going goes go went 're is are was were broadcast streaming 'm
      content > kəntˈɛnt = with to
      content < kəntˈɛnt = feel feels felt perfectly quite so seem seems seemed am 'm be was were not very
      learned > lˈɜɹnᵻd lˈɜːnɪd man men woman women friend friends colleague colleagues professor scholar scholars counsel judge gentleman society
      beloved < bəlˈʌvᵻd bɪlˈʌvɪd my your our his her their the dearly
      a > ˈA = , ; : . ) f h l m n r s x min_denote min_denotes min_over min_equals min_must min_plus min_minus min_times min_is min_) max_denote max_denotes max_over max_equals max_must max_plus max_minus max_times max_is max_)
      use ^ jˈuz jˈuːz of case cases is was and or by within among to for
      dove > dˈOv dˈQv into in under off behind through headfirst out down across for
      house > hˈWz = the them us him these those people all
      resume < ɹˈɛzəmˌA ɹˈɛzjʊmˌA my your his her their our a the impressive this that of
      des > də dA moines
      moines < mˈYn = des
      los > lˌɔs lˌɒs angeles alamos gatos
      jean > ʒˈɑn ʒˈɒn valjean cocteau renoir genet gabin moulin piaget sartre
      damen < dˈɑmən dˈɑːmən meine
      billet > bijˈA = monsieur ,_monsieur madame ,_madame s'il ,_s'il
      voyage < vwɑjˈɑʒ vwɑːjˈɑːʒ bon
      ami < ɑmˈi amˈiː mon
      ange < ˈɑnʒ ˈɒnʒ mon
      plait < plˈA = vous te
      tout > tˈu tˈuː le de du simplement est
      tout < tˈu tˈuː du c'est le
      en > ˈɑn ˈɒn garde masse route suite passant
      aux > ˈO ˈQ halles armes champs
      les > lˈA = halles misérables miserables effets deux
      au > ˈO ˈQ lait revoir vin double
      coq > kˈOk kˈɒk au
      vin < vˈæn vˈan au
      hors > ˈɔɹ ˈɔː d'oeuvre d'oeuvres d'œuvre de
      vu < vˈu vˈuː déjà deja
      trois < tɹwˈɑ tɹwˈɑː à a
      champs > ʃˈɑnz ʃˈɒnz élysées elysées elysees
      Nice < nˈis nˈiːs in to from for of near through around outside leave leaving reach reached left visit via
      nice | nˈis nˈiːs of_. of_, of_; of_and in_. in_, to_. through_. from_. near_.
      """
  }
}
