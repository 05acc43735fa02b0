import Guion

/// Reads what a script tells about its roles.
/// The result depends only on the people, the elements and the language. The time is linear in the length of the text.
struct PortraitReader {
  private let people: [NameIndex.Person]
  let language: String
  let words: PersonWords
  let index: NameIndex
  var tallies: [PortraitTally]
  private var guesses: [Guess] = []
  private var speakers: [String: Int] = [:]
  /// The ages that the script states, with the number of the scene.
  var ages: [(person: Int, age: RoleAge, clue: RoleClue, scene: Int)] = []
  /// The scenes in which people speak.
  private var stages: [Int: Set<Int>] = [:]
  private(set) var scene = 0
  private var paragraph = 0
  /// The people in the action of the scene; -1 and -2 as in a guess.
  private var actors: Set<Int> = []
  /// The genders of people who have a name but no speech, as -1 and -2.
  private var strangers: Set<Int> = []
  /// The paragraph that names a person last.
  private var naming = 0
  /// The speakers of the scene.
  private var talkers: Set<Int> = []
  /// The speakers of the scene whose latest speech comes from another place.
  private var heard: Set<Int> = []
  /// The people whose names the action has had in capitals, and those whose first such paragraph is read.
  private var introduced: Set<Int> = []
  private var newcomers: Set<Int> = []
  private var place = (line: 0, source: 0)

  /// A word in a speech that addresses a person by gender.
  private struct Address {
    var gender: RoleGender
    var weight: Double
    var clue: RoleClue
    var key: String
    /// Whether the speaker talks to somebody at another place.
    var isCall: Bool
  }

  /// A word whose gender belongs to one of several people.
  private struct Guess {
    var gender: RoleGender
    var weight: Double
    /// The people that the word can mean: indices, or -1 for a woman and -2 for a man without a name.
    var people: [Int]
    var clue: RoleClue
    var paragraph: Int
    /// The others in the scene, if the paragraph introduces the only person that the word can mean; otherwise nil.
    var besides: Set<Int>?
    /// The others in the scene, if the word rather means one of them.
    var rivals: Set<Int> = []
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

  /// Returns the gender that a name alone tells.
  static func gender(ofName name: String, language: String) -> RoleGender? {
    PortraitTally(
      of: NameIndex.Person(name: name, names: [name]), words: PersonWords.of(language),
      language: language
    ).portrait.gender
  }

  // MARK: Elements

  private mutating func read(_ elements: some Sequence<GuionElement>) {
    /// The speakers of the scene, the latest last.
    var turns: [Int] = []
    /// Addresses in the latest speech, which the next speaker may answer.
    var open: [Address] = []
    var (isAfterSpeech, isCall) = (false, false)
    for element in elements {
      paragraph += 1
      place = (element.sourceRange?.start.line ?? 0, element.sourceRange?.source ?? 0)
      switch element.elementType {
      case .sceneHeading:
        (turns, open, isAfterSpeech) = ([], [], false)
        (actors, talkers, heard, scene) = ([], [], [], scene + 1)
        strangers = []
      case .character:
        let name = CharacterNormalizer.folded(CharacterNormalizer.name(of: element.elementText))
        guard let speaker = speakers[name] else { continue }
        stages[speaker, default: []].insert(scene)
        talkers.insert(speaker)
        isCall = isFromAway(element.extension ?? "")
        if isCall { heard.insert(speaker) } else { heard.remove(speaker) }
        if turns.last != speaker {
          close(&open, answeredBy: speaker, before: turns)
          turns.append(speaker)
        }
        isAfterSpeech = true
      case .dialogue:
        let text = ProseWords(element.elementText, words)
        read(text, isSpoken: true, speakers: [])
        open += addresses(in: text, isCall: isCall)
      case .parenthetical:
        isCall = isCall || namesDevice(element.elementText)
      case .action:
        let text = ProseWords(element.elementText, words)
        read(
          text, isSpoken: false, speakers: isAfterSpeech ? Array(Set(turns.suffix(2))).sorted() : []
        )
        isAfterSpeech = false
      default: break
      }
    }
  }

