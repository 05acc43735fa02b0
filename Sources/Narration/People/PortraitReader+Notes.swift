import Guion

/// What follows a name: "(40's M)", ", a woman of 50,", "is a giant of a man", "enters, a man of 60".
extension PortraitReader {
  /// The words after a name that may describe the person.
  private struct Note {
    var words: Range<Int>
    var isBracket = false
    var isBeing = false

    /// The parts between commas.
    func phrases(in text: ProseWords) -> [Range<Int>] {
      var starts = [isBeing ? words.lowerBound + 1 : words.lowerBound]
      starts += words.dropFirst().filter { text.words[$0].marks.contains(.comma) }
      let ends = starts.dropFirst() + [words.upperBound]
      return zip(starts, ends).compactMap { $0 < $1 ? $0..<$1 : nil }
    }
  }

  mutating func readNote(
    after mention: NameIndex.Mention, before next: Int, in text: ProseWords, isSpoken: Bool,
    _ weight: Double
  ) {
    if !isSpoken { readBeard(after: mention, before: next, in: text) }
    var (start, hasAge) = (mention.words.upperBound, false)
    // "KELLY (50s), a big man" has two notes.
    while let note = note(
      after: mention, from: start, before: next, in: text, isSpoken: isSpoken)
    {
      if !readWholeName(in: note, text, mention) {
        readGender(of: note, text, mention.person, weight)
      }
      let known = ages.count
      // "SAM (12), an old soul"
      if !hasAge { readAge(of: note, text, mention.person, isSpoken: isSpoken) }
      hasAge = hasAge || ages.count > known
      for index in note.words {
        let key = text.words[index].key
        if words.notes.veils.contains(key) || words.meanings[key]?.kind == .turn { break }
        if words.low.contains(key) { tallies[mention.person].depth = .low }
        if words.high.contains(key) { tallies[mention.person].depth = .high }
      }
      guard note.isBracket else { return }
      start = note.words.upperBound
    }
  }

  /// Returns the index of the word after the brackets that begin at a word, or the index of this word if there are none.
  func end(ofBracketsAt start: Int, in text: ProseWords) -> Int {
    var index = start
    while index < text.words.count, text.words[index].marks.contains(.open),
      !text.words[index].marks.contains(.stop)
    {
      index += 1
      while index < text.words.count, !text.words[index].marks.contains(.close) { index += 1 }
    }
    return index
  }

  /// Returns the note after a name, or nil if there is none.
  /// A note after brackets begins at `start`.
  private func note(
    after mention: NameIndex.Mention, from start: Int, before next: Int, in text: ProseWords,
    isSpoken: Bool
  ) -> Note? {
    var first = start
    let isAfterBracket = start > mention.words.upperBound
    if isAfterBracket {
      guard start < next, start < text.words.count, text.words[start].marks.contains(.close) else {
        return nil
      }
    }
    // "RUTHIE MACKLIN, 8": the surname belongs to the name.
    let isUpper = text.words[mention.words.upperBound - 1].isUpper
    while isUpper, !isAfterBracket, first < text.words.count, first < next,
      text.words[first].isUpper,
      text.words[first].marks == []
    { first += 1 }
    guard first < text.words.count else { return nil }
    let marks = text.words[first].marks.subtracting(.close)
    let isBracket = marks.contains(.open) && !marks.contains(.stop)
    // "KELLY (30) - a woman"
    let isDashed =
      isAfterBracket && marks == .pause && words.notes.indefinite.contains(text.words[first].key)
    let isBeing = marks == [] && text.words[first].meaning?.kind == .being
    // "Phoebe, let the man speak" addresses Phoebe.
    if !isBracket, !isBeing, !isDashed && marks != .comma || isSpoken {
      guard !isSpoken, let start = startAfterVerb(first, before: next, text) else { return nil }
      first = start
    }
    var end = first + 1
    let limit = min(text.words.count, first + 16)
    let ends: ProseWords.Marks = isBracket ? [.close] : [.stop, .pause, .open, .quote]
    while end < limit, text.words[end].marks.isDisjoint(with: ends) { end += 1 }
    // Another name is another person.
    if next < end { end = isBracket ? end : next }
    let note = first..<end
    let namesOthers = note.contains {
      text.words[$0].isUpper && text.words[$0].key.utf8.count > 2 && !isBracket
    }
    guard !note.isEmpty, !namesOthers || text.words[first].isUpper && isUpper else { return nil }
    return Note(words: note, isBracket: isBracket, isBeing: isBeing)
  }

