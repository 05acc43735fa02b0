/// A person of a book, with the names under which the text mentions the person.
struct BookPerson: Sendable {
  var name: String
  /// The other names, the most frequent first.
  var aliases: [String] = []
  var gender: RoleGender?
  /// The names as numbers of words.
  var forms: [[Int32]] = []
  /// The number of mentions.
  var count = 0
  /// The forms that are nouns such as "doctor".
  var nouns: Set<[Int32]> = []
  /// Whether only a list of given names tells the gender.
  var isByName = false
  /// The age that the cast or the narration states.
  var age: RoleAge?
  /// Whether a title such as "Captain" shows that the person is no child.
  var isGrown = false
}

/// The people of a book, and every place where the text names one of them.
struct BookNames {
  /// A name in the text.
  struct Mention {
    var tokens: Range<Int>
    var person: Int
    /// Whether several people have this name.
    var isShared: Bool
    /// Whether the name addresses the person, within a piece.
    var isAddress: Bool
    /// Whether the name is the subject of a sentence in the narration.
    var isSubject: Bool
  }

  private struct Form {
    var words: [Int32]
    var owners: [Int]
    /// Whether the form is a noun, which is a name only after "the".
    var isNoun: Bool
  }

  private(set) var people: [BookPerson]
  /// The mentions in the order of the text.
  private(set) var mentions: [Mention] = []
  /// For each paragraph, its mentions.
  private(set) var places: [Range<Int>] = []
  /// The person who says "I" in the narration; nil if nobody does.
  private(set) var narrator: Int?
  private(set) var isFirstPerson = false
  private var forms: [Int32: [Form]] = [:]

  /// Finds the names of these people in a text. `narrator` is the name of the person who says "I", if it is known.
  init(_ text: DialogueText, people: [BookPerson], narrator: String?) {
    self.people = people
    index(text)
    find(in: text)
    for mention in mentions { self.people[mention.person].count += 1 }
    readGenders(in: text)
    findNarrator(in: text, named: narrator)
    if readAges(in: text) {
      (mentions, places, forms) = ([], [], [:])
      index(text)
      find(in: text)
      for person in self.people.indices { self.people[person].count = 0 }
      for mention in mentions { self.people[mention.person].count += 1 }
    }
    if isFirstPerson, let narrator = self.narrator { addNarrator(narrator, in: text) }
  }

  /// Returns the mentions that begin in a range of tokens of one paragraph.
  func mentions(in tokens: Range<Int>, of paragraph: Int) -> ArraySlice<Mention> {
    let all = mentions[places[paragraph]]
    let start = all.partitioningIndex { $0.tokens.lowerBound >= tokens.lowerBound }
    let end = all.partitioningIndex { $0.tokens.lowerBound >= tokens.upperBound }
    return mentions[start..<max(start, end)]
  }

  /// Returns the mentions in paragraphs.
  func mentions(from first: Int, to last: Int) -> ArraySlice<Mention> {
    mentions[places[first].lowerBound..<places[last].upperBound]
  }

  private mutating func index(_ text: DialogueText) {
    var owners: [[Int32]: [Int]] = [:]
    for (person, entry) in people.enumerated() {
      for form in entry.forms where owners[form]?.last != person {
        owners[form, default: []].append(person)
      }
    }
    for (form, owners) in owners {
      let key = form[0]
      let isNoun = form.count == 1 && people[owners[0]].isNoun(form)
      forms[key, default: []].append(Form(words: form, owners: owners, isNoun: isNoun))
    }
    for key in Array(forms.keys) { forms[key]?.sort { $0.words.count > $1.words.count } }
  }

  private mutating func find(in text: DialogueText) {
    var seen = [Int](repeating: -1000, count: people.count)
    var total = [Int](repeating: 0, count: people.count)
    for (number, paragraph) in text.paragraphs.enumerated() {
      let first = mentions.count
      var index = paragraph.isBreak ? paragraph.tokens.upperBound : paragraph.tokens.lowerBound
      while index < paragraph.tokens.upperBound {
        guard let form = form(at: index, before: paragraph.tokens.upperBound, in: text) else {
          index += 1
          continue
        }
        let range = index..<index + form.words.count
        let person = owner(of: form, in: number, seen, total)
        let isSaid = text.tokens[index].piece >= 0
        mentions.append(
          Mention(
            tokens: range, person: person, isShared: form.owners.count > 1,
            isAddress: isSaid && SpeechTags.isAddress(range, in: text),
            isSubject: !isSaid && isSubject(range, text)))
        (seen[person], total[person]) = (number, total[person] + 1)
        index = range.upperBound
      }
      places.append(first..<mentions.count)
    }
  }