  /// Returns the words in a speech that address a person by gender: "sir", "Dad".
  private func addresses(in text: ProseWords, isCall: Bool) -> [Address] {
    text.words.indices.compactMap { index in
      let word = text.words[index]
      guard let meaning = word.meaning, meaning.isAddress, let gender = meaning.gender
      else { return nil }
      let isFirst = index == 0 || word.marks.contains(.comma) || word.marks.contains(.stop)
      let after = index + 1 < text.words.count ? text.words[index + 1].marks : [.stop]
      guard isFirst, !after.isDisjoint(with: .ending) else { return nil }
      // "Oh, man." and "Boy, ..." often address no person.
      let isWeak = ["man", "boy", "god", "girl", "dude", "brother", "lady", "pop"].contains(
        word.key)
      return Address(
        gender: gender, weight: isWeak ? 0.3 : 0.9, clue: clue(.address, text, index..<index + 1),
        key: word.key, isCall: isCall)
    }
  }

  /// Ends the addresses of a speech.
  /// They mean the role of the scene that has this name, such as MOTHER for "Mum", else the speaker before the speech or
  /// the speaker after it. If one of these is only heard, they mean somebody else in the scene.
  private mutating func close(
    _ open: inout [Address], answeredBy next: Int, before turns: [Int]
  ) {
    let speaker = turns.last
    let former = turns.dropLast().last { $0 != speaker }
    let near = Set([former, next].compactMap(\.self))
    let scene = actors.union(talkers).union(near).filter { $0 >= 0 && $0 != speaker }
    for address in open {
      let named = scene.filter { person in
        words.notes.kin.contains { group in
          group.contains(address.key)
            && people[person].names.contains {
              ProseWords($0, words).words.last.map { group.contains($0.key) } == true
            }
        }
      }
      let present = scene.subtracting(heard)
      let isAway = !address.isCall && !near.isDisjoint(with: heard) && !present.isEmpty
      let meant = (!named.isEmpty ? named : isAway ? present : near).sorted()
      guesses.append(
        Guess(
          gender: address.gender, weight: meant.count == 1 ? address.weight : address.weight * 0.7,
          people: meant, clue: address.clue, paragraph: paragraph))
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
    var speakers = speakers
    if !isSpoken {
      if mentions.isEmpty, speakers.isEmpty, paragraph - naming < 3, actors.count == 1,
        !text.words.contains(where: { words.noun($0.key) != nil })
      {
        speakers = Array(actors)
      }
      for (number, word) in text.words.enumerated()
      where word.isUpper && !mentions.contains(where: { $0.words.contains(number) }) {
        let gender = GivenNames.gender(of: word.key, language: language)
        if let gender { strangers.insert(gender == .female ? -1 : -2) }
      }
      for mention in mentions { (_, naming) = (actors.insert(mention.person), paragraph) }
      newcomers = Set(
        mentions.filter { text.words[$0.words.lowerBound].isUpper }.map(\.person)
      ).subtracting(introduced)
      introduced.formUnion(newcomers)
    }
    guard !mentions.isEmpty || !speakers.isEmpty else { return }
    readPronouns(text, mentions, isSpoken: isSpoken, speakers: speakers)
  }

  /// Whether a title shows that a name belongs to another person, such as "Miss Churchill" if the role is a man.
  private func isOtherPerson(_ mention: NameIndex.Mention, _ text: ProseWords) -> Bool {
    let first = mention.words.lowerBound
    guard first > 0, text.words[first].marks == [],
      let meaning = text.words[first - 1].meaning, meaning.isTitle
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
    /// Who is named beside a person whom a pronoun means: "ZORG behind her".
    var neighbor: (person: Int, other: RoleGender)?
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
        neighbor = nil
        let isOblique = index > 0 && text.words[index - 1].meaning?.kind == .turn
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
      guard let meaning = word.meaning, let gender = meaning.gender else { continue }
      // In a novel, the words of people are within the paragraph.
      if word.isQuoted, !isSpoken { continue }
      let isBeforeName = next < mentions.count && mentions[next].words.lowerBound == index + 1
      if meaning.kind == .noun, !meaning.isTitle || !isBeforeName, !word.isPossessive {
        if !isBeforeName, !isApposition(index, text, mentions, next) {
          add(gender == .female ? -1 : -2)
          actors.insert(gender == .female ? -1 : -2)
          neighbor = nil
        }
        continue
      }
      guard meaning.kind == .pronoun else { continue }
      var people = here
      var weight = 1.0
      let isBeside = next > 0 && isBeside(index, mentions[next - 1], text)
      if isBeside {
        let person = mentions[next - 1].person
        people.removeAll { $0 == person }
        neighbor = (person, gender)
      } else if let neighbor, neighbor.other != gender, !here.isEmpty || distance == 1 {
        (people, weight) = ([neighbor.person], here.isEmpty ? 0.8 : 1)
      }
      if people.isEmpty {
        if before.isEmpty {
          if !isBeside { (people, weight) = forward(from: index, text, mentions, next) }
          if people.isEmpty { (people, weight) = (speakers, 0.4) }
        } else {
          (people, weight) = (before, distance == 1 ? 0.8 : 0.4)
        }
        if isBeside { people.removeAll { $0 == neighbor?.person } }
      }
      guard people.contains(where: { $0 >= 0 }) else { continue }
      if people.allSatisfy(oblique.contains) { weight *= 0.4 }
      if here.count == 1, isGoal(index, text) { continue }
      if here.count == 1, words.objects.contains(word.key) { weight *= 0.25 }
      let isObject = isObject(index, text)
      let isOthers = isOthersBody(index, text)
      if here.count == 1, isOthers { weight *= 0.25 }
      if isSpoken { weight *= 0.5 }
      // "her coat", "She looked", but "her" at the end of a sentence.
      let hasNext = index + 1 < text.words.count && text.words[index + 1].marks == []
      let range =
        isObject ? max(0, index - 1)..<index + 1 : index..<(hasNext ? index + 2 : index + 1)
      if people.count == 1, !isSpoken, people[0] >= 0 {
        readAge(afterPronoun: index, of: people[0], text)
      }
      // In "RANDY sits. Her guitar waits.", she may be somebody else.
      let isSubject = !here.isEmpty || !words.notes.possessives.contains(word.key)
      let isIntroduction =
        !isSpoken && weight >= 0.8 && isSubject && people.count == 1
        && newcomers.contains(people[0])
      let others = actors.union(talkers).subtracting(people)
      guesses.append(
        Guess(
          gender: gender, weight: weight, people: people, clue: clue(.pronoun, text, range),
          paragraph: paragraph,
          besides: isIntroduction ? others : nil,
          rivals: here.count == 1 && (isObject || isOthers) ? others.union(strangers) : []))
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
    let isKin = mention > 0 && text.words[mention - 1].meaning?.kind == .noun
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
    let start = mentions[next - 1].words.upperBound
    let pastBrackets = end(ofBracketsAt: start, in: text)
    let end = pastBrackets <= index ? pastBrackets : start
    guard end <= index, index - end < 6 else { return false }
    let between = text.words[end...index]
    guard let first = between.first else { return false }
    let isDashed = end > start && first.marks.contains(.pause)
    if isDashed || !first.marks.isDisjoint(with: [.comma, .open]) {
      return between.dropFirst().allSatisfy { $0.marks == [] || $0.marks == .comma }
    }
    return first.meaning?.kind == .being
      && between.dropFirst().allSatisfy { $0.marks == [] }
  }

  func clue(_ kind: RoleClue.Kind, _ text: ProseWords, _ range: Range<Int>) -> RoleClue {
    let words = text.words[range]
    let bytes = (words.first?.range.lowerBound ?? 0)..<(words.last?.range.upperBound ?? 0)
    return RoleClue(kind: kind, quote: text.quote(bytes), line: place.line, source: place.source)
  }

  // MARK: Decisions

  private mutating func finish() -> [RolePortrait] {
    for (person, age, clue, scene) in ages {
      // A script may tell how a boy dies as an old man; his lines are those of the boy.
      let speaks = stages[person]?.contains(scene) == true
      tallies[person].add(age, clue, weight: speaks ? Self.speakerWeight : 1)
    }
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
        // YOUNG DR. BENNETT is not as old as DR. BENNETT.
        let first = people[number].name.split(separator: " ").first?.lowercased() ?? ""
        if portrait.age == nil, other.age == .old, words.ages[first] == .some(nil) {
          portrait.age = .adult
        }
        if portrait.gender == nil || portrait.confidence < other.confidence,
          let gender = other.gender
        {
          portrait.adopt(gender, from: other)
        }
      }
      return portrait
    }
  }

  /// How many other ages an age counts that is stated in a scene in which the person speaks.
  private static let speakerWeight = 3

  private mutating func count(_ guess: Guess, _ known: [RoleGender?]) {
    let people = Set(guess.people)
    func fits(_ person: Int) -> Bool {
      switch person {
      case -1: guess.gender == .female
      case -2: guess.gender == .male
      default: known[person] == guess.gender
      }
    }
    if people.count == 1, let only = people.first {
      // In "PIP takes her hand", the hand is that of a woman who is in the scene.
      if only >= 0, !guess.rivals.contains(where: fits) {
        tallies[only].add(guess.gender, guess.weight, guess.clue, in: guess.paragraph)
        // In "MARIA enters. He looks up." a man is in the scene already.
        let isOther = guess.besides?.contains(where: fits)
        if isOther == false { tallies[only].introduce(guess.gender) }
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