  /// Returns where a description begins after a short verb, as in "QUILL enters, a man of 60".
  private func startAfterVerb(_ first: Int, before next: Int, _ text: ProseWords) -> Int? {
    for start in first + 1...first + 2 where start < min(next, text.words.count - 1) {
      guard text.words[start].marks == .comma else { continue }
      let verb = text.words[first..<start]
      let isShort = verb.allSatisfy {
        $0.marks.isSubset(of: .close) && !$0.isCapital && $0.meaning == nil
          && !words.notes.veils.contains($0.key)
      }
      let second = verb.dropFirst().first?.key
      let isPlain = second.map { words.notes.particles.contains($0) || $0.hasSuffix("ly") } ?? true
      guard isShort, isPlain, words.notes.indefinite.contains(text.words[start].key) else {
        return nil
      }
      // "QUILL turns, a man behind her" is about another man.
      let rest = text.words[start..<min(text.words.count, start + 6)]
      guard let noun = rest.firstIndex(where: { words.noun($0.key) != nil || isAge($0.key) }),
        noun + 1 >= text.words.count || text.words[noun + 1].marks != []
          || !words.notes.nearby.contains(text.words[noun + 1].key)
      else { return nil }
      return start
    }
    return nil
  }

  private func isAge(_ key: String) -> Bool { words.meanings[key]?.kind == .age }

  private func isFiller(_ key: String) -> Bool {
    words.notes.fillers.contains(key) || key.count > 4 && key.hasSuffix("ly")
  }

  /// Whether a word begins a description of the person itself or of somebody whom the person belongs to.
  private func isDeterminer(_ index: Int, _ text: ProseWords) -> Bool {
    let key = text.words[index].key
    return words.meanings[key]?.kind == .determiner || words.notes.possessives.contains(key)
  }

  // MARK: Gender

  /// Reads "QUILL with a grey beard": a hint.
  private mutating func readBeard(
    after mention: NameIndex.Mention, before next: Int, in text: ProseWords
  ) {
    let start = mention.words.upperBound
    for index in start..<max(start, min(next, start + 8, text.words.count)) {
      let word = text.words[index]
      if word.marks.contains(.stop) || words.notes.veils.contains(word.key)
        || word.isCapital
          && word.key.utf8.count > 1
      {
        return
      }
      if words.notes.beards.contains(word.key) {
        let quote = clue(.statement, text, index..<index + 1)
        return tallies[mention.person].add(.male, Self.officeShare, quote)
      }
      if words.noun(word.key) != nil { return }
    }
  }

  /// Reads "MAX (short for Maxine)" and "MAX (Maxine)". Returns whether the note has a whole name.
  private mutating func readWholeName(
    in note: Note, _ text: ProseWords, _ mention: NameIndex.Mention
  ) -> Bool {
    for index in note.words.dropFirst() {
      let before = text.words[max(note.words.lowerBound, index - 2)..<index].map(\.key)
      let isNamed =
        words.notes.nicknames.contains(before.joined(separator: " "))
        || words.notes.nicknames.contains(before.last ?? "")
      if isNamed, addWholeName(index, of: mention.person, text, note.words) { return true }
    }
    let (short, first) = (text.words[mention.words.lowerBound].key, note.words.lowerBound)
    let long = text.words[first].key
    guard note.isBracket, short.count > 1, long.count > short.count, long.hasPrefix(short),
      note.words.allSatisfy({ text.words[$0].isCapital })
    else { return false }
    return addWholeName(first, of: mention.person, text, note.words)
  }

  private mutating func readGender(
    of note: Note, _ text: ProseWords, _ person: Int, _ weight: Double
  ) {
    let quote = clue(.statement, text, note.words)
    for (number, phrase) in note.phrases(in: text).enumerated() {
      let needsArticle = note.isBeing && number == 0
      // "a man dressed as a woman"
      let veil = phrase.first { words.notes.veils.contains(text.words[$0].key) }
      let phrase = phrase.lowerBound..<(veil ?? phrase.upperBound)
      guard !phrase.isEmpty else { return }
      for index in phrase {
        let key = text.words[index].key
        let isLetter = note.isBracket && text.words[index].isCapital && (key == "m" || key == "f")
        if isLetter || key == "male" || key == "female" {
          return tallies[person].add(key.hasPrefix("m") ? .male : .female, weight, quote)
        }
      }
      let (meaning, goesOn) = description(in: phrase, needsArticle: needsArticle, note, text)
      if let meaning {
        if meaning.kind == .thing {
          tallies[person].machines += 1
        } else if let gender = meaning.gender {
          let share = meaning.isUsual ? Self.officeShare : 1
          tallies[person].add(gender, weight * share, quote)
        }
        return
      }
      if !goesOn || veil != nil { return }
    }
  }

