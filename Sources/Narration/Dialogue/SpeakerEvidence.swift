/// What speaks for and against each candidate of a turn.
struct SpeakerEvidence {
  struct Candidate {
    /// The person; nil for nobody whom the text names.
    var person: Int?
    var rules: [(rule: AttributionRule, factor: Double)] = []

    func score(_ weights: [Double]) -> Double {
      rules.reduce(0) { $0 + weights[$1.rule.rawValue] * $1.factor }
    }
  }

  /// The largest number of people who are considered for a turn.
  private static let most = 11

  private let text: DialogueText
  private let names: BookNames
  private let turns: [DialogueTurn]
  /// The paragraphs of the scene.
  private let paragraphs: Range<Int>

  init(
    _ text: DialogueText, _ names: BookNames, _ turns: [DialogueTurn], in paragraphs: Range<Int>
  ) {
    (self.text, self.names, self.turns) = (text, names, turns)
    self.paragraphs = paragraphs
  }

  // MARK: Candidates

  /// How near a person is named to a turn.
  private struct Nearness {
    var last: Int?
    var count = 0
    var priority = 0.0
    /// The word that names the person last before the turn ends.
    var token = -1
    /// How many others are named later.
    var rank = Int.max
  }

  /// Returns the candidates of a turn with their evidence; `before` are those of the turn before.
  func candidates(of index: Int, in scene: Range<Int>, before: [Candidate]) -> [Candidate] {
    let turn = turns[index]
    var near = nearness(of: turn)
    func raise(_ person: Int?, _ priority: Double) {
      guard let person else { return }
      near[person, default: Nearness()].priority += priority
    }
    if case .person(let person)? = turn.tag?.subject { raise(person, 1000) }
    // Another old man can speak in a scene that does not name the one who is known.
    if let person = turn.tag.flatMap(onlyOne), near[person] != nil { raise(person, 100) }
    for beat in [turn.beatBefore, turn.beatAfter] {
      if case .person(let person)? = beat?.subject { raise(person, 50) }
    }
    raise(turn.writer, 50)
    if names.isFirstPerson { raise(names.narrator, 20) }
    for other in max(scene.lowerBound, index - 12)..<min(scene.upperBound, index + 6) {
      if case .person(let person)? = turns[other].tag?.subject {
        raise(person, 12.0 / Double(abs(other - index) + 1))
      }
      guard abs(other - index) <= 4, other != index else { continue }
      for person in turns[other].addressed { raise(person, 8) }
    }
    for candidate in before { raise(candidate.person, 5) }
    var ranked = near.map { ($0.key, $0.value) }.sorted {
      ($1.1.priority, $0.0) < ($0.1.priority, $1.0)
    }
    if let gender = turn.tag?.gender {
      // Two people of the gender of the tag are always among the candidates.
      let fitting = ranked.filter { names.people[$0.0].gender == gender }.prefix(2)
      ranked = fitting + ranked.filter { entry in !fitting.contains { $0.0 == entry.0 } }
    }
    var result = ranked.prefix(Self.most).map { entry in
      Candidate(person: entry.0, rules: rules(for: entry.0, index, scene, entry.1))
    }
    result.append(Candidate(person: nil, rules: rulesForNobody(index)))
    return result
  }

  private func nearness(of turn: DialogueTurn) -> [Int: Nearness] {
    var near: [Int: Nearness] = [:]
    let last = min(paragraphs.upperBound - 1, turn.lastParagraph + 3)
    let first = max(paragraphs.lowerBound, turn.firstParagraph - 20)
    guard first <= last else { return [:] }
    // A scene that names nobody goes on with the people before it.
    let start = names.mentions(from: first, to: last).isEmpty ? max(0, first - 20) : first
    // Few paragraphs are longer. In one with 20,000 quotations, each would look at the names of all.
    let reach = 8000
    let around =
      text.pieces[turn.pieces.lowerBound].tokens.lowerBound - reach..<text.pieces[
        turn.pieces.upperBound - 1
      ].tokens.upperBound + reach
    for paragraph in start...last {
      for mention in names.mentions(in: around, of: paragraph)
      where text.tokens[mention.tokens.lowerBound].piece < 0 {
        let distance = turn.firstParagraph - paragraph
        var entry = near[mention.person] ?? Nearness()
        if paragraph <= turn.lastParagraph { entry.last = max(0, distance) }
        if paragraph <= turn.firstParagraph { entry.token = mention.tokens.lowerBound }
        if distance <= 8 { entry.count += 1 }
        entry.priority += distance <= 0 ? 3 : 6.0 / Double(distance + 3)
        near[mention.person] = entry
      }
    }
    let order = near.map { (person: $0.key, token: $0.value.token) }
      .sorted { ($1.token, $0.person) < ($0.token, $1.person) }
    for (rank, entry) in order.enumerated() { near[entry.person]?.rank = rank }
    return near
  }

