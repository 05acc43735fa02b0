/// Decides which names and nouns are one person: "Mrs. Maylie" and "Rose", "the doctor" and "Mr. Losberne".
extension PeopleFinder {
  /// Whether sentences use both a form and another form of a person, as in "Rose and Mrs. Maylie".
  func isApart(_ entry: ([Int32], Use), from person: Person) -> Bool {
    var forms = person.forms
    if let given = person.given, let single = uses[[given]] {
      let full = person.forms.reduce(0) { $0 + $1.1.all }
      // A girl who is called Sibyl has a mother who is Mrs. Vane.
      if isWife(entry.0[0]), entry.1.all * 6 < single.all { return true }
      // The narration calls nobody both "George" and "Mr. Emerson", and hardly ever "George Emerson".
      if text.keys[Int(entry.0[0])] != "miss", entry.1.all > 19,
        full * 4 < min(single.all, entry.1.all)
      {
        return true
      }
      forms.append(([given], single))
    }
    return forms.contains { form in
      let shared = Set(form.1.sentences).intersection(entry.1.sentences).count
      return shared > 1 && shared * 20 > min(form.1.all, entry.1.all)
    }
  }

  /// Adds people who are known by a noun only: "said the doctor" three times.
  mutating func roles() {
    var roles: [Int32: Use] = [:]
    let tokens = text.tokens
    for index in tokens.indices.dropFirst(2) {
      let token = tokens[index]
      guard token.piece < 0, !token.isCapital, token.marks == [], !token.isPossessive,
        tokens[index - 1].marks == [], tokens[index - 1].piece < 0,
        text.trait(index - 1).contains(.definite), text.key(index).utf8.count > 2
      else { continue }
      let isBehind = text.trait(index - 2).contains(.strong) && tokens[index - 2].piece < 0
      let isAhead =
        index + 1 < tokens.count && tokens[index + 1].piece < 0
        && text.trait(index + 1).contains(.strong) && tokens[index + 1].marks == []
      guard isBehind || isAhead,
        text.trait(index).isDisjoint(with: [
          .kin, .preposition, .group, .filler, .verb, .joint, .pronoun, .determiner,
        ])
      else { continue }
      let isWhole =
        index + 1 >= tokens.count || tokens[index + 1].marks != []
        || tokens[index + 1].piece >= 0
        || !text.trait(index + 1).isDisjoint(with: [.preposition, .joint, .filler, .verb])
      guard isWhole else { continue }
      roles[token.word, default: Use(first: index, length: 1)].tags += 1
    }
    for (word, use) in roles.sorted(by: { $0.value.first < $1.value.first })
    where use.tags > (text.traits[Int(word)].contains(.anybody) ? 9 : 2) {
      add(role: word, use)
    }
  }

  private mutating func add(role word: Int32, _ use: Use) {
    var use = use
    use.all = use.tags
    let key = text.keys[Int(word)]
    if let same = people.firstIndex(where: { $0.forms.contains { $0.0 == [word] } }) {
      people[same].forms.append(([word], use))
      people[same].nouns.insert([word])
      return
    }
    let titles: Set<Int32> = Set(
      [word, key == "doctor" ? text.number("dr") : nil].compactMap(\.self))
    let bearers = people.indices.filter { !people[$0].titles.isDisjoint(with: titles) }
    if bearers.count == 1 {
      people[bearers[0]].forms.append(([word], use))
      people[bearers[0]].nouns.insert([word])
      return
    }
    let noun = text.words.people.noun(key)?.gender
    people.append(
      Person(gender: gender(ofTitle: word) ?? noun, forms: [([word], use)], nouns: [[word]]))
  }

