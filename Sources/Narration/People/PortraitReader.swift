import Guion

/// Reads what a script tells about its roles.
///
/// The result depends only on the people, the elements and the language. The time is linear in the length of the text.
struct PortraitReader {
  private let people: [NameIndex.Person]
  private let language: String
  private let words: PersonWords
  private let index: NameIndex
  private var tallies: [PortraitTally]
  private var guesses: [Guess] = []
  private var speakers: [String: Int] = [:]
  private var paragraph = 0
  /// The place of the paragraph that is read.
  private var place = (line: 0, source: 0)

  /// A word whose gender belongs to one of several people.
  private struct Guess {
    var gender: RoleGender
    var weight: Double
    /// The people that the word can mean: indices, or -1 for a woman and -2 for a man without a name.
    var people: [Int]
    var clue: RoleClue
    /// The number of the paragraph.
    var paragraph: Int
  }

  /// Returns the portraits of people, in their order.
  static func portraits(
    of people: [NameIndex.Person], in elements: some Sequence<GuionElement>, language: String
  ) -> [RolePortrait] {
    var reader = PortraitReader(people, language: language)
    reader.read(elements)
    return reader.finish()
  }

  private init(_ people: [NameIndex.Person], language: String) {
    (self.people, self.language) = (people, language)
    words = PersonWords.of(language)
    index = NameIndex(people, words: words, language: language)
    tallies = people.map {
      PortraitTally(of: $0, words: PersonWords.of(language), language: language)
    }
    for (number, person) in people.enumerated() {
      for name in person.names { speakers[CharacterNormalizer.folded(name)] = number }
    }
  }

  // MARK: Elements

  private mutating func read(_ elements: some Sequence<GuionElement>) {
    /// The speakers of the scene, the latest last.
    var turns: [Int] = []
    /// Addresses in the latest speech, which the next speaker may answer.
    var open: [(RoleGender, Double, RoleClue)] = []
    var isAfterSpeech = false
    for element in elements {
      paragraph += 1
      place = (element.sourceRange?.start.line ?? 0, element.sourceRange?.source ?? 0)
      switch element.elementType {
      case .sceneHeading:
        (turns, open, isAfterSpeech) = ([], [], false)
      case .character:
        let name = CharacterNormalizer.folded(CharacterNormalizer.name(of: element.elementText))
        guard let speaker = speakers[name] else { continue }
        if turns.last != speaker {
          close(&open, answeredBy: speaker, before: turns)
          turns.append(speaker)
        }
        isAfterSpeech = true
      case .dialogue:
        let text = ProseWords(element.elementText, abbreviations: words.abbreviations)
        read(text, isSpoken: true, speakers: [])
        open += addresses(in: text)
      case .action:
        let text = ProseWords(element.elementText, abbreviations: words.abbreviations)
        read(
          text, isSpoken: false, speakers: isAfterSpeech ? Array(Set(turns.suffix(2))).sorted() : []
        )
        isAfterSpeech = false
      default: break
      }
    }
  }

  /// Returns the words in a speech that address a person by gender: "sir", "Dad".
  private func addresses(in text: ProseWords) -> [(RoleGender, Double, RoleClue)] {
    text.words.indices.compactMap { index in
      let word = text.words[index]
      guard let meaning = words.meanings[word.key], meaning.isAddress, let gender = meaning.gender
      else { return nil }
      let isFirst = index == 0 || word.marks.contains(.comma) || word.marks.contains(.stop)
      let after = index + 1 < text.words.count ? text.words[index + 1].marks : [.stop]
      guard isFirst, !after.isDisjoint(with: [.comma, .stop, .pause, .quote]) else { return nil }
      // "Oh, man." and "Boy, ..." often address no person.
      let isWeak = ["man", "boy", "god", "girl", "dude", "brother", "lady", "pop"].contains(
        word.key)
      return (gender, isWeak ? 0.3 : 0.9, clue(.address, text, index..<index + 1))
    }
  }

  /// Ends the addresses of a speech: they mean the speaker before it or the speaker after it.
  private mutating func close(
    _ open: inout [(RoleGender, Double, RoleClue)], answeredBy next: Int, before turns: [Int]
  ) {
    let speaker = turns.last
    let former = turns.dropLast().last { $0 != speaker }
    for (gender, weight, clue) in open {
      let people = Set([former, next].compactMap(\.self)).sorted()
      guesses.append(
        Guess(
          gender: gender, weight: people.count == 1 ? weight : weight * 0.7, people: people,
          clue: clue,
          paragraph: paragraph))
    }
    open = []
  }

  // MARK: Paragraphs