  private func form(at index: Int, before end: Int, in text: DialogueText) -> Form? {
    guard let forms = forms[text.tokens[index].word] else { return nil }
    return forms.first { form in
      guard index + form.words.count <= end else { return false }
      let isTitle = text.words.hasSmallTitles && text.trait(index).contains(.title)
      if !text.tokens[index].isCapital, !isTitle || form.words.count == 1 {
        return form.isNoun && index > 0 && text.tokens[index].marks == []
          && text.trait(index - 1).contains(.definite)
      }
      return form.words.indices.dropFirst().allSatisfy { place in
        let token = text.tokens[index + place]
        return token.word == form.words[place] && token.marks == []
          && (token.isCapital || text.trait(index + place).contains(.particle))
          && !text.tokens[index + place - 1].isPossessive
      }
    }
  }

  /// Returns the owner of a form: the one named last within 30 paragraphs, else the most frequent one.
  private func owner(of form: Form, in paragraph: Int, _ seen: [Int], _ total: [Int]) -> Int {
    guard form.owners.count > 1 else { return form.owners[0] }
    let near = form.owners.filter { seen[$0] >= paragraph - 30 }
    let last = near.max { (seen[$0], total[$0], $1) < (seen[$1], total[$1], $0) }
    return last ?? form.owners.max { (people[$0].count, $1) < (people[$1].count, $0) }
      ?? form.owners[0]
  }

  private func isSubject(_ range: Range<Int>, _ text: DialogueText) -> Bool {
    guard !text.tokens[range.upperBound - 1].isPossessive else { return false }
    let after = range.upperBound
    if text.tokens[range.lowerBound].isFirst { return true }
    guard after < text.tokens.count, text.tokens[after].marks == [] else { return false }
    let before = range.lowerBound - 1
    if before >= 0, text.trait(before).contains(.preposition),
      text.tokens[range.lowerBound].marks == []
    {
      return false
    }
    return !text.trait(after).isDisjoint(with: [.strong, .weak, .filler])
      || text.key(after).hasSuffix("ed")
  }

  /// The names in the text that several people have, with their owners.
  func shared(in text: DialogueText) -> [(name: String, people: [Int])] {
    var seen: Set<[Int32]> = []
    return mentions.compactMap { mention in
      let words = text.tokens[mention.tokens].map(\.word)
      guard mention.isShared, seen.insert(words).inserted,
        let form = forms[words[0]]?.first(where: { $0.words == words })
      else { return nil }
      return (text.spelling(of: mention.tokens), form.owners)
    }
  }

  // MARK: Genders

  /// Reads the gender of people without one from the pronouns that follow their names. Fewer people have three votes
  /// than two, so an edit of one vote hardly ever changes a gender.
  private mutating func readGenders(in text: DialogueText) {
    var votes = [(she: Int, he: Int)](repeating: (0, 0), count: people.count)
    for (number, range) in places.enumerated() {
      let paragraph = text.paragraphs[number]
      for index in range where text.tokens[mentions[index].tokens.lowerBound].piece < 0 {
        let end =
          index + 1 < range.upperBound
          ? mentions[index + 1].tokens.lowerBound : paragraph.tokens.upperBound
        let start = mentions[index].tokens.upperBound
        for token in start..<min(end, start + 25) where text.tokens[token].piece < 0 {
          let traits = text.trait(token)
          if !traits.isDisjoint(with: [.she, .her]) {
            votes[mentions[index].person].she += 1
            break
          }
          if !traits.isDisjoint(with: [.he, .his]) {
            votes[mentions[index].person].he += 1
            break
          }
        }
      }
    }
    for (person, vote) in votes.enumerated() {
      let (she, he) = vote
      if people[person].gender == nil || she + he > 11 && people[person].isByName {
        if she > 2, she >= 2 * he, people[person].gender == nil || she > 5 * he {
          (people[person].gender, people[person].isByName) = (.female, false)
        }
        if he > 2, he >= 2 * she, people[person].gender == nil || he > 5 * she {
          (people[person].gender, people[person].isByName) = (.male, false)
        }
      }
    }
  }

  // MARK: Ages

  /// Titles that children can have.
  private static let youngTitles: Set<String> = Set(
    [
      "miss", "master", "prince", "princess", "lord", "lady", "brother", "sister", "cousin",
      "saint", "mademoiselle", "mlle", "fräulein", "señorita", "srta", "prinz", "prinzessin",
      "princesse", "príncipe", "princesa", "don", "doña",
    ].map(CharacterNormalizer.folded))