  /// Joins a role with the person whom the text calls so: each is mostly named near the other, hardly ever in the same
  /// sentence, and seldom in the next tag, because that is the one who answers.
  mutating func joinRoles() {
    let roles = people.indices.filter { index in
      people[index].forms.allSatisfy { people[index].nouns.contains($0.0) }
    }
    guard !roles.isEmpty else { return }
    let named = people.map { $0.forms.flatMap(\.1.sentences).sorted() }
    let speakers = people.map { $0.forms.flatMap(\.1.said).sorted() }
    let places = rolePlaces(Set(roles.map { people[$0].forms[0].0[0] }))
    let isRole = Set(roles)
    // In a short text, everybody is near.
    let candidates =
      isShort ? [] : people.indices.filter { !isRole.contains($0) && named[$0].count > 3 }
    var joined: Set<Int> = []
    for role in roles {
      let (own, said) = places[people[role].forms[0].0[0]] ?? ([], [])
      var best: (person: Int, nearness: Double)?
      for index in candidates where fits(people[index].gender, people[role].gender) {
        let other = named[index]
        let nearness = Self.share(of: own, near: other, 25) * Self.share(of: other, near: own, 25)
        guard nearness > 0.33, Self.share(of: own, near: other, 0) < 0.09,
          Self.share(of: said, near: speakers[index], 6) < 0.25
        else { continue }
        if nearness > (best?.nearness ?? 0) { best = (index, nearness) }
      }
      guard let best else {
        // "the lad" and "the duchess" can be several people.
        let traits = text.traits[Int(people[role].forms[0].0[0])]
        let isAnybody =
          traits.contains(.anybody) || !isShort && !traits.isDisjoint(with: [.man, .woman])
        if isAnybody { joined.insert(role) }
        continue
      }
      people[best.person].forms += people[role].forms
      people[best.person].nouns.formUnion(people[role].nouns)
      if people[best.person].gender == nil { people[best.person].gender = people[role].gender }
      joined.insert(role)
    }
    people = people.indices.filter { !joined.contains($0) }.map { people[$0] }
  }

  /// Returns the share of sentences that have one of the other sentences at most some sentences away.
  private static func share(of some: [Int32], near other: [Int32], _ distance: Int32) -> Double {
    let count = some.count { place in
      let next = other.partitioningIndex { $0 >= place - distance }
      return next < other.count && other[next] <= place + distance
    }
    return Double(count) / Double(max(1, some.count))
  }

  /// Returns the sentences of the narration that have each role, and those that have it in a tag: "said the doctor".
  private func rolePlaces(_ roles: Set<Int32>) -> [Int32: (all: [Int32], said: [Int32])] {
    var (places, sentence): ([Int32: (all: [Int32], said: [Int32])], Int32) = ([:], 0)
    for paragraph in text.paragraphs where !paragraph.isBreak {
      sentence += 1
      for index in paragraph.tokens {
        if beginsSentence(index) { sentence += 1 }
        let token = text.tokens[index]
        guard token.piece < 0, index > 0, roles.contains(token.word),
          text.trait(index - 1).contains(.definite)
        else { continue }
        places[token.word, default: ([], [])].all.append(sentence)
        if index > 1, text.tokens[index - 2].piece < 0, text.trait(index - 2).contains(.strong) {
          places[token.word, default: ([], [])].said.append(sentence)
        }
      }
    }
    return places
  }

  // MARK: Results

  /// Returns a person with the names as the text writes them.
  func finished(_ person: Person) -> BookPerson {
    let forms = person.forms.sorted { ($1.1.class, $0.1.first) < ($0.1.class, $1.1.first) }
    // The full name is the name if it is not rare: "Elizabeth Bennet", not "Lizzy".
    let full = forms.first { form in
      let hasTitle = text.traits[Int(form.0[0])].contains(.title)
      return form.0.count > (hasTitle ? 2 : 1) && form.1.all * 12 >= forms[0].1.all
    }
    let usual = forms.first { !person.nouns.contains($0.0) } ?? forms[0]
    // "Mr. Huxter" is the name although the text says "Huxter" more often: counts would change the name with an edit.
    let titled = forms.first { form in
      form.0.count == 2 && usual.0 == [person.surname] && form.0[1] == person.surname
    }
    let best = full ?? titled ?? usual
    let names = forms.map { spelling($0.1) }
    let name = spelling(best.1)
    var seen: Set<String> = [name]
    return BookPerson(
      name: name, aliases: names.filter { seen.insert($0).inserted }, gender: person.gender,
      forms: forms.map(\.0), count: person.count, nouns: person.nouns, isByName: person.isByName)
  }

  private func spelling(_ use: Use) -> String {
    text.spelling(of: use.first..<use.first + use.length)
  }
}
