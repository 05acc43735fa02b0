import Guion

/// What a sentence states about the person that it names: gender, age and voice.
extension PortraitReader {
  /// How much "the chairman" counts of what "the man" counts.
  static let officeShare = 0.2

  mutating func readStatements(
    about mention: NameIndex.Mention, before next: Int, in text: ProseWords, isSpoken: Bool
  ) {
    let weight = isSpoken ? 0.75 : 1
    let person = mention.person
    if let noun = nounBefore(mention, text), let meaning = text.words[noun].meaning,
      let gender = meaning.gender
    {
      let start = max(0, noun - 1)
      let range = start..<mention.words.lowerBound
      // "Mrs. Archer" is perhaps not Archer, but his mother. "His father QUILL" is QUILL.
      let kind: RoleClue.Kind = meaning.isTitle && !isPhrase(noun, text) ? .address : .statement
      let share = meaning.isUsual ? Self.officeShare : 1
      tallies[person].add(gender, weight * share, clue(kind, text, range), isStated: true)
      if let age = meaning.age, !isFond(noun, text, isSpoken: isSpoken) {
        add(age, to: person, clue(.statement, text, range))
      }
    }
    readWholeName(before: mention, text)
    if !isSpoken { readAge(before: mention, upTo: nounBefore(mention, text), text) }
    readNote(after: mention, before: next, in: text, isSpoken: isSpoken, weight)
  }

  /// Whether a noun for a child only shows affection: "my boy".
  func isFond(_ noun: Int, _ text: ProseWords, isSpoken: Bool) -> Bool {
    guard text.words[noun].meaning?.age == .child else { return false }
    guard noun > 0 else { return isSpoken }
    let before = text.words[noun - 1].key
    return !words.small.contains(before)
      && (isSpoken
        || words.notes.possessives.contains(before) && words.meanings[before]?.kind == .determiner)
  }

  /// Reads the whole name before a short one: `MAXINE "MAX" JONES`.
  private mutating func readWholeName(before mention: NameIndex.Mention, _ text: ProseWords) {
    let (first, end) = (mention.words.lowerBound, mention.words.upperBound)
    guard first > 0, !text.words[first].marks.isDisjoint(with: [.quote, .open]) else { return }
    let after = end < text.words.count ? text.words[end].marks : text.ending
    guard !after.isDisjoint(with: [.quote, .close]) else { return }
    addWholeName(first - 1, of: mention.person, text, first - 1..<end)
  }

  /// Adds the gender of a given name that is the whole form of a person's short name; returns whether it has one.
  @discardableResult
  mutating func addWholeName(
    _ index: Int, of person: Int, _ text: ProseWords, _ quoted: Range<Int>
  ) -> Bool {
    let word = text.words[index]
    guard word.isCapital, !word.isPossessive, word.meaning == nil,
      let gender = GivenNames.gender(of: word.key, language: language)
    else { return false }
    tallies[person].add(wholeName: gender, clue(.statement, text, quoted))
    return true
  }

  /// Returns the index of the noun that introduces a name: "his son DAVID", "a woman named CLARA", "a woman of 50, CLARA".
  private func nounBefore(_ mention: NameIndex.Mention, _ text: ProseWords) -> Int? {
    let first = mention.words.lowerBound
    guard first > 0 else { return nil }
    func isNoun(_ index: Int) -> Bool {
      let word = text.words[index]
      return word.meaning?.gender != nil && word.meaning?.kind == .noun
        && !word.isPossessive
    }
    let marks = text.words[first].marks
    if marks == [], isNoun(first - 1) { return first - 1 }
    if marks == [], text.words[first - 1].meaning?.kind == .naming {
      for index in stride(from: first - 2, through: max(0, first - 7), by: -1) where isNoun(index) {
        return index
      }
    }
    // "a woman of 50, CLARA": the age is between the noun and the name.
    guard marks == .comma, first > 1 else { return nil }
    // "their eight year old son, JOEY"
    if isNoun(first - 1), isPhrase(first - 1, text) { return first - 1 }
    guard number(text.words[first - 1].key) != nil else { return nil }
    let noun = text.words[first - 2].key == "of" ? first - 3 : first - 2
    return noun >= 0 && isNoun(noun) ? noun : nil
  }