  /// Reads ages: "Captain Pike" is no child, "old Matthias" is old. Returns whether a child has a noun as a new name.
  private mutating func readAges(in text: DialogueText) -> Bool {
    for person in people.indices {
      people[person].isGrown = people[person].forms.contains { form in
        form.count > 1 && text.traits[Int(form[0])].contains(.title)
          && !Self.youngTitles.contains(text.keys[Int(form[0])])
      }
    }
    for mention in mentions where text.tokens[mention.tokens.lowerBound].piece < 0 {
      let first = text.tokens[mention.tokens.lowerBound]
      // One who says "I" calls friends old.
      guard !isFirstPerson, first.marks == [], !first.isFirst, people[mention.person].age == nil,
        let word = text.words.people.meanings[text.key(mention.tokens.lowerBound - 1)],
        word.kind == .age, word.age == .old
      else { continue }
      people[mention.person].age = .old
    }
    guard let (noun, gender, child) = namedChild(in: text) else { return false }
    people[child].age = .child
    people[child].gender = people[child].gender ?? gender
    people[child].forms.append([noun])
    people[child].nouns.insert([noun])
    return true
  }

  /// Returns the noun for a child whose name the book tells later, and the only person who can be this child:
  /// "a boy of eleven … the boy … “Toby.”"
  private func namedChild(
    in text: DialogueText
  ) -> (noun: Int32, gender: RoleGender, person: Int)? {
    guard
      let start = text.tokens.indices.first(where: {
        text.tokens[$0].piece < 0 && text.isChild($0)
      }), let gender = text.words.people.noun(text.key(start))?.gender
    else { return nil }
    let noun = text.tokens[start].word
    let hasSeveral = text.number(text.key(start) + "s") != nil
    guard !hasSeveral, !people.contains(where: { $0.forms.contains([noun]) }) else { return nil }
    var first = [Int?](repeating: nil, count: people.count)
    var named = [[Int]](repeating: [], count: people.count)
    var (uses, others): ([Int], Set<Int>) = ([], [])
    for (number, paragraph) in text.paragraphs.enumerated() where !paragraph.isBreak {
      for mention in mentions[places[number]] {
        first[mention.person] = first[mention.person] ?? mention.tokens.lowerBound
        if text.tokens[mention.tokens.lowerBound].piece < 0 { named[mention.person].append(number) }
      }
      for token in paragraph.tokens.dropFirst()
      where text.tokens[token].word == noun && text.tokens[token].piece < 0 {
        let before = text.trait(token - 1)
        guard before.contains(.definite), text.tokens[token].marks == [] else {
          // "another boy", "a boy"
          if token != start, before.contains(.determiner), !before.contains(.owner) { return nil }
          continue
        }
        uses.append(number)
        others.formUnion(
          mentions(in: text.sentence(around: token, in: paragraph), of: number).map(\.person))
      }
    }
    guard uses.count > 2 else { return nil }
    let able = people.indices.filter { person in
      let entry = people[person]
      return named[person].count > 2 && !others.contains(person) && !entry.isGrown
        && (entry.gender ?? gender) == gender && (entry.age ?? .child) == .child
        && !(isFirstPerson && person == narrator)
    }
    // Somebody whom the narration names before is another person.
    guard able.count == 1, let child = able.first, let token = first[child], token > start,
      text.tokens[token].piece >= 0,
      uses.contains(where: { use in named[child].contains { abs($0 - use) < 2 } })
    else { return nil }
    return (noun, gender, child)
  }

  // MARK: First person

  /// Makes every "I" of the narration a mention of the narrator.
  private mutating func addNarrator(_ narrator: Int, in text: DialogueText) {
    var all: [Mention] = []
    for (number, paragraph) in text.paragraphs.enumerated() {
      var named = mentions[places[number]][...]
      let first = all.count
      for index in paragraph.tokens where !paragraph.isBreak {
        while let next = named.first, next.tokens.lowerBound <= index {
          all.append(next)
          named.removeFirst()
        }
        guard text.tokens[index].piece < 0, text.trait(index).contains(.me) else { continue }
        all.append(
          Mention(
            tokens: index..<index + 1, person: narrator, isShared: false, isAddress: false,
            isSubject: true))
      }
      all += named
      places[number] = first..<all.count
    }
    mentions = all
  }

  /// Finds who says "I" in the narration: the one who is addressed often and hardly named by the narration.
  private mutating func findNarrator(in text: DialogueText, named name: String?) {
    var (all, first) = (0, 0)
    for (index, token) in text.tokens.enumerated() where token.piece < 0 {
      all += 1
      if text.trait(index).contains(.me) { first += 1 }
    }
    isFirstPerson = first * 1000 > all * 12
    if let name {
      let folded = CharacterNormalizer.folded(name)
      narrator = people.firstIndex { person in
        ([person.name] + person.aliases).contains { CharacterNormalizer.folded($0) == folded }
      }
      if narrator != nil { return }
    }
    guard isFirstPerson else { return }
    var counts = [(told: Int, said: Int, addressed: Int)](
      repeating: (0, 0, 0), count: people.count)
    for mention in mentions {
      if text.tokens[mention.tokens.lowerBound].piece < 0 {
        counts[mention.person].told += 1
      } else {
        counts[mention.person].said += 1
        if mention.isAddress { counts[mention.person].addressed += 1 }
      }
    }
    let best = counts.indices.filter { counts[$0].addressed > 2 }.max {
      let (one, other) = (counts[$0], counts[$1])
      return (one.said + 4 * one.addressed) * (other.told + 3)
        < (other.said + 4 * other.addressed) * (one.told + 3)
    }
    narrator = best
  }
}