  private mutating func read(_ text: ProseWords, isSpoken: Bool, speakers: [Int]) {
    let mentions = index.mentions(in: text).filter { !isOtherPerson($0, text) }
    for (number, mention) in mentions.enumerated() {
      let next =
        number + 1 < mentions.count ? mentions[number + 1].words.lowerBound : text.words.count
      readStatements(about: mention, before: next, in: text, isSpoken: isSpoken)
    }
    guard !mentions.isEmpty || !speakers.isEmpty else { return }
    readPronouns(text, mentions, isSpoken: isSpoken, speakers: speakers)
  }

  /// Whether a title shows that a name belongs to another person, such as "Miss Churchill" if the role is a man.
  private func isOtherPerson(_ mention: NameIndex.Mention, _ text: ProseWords) -> Bool {
    let first = mention.words.lowerBound
    guard first > 0, text.words[first].marks == [],
      let meaning = words.meanings[text.words[first - 1].key], meaning.isTitle
    else { return false }
    let own = tallies[mention.person].ownGender
    return own != nil && meaning.gender == own?.other
  }

  private mutating func readPronouns(
    _ text: ProseWords, _ mentions: [NameIndex.Mention], isSpoken: Bool, speakers: [Int]
  ) {
    /// The people of the sentence, and of the latest sentence before it that names people.
    var (here, before): ([Int], [Int]) = ([], [])
    /// The people who are named only after a preposition, so that they are hardly the subject.
    var oblique: Set<Int> = []
    var distance = 0
    var next = 0
    var index = 0
    func add(_ person: Int) {
      here.removeAll { $0 == person }
      here.append(person)
    }
    while index < text.words.count {
      let word = text.words[index]
      if word.marks.contains(.stop), index > 0 {
        if here.isEmpty { distance += 1 } else { (before, distance) = (here, 1) }
        here = []
      }
      if next < mentions.count, mentions[next].words.lowerBound == index {
        add(mentions[next].person)
        let isOblique = index > 0 && words.meanings[text.words[index - 1].key]?.kind == .turn
        if isOblique, word.marks == [] {
          oblique.insert(mentions[next].person)
        } else {
          oblique.remove(mentions[next].person)
        }
        index = mentions[next].words.upperBound
        next += 1
        continue
      }
      defer { index += 1 }
      guard let meaning = words.meanings[word.key], let gender = meaning.gender else { continue }
      // In a novel, the words of people are within the paragraph.
      if word.isQuoted, !isSpoken { continue }
      let isBeforeName = next < mentions.count && mentions[next].words.lowerBound == index + 1
      if meaning.kind == .noun, !meaning.isTitle || !isBeforeName, !word.isPossessive {
        if !isBeforeName, !isApposition(index, text, mentions, next) {
          add(gender == .female ? -1 : -2)
        }
        continue
      }
      guard meaning.kind == .pronoun else { continue }
      var people = here
      var weight = 1.0
      if people.isEmpty {
        if before.isEmpty {
          (people, weight) = forward(from: index, text, mentions, next)
          if people.isEmpty { (people, weight) = (speakers, 0.4) }
        } else {
          (people, weight) = (before, distance == 1 ? 0.8 : 0.4)
        }
      }
      guard people.contains(where: { $0 >= 0 }) else { continue }
      if people.allSatisfy(oblique.contains) { weight *= 0.4 }
      if here.count == 1, words.objects.contains(word.key) { weight *= 0.25 }
      if isSpoken { weight *= 0.5 }
      // "her coat", "She looked", but "her" at the end of a sentence.
      let hasNext = index + 1 < text.words.count && text.words[index + 1].marks == []
      let end = hasNext ? index + 2 : index + 1
      guesses.append(
        Guess(
          gender: gender, weight: weight, people: people, clue: clue(.pronoun, text, index..<end),
          paragraph: paragraph))
    }
  }

  /// Returns the only person that the sentence names after a pronoun, as in "In her coat, MARA waits".
  private func forward(
    from index: Int, _ text: ProseWords, _ mentions: [NameIndex.Mention], _ next: Int
  ) -> ([Int], Double) {
    guard next < mentions.count else { return ([], 0) }
    let mention = mentions[next].words.lowerBound
    let between = text.words[(index + 1)...mention]
    // In "his father EDWARD", the pronoun means another person.
    let isKin = mention > 0 && words.meanings[text.words[mention - 1].key]?.kind == .noun
    // "He sees QUILL" means another person.
    guard !isKin, text.words[mention].marks == .comma,
      !between.contains(where: { $0.marks.contains(.stop) })
    else {
      return ([], 0)
    }
    return ([mentions[next].person], 0.4)
  }