  /// Returns what a phrase says of the person, and whether the next phrase may still be about the person.
  private func description(
    in phrase: Range<Int>, needsArticle: Bool, _ note: Note, _ text: ProseWords
  ) -> (meaning: PersonWords.Meaning?, goesOn: Bool) {
    // "her brother" is the person at the beginning of a phrase; in "hides behind her brother", he is somebody else.
    let start =
      phrase.first {
        !isFiller(text.words[$0].key) && number(text.words[$0].key) == nil
          || text.words[$0].meaning?.kind == .determiner
      } ?? phrase.lowerBound
    let isOwned = words.notes.possessives.contains(text.words[start].key)
    if needsArticle, !isDeterminer(start, text), !text.words[start].isPossessive {
      return (nil, true)
    }
    for index in phrase where index >= start {
      let word = text.words[index]
      let meaning = word.meaning
      let before = index > phrase.lowerBound ? text.words[index - 1].key : ""
      if index > start, isDeterminer(index, text), !["of", "in", "von", "de"].contains(before) {
        return (nil, !note.isBeing)
      }
      if let found = words.noun(word.key) ?? machine(index, start, phrase, text), !word.isPossessive
      {
        // "QUILL (40), a man behind him"
        let isOther =
          index + 2 < phrase.upperBound && words.notes.nearby.contains(text.words[index + 1].key)
          && words.notes.oblique.contains(text.words[index + 2].key)
        if isOther { return (nil, false) }
        guard isOwned, index + 1 < phrase.upperBound else { return (found, true) }
        // "his wife dead" is about the wife.
        return (
          ["of", "from", "de", "von"].contains(text.words[index + 1].key) ? found : nil, true
        )
      }
      if let gender = meaning?.gender, meaning?.kind == .pronoun, before == "in" {
        let rest = text.words[min(index + 1, text.words.count)..<min(index + 3, text.words.count)]
        if rest.contains(where: { Self.decade($0.key) != nil || $0.key == "teens" }) {
          return (PersonWords.Meaning(kind: .noun, gender: gender), true)
        }
      }
      // "a bulldog of a man"
      let next = text.words[min(index + 1, text.words.count - 1)].key
      let goesOn =
        word.key == "in" || word.key == "of" && words.meanings[next]?.kind == .determiner
      if meaning?.kind == .turn, !goesOn {
        return (nil, note.isBracket || isAgeAfter(index, phrase, text))
      }
    }
    return (nil, true)
  }

  private func isAgeAfter(_ index: Int, _ phrase: Range<Int>, _ text: ProseWords) -> Bool {
    index + 1 < phrase.upperBound
      && (number(text.words[index + 1].key) ?? years(spelled: text.words[index + 1].key)) != nil
  }

  /// Returns what "a machine" says, but nothing for "a computer scientist" and "a machine of a man".
  private func machine(
    _ index: Int, _ start: Int, _ phrase: Range<Int>, _ text: ProseWords
  ) -> PersonWords.Meaning? {
    guard words.notes.machines.contains(text.words[index].key),
      words.notes.indefinite.contains(text.words[start].key)
    else { return nil }
    if index + 1 < phrase.upperBound {
      let next = text.words[index + 1].key
      guard words.meanings[next]?.kind == .turn || ["on", "in"].contains(next), next != "of" else {
        return nil
      }
    }
    return PersonWords.Meaning(kind: .thing)
  }

  // MARK: Age