  // MARK: Rules

  private typealias Rules = [(rule: AttributionRule, factor: Double)]

  private func rules(
    for person: Int, _ index: Int, _ scene: Range<Int>, _ near: Nearness
  ) -> Rules {
    let turn = turns[index]
    var rules: Rules = []
    func add(_ rule: AttributionRule, _ factor: Double = 1) { rules.append((rule, factor)) }
    if near.count > 0 { add(.mentions, Double(near.count.bitWidthOfValue)) }
    if let last = near.last {
      if last <= 1 { add(.namedNow) }
    } else {
      add(.neverNamed)
    }
    switch near.rank {
    case 0: add(.lastNamed)
    case 1: add(.namedBefore)
    case 2, 3: break
    default: add(.othersNamed)
    }
    if let tag = turn.tag {
      addTag(tag, person, turn, &rules)
      if near.last != nil, onlyOne(tag) == person { add(.nounAge) }
    }
    addBeats(person, turn, &rules)
    if turn.writer == person { add(.signs) }
    if turn.addressed.contains(person) { add(.addressed) }
    if turn.named.contains(person) { add(.namedInside) }
    if turn.introduced == person { add(.ownName) }
    addNeighbours(person, index, scene, &rules)
    addScene(person, index, scene, &rules)
    return rules
  }

  private func addTag(
    _ tag: SpeechTag, _ person: Int, _ turn: DialogueTurn, _ rules: inout Rules
  ) {
    let gender = names.people[person].gender
    let isNarrator = names.isFirstPerson && names.narrator == person
    switch tag.subject {
    case .person(let named):
      guard named == person else { break }
      switch (tag.isAfter, tag.strength == .strong) {
      case (true, true): rules.append((.nameAfterStrong, 1))
      case (true, false): rules.append((.nameAfterWeak, 1))
      case (false, true): rules.append((.nameBeforeStrong, 1))
      case (false, false): rules.append((.nameBeforeWeak, 1))
      }
      if tag.isShared { rules.append((.sharedName, 1)) }
    case .me: rules.append((isNarrator ? .meTag : .notMe, 1))
    case .pronoun(let wanted):
      if let wanted {
        rules.append(
          (gender == nil ? .pronounOpen : gender == wanted ? .pronounFits : .pronounWrong, 1))
      }
      let (subject, mention) = antecedents(of: tag, wanted)
      if subject == person { rules.append((.latestSubject, 1)) }
      if mention == person { rules.append((.latestMention, 1)) }
    case .noun(let word, let wanted, let isOwned):
      let isWrongAge = age(of: tag).map { !fits(person, $0) } ?? false
      if isWrongAge {
        rules.append((.nounWrong, 1))
      } else if let wanted {
        rules.append((gender == nil ? .nounOpen : gender == wanted ? .nounFits : .nounWrong, 1))
      }
      if names.people[person].forms.contains(where: { $0.contains(word) }) {
        rules.append((.nounInName, 1))
      }
      if isOwned {
        let hasTitle = names.people[person].forms.contains { form in
          form.first.map { text.traits[Int($0)].contains(.title) } == true && form.count > 1
        }
        if hasTitle { rules.append((.kinTitle, 1)) }
      }
    case .group: break
    }
    if isNarrator, tag.subject != .me {
      if case .person(person) = tag.subject {} else { rules.append((.toldOfMe, 1)) }
    }
  }