  /// Whether a noun describes the person who was named just before: "ROSE, a woman of 50".
  private func isApposition(
    _ index: Int, _ text: ProseWords, _ mentions: [NameIndex.Mention], _ next: Int
  ) -> Bool {
    guard next > 0 else { return false }
    let end = mentions[next - 1].words.upperBound
    guard end <= index, index - end < 6 else { return false }
    let between = text.words[end...index]
    guard let first = between.first else { return false }
    if !first.marks.isDisjoint(with: [.comma, .open]) {
      return between.dropFirst().allSatisfy { $0.marks == [] || $0.marks == .comma }
    }
    return words.meanings[first.key]?.kind == .being
      && between.dropFirst().allSatisfy { $0.marks == [] }
  }

  private func clue(_ kind: RoleClue.Kind, _ text: ProseWords, _ range: Range<Int>) -> RoleClue {
    let words = text.words[range]
    let bytes = (words.first?.range.lowerBound ?? 0)..<(words.last?.range.upperBound ?? 0)
    return RoleClue(kind: kind, quote: text.quote(bytes), line: place.line, source: place.source)
  }

  // MARK: Statements

  private mutating func readStatements(
    about mention: NameIndex.Mention, before next: Int, in text: ProseWords, isSpoken: Bool
  ) {
    let weight = isSpoken ? 0.75 : 1
    let person = mention.person
    if let noun = nounBefore(mention, text), let meaning = words.meanings[text.words[noun].key],
      let gender = meaning.gender
    {
      let start = max(0, noun - 1)
      let range = start..<mention.words.lowerBound
      // "Mrs. Archer" is perhaps not Archer, but his mother. "His father QUILL" is QUILL.
      let kind: RoleClue.Kind = meaning.isTitle && !isPhrase(noun, text) ? .address : .statement
      tallies[person].add(gender, weight, clue(kind, text, range), isStated: true)
      if let age = meaning.age { add(age, to: person, clue(.statement, text, range)) }
    }
    if !isSpoken { readAge(before: mention, upTo: nounBefore(mention, text), text) }
    readNote(after: mention, before: next, in: text, weight)
  }

  /// Returns the index of the noun that introduces a name: "his son DAVID", "a woman named CLARA", "a woman of 50, CLARA".
  private func nounBefore(_ mention: NameIndex.Mention, _ text: ProseWords) -> Int? {
    let first = mention.words.lowerBound
    guard first > 0 else { return nil }
    func isNoun(_ index: Int) -> Bool {
      let word = text.words[index]
      return words.meanings[word.key]?.gender != nil && words.meanings[word.key]?.kind == .noun
        && !word.isPossessive
    }
    let marks = text.words[first].marks
    if marks == [], isNoun(first - 1) { return first - 1 }
    if marks == [], words.meanings[text.words[first - 1].key]?.kind == .naming {
      for index in stride(from: first - 2, through: max(0, first - 7), by: -1) where isNoun(index) {
        return index
      }
    }
    // "a woman of 50, CLARA": the age is between the noun and the name.
    guard marks == .comma, first > 2 else { return nil }
    // "their eight year old son, JOEY"
    if isNoun(first - 1), isPhrase(first - 1, text) { return first - 1 }
    guard Self.number(text.words[first - 1].key) != nil else { return nil }
    let noun = text.words[first - 2].key == "of" ? first - 3 : first - 2
    return noun >= 0 && isNoun(noun) ? noun : nil
  }

  /// Whether a noun ends a phrase with a determiner or a possessive: "their eight year old son".
  private func isPhrase(_ noun: Int, _ text: ProseWords) -> Bool {
    for index in stride(from: noun, through: max(1, noun - 5), by: -1) {
      guard text.words[index].marks == [] else { return false }
      let before = text.words[index - 1]
      let kind = words.meanings[before.key]?.kind
      if before.isPossessive || kind == .determiner || kind == .pronoun { return true }
    }
    return false
  }