  private mutating func readAge(
    of note: Note, _ text: ProseWords, _ person: Int, isSpoken: Bool
  ) {
    for (number, phrase) in note.phrases(in: text).enumerated() {
      var isDescription = note.isBracket
      var isFirst = true
      for index in phrase where index < note.words.lowerBound + 10 {
        let key = text.words[index].key
        if words.notes.veils.contains(key) { return }
        if let decade = Self.decade(key) {
          return add(RoleAge(years: decade), to: person, clue(.statement, text, note.words))
        }
        if let years = years(at: index, in: phrase, note, text) {
          return add(RoleAge(years: years), to: person, clue(.statement, text, note.words))
        }
        let kind = words.meanings[key]?.kind
        if isDescription, kind == .age || kind == .noun, let age = words.meanings[key]?.age,
          kind == .age || !isFond(index, text, isSpoken: isSpoken)
        {
          return add(age, to: person, clue(.statement, text, note.words))
        }
        if kind == .turn, key != "in", !note.isBracket, !isAgeAfter(index, phrase, text) { return }
        let before = index > phrase.lowerBound ? text.words[index - 1].key : ""
        if isDeterminer(index, text), before != "in", before != "of" {
          // "kisses a child"
          if isFirst { isDescription = true } else { break }
        }
        if !isFiller(key) { isFirst = false }
      }
      if note.isBeing, number == 0, isFirst { return }
    }
  }

  /// Returns the age that a number states, or nil if the number counts something else, as in "6 feet".
  private func years(
    at index: Int, in phrase: Range<Int>, _ note: Note, _ text: ProseWords
  ) -> Int? {
    let key = text.words[index].key
    let digits = number(key)
    guard let years = digits ?? years(spelled: key), years < 120, !text.isMeasured(index) else {
      return nil
    }
    let rest = text.words[(index + 1)..<max(index + 1, min(phrase.upperBound, index + 3))].map(
      \.key)
    if key.split(separator: "-").dropFirst().contains(where: { words.years.contains(String($0)) }) {
      return years
    }
    if let unit = rest.first, words.years.contains(unit) {
      let isAge = rest.count < 2 || ["old", "alt", "of"].contains(rest[1]) || isFollower(rest[1])
      return isAge || digits == nil && years > 2 ? years : nil
    }
    guard digits != nil || years > 2 else { return nil }
    let isClosed = rest.isEmpty || isFollower(rest[0]) || Self.decade(rest[0]) != nil
    let before = phrase.lowerBound..<index
    let isAlone = before.allSatisfy {
      isFiller(text.words[$0].key) || ["m", "f"].contains(text.words[$0].key)
        || note.isBracket && words.noun(text.words[$0].key) != nil
    }
    guard isClosed else { return nil }
    return isAlone || endsDescription(index, phrase, text) ? years : nil
  }

  private func isFollower(_ key: String) -> Bool {
    words.notes.followers.contains(key) || ["m", "f"].contains(key) || words.noun(key) != nil
      || words.meanings[key]?.kind == .age
  }

  /// Whether a number ends a description of the person: "a woman of 50", "a sturdy 60".
  private func endsDescription(_ index: Int, _ phrase: Range<Int>, _ text: ProseWords) -> Bool {
    let isArticled = words.notes.indefinite.contains(text.words[phrase.lowerBound].key)
    guard index > phrase.lowerBound + 1 else { return false }
    let (last, former) = (text.words[index - 1].key, text.words[index - 2].key)
    if ["of", "von", "de", "aged", "age"].contains(last) {
      let isPerson = words.noun(former) != nil || isAge(former)
      return isPerson
        || isArticled && !words.isGroup(former) && !words.notes.counted.contains(former)
    }
    return isArticled && index == phrase.lowerBound + 2 && !words.notes.counted.contains(last)
      && index + 1 == phrase.upperBound
      && (number(text.words[index].key) ?? 0) >= 18
  }

  /// Reads an age after a pronoun, as in "She is fifty".
  mutating func readAge(afterPronoun index: Int, of person: Int, _ text: ProseWords) {
    var place = index + 1
    // "She's" has the form of a possessive.
    if !text.words[index].isPossessive {
      guard place < text.words.count, text.words[place].marks == [],
        text.words[place].meaning?.kind == .being
      else { return }
      place += 1
    }
    var end = place
    while end < text.words.count, end < place + 6, text.words[end].marks == [] { end += 1 }
    guard place < end else { return }
    let note = Note(words: place..<end)
    for number in place..<end
    where isFiller(text.words[number].key) || number == place
      || isFiller(text.words[number - 1].key)
    {
      if let years = years(at: number, in: place..<end, note, text) {
        return add(RoleAge(years: years), to: person, clue(.statement, text, index..<end))
      }
    }
  }
}