extension DialogueText {
  /// Whether a word is a noun whose age is under 13: "a boy of eleven", "an eleven-year-old boy".
  fileprivate func isChild(_ token: Int) -> Bool {
    guard words.people.noun(key(token)) != nil, token > 0 else { return false }
    if tokens[token].marks == [] {
      let parts = key(token - 1).split(separator: "-").map(String.init)
      if parts.count > 1, words.people.years.contains(parts[1]), isYoung(parts[0]) { return true }
    }
    guard token + 2 < tokens.count, trait(token + 1).contains(.preposition),
      tokens[token + 1].marks == [], tokens[token + 2].marks == [], isYoung(key(token + 2))
    else { return false }
    // "a man of ten talents"
    guard token + 3 < tokens.count, tokens[token + 3].marks == [] else { return true }
    return !key(token + 3).hasSuffix("s") || words.people.years.contains(key(token + 3))
  }

  private func isYoung(_ number: String) -> Bool {
    guard let years = words.people.numbers[number] ?? Int(number) else { return false }
    return years > 2 && RoleAge(years: years) == .child
  }

  /// Returns the words of narration around a word, up to the ends of its sentence.
  fileprivate func sentence(around token: Int, in paragraph: Paragraph) -> Range<Int> {
    var (start, end) = (token, token + 1)
    while start > paragraph.tokens.lowerBound, !tokens[start].isFirst, tokens[start - 1].piece < 0 {
      start -= 1
    }
    while end < paragraph.tokens.upperBound, !tokens[end].isFirst, tokens[end].piece < 0 {
      end += 1
    }
    return start..<end
  }
}

extension BookPerson {
  /// Whether a form is a noun such as "doctor", in place of a name.
  func isNoun(_ form: [Int32]) -> Bool { nouns.contains(form) }
}

extension PeopleFinder {
  /// Returns the people: those of a cast, then those whom only the text names, the most frequent first.
  /// A name that the cast has is not the name of anybody else.
  mutating func find(adding cast: [Attribution.Person]) -> [BookPerson] {
    let found = find()
    var people = cast.map { entry in known(entry) }
    var owners: [[Int32]: Set<Int>] = [:]
    for (index, person) in people.enumerated() {
      for form in person.forms { owners[form, default: []].insert(index) }
    }
    for person in found {
      // "Ruth Harrow" is the cast's "Ruth", although the cast has a "Mrs. Harrow" too.
      for form in person.forms where form.count > 1 && owners[form] == nil {
        guard !text.traits[Int(form[0])].contains(.title), let bearers = owners[[form[0]]],
          bearers.count == 1, let bearer = bearers.first, !people[bearer].nouns.contains([form[0]])
        else { continue }
        people[bearer].forms.append(form)
        owners[form] = bearers
      }
      let own = person.forms.reduce(into: Set<Int>()) { $0.formUnion(owners[$1] ?? []) }
      guard let owner = own.first else {
        people.append(person)
        continue
      }
      guard own.count == 1 else { continue }
      people[owner].forms += person.forms.filter { owners[$0] == nil }
      people[owner].nouns.formUnion(person.nouns)
      if people[owner].gender == nil { people[owner].gender = person.gender }
    }
    return people
  }

  /// Returns a person of the cast with the forms of the names: "Emma" and "Miss Woodhouse" for "Emma Woodhouse".
  private func known(_ entry: Attribution.Person) -> BookPerson {
    var person = BookPerson(name: entry.name, aliases: entry.aliases, gender: entry.gender)
    person.age = entry.age
    for name in [entry.name] + entry.aliases {
      let words = ProseWords(name, text.words.people).words
      var keys = words.map(\.key)
      let isNoun = keys.count == 2 && text.words.traits(of: keys[0]).contains(.determiner)
      if keys.count > 1, text.words.traits(of: keys[0]).contains(.determiner) { keys.removeFirst() }
      let form = keys.compactMap { text.number($0) }
      guard form.count == keys.count, !form.isEmpty, !person.forms.contains(form) else { continue }
      person.forms.append(form)
      if isNoun || words.count == 1 && !words[0].isCapital { person.nouns.insert(form) }
    }
    return person
  }
}