  /// Reads an age before a name: "an eight-year-old Will", "10-year-old EDWARD".
  ///
  /// `noun` is the index of the noun that introduces the name: "his little daughter SOPHIA".
  private mutating func readAge(
    before mention: NameIndex.Mention, upTo noun: Int?, _ text: ProseWords
  ) {
    let first = mention.words.lowerBound
    for index in stride(from: (noun ?? first) - 1, through: max(0, first - 5), by: -1) {
      guard index >= 0, index + 1 == first && noun != nil || text.words[index + 1].marks == []
      else { return }
      let key = text.words[index].key
      if noun != nil, words.small.contains(key) {
        return add(.child, to: mention.person, clue(.statement, text, index..<first))
      }
      // "young Jenny" tells that Jenny is not always young.
      if noun == nil, index + 1 == first, let age = words.ages[key], age == nil,
        !words.small.contains(key)
      {
        return add(
          .adult, to: mention.person, clue(.statement, text, index..<mention.words.upperBound))
      }
      let before = index > 0 ? text.words[index - 1].key : ""
      let isUnit =
        words.years.contains(before) || words.years.contains { before.hasSuffix("-\($0)") }
      if words.meanings[key]?.kind == .age, !isUnit, let age = words.meanings[key]?.age {
        return add(age, to: mention.person, clue(.statement, text, index..<first))
      }
      let parts = key.split(separator: "-").map(String.init)
      guard let years = parts.first.flatMap({ Self.number($0) ?? years(spelled: $0) }) else {
        continue
      }
      let isAge =
        parts.dropFirst().contains { words.years.contains($0) }
        || index + 1 < first && words.years.contains(text.words[index + 1].key)
      if isAge {
        add(RoleAge(years: years), to: mention.person, clue(.statement, text, index..<first))
      }
      return
    }
  }

  /// Reads what follows a name: "(40's M)", ", a woman of 50,", "is a giant of a man".
  private mutating func readNote(
    after mention: NameIndex.Mention, before next: Int, in text: ProseWords, _ weight: Double
  ) {
    var first = mention.words.upperBound
    // "RUTHIE MACKLIN, 8": the surname belongs to the name.
    let isUpper = text.words[first - 1].isUpper
    while isUpper, first < text.words.count, first < next, text.words[first].isUpper,
      text.words[first].marks == []
    { first += 1 }
    guard first < text.words.count else { return }
    let marks = text.words[first].marks
    var end = first + 1
    let isBracket = marks.contains(.open) && !marks.contains(.stop)
    let isBeing = marks == [] && words.meanings[text.words[first].key]?.kind == .being
    guard isBracket || marks == .comma || isBeing else { return }
    let limit = min(text.words.count, first + 16)
    let ends: ProseWords.Marks = isBracket ? [.close] : [.stop, .pause, .open, .quote]
    while end < limit, text.words[end].marks.isDisjoint(with: ends) { end += 1 }
    // Another name is another person.
    if next < end { end = isBracket ? end : next }
    let note = first..<end
    if note.contains(where: {
      text.words[$0].isUpper && text.words[$0].key.utf8.count > 2 && !isBracket
    }),
      !text.words[first].isUpper
    {
      return
    }
    readGender(ofNote: note, isBracket: isBracket, isBeing: isBeing, text, mention.person, weight)
    readAge(ofNote: note, isBracket: isBracket, isBeing: isBeing, text, mention.person)
    for index in note {
      let key = text.words[index].key
      if words.low.contains(key) { tallies[mention.person].depth = .low }
      if words.high.contains(key) { tallies[mention.person].depth = .high }
      if words.meanings[key]?.kind == .turn { break }
    }
  }

  private mutating func readGender(
    ofNote note: Range<Int>, isBracket: Bool, isBeing: Bool, _ text: ProseWords, _ person: Int,
    _ weight: Double
  ) {
    let quote = clue(.statement, text, note)
    var isDescription = !isBeing
    for index in note {
      let word = text.words[index]
      if isBracket, word.key == "m" || word.key == "f", word.isCapital {
        return tallies[person].add(word.key == "m" ? .male : .female, weight, quote)
      }
      guard let meaning = words.meanings[word.key] else { continue }
      if meaning.kind == .determiner { isDescription = true }
      if meaning.kind == .noun, let gender = meaning.gender, isDescription, !word.isPossessive {
        // In "is my father's boss", the boss is no father.
        return tallies[person].add(gender, weight, quote)
      }
      if meaning.kind == .pronoun, index > note.lowerBound, let gender = meaning.gender,
        text.words[index - 1].key == "in", index + 1 < note.upperBound || isBracket
      {
        let rest = text.words[min(index + 1, text.words.count)..<min(index + 3, text.words.count)]
        if rest.contains(where: { Self.decade($0.key) != nil || $0.key == "teens" }) {
          return tallies[person].add(gender, weight, quote)
        }
      }
      // "a bulldog of a man"
      let next = text.words[min(index + 1, text.words.count - 1)].key
      let goesOn = word.key == "in" || word.key == "of" && words.meanings[next]?.kind == .determiner
      if meaning.kind == .turn, !goesOn, !isBracket { return }
    }
  }

