/// Finds the people of a book by their names: capital letters, titles, tags and addresses.
struct PeopleFinder {
  /// How often a form of a name is used, and where.
  struct Use {
    var all = 0
    var tags = 0
    var addresses = 0
    var subjects = 0
    var places = 0
    /// How often "she" and "he" follow.
    var she = 0
    var he = 0
    /// The number of the first token, for the spelling.
    var first = 0
    var length = 0
    /// The numbers of the sentences that use the form.
    var sentences: [Int32] = []
    /// The numbers of the sentences in which a tag has the form.
    var said: [Int32] = []

    /// How often the form is used, in powers of two. Within a class, the first of two forms goes before the other, so an
    /// edit hardly ever changes their order.
    var `class`: Int { all.bitWidthOfValue }
  }

  struct Person {
    var title: DialogueWords.Traits = []
    var given: Int32?
    var surname: Int32?
    var gender: RoleGender?
    var forms: [([Int32], Use)] = []
    var titles: Set<Int32> = []
    var nouns: Set<[Int32]> = []
    /// Whether only a list of given names tells the gender.
    var isByName = false

    /// The number of mentions with a surname or a title.
    var formal: Int { forms.reduce(0) { $0 + ($1.0.count > 1 ? $1.1.all : 0) } }
    var count: Int { forms.reduce(0) { $0 + $1.1.all } }
  }

  let text: DialogueText
  private let language: String
  private var small: [Int32]
  private var large: [Int32]
  /// How often a word with a capital follows a verb of speech: "said May".
  private var tagged: [Int32]
  private(set) var uses: [[Int32]: Use] = [:]
  /// The number of the sentence that is read.
  private var sentence: Int32 = 0
  var people: [Person] = []
  /// How often each word is used alone or behind a title.
  private var parts: [Int32: Int] = [:]

  init(_ text: DialogueText, language: String) {
    (self.text, self.language) = (text, language)
    small = Array(repeating: 0, count: text.keys.count)
    (large, tagged) = (small, small)
  }

  mutating func find() -> [BookPerson] {
    count()
    collect()
    for (form, use) in uses {
      let isTitled = form.count == 2 && text.traits[Int(form[0])].contains(.title)
      if form.count == 1 || isTitled, let last = form.last { parts[last, default: 0] += use.all }
    }
    let kept = uses.filter { isKept($0.key, $0.value) }.sorted {
      ($1.value.class, $0.value.first) < ($0.value.class, $1.value.first)
    }
    cluster(kept.map { ($0.key, $0.value) })
    roles()
    joinRoles()
    return people.sorted { ($1.count, $0.forms[0].1.first) < ($0.count, $1.forms[0].1.first) }
      .map(finished)
  }

  private mutating func count() {
    for (index, token) in text.tokens.enumerated() {
      if !token.isCapital { small[Int(token.word)] += 1 }
      guard token.isCapital, !token.isFirst else { continue }
      large[Int(token.word)] += 1
      guard index > 0, index + 1 < text.tokens.count, token.piece < 0 else { continue }
      let (isBehind, isAhead) = (token.marks == [], text.tokens[index + 1].marks == [])
      if isBehind && text.tokens[index - 1].piece < 0 && text.trait(index - 1).contains(.strong)
        || isAhead && text.tokens[index + 1].piece < 0
          && !text.trait(index + 1).isDisjoint(with: [.strong, .weak])
      {
        tagged[Int(token.word)] += 1
      }
    }
  }

  private func isName(_ index: Int) -> Bool {
    let token = text.tokens[index]
    guard token.isCapital else { return false }
    let word = Int(token.word)
    let traits = text.traits[word]
    // May and Will are names if verbs of speech or actions are often beside them.
    let isTagged = tagged[word] > 4 && traits.isDisjoint(with: [.pronoun, .determiner, .title])
    if isTagged, !token.isFirst { return true }
    if traits.contains(.noName) || isContraction(text.keys[word]) { return false }
    if traits.contains(.title) { return true }
    return text.keys[word].utf8.count > 1 && large[word] > 2 * small[word]
      && (large[word] > 0 || !token.isFirst)
  }

  /// Whether two words are a name although each of them is a common word: "the Invisible Man".
  private func isPair(_ index: Int, before end: Int) -> Bool {
    guard index + 1 < end, index > 0 else { return false }
    let (one, two) = (text.tokens[index], text.tokens[index + 1])
    return one.isCapital && two.isCapital && !one.isFirst && two.marks == [] && one.marks == []
      && one.piece == two.piece && !one.isPossessive && !one.isUpper
      && text.trait(index - 1).contains(.definite)
      && text.trait(index).isDisjoint(with: [.noName, .title])
      && !text.trait(index + 1).contains(.noName)
  }