  /// Whether a noun ends a phrase with a determiner or a possessive: "their eight year old son".
  private func isPhrase(_ noun: Int, _ text: ProseWords) -> Bool {
    for index in stride(from: noun, through: max(1, noun - 5), by: -1) {
      guard text.words[index].marks == [] else { return false }
      let before = text.words[index - 1]
      let kind = before.meaning?.kind
      if before.isPossessive || kind == .determiner || kind == .pronoun { return true }
    }
    return false
  }

  /// Reads an age before a name: "an eight-year-old Will", "10-year-old EDWARD".
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
      guard let years = number(key) ?? years(spelled: key) else { continue }
      let parts = key.split(separator: "-").map(String.init)
      let isAge =
        parts.dropFirst().contains { words.years.contains($0) }
        || index + 1 < first && words.years.contains(text.words[index + 1].key)
      if isAge {
        add(RoleAge(years: years), to: mention.person, clue(.statement, text, index..<first))
      }
      return
    }
  }

  /// Adds an age, which belongs to YOUNG EDWARD if it is the age of a child and EDWARD has this form.
  mutating func add(_ age: RoleAge, to person: Int, _ clue: RoleClue) {
    ages.append((age == .child ? index.younger[person] ?? person : person, age, clue, scene))
  }

  /// Returns the value of a number word, such as "eight" or "sixty-five", or of the first part of "eight-year-old".
  func years(spelled word: String) -> Int? {
    if let whole = words.numbers[word] ?? ten(word) { return whole }
    let parts = word.split(separator: "-").map(String.init)
    guard parts.count > 1, let first = words.numbers[parts[0]] ?? ten(parts[0]) else { return nil }
    return first + (ten(parts[0]) != nil ? words.numbers[parts[1]] ?? 0 : 0)
  }

  private func ten(_ word: String) -> Int? {
    words.tens.firstIndex(of: word).map { 30 + 10 * $0 }
  }

  /// Returns the number with which a word begins: "8", "8-year-old", "30ish".
  func number(_ key: String) -> Int? {
    guard let first = key.utf8.first, first &- UInt8(ascii: "0") < 10 else { return nil }
    let digits = key.prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty, digits.count < 4 else { return nil }
    let rest = key.dropFirst(digits.count)
    let parts = rest.split(separator: "-").map(String.init)
    let isAge =
      rest.isEmpty
      || parts.allSatisfy {
        words.years.contains($0) || $0.allSatisfy(\.isNumber)
          || ["ish", "something", "odd", "old"].contains($0)
      }
    return isAge ? Int(digits) : nil
  }

  /// Returns the first year of a decade: "60s", "40's", "sixties", "mid-50s".
  static func decade(_ key: String) -> Int? {
    guard key.hasSuffix("s") || key.hasSuffix("taine") else { return nil }
    let last = key.split(separator: "-").last.map(String.init) ?? key
    if last.hasSuffix("s"), let years = Int(last.dropLast()), years >= 10,
      years < 120,
      years % 10 == 0
    {
      return years
    }
    return [
      "twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties",
    ]
    .firstIndex(of: last).map { 20 + 10 * $0 }
      ?? ["vingtaine", "trentaine", "quarantaine", "cinquantaine", "soixantaine"]
      .firstIndex(of: last).map { 20 + 10 * $0 }
  }

  /// Whether the extension of a cue is "(V.O.)", "(on phone)" or similar.
  func isFromAway(_ extension: String) -> Bool {
    if `extension`.isEmpty { return false }
    let note = `extension`.lowercased()
    return !note.contains("into ") && (note.contains("v.o") || namesDevice(note))
  }

  func namesDevice(_ note: String) -> Bool {
    ProseWords(note, words).words.contains { $0.meaning?.kind == .thing }
  }
}