  /// Returns the age that the noun of a tag states: "the boy", "the old man".
  private func age(of tag: SpeechTag) -> RoleAge? {
    guard case .noun(let word, _, false) = tag.subject else { return nil }
    let words = text.words.people
    // An old boy is old.
    for token in tag.tokens {
      if let known = words.ages[text.key(token)], known == .old { return .old }
    }
    return words.meanings[text.keys[Int(word)]]?.age
  }

  /// Whether nothing that is known of a person contradicts an age.
  private func fits(_ person: Int, _ age: RoleAge) -> Bool {
    let entry = names.people[person]
    return (entry.age ?? age) == age && !(age == .child && entry.isGrown)
  }

  /// Returns the only person with the age and the gender of the noun of a tag; nil if there is none, or several.
  private func onlyOne(_ tag: SpeechTag) -> Int? {
    guard let age = age(of: tag) else { return nil }
    let able = names.people.indices.filter {
      let person = names.people[$0]
      return person.age == age && (tag.gender == nil || person.gender == tag.gender)
    }
    return able.count == 1 ? able.first : nil
  }

  /// Returns the person of a gender who was the latest subject, and the one who was named last before a tag.
  private func antecedents(of tag: SpeechTag, _ gender: RoleGender?) -> (Int?, Int?) {
    var (subject, mention): (Int?, Int?)
    let paragraph = text.paragraphs.partitioningIndex { $0.tokens.upperBound > tag.token }
    for number in stride(
      from: paragraph, through: max(paragraphs.lowerBound, paragraph - 4), by: -1)
    {
      for entry in names.mentions[names.places[number]].reversed()
      where entry.tokens.lowerBound < tag.token && text.tokens[entry.tokens.lowerBound].piece < 0 {
        guard gender == nil || names.people[entry.person].gender == gender else { continue }
        mention = mention ?? entry.person
        if entry.isSubject { return (entry.person, mention) }
        subject = nil
      }
    }
    return (subject, mention)
  }

  private func addBeats(_ person: Int, _ turn: DialogueTurn, _ rules: inout Rules) {
    let gender = names.people[person].gender
    let isNarrator = names.isFirstPerson && names.narrator == person
    switch turn.beatAfter?.subject {
    case .person(person)?: rules.append((.beatAfterName, 1))
    case .me? where isNarrator: rules.append((.beatAfterName, 1))
    case .pronoun(let wanted?)?:
      rules.append(
        (gender == nil ? .beatAfterOpen : gender == wanted ? .beatAfterFits : .beatAfterWrong, 1))
    default: break
    }
    switch turn.beatBefore?.subject {
    case .person(person)?: rules.append((.beatBeforeName, 1))
    case .me? where isNarrator: rules.append((.beatBeforeName, 1))
    case .pronoun(let wanted?)? where gender != nil && gender != wanted:
      rules.append((.beatBeforeWrong, 1))
    default: break
    }
    guard turn.tag == nil, turn.hasNarration else { return }
    if let beat = turn.beatAfter ?? turn.beatBefore, case .pronoun(let wanted?) = beat.subject,
      antecedents(of: beat, wanted).0 == person
    {
      rules.append((.beatSubject, 1))
    }
    guard turn.beside.contains(person) else { return }
    rules.append((turn.beside.count == 1 ? .onlyNamed : .namedBeside, 1))
  }

  private func addNeighbours(
    _ person: Int, _ index: Int, _ scene: Range<Int>, _ rules: inout Rules
  ) {
    let turn = turns[index]
    func add(_ rule: AttributionRule) { rules.append((rule, 1)) }
    let hasName = if case .person? = turn.tag?.subject { true } else { false }
    if turn.tag?.addressee == person { add(.addresseeHere) }
    if index > scene.lowerBound {
      let before = turns[index - 1]
      if turn.firstParagraph - before.lastParagraph <= 2 {
        if before.addressed.contains(person) { add(.addressedBefore) }
        if before.tag?.addressee == person { add(.addresseeBefore) }
      }
      let two = index > scene.lowerBound + 1 ? turns[index - 2] : nil
      if !hasName, [before, two].contains(where: { $0?.tag?.subject == .person(person) }) {
        add(.taggedJustBefore)
      }
      if before.lastParagraph < turn.firstParagraph - 1 || index == scene.lowerBound {
        addLastSubject(person, turn, &rules)
      }
    } else {
      addLastSubject(person, turn, &rules)
    }
    guard index + 1 < scene.upperBound else { return addNext(person, turn, &rules) }
    let after = turns[index + 1]
    if after.firstParagraph - turn.lastParagraph <= 2 {
      if after.addressed.contains(person) { add(.addressedAfter) }
      if after.tag?.addressee == person { add(.addresseeAfter) }
    }
    if after.firstParagraph > turn.lastParagraph + 1 { addNext(person, turn, &rules) }
  }