  /// Whether a title in small letters is part of a name: "don Pedro".
  private func isSmallTitle(_ index: Int, before end: Int) -> Bool {
    text.words.hasSmallTitles && !text.tokens[index].isCapital
      && text.trait(index).contains(.title) && index + 1 < end
      && text.tokens[index + 1].marks == [] && isName(index + 1)
      && !text.trait(index + 1).contains(.title)
  }

  /// Returns the end of a name after small words within it: "van der Luyden".
  private func afterParticles(_ start: Int, before end: Int) -> Int? {
    var index = start
    while index < end, index - start < 2, !text.tokens[index].isCapital,
      text.trait(index).contains(.particle), text.tokens[index].marks == []
    {
      index += 1
    }
    guard index > start, index < end, isName(index), text.tokens[index].marks == [] else {
      return nil
    }
    return index + 1
  }

  /// "I'll" is no name, but "O'Brien" is one.
  private func isContraction(_ key: String) -> Bool {
    guard let mark = key.firstIndex(of: "'") else { return false }
    return key.distance(from: mark, to: key.endIndex) < 4
  }

  private mutating func collect() {
    let tokens = text.tokens
    for paragraph in text.paragraphs where !paragraph.isBreak {
      var index = paragraph.tokens.lowerBound
      sentence += 1
      while index < paragraph.tokens.upperBound {
        if beginsSentence(index) { sentence += 1 }
        let isTitle = isSmallTitle(index, before: paragraph.tokens.upperBound)
        guard isTitle || isName(index) || isPair(index, before: paragraph.tokens.upperBound) else {
          index += 1
          continue
        }
        var end = index + (isName(index) && !isTitle ? 1 : 2)
        while end < paragraph.tokens.upperBound, end - index < 5, !tokens[end - 1].isPossessive,
          tokens[end].marks == [], tokens[end].piece == tokens[index].piece
        {
          if isName(end) {
            end += 1
          } else if text.trait(index).contains(.title),
            let next = afterParticles(end, before: paragraph.tokens.upperBound)
          {
            end = next
          } else if tokens[end].isCapital, text.key(end).utf8.count == 1,
            text.key(end) != "i", end + 1 < paragraph.tokens.upperBound, isName(end + 1)
          {
            end += 2
          } else {
            break
          }
        }
        note(index..<end)
        index = end
      }
    }
  }

  func beginsSentence(_ index: Int) -> Bool {
    text.tokens[index].isFirst
      || index > 0 && text.tokens[index].piece != text.tokens[index - 1].piece
  }

  private mutating func note(_ range: Range<Int>) {
    let form = text.tokens[range].map(\.word)
    if form.count == 1, text.traits[Int(form[0])].contains(.title) {
      let isShort = text.words.people.abbreviations.contains(text.keys[Int(form[0])])
      if isShort || text.traits[Int(form[0])].contains(.address)
        || small[Int(form[0])] > large[Int(form[0])]
      {
        return
      }
    }
    var use = uses[form] ?? Use(first: range.lowerBound, length: range.count)
    if text.tokens[use.first].isUpper, !text.tokens[range.lowerBound].isUpper {
      use.first = range.lowerBound
    }
    use.all += 1
    if use.sentences.last != sentence { use.sentences.append(sentence) }
    switch pronoun(after: range) {
    case .female?: use.she += 1
    case .male?: use.he += 1
    default: break
    }
    let (before, after) = (range.lowerBound - 1, range.upperBound)
    let piece = text.tokens[range.lowerBound].piece
    let isOwner = text.tokens[range.upperBound - 1].isPossessive
    if piece < 0, !isOwner {
      // "said the Pigeon"
      let isArticle =
        before > 0 && text.trait(before).contains(.definite) && text.tokens[before].marks == []
      let verb = isArticle ? before - 1 : before
      let isBehind =
        verb >= 0 && text.tokens[verb].piece < 0
        && text.trait(verb).contains(.strong) && text.tokens[range.lowerBound].marks == []
      let isAhead =
        after < text.tokens.count && text.tokens[after].piece < 0
        && text.tokens[after].marks == [] && !text.trait(after).isDisjoint(with: .verb)
      if isBehind || isAhead && text.trait(after).contains(.strong) {
        use.tags += 1
        use.said.append(sentence)
      }
      if isAhead || after < text.tokens.count && text.key(after).hasSuffix("ed")
        || after < text.tokens.count && text.trait(after).contains(.filler)
      {
        use.subjects += 1
      }
    } else if piece >= 0, isAddress(range) {
      use.addresses += 1
    }
    if before >= 0, text.trait(before).contains(.place), text.tokens[range.lowerBound].marks == [] {
      use.places += 1
    }
    uses[form] = use
  }