/// Whom a pronoun does not mean: the person beside it in the sentence.
extension PortraitReader {
  /// Whether a pronoun means somebody else than the person named just before: "ZORG behind her", "ZORG at her side",
  /// "ZORG stands behind her", "ZORG kisses her".
  func isBeside(_ index: Int, _ mention: NameIndex.Mention, _ text: ProseWords) -> Bool {
    let start = end(ofBracketsAt: mention.words.upperBound, in: text)
    guard start < index, index - start < 6 else { return false }
    let between = text.words[start..<index]
    if isObject(index, text), isVerb(between, before: text.words[index]) { return true }
    guard index - start < 4 else { return false }
    let isPlace =
      between.allSatisfy { isPreposition($0.key) }
      && text.words[(start + 1)...index].allSatisfy { $0.marks == [] }
      && text.words[start].marks.isSubset(of: [.comma, .close])
    guard isPlace else { return false }
    if index + 1 < text.words.count, text.words[index + 1].marks == [],
      words.notes.sides.contains(text.words[index + 1].key)
    {
      return words.notes.possessives.contains(text.words[index].key)
    }
    return isObject(index, text)
  }

  /// Whether a possessive is likely another person's: "takes her hand", "climbs into his lap".
  func isOthersBody(_ index: Int, _ text: ProseWords) -> Bool {
    guard index > 0, index + 1 < text.words.count, text.words[index].marks == [],
      text.words[index + 1].marks == []
    else { return false }
    return words.notes.possessives.contains(text.words[index].key)
      && words.notes.touches.contains(text.words[index - 1].key)
      && words.notes.bodies.contains(text.words[index + 1].key)
  }

  /// Whether a pronoun is an object, not the possessive of "QUILL with her bag".
  func isObject(_ index: Int, _ text: ProseWords) -> Bool {
    let key = text.words[index].key
    guard words.notes.oblique.contains(key) else { return false }
    guard index + 1 < text.words.count, text.words[index + 1].marks == [] else { return true }
    let after = text.words[index + 1].key
    return words.objects.contains(key) || isPreposition(after)
      || words.notes.followers.contains(after) || words.meanings[after]?.kind == .determiner
  }

  /// Whether the words between a name and a pronoun are one verb, with adverbs and prepositions.
  private func isVerb(_ between: ArraySlice<ProseWords.Word>, before pronoun: ProseWords.Word)
    -> Bool
  {
    guard pronoun.marks == [], between.allSatisfy({ $0.marks == [] }) else { return false }
    let others = between.filter { !isPreposition($0.key) && !isAdverb($0.key) }
    let verbs = others.filter { $0.meaning?.kind != .being }
    guard let verb = others.last, verbs.count < 2,
      verbs.allSatisfy({ !isPerson($0.key) && !$0.isUpper && !$0.isPossessive })
    else { return false }
    // "ANNA looks behind her"
    return !words.notes.glances.contains(verb.key)
      || between.last.map { words.notes.ownPlaces.contains($0.key) } != true
  }

  private func isPerson(_ key: String) -> Bool {
    words.meanings[key]?.kind == .noun || words.meanings[key]?.kind == .pronoun
  }

  private func isAdverb(_ key: String) -> Bool {
    key.hasSuffix("ly") || words.notes.particles.contains(key)
      || words.notes.fillers.contains(key) || key == "se"
  }

  /// Whether a pronoun follows a preposition that rarely leads back to the subject: "ZORG throws a ball at her". "ZORG
  /// shuts the door behind her" can.
  func isGoal(_ index: Int, _ text: ProseWords) -> Bool {
    guard index > 0, text.words[index].marks == [], isObject(index, text) else { return false }
    let before = text.words[index - 1].key
    return isPreposition(before) && !words.notes.ownPlaces.contains(before)
  }

  private func isPreposition(_ key: String) -> Bool {
    words.notes.places.contains(key) || words.meanings[key]?.kind == .turn
  }
}