  /// Adds what the turns around tell without a tag of this turn.
  private func addScene(_ person: Int, _ index: Int, _ scene: Range<Int>, _ rules: inout Rules) {
    let turn = turns[index]
    func add(_ rule: AttributionRule) { rules.append((rule, 1)) }
    let gender = names.people[person].gender
    for other in [index - 1, index + 1] where scene.contains(other) {
      let beside = turns[other]
      let gap =
        max(turn.firstParagraph, beside.firstParagraph)
        - min(turn.lastParagraph, beside.lastParagraph)
      guard gap <= 2 else { continue }
      if other > index, beside.named.contains(person) { add(.spokenOf) }
      if let wanted = beside.addressedGender, let gender {
        add(gender == wanted ? .titleFits : .titleWrong)
      }
      if beside.beside.contains(person), beside.tag?.subject != .person(person) {
        add(.actsBeside)
      }
    }
    var next: [Int] = []
    for other in index + 1..<max(index + 1, min(scene.upperBound, index + 12)) {
      if case .person(let tagged)? = turns[other].tag?.subject, !next.contains(tagged) {
        next.append(tagged)
      }
    }
    if next.prefix(2).contains(person) { add(.taggedSoon) }
    let around = max(scene.lowerBound, index - 6)..<min(scene.upperBound, index + 7)
    if around.contains(where: { abs($0 - index) > 1 && turns[$0].addressed.contains(person) }) {
      add(.addressedNear)
    }
  }

  private func addLastSubject(_ person: Int, _ turn: DialogueTurn, _ rules: inout Rules) {
    let number = turn.firstParagraph - 1
    guard number >= paragraphs.lowerBound, text.paragraphs[number].pieces.isEmpty else { return }
    let last = names.mentions[names.places[number]].last(where: \.isSubject)
    if last?.person == person { rules.append((.lastSubject, 1)) }
  }

  private func addNext(_ person: Int, _ turn: DialogueTurn, _ rules: inout Rules) {
    let number = turn.lastParagraph + 1
    guard number < paragraphs.upperBound, text.paragraphs[number].pieces.isEmpty else { return }
    let first = names.mentions[names.places[number]].first
    if let first, first.person == person,
      first.tokens.lowerBound - text.paragraphs[number].tokens.lowerBound < 3
    {
      rules.append((.nextActs, 1))
    }
  }

  private func rulesForNobody(_ index: Int) -> Rules {
    let turn = turns[index]
    var rules: Rules = []
    let piece = text.pieces[turn.pieces.lowerBound]
    let hasTag = turn.tag != nil && turn.tag?.strength != .beat
    if !hasTag, !piece.isCapital { rules.append((.nobodySmall, 1)) }
    let isInside =
      turn.pieces.count == 1 && !hasTag && text.isInside(turn.pieces.lowerBound)
    if isInside { rules.append((.nobodyInside, 1)) }
    if piece.end == .none, piece.length < 60, turn.pieces.count == 1 {
      rules.append((.nobodyOpen, 1))
    }
    switch turn.tag?.subject {
    case .person?, .me?: rules.append((.nobodyTagged, 1))
    case .group?: rules.append((.nobodyGroup, 1))
    default: break
    }
    if turn.isLetter { rules.append((.nobodyLetter, 1)) }
    return rules
  }
}

extension SpeechTag {
  /// The gender that the tag states.
  var gender: RoleGender? {
    switch subject {
    case .pronoun(let gender), .noun(_, let gender, _): gender
    default: nil
    }
  }
}

extension Int {
  /// The number of doublings from 1 up to a number; 0 for 0.
  var bitWidthOfValue: Int { self <= 0 ? 0 : Self.bitWidth - leadingZeroBitCount }
}