  /// Returns the gender of the first pronoun after a name in the narration, before another name.
  private func pronoun(after range: Range<Int>) -> RoleGender? {
    for index in range.upperBound..<min(range.upperBound + 20, text.tokens.count) {
      let traits = text.trait(index)
      guard text.tokens[index].piece < 0, text.tokens[range.lowerBound].piece < 0,
        !text.tokens[index].isCapital || !traits.isDisjoint(with: .pronoun)
      else { return nil }
      if traits.contains(.she) || traits.contains(.her) { return .female }
      if traits.contains(.he) || traits.contains(.his) { return .male }
    }
    return nil
  }

  /// Returns the gender of a name: from pronouns if they agree, else from a list of names.
  private func gender(of use: Use, given: Int32) -> RoleGender? {
    let single = uses[[given]]
    let (she, he) = (use.she + (single?.she ?? 0), use.he + (single?.he ?? 0))
    if she > 3, she > 3 * he { return .female }
    if he > 3, he > 3 * she { return .male }
    return GivenNames.gender(of: text.keys[Int(given)], language: language)
  }

  /// Whether a name in a piece addresses somebody: it stands between commas, marks or the edges of the piece.
  private func isAddress(_ range: Range<Int>) -> Bool {
    SpeechTags.isAddress(range, in: text)
  }

  private func isKept(_ form: [Int32], _ use: Use) -> Bool {
    let hasTitle = text.traits[Int(form[0])].contains(.title) && form.count > 1
    if use.tags == 0, use.places * 4 > use.all { return false }
    // "Lord!"
    if form.count == 1, text.traits[Int(form[0])].contains(.title), use.tags + use.subjects == 0 {
      return false
    }
    // From the first use, so that an edit of one use does not take the person out of other scenes.
    if hasTitle { return true }
    if use.tags > 1 || use.tags > 0 && (use.all > 1 || isShort && isGivenName(form[0])) {
      return true
    }
    // A full name seen once, whose given name is in a tag.
    if isShort, form.count == 2, let given = uses[[form[0]]], given.tags > 0 { return true }
    if use.addresses > 1, use.all > 3 { return true }
    if use.subjects > 2, use.subjects * 6 >= use.all { return true }
    return form.count > 1 && form.count < 4 && (uses[[form[0]]]?.all ?? 0) > 3
      && form.allSatisfy { parts[$0, default: 0] > 3 }
  }

  /// Whether the text is shorter than a book, so that names are rare.
  var isShort: Bool { text.tokens.count < 20_000 }

  private func isGivenName(_ word: Int32) -> Bool {
    GivenNames.gender(of: text.keys[Int(word)], language: language) != nil
  }

  // MARK: Clusters

  func gender(ofTitle word: Int32) -> RoleGender? {
    let traits = text.traits[Int(word)]
    if traits.contains(.woman) { return .female }
    return traits.contains(.man) ? .male : nil
  }

  private func isShort(_ one: Int32, for other: Int32) -> Bool {
    one == other || text.words.shortForms[text.keys[Int(one)]] == text.keys[Int(other)]
      || text.words.shortForms[text.keys[Int(other)]] == text.keys[Int(one)]
  }

  private mutating func cluster(_ kept: [([Int32], Use)]) {
    var (full, titled, single): ([([Int32], Use)], [([Int32], Use)], [([Int32], Use)]) =
      ([], [], [])
    for entry in kept {
      let hasTitle = text.traits[Int(entry.0[0])].contains(.title)
      switch entry.0.count - (hasTitle && entry.0.count > 1 ? 1 : 0) {
      case 1 where hasTitle && entry.0.count > 1: titled.append(entry)
      case 1: single.append(entry)
      default: full.append(entry)
      }
    }
    for entry in full { addFull(entry) }
    for entry in titled { addTitled(entry) }
    for entry in single { addSingle(entry) }
  }

