import Guion

/// What a sentence states about the person that it names: gender, age and voice.
extension PortraitReader {
  mutating func readStatements(
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
    readNote(after: mention, before: next, in: text, isSpoken: isSpoken, weight)
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
    after mention: NameIndex.Mention, before next: Int, in text: ProseWords, isSpoken: Bool,
    _ weight: Double
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
    // "Phoebe, let the man speak" addresses Phoebe.
    guard isBracket || marks == .comma && !isSpoken || isBeing else { return }
    let limit = min(text.words.count, first + 16)
    let ends: ProseWords.Marks = isBracket ? [.close] : [.stop, .pause, .open, .quote]
    while end < limit, text.words[end].marks.isDisjoint(with: ends) { end += 1 }
    // Another name is another person.
    if next < end { end = isBracket ? end : next }
    let note = first..<end
    if note.contains(where: {
      text.words[$0].isUpper && text.words[$0].key.utf8.count > 2 && !isBracket
    }),
      !text.words[first].isUpper || !isUpper
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
    ages.append((age == .child ? index.younger[person] ?? person : person, age, clue, scene))
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
}