  private mutating func readAge(
    ofNote note: Range<Int>, isBracket: Bool, isBeing: Bool, _ text: ProseWords, _ person: Int
  ) {
    var isDescription = false
    for (offset, index) in note.enumerated() where offset < 8 {
      let key = text.words[index].key
      let meaning = words.meanings[key]
      if let decade = Self.decade(key) {
        return add(RoleAge(years: decade), to: person, clue(.statement, text, note))
      }
      // "a woman of 50"
      let isBeforeNumber =
        index + 1 < note.upperBound && Self.number(text.words[index + 1].key) != nil
      if meaning?.kind == .turn, key != "in", !isBracket, !isBeforeNumber { return }
      if meaning?.kind == .determiner { isDescription = true }
      if meaning?.kind == .age || meaning?.kind == .noun, isDescription || isBracket,
        let age = meaning?.age
      {
        return add(age, to: person, clue(.statement, text, note))
      }
      let parts = key.split(separator: "-").map(String.init)
      let number = parts.first.flatMap { Self.number($0) }
      let spelled = parts.first.flatMap { years(spelled: $0) }
      let hasYears =
        parts.dropFirst().contains { words.years.contains($0) }
        || index + 1 < text.words.count && words.years.contains(text.words[index + 1].key)
      guard let years = number ?? (hasYears ? spelled : nil) else { continue }
      // "is 12" is an age; "is 12 feet tall" is not.
      let isAlone = isBracket || !isBeing || index + 1 == note.upperBound || hasYears
      guard isAlone, years < 120 else { return }
      return add(RoleAge(years: years), to: person, clue(.statement, text, note))
    }
  }

  /// Adds an age, which belongs to YOUNG EDWARD if it is the age of a child and EDWARD has this form.
  private mutating func add(_ age: RoleAge, to person: Int, _ clue: RoleClue) {
    tallies[age == .child ? index.younger[person] ?? person : person].add(age, clue)
  }

  /// Returns the value of a number word up to twenty, or of a word for tens.
  private func years(spelled word: String) -> Int? {
    words.numbers[word] ?? words.tens.firstIndex(of: word).map { 30 + 10 * $0 }
  }

  private static func number(_ key: String) -> Int? {
    key.utf8.count < 4 && key.utf8.first.map { $0 &- 0x30 < 10 } == true ? Int(key) : nil
  }

  /// Returns the first year of a decade: "60s", "40's", "sixties", "mid-50s".
  private static func decade(_ key: String) -> Int? {
    let last = key.split(separator: "-").last.map(String.init) ?? key
    if last.hasSuffix("s"), let years = number(String(last.dropLast())), years >= 10,
      years % 10 == 0
    {
      return years
    }
    return [
      "twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties",
    ]
    .firstIndex(of: last).map { 20 + 10 * $0 }
  }

  // MARK: Decisions

  private mutating func finish() -> [RolePortrait] {
    // First the genders that are stated, then pronouns that can mean only one person, then the others.
    for round in 0..<3 {
      let known = tallies.map(\.likely)
      for index in tallies.indices { tallies[index].forgetGuesses() }
      for guess in guesses where round > 0 || Set(guess.people).count == 1 { count(guess, known) }
    }
    return tallies.indices.map { number in
      var portrait = tallies[number].portrait
      if let relative = index.relatives[number] {
        portrait.relative = people[relative].name
        let other = tallies[relative].portrait
        if portrait.gender == nil || portrait.confidence < other.confidence,
          let gender = other.gender
        {
          portrait.adopt(gender, from: other)
        }
      }
      return portrait
    }
  }

  private mutating func count(_ guess: Guess, _ known: [RoleGender?]) {
    let people = Set(guess.people)
    if people.count == 1, let only = people.first {
      if only >= 0 {
        tallies[only].add(guess.gender, guess.weight, guess.clue, in: guess.paragraph)
      }
      return
    }
    let fitting = guess.people.filter { person in
      switch person {
      case -1: guess.gender == .female
      case -2: guess.gender == .male
      default: known[person] == nil || known[person] != guess.gender.other
      }
    }
    let distinct = Set(fitting)
    if distinct.count == 1, let only = distinct.first {
      if only >= 0 {
        tallies[only].add(guess.gender, guess.weight * 0.7, guess.clue, in: guess.paragraph)
      }
    } else {
      // The subject is likely, and so is the latest name.
      for person in Set([fitting.first, fitting.last].compactMap(\.self)) where person >= 0 {
        tallies[person].add(guess.gender, guess.weight * 0.25, guess.clue, in: guess.paragraph)
      }
    }
  }
}