  private mutating func addFull(_ entry: ([Int32], Use)) {
    let hasTitle = text.traits[Int(entry.0[0])].contains(.title)
    let names = hasTitle ? Array(entry.0.dropFirst()) : entry.0
    guard let given = names.first, let surname = names.last else { return }
    let stated = hasTitle ? gender(ofTitle: entry.0[0]) : nil
    let gender =
      stated ?? self.gender(of: entry.1, given: given)
    let isInitial = text.keys[Int(given)].utf8.count == 1
    let match = people.indices.first { index in
      let person = people[index]
      guard person.surname == surname, fits(person.gender, gender) else { return false }
      // "Mrs. Newland Archer" is not Newland Archer.
      if hasTitle, isWife(entry.0[0]), person.gender != .female { return false }
      return person.given.map { isShort(given, for: $0) || isInitial } ?? false
    }
    if let match {
      people[match].forms.append(entry)
      if people[match].gender == nil { people[match].gender = gender }
      if hasTitle { people[match].titles.insert(entry.0[0]) }
      return
    }
    var person = Person(
      given: given, surname: surname, gender: gender, forms: [entry], isByName: stated == nil)
    if hasTitle { person.titles.insert(entry.0[0]) }
    people.append(person)
  }

  func fits(_ one: RoleGender?, _ other: RoleGender?) -> Bool {
    one == nil || other == nil || one == other
  }

  func isWife(_ title: Int32) -> Bool {
    ["mrs", "mme", "frau", "señora", "sra"].contains(text.keys[Int(title)])
  }

  private mutating func addTitled(_ entry: ([Int32], Use)) {
    let (title, name) = (entry.0[0], entry.0[1])
    let gender = gender(ofTitle: title)
    let key = text.keys[Int(title)]
    let isWife = isWife(title)
    func isOpen(_ index: Int) -> Bool {
      let person = people[index]
      guard fits(person.gender, gender), !person.forms.isEmpty else { return false }
      if isWife, person.titles.contains(where: { text.keys[Int($0)] == "miss" }) { return false }
      if key == "miss", person.titles.contains(where: { text.keys[Int($0)] == "mrs" }) {
        return false
      }
      return true
    }
    // "Miss Jane", "Sir Thomas", "Aunt Alexandra"
    let byGiven = people.indices.filter {
      people[$0].given.map { isShort(name, for: $0) } == true && isOpen($0)
    }
    let bearers = people.indices.filter {
      people[$0].surname == name && people[$0].given != name && isOpen($0)
    }
    // "Mr. John Knightley" is hardly the one who is called only "Mr. Knightley".
    let bySurname = bearers.filter {
      !(people[$0].count * 6 < entry.1.all && !people[$0].titles.isEmpty && gender == .male)
        && !isApart(entry, from: people[$0])
    }
    // "Miss Bennet" can be each of several sisters.
    let sisters = bearers.filter {
      people[$0].titles.contains(title) || !isApart(entry, from: people[$0])
    }
    if key == "miss", sisters.count > 1 {
      for match in sisters.prefix(3) {
        people[match].forms.append(entry)
        people[match].titles.insert(title)
      }
      return
    }
    let matches = bySurname.isEmpty ? byGiven : bySurname
    if matches.count == 1 || matches.count > 1 && bySurname.isEmpty {
      let match = matches[0]
      people[match].forms.append(entry)
      people[match].titles.insert(title)
      if people[match].gender == nil { people[match].gender = gender }
      return
    }
    people.append(
      Person(
        given: nil, surname: name, gender: gender, forms: [entry], titles: [title]))
  }

  private mutating func addSingle(_ entry: ([Int32], Use)) {
    let name = entry.0[0]
    func best(_ indices: [Int]) -> Int? {
      indices.max { (people[$0].count, $1) < (people[$1].count, $0) }
    }
    let byGiven = best(
      people.indices.filter { people[$0].given.map { isShort(name, for: $0) } == true })
    let surnames = people.indices.filter { people[$0].surname == name }
    let men = surnames.filter {
      people[$0].gender != .female || people[$0].titles.isEmpty && surnames.count == 1
    }
    // The surname alone means the one who is mostly named with it.
    let bySurname = men.max { (people[$0].formal, $1) < (people[$1].formal, $0) }
    switch (byGiven, bySurname) {
    case (let given?, let surname?):
      let match = people[given].count >= people[surname].count ? given : surname
      people[match].forms.append(entry)
    case (let match?, nil), (nil, let match?): people[match].forms.append(entry)
    case (nil, nil):
      let key = text.keys[Int(name)]
      let noun = text.words.people.noun(key)?.gender
      people.append(
        Person(
          given: name, surname: nil,
          gender: gender(ofTitle: name) ?? noun ?? gender(of: entry.1, given: name),
          forms: [entry], isByName: gender(ofTitle: name) ?? noun == nil))
    }
  }
}
